// The focus is never lost: when what had it leaves the page or can no longer have it, as a button that its own press
// disabled, and nothing else took it, the nearest part of the page that is still there has it, so that the keyboard and
// readers go on from where they were.
import { useEffect } from "react";

/** The next frame but one: by then whatever wants the focus has taken it. */
function soon(task: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(task));
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** True where the focus can be: on the page, drawn, and not disabled. */
function isThere(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(":disabled") && element.getClientRects().length > 0;
}

export function useFocusKeeper(): void {
  useEffect(() => {
    // Where the focus was last: the element, then what it lay in.
    let way: HTMLElement[] = [];
    const remember = () => {
      way = [];
      for (let step = document.activeElement; step instanceof HTMLElement; step = step.parentElement) way.push(step);
    };
    // The focus may have been put somewhere before the page came alive.
    remember();
    const forget = () => {
      // Whoever presses beside everything wants the focus nowhere.
      if (isLost()) way = [];
    };
    const recover = () => {
      const [last] = way;
      // What was disabled may have it still: the browser takes it away in its own time, some never.
      if (!last || !(isLost() || document.activeElement === last) || isThere(last)) return;
      const next = way.find((step) => step !== document.body && step !== document.documentElement && isThere(step));
      const place = next ?? document.querySelector<HTMLElement>("main");
      if (!place) return;
      if (place.tabIndex < 0 && !place.hasAttribute("tabindex")) place.tabIndex = -1;
      place.focus({ preventScroll: true });
    };
    const look = () => {
      const [last] = way;
      if (last && (isLost() || last.matches(":disabled")) && !isThere(last)) soon(recover);
    };
    const watcher = new MutationObserver(look);
    document.addEventListener("focusin", remember);
    document.addEventListener("pointerup", forget);
    watcher.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    return () => {
      document.removeEventListener("focusin", remember);
      document.removeEventListener("pointerup", forget);
      watcher.disconnect();
    };
  }, []);
}
