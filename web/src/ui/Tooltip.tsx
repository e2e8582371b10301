// A few words beside a control: after 0.2 s under the pointer, at once with focus, 5 px away (shell §9).
// Escape takes them away.
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { previewDelaySeconds, tooltipOffset } from "./timings";

interface TooltipProps {
  text: string;
  /** The control it speaks of; it takes the properties that tie the two together. */
  children: (control: { "aria-describedby": string | undefined }) => ReactNode;
}

export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const [room, setRoom] = useState<number | undefined>(undefined);
  const box = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = (delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setRoom(box.current?.offsetHeight);
      setShown(true);
    }, delay);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setShown(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the control inside is what is used
    <span
      ref={box}
      className="relative inline-flex"
      onPointerEnter={(event) => event.pointerType === "mouse" && show(previewDelaySeconds * 1000)}
      onPointerLeave={hide}
      onFocus={(event) => event.target.matches(":focus-visible") && show(0)}
      onBlur={hide}
      onKeyDown={(event) => event.key === "Escape" && hide()}
    >
      {children({ "aria-describedby": shown ? id : undefined })}
      {shown ? (
        <span
          id={id}
          role="tooltip"
          style={{ top: (room ?? 0) + tooltipOffset }}
          className="-translate-x-1/2 pointer-events-none absolute left-1/2 z-60 w-max max-w-48 rounded-brand-sm bg-ink px-2.5 py-1.5 text-center text-sm text-surface shadow-xl"
        >
          {text}
        </span>
      ) : null}
    </span>
  );
}
