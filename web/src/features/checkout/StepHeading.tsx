// The heading of a step; it takes the focus when the shopper comes from another step.
import { type ReactNode, useEffect, useRef } from "react";
import { useNavigationType } from "react-router";

export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrival = useNavigationType();
  useEffect(() => {
    // POP is a first load or the Back button: there the browser knows better where the shopper was.
    if (arrival !== "POP") heading.current?.focus({ preventScroll: true });
  }, [arrival]);
  return (
    <h1 ref={heading} tabIndex={-1} className="text-4xl outline-none md:text-5xl">
      {children}
    </h1>
  );
}
