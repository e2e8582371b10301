// The tab 'Paste list': product numbers with quantities, as a supplier's or last year's order lists them.
import { RosterWorkbench } from "./RosterWorkbench";

export default function PasteListTab() {
  return (
    <RosterWorkbench
      intro="Paste product numbers with quantities, from a spreadsheet or an earlier order, and add them all at once."
      help="One product number and quantity a row, in any order; names and numbers too where a product needs them. Up to 2,000 rows."
      placeholder={"Product number\tQuantity\nFH-100-NVY-M\t12"}
      sample="/assets/sample-list.v1.csv"
      choosesProducts={false}
    />
  );
}
