// The address of an embedded report (shell §7): the frame's own page, with exactly the parameters of its kind.
// Whatever the page's own address says, host and our values are ours, each exactly once (requirement R54).
import type { SessionUnitView, SessionView } from "@fieldhouse/rules";

export type ReportKind = "order-status" | "certificate-reporting" | "general";

/** What kind of report a title stands for. */
export function reportKind(title: string): ReportKind {
  if (title.includes("Order Status")) return "order-status";
  return title.includes("Certificate Reporting") ? "certificate-reporting" : "general";
}

/** The business unit a report is about: the one with role sold-to, else the first. */
export function reportUnit(session: SessionView): SessionUnitView | undefined {
  return session.businessUnit.find((unit) => unit.role === "sold-to") ?? session.businessUnit[0];
}

const ours = ["SITEID", "EMAILORCUSTNUM", "CUSTDISPLAY"];

function withParameters(href: string, pairs: [string, string][]): string {
  const [page = ""] = href.split(/[?#]/);
  const query = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");
  return query === "" ? page : `${page}?${query}`;
}

/** A report of an account. */
export function accountReport(href: string, siteCode: string, customer: string, display: boolean): string {
  const pairs: [string, string][] = [
    ["SITEID", siteCode],
    ["EMAILORCUSTNUM", customer],
  ];
  if (display) pairs.push(["custdisplay", "true"]);
  return withParameters(href, pairs);
}

/** A general page: all parameters of the page's address, but none that says who is asking. */
export function generalReport(href: string, search: string): string {
  const pairs = [...new URLSearchParams(search)].filter(([name]) => !ours.includes(name.toUpperCase()));
  return withParameters(href, pairs);
}

/** The bookshelf is shown when the page's address has a filter for it. */
export function isBookshelf(search: string): boolean {
  return new URLSearchParams(search).has("BookshelfFilter");
}
