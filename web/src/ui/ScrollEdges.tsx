// A box that scrolls sideways and shows at its edges that it goes on.
import clsx from "clsx";
import { type ReactNode, useEffect, useRef, useState } from "react";

interface ScrollEdgesProps {
  children: ReactNode;
  className?: string;
}

export function ScrollEdges({ children, className }: ScrollEdgesProps) {
  const box = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState({ left: false, right: false });
  useEffect(() => {
    const scrolled = box.current;
    if (!scrolled) return;
    const look = () => {
      const left = scrolled.scrollLeft > 1;
      const right = scrolled.scrollLeft + scrolled.clientWidth < scrolled.scrollWidth - 1;
      setMore((before) => (before.left === left && before.right === right ? before : { left, right }));
    };
    look();
    scrolled.addEventListener("scroll", look, { passive: true });
    // The content may grow with what is shown in it, the box with the window.
    const watch = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(look);
    watch?.observe(scrolled);
    if (scrolled.firstElementChild) watch?.observe(scrolled.firstElementChild);
    return () => {
      scrolled.removeEventListener("scroll", look);
      watch?.disconnect();
    };
  }, []);
  const edge = "pointer-events-none absolute inset-y-0 z-20 w-8 to-transparent";
  return (
    <div className="relative">
      <div ref={box} className={clsx("overflow-x-auto", className)}>
        {children}
      </div>
      {more.left ? (
        <span data-more="left" aria-hidden="true" className={clsx(edge, "left-0 bg-linear-to-r from-black/25")} />
      ) : null}
      {more.right ? (
        <span data-more="right" aria-hidden="true" className={clsx(edge, "right-0 bg-linear-to-l from-black/25")}>
          <span className="absolute top-2 right-1 grid size-6 place-items-center rounded-full bg-surface font-bold text-ink shadow">
            ›
          </span>
        </span>
      ) : null}
    </div>
  );
}
