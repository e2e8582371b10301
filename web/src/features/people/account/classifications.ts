// Kinds of customer to choose from, by the site's content key `account.classifications`, else these.
import { useShell } from "../../../shared/site";

const usual = ["School", "Club", "League", "Parks and Recreation", "Military", "Business", "Individual"];

/** Options of the select; one that is stored but no longer offered stays choosable. */
export function useClassifications(stored = ""): { value: string; label: string }[] {
  const own = useShell().texts["account.classifications"];
  const offered = own ? own.split("|") : usual;
  const all = stored === "" || offered.includes(stored) ? offered : [stored, ...offered];
  return all.map((name) => ({ value: name, label: name }));
}
