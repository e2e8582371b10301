// Keeps the page behind an open menu from scrolling by holding what scrolls it: wheel, fingers, keys. Taking the page's
// scroll bars away would do it too, and has every browser paint the whole window anew, a quarter of a second on a slow machine. So has
// beginning to listen to what scrolls: that is done when somebody comes near, not when they press.
import { useEffect, useRef } from "react";

const scrolling = new Set([" ", "PageUp", "PageDown", "Home", "End", "ArrowUp", "ArrowDown"]);

/** True where the keys are meant for the control itself. */
const takesKeys = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest("input, textarea, select, button, [contenteditable], [role=listbox]") !== null;

/** `near`: it may be held at any moment. */
export function useHeldPage(held: boolean, near: boolean): void {
  const holds = useRef(held);
  holds.current = held;
  const listens = held || near;
  useEffect(() => {
    if (!listens) return;
    const hold = (event: Event) => {
      if (holds.current) event.preventDefault();
    };
    const holdKey = (event: KeyboardEvent) => {
      if (!holds.current) return;
      const modified = event.ctrlKey || event.metaKey || event.altKey;
      if (scrolling.has(event.key) && !modified && !takesKeys(event.target)) event.preventDefault();
    };
    document.addEventListener("wheel", hold, { passive: false });
    document.addEventListener("touchmove", hold, { passive: false });
    document.addEventListener("keydown", holdKey);
    return () => {
      document.removeEventListener("wheel", hold);
      document.removeEventListener("touchmove", hold);
      document.removeEventListener("keydown", holdKey);
    };
  }, [listens]);
}
