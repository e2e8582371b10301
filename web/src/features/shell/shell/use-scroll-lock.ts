// Keeps the page behind something open from scrolling.
import { useEffect } from "react";

let holders = 0;

export function useScrollLock(locked: boolean): void {
  useEffect(() => {
    if (!locked) return;
    holders += 1;
    document.documentElement.style.overflow = "hidden";
    return () => {
      holders -= 1;
      if (holders === 0) document.documentElement.style.overflow = "";
    };
  }, [locked]);
}
