// The rows of a list are walked with J and K, also from a box that was ticked in one of them.
import { type RefObject, useRef } from "react";
import { useKeys } from "./keys";

/** For the body of the table; each row has the link that opens it, marked `data-row`. */
export function useRows(): RefObject<HTMLTableSectionElement | null> {
  const rows = useRef<HTMLTableSectionElement>(null);
  const walk = (step: 1 | -1) => {
    const links = [...(rows.current?.querySelectorAll<HTMLAnchorElement>("a[data-row]") ?? [])];
    const at = links.findIndex((link) => link.closest("tr")?.contains(document.activeElement));
    const next = links[at === -1 ? (step > 0 ? 0 : links.length - 1) : at + step];
    next?.focus();
    next?.closest("tr")?.scrollIntoView({ block: "nearest" });
  };
  useKeys({ j: () => walk(1), k: () => walk(-1) });
  return rows;
}
