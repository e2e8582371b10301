// Whether a pointer that crosses other items of a menu is on its way to the panel that is open: a diagonal is forgiven
// as long as it stays between where it left the open item and the panel's near edge, and moves.
import { useEffect, useRef } from "react";
import { menuOpenDelay } from "../../../ui/timings";

export interface Point {
  x: number;
  y: number;
}

/** Where the panel lies, seen from its item. */
export type Side = "right" | "below";

/** Pixels around the panel's near edge that still count as on the way. */
const tolerance = 4;

/** True when `at` lies within the triangle from `apex` to the near edge of the panel. */
export function isOnTheWay(apex: Point, at: Point, panel: DOMRect, side: Side): boolean {
  const [first, last] =
    side === "right"
      ? [
          { x: panel.left, y: panel.top - tolerance },
          { x: panel.left, y: panel.bottom + tolerance },
        ]
      : [
          { x: panel.left - tolerance, y: panel.top },
          { x: panel.right + tolerance, y: panel.top },
        ];
  const turn = (from: Point, to: Point) => (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x);
  const turns = [turn(apex, first), turn(first, last), turn(last, apex)];
  return turns.every((each) => each > 0) || turns.every((each) => each < 0);
}

interface Moved {
  clientX: number;
  clientY: number;
}

/** `panel` finds the open panel. */
export function useAim(panel: () => Element | null | undefined, side: Side) {
  const apex = useRef<Point>(undefined);
  const at = useRef<Point>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const aims = () => {
    const box = panel()?.getBoundingClientRect();
    return box && apex.current && at.current ? isOnTheWay(apex.current, at.current, box, side) : false;
  };
  const cancel = () => clearTimeout(timer.current);
  const later = (delay: number, act: () => void) => {
    cancel();
    const seen = at.current;
    timer.current = setTimeout(() => {
      // Still moving and still on the way: another moment.
      if (at.current !== seen && aims()) later(menuOpenDelay, act);
      else act();
    }, delay);
  };
  return {
    /** The pointer moved; on the open item that is where a way to the panel begins. */
    moved: (event: Moved, onOpenItem: boolean) => {
      at.current = { x: event.clientX, y: event.clientY };
      if (onOpenItem) apex.current = at.current;
    },
    /** Acts after the delay, and not while the pointer crosses on its way to the panel. */
    choose: (event: Moved, delay: number, act: () => void) => {
      at.current = { x: event.clientX, y: event.clientY };
      if (delay > 0 || aims()) later(delay || menuOpenDelay, act);
      else {
        cancel();
        act();
      }
    },
    cancel,
  };
}
