// The heading of a step; it takes the focus when the shopper comes from another step, or when it says what was done.
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useNavigationType } from "../../../ui/router";
import { bringTo } from "../../../ui/told";

export function StepHeading({ told = false, children }: { told?: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrival = useNavigationType();
  useLayoutEffect(() => {
    if (told) bringTo(heading.current);
    // POP is a first load or the Back button: there the browser knows better where the shopper was.
    else if (arrival !== "POP") heading.current?.focus({ preventScroll: true });
  }, [arrival, told]);
  return (
    <h1 ref={heading} tabIndex={-1} className="text-4xl outline-none md:text-5xl">
      {children}
    </h1>
  );
}
