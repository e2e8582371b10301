// The rows of a list are walked with J and K, also from a box that was ticked in one of them.
import { type RefObject, useRef } from "react";
import { useKeys } from "./keys";

const row = "tr, li";

/** For what holds the rows of a table or of lists; each row has the link that opens it, marked `data-row`. */
export function useRows<Holder extends HTMLElement = HTMLTableSectionElement>(): RefObject<Holder | null> {
  const rows = useRef<Holder>(null);
  const walk = (step: 1 | -1) => {
    const links = [...(rows.current?.querySelectorAll<HTMLAnchorElement>("a[data-row]") ?? [])];
    const at = links.findIndex((link) => link.closest(row)?.contains(document.activeElement));
    const next = links[at === -1 ? (step > 0 ? 0 : links.length - 1) : at + step];
    next?.focus();
    next?.closest(row)?.scrollIntoView({ block: "nearest" });
  };
  useKeys({ j: () => walk(1), k: () => walk(-1) });
  return rows;
}
