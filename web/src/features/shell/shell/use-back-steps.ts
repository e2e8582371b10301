// What fills a phone's window is left by the Back of the phone, one level at a time: each level is an entry of the
// history. Whatever else leaves a level takes its entry back itself.
import { useEffect, useRef } from "react";

/** The level of the entry one is in; 0 for a page. */
const levelHere = (): number => Number(history.state?.over ?? 0);

/** A page that was loaded anew with levels open begins in their entries: nobody wants to go back through them. */
export function useNoStepsLeft(): void {
  useEffect(() => {
    const { over, ...state } = history.state ?? {};
    if (!over) return;
    history.replaceState(state, "");
    history.go(-Number(over));
  }, []);
}

/**
 * `depth`: how many levels are open; `back`: Back was used, and that many are left.
 * Answers how to go to a page in place of all levels, which replaces the entry one is in or not: one Back from there leads
 * to the page they were opened on.
 */
export function useBackSteps(depth: number, back: (left: number) => void): (go: (replace: boolean) => void) => void {
  const latest = useRef(back);
  latest.current = back;
  /** Entries that were added and are not left yet. */
  const steps = useRef(0);
  useEffect(() => {
    const onBack = () => {
      const left = levelHere();
      if (left >= steps.current) return;
      steps.current = left;
      latest.current(left);
    };
    window.addEventListener("popstate", onBack);
    return () => window.removeEventListener("popstate", onBack);
  }, []);
  useEffect(() => {
    while (steps.current < depth) {
      steps.current += 1;
      history.pushState({ ...history.state, over: steps.current }, "");
    }
    const surplus = steps.current - depth;
    if (surplus === 0) return;
    steps.current = depth;
    history.go(-surplus);
  }, [depth]);
  return (go) => {
    const open = steps.current;
    steps.current = 0;
    if (open < 2) return go(true);
    // All are left first: the page that follows then ends the history, and no Forward leads into what is closed.
    window.addEventListener("popstate", () => go(false), { once: true });
    history.go(-open);
  };
}
