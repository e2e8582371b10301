// Which reports there are, and who may see them.
import type { useMay } from "./session";

/** The reports that somebody may see. */
export function reportsOf(may: ReturnType<typeof useMay>): { place: string; label: string }[] {
  return [
    { place: "/reports", label: "Sales", shown: may("amounts.view") },
    { place: "/reports/late", label: "Late shipments", shown: may("orders.view") },
    { place: "/reports/searches", label: "Searches without a result", shown: may("catalogue.view") },
  ].filter(({ shown }) => shown);
}
