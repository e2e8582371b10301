// Whether the window is wide enough for the summary at the right (cart §9: desktop from 1024 px).
import { useSyncExternalStore } from "react";

const query = "(min-width: 1024px)";

function subscribe(listener: () => void): () => void {
  if (typeof matchMedia === "undefined") return () => {};
  const list = matchMedia(query);
  list.addEventListener("change", listener);
  return () => list.removeEventListener("change", listener);
}

/** Only for pages of the browser: the page renderer knows no window. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => typeof matchMedia === "undefined" || matchMedia(query).matches,
    () => true,
  );
}
