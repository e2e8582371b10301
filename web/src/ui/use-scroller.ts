// A row that scrolls sideways by buttons, in the specification's steps. Without its viewport it is broken.
import { useRef } from "react";
import { tileStep } from "./timings";

export function useScroller<Element extends HTMLElement>() {
  const viewport = useRef<Element>(null);
  const scroll = (direction: 1 | -1) => {
    if (!viewport.current) throw new Error("No viewport was found");
    viewport.current.scrollBy({ left: direction * tileStep, behavior: "smooth" });
  };
  return { viewport, scroll };
}
