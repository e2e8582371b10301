// What a page puts off until it has come alive: laying out what is far below the fold, and fetching the
// pictures down there. Once the browser is idle both are done, a little at a time, so that scrolling finds
// nothing missing.
import { useEffect } from "react";
import { useLocation } from "../ui/router";

/** After the page came alive; the first touch is answered first. */
const pause = 1000;
const picturesAtATime = 6;

const settled = "page-settled";

/** Runs a task once the first page has settled; the answer calls it off. */
export function whenSettled(task: () => void): () => void {
  if (document.documentElement.dataset.settled !== undefined) {
    task();
    return () => undefined;
  }
  document.addEventListener(settled, task, { once: true });
  return () => document.removeEventListener(settled, task);
}

export function useSettling(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    document.documentElement.dataset.alive = "";
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every page settles anew
  useEffect(() => {
    let left = false;
    const whenIdle = (task: () => void) => {
      if (left) return;
      if (typeof requestIdleCallback === "function") requestIdleCallback(() => left || task());
      else setTimeout(() => left || task(), pause);
    };
    const fetchPictures = () => {
      const waiting = document.querySelectorAll<HTMLImageElement>('img[loading="lazy"]');
      for (const image of Array.from(waiting).slice(0, picturesAtATime)) image.loading = "eager";
      if (waiting.length > picturesAtATime) whenIdle(fetchPictures);
    };
    const timer = setTimeout(() => {
      whenIdle(() => {
        document.documentElement.dataset.settled = "";
        document.dispatchEvent(new Event(settled));
        // A shopper who saves data gets pictures only when they come near.
        const line = (navigator as Navigator & { connection?: { saveData?: boolean } }).connection;
        if (!line?.saveData) whenIdle(fetchPictures);
      });
    }, pause);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [pathname, search]);
}
