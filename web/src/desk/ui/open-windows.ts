// How many windows are open. On a phone a message waits until none is: it would lie over their buttons.
import { useEffect, useSyncExternalStore } from "react";

let count = 0;
const watchers = new Set<() => void>();

function change(by: 1 | -1): void {
  count += by;
  for (const watch of watchers) watch();
}

function subscribe(watch: () => void): () => void {
  watchers.add(watch);
  return () => watchers.delete(watch);
}

export function useOpenWindow(open: boolean): void {
  useEffect(() => {
    if (!open) return;
    change(1);
    return () => change(-1);
  }, [open]);
}

/** There is no room for a message beside what is open. */
export function useNoRoomBesideWindow(): boolean {
  return useSyncExternalStore(subscribe, () => count > 0 && matchMedia("(width < 1024px)").matches);
}
