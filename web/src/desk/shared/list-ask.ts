// What a list of orders is asked for, as the address of the page has it and as the operation takes it: the same names.
import { type Address, asking, to } from "./endpoints";

const names = ["queue", "site", "unit", "email", "from", "to", "hold", "owner", "due", "waits", "q", "after"] as const;

/** What a list is narrowed by: all but its place. */
export const filters = names.filter((name) => name !== "after");

export type Ask = Partial<Record<(typeof names)[number], string>>;

/** Reads the address; what a list does not know is left out. */
export function readAsk(search: URLSearchParams): Ask {
  return Object.fromEntries(names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])));
}

/** The address of the page for an ask changed in some places; another list begins at the newest. */
export function placeOf(ask: Ask, changed: Ask = {}): string {
  const next = new URLSearchParams();
  const wanted: Ask = { ...ask, after: "", ...changed };
  for (const name of names) if (wanted[name]) next.set(name, wanted[name]);
  return next.size > 0 ? `/orders?${next}` : "/orders";
}

export const listUrl = (ask: Ask): Address<"/desk/api/orders"> =>
  asking(to("/desk/api/orders"), ask as Record<string, string>);

/** How many there are of it all. */
export function countUrl(ask: Ask): Address<"/desk/api/orders/count"> {
  const { after: _, ...counted } = ask;
  return asking(to("/desk/api/orders/count"), counted as Record<string, string>);
}
