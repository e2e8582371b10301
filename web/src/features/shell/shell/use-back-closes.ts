// What fills a phone's window is left by the Back of the phone: opening it adds an entry to the history, Back closes
// it, and whatever else closes it takes that step back itself.
import { useEffect, useRef } from "react";

export function useBackCloses(open: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  // A page that was loaded anew while it was open begins in the entry that was added: nobody wants to go back twice.
  useEffect(() => {
    const { over, ...state } = history.state ?? {};
    if (!over) return;
    history.replaceState(state, "");
    history.back();
  }, []);
  useEffect(() => {
    if (!open) return;
    const onBack = () => latest.current();
    history.pushState({ ...history.state, over: true }, "");
    window.addEventListener("popstate", onBack);
    return () => {
      window.removeEventListener("popstate", onBack);
      // Not after Back, nor where a page that was gone to has taken the entry.
      if (history.state?.over) history.back();
    };
  }, [open]);
}
