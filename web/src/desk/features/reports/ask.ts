// What a report is asked for, as the address of the page has it and as the operation takes it: the same names.
import { type Address, asking, type SalesBy, to } from "../../shared/endpoints";

const names = ["from", "to", "days", "site", "unit", "style", "by"] as const;

/** What every report is asked for. */
const days = ["from", "to", "days", "site"] as const;

export type DaysAsk = Partial<Record<(typeof days)[number], string>>;

export type SalesAsk = Partial<Record<(typeof names)[number], string>>;

export const periods = [
  { code: "7", name: "Last 7 days" },
  { code: "30", name: "Last 30 days" },
  { code: "90", name: "Last 90 days" },
  { code: "364", name: "Last 52 weeks" },
  { code: "own", name: "From a day to a day" },
] as const;

export const rowKinds: readonly { code: SalesBy; name: string }[] = [
  { code: "day", name: "Days" },
  { code: "brand", name: "Brands" },
  { code: "unit", name: "Business units" },
  { code: "style", name: "Styles" },
  { code: "size", name: "Sizes" },
];

/** Reads the address of a report of days. */
export const readDays = (search: URLSearchParams): DaysAsk =>
  Object.fromEntries(days.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])));

/** The address of a report of days. */
export function placeOfDays(place: string, ask: DaysAsk): string {
  const told = new URLSearchParams();
  for (const name of days) if (ask[name]) told.set(name, ask[name]);
  return told.size > 0 ? `${place}?${told}` : place;
}

/** Reads the address; what a report does not know is left out. */
export function readAsk(search: URLSearchParams): SalesAsk {
  return Object.fromEntries(names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])));
}

/** The ask changed in some places. Styles and sizes are not counted by business unit: what came last stays. */
export function changed(ask: SalesAsk, change: SalesAsk): SalesAsk {
  const next = { ...ask, ...change };
  const ofArticles = next.style || next.by === "style" || next.by === "size";
  if (!ofArticles) return next;
  if (change.unit || change.by === "unit") {
    const by = next.by === "style" || next.by === "size" ? "day" : (next.by ?? "");
    return { ...next, style: "", by };
  }
  return { ...next, unit: "", by: next.by === "unit" ? "style" : (next.by ?? "") };
}

/** The page's address for an ask. */
export function placeOf(ask: SalesAsk): string {
  const told = new URLSearchParams();
  for (const name of names) if (ask[name]) told.set(name, ask[name]);
  return told.size > 0 ? `/reports?${told}` : "/reports";
}

export const reportUrl = (ask: SalesAsk): Address<"/desk/api/reports/sales"> =>
  asking(to("/desk/api/reports/sales"), ask as Record<string, string>);

export const fileUrl = (ask: SalesAsk): string =>
  asking(to("/desk/api/reports/sales.csv"), ask as Record<string, string>);

/** The report behind a row: a brand's or a unit's days, a style's sizes. */
export function behind(ask: SalesAsk, by: SalesBy, key: string): SalesAsk | undefined {
  if (key === "") return undefined;
  if (by === "brand") return changed(ask, { site: key, by: "day" });
  if (by === "unit") return changed(ask, { unit: key, by: "day" });
  if (by === "style") return changed(ask, { style: key, by: "size" });
  return undefined;
}
