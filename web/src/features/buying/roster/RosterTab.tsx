// The tab 'Team roster': one row a player, everybody gets the chosen products in their size.
import { RosterWorkbench } from "./RosterWorkbench";

export default function RosterTab() {
  return (
    <RosterWorkbench
      intro="Paste your roster and get the order: names, numbers and sizes become one line for each size, with each name and number on its piece. Names stay on this device until you add the rows to your cart."
      help="Copy the cells from your spreadsheet, headings included, in any order: name, number, one or more sizes. Up to 2,000 rows."
      placeholder={"Player\tNumber\tJersey size\tShorts size\nReyes\t7\tYouth Med\tM"}
      sample="/assets/sample-roster.v1.csv"
      choosesProducts
    />
  );
}
