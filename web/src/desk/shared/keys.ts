// Keys of the desk. None acts while somebody types, while a window is open over the page, or with a modifier that the
// browser needs.
import { useEffect, useRef } from "react";

export type Keys = Record<string, () => void>;

/** A box that is ticked takes no letters: rows are walked from it, too. */
const typedInto = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';

function types(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(typedInto) !== null;
}

/** Whether a key is meant for the page as a whole. */
function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || types(event.target)) return false;
  return document.querySelector('[role="dialog"], [role="alertdialog"]') === null;
}

/** Runs what a key means while this is shown. Letters are named as they are typed: `j`, `?`. */
export function useKeys(keys: Keys): void {
  const known = useRef(keys);
  known.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const run = known.current[event.key];
      if (!run || !isForPage(event)) return;
      event.preventDefault();
      run();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** What the list of keys says. */
export const keyList: readonly (readonly [string, string])[] = [
  ["/", "Search orders"],
  ["Ctrl K", "Commands: pages, orders, what can be done"],
  ["J", "Next row"],
  ["K", "Row before"],
  ["Enter", "Open the row"],
  ["X", "Choose the row"],
  ["G", "Queues"],
  ["O", "Orders"],
  ["S", "Stock"],
  ["?", "This list"],
];
