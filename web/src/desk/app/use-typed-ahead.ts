// Whoever presses Ctrl K types on at once: what is typed before the box has the focus belongs to it, and means nothing to the
// page below.
import { type Dispatch, type SetStateAction, useEffect } from "react";

/** While the box is open or about to be, keys that reach no field are typed into it. */
export function useTypedAhead(open: boolean, type: Dispatch<SetStateAction<string | undefined>>): void {
  useEffect(() => {
    if (!open) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest("input, textarea, select") !== null) return;
      if (event.key === "Escape") type(undefined);
      else if (event.key === "Backspace") type((typed = "") => typed.slice(0, -1));
      else if (event.key.length === 1) type((typed = "") => typed + event.key);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("keydown", press, true);
    return () => document.removeEventListener("keydown", press, true);
  }, [open, type]);
}
