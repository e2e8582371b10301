// What is said of what was just done: it is scrolled to and takes the focus, so that nobody has to look for it.
import { type ReactNode, type RefObject, useEffect, useRef } from "react";

/** Scrolls to an element and puts the focus on it. */
export function bringTo(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest" });
}

/** For an element that says something: it is brought to when it appears, and when `said` becomes something else. It
 *  needs `tabIndex={-1}`; nothing is done while `said` is empty. */
export function useTold<Element extends HTMLElement>(said: unknown = true): RefObject<Element | null> {
  const place = useRef<Element>(null);
  useEffect(() => {
    if (said) bringTo(place.current);
  }, [said]);
  return place;
}

interface ToldProps {
  /** An error is announced at once, anything else when there is time. */
  tone?: "danger" | "info";
  className?: string;
  children: ReactNode;
}

/** A place that says something while it has something to say: drawn without words, it is nothing. */
export function Told(props: ToldProps) {
  return props.children ? <Place {...props} /> : null;
}

function Place({ tone = "danger", className, children }: ToldProps) {
  // Anything but a sentence is another thing with every drawing: it is brought to when it appears.
  const place = useTold<HTMLDivElement>(typeof children === "string" ? children : true);
  return (
    <div
      ref={place}
      tabIndex={-1}
      role={tone === "danger" ? "alert" : "status"}
      className={`wrap-anywhere outline-none ${className ?? ""}`}
    >
      {children}
    </div>
  );
}
