// A button of the header with a panel under it: closes on Escape, on a press outside, when focus goes on, and
// when the address changes.
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react";

interface PopoverProps {
  label: (open: boolean) => ReactNode;
  buttonClassName: string;
  panelClassName: string;
  /** The page's address: another one closes it. */
  address: string;
  /** Scrolling by touch closes it too. */
  closesOnTouchMove?: boolean;
  /** What the panel holds; may be loaded when it opens. */
  children: (close: () => void) => ReactNode;
}

export function Popover({
  label,
  buttonClassName,
  panelClassName,
  address,
  closesOnTouchMove = false,
  children,
}: PopoverProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the trigger
  useEffect(() => setOpen(false), [address]);
  useEffect(() => {
    if (!open) return;
    const outside = (event: MouseEvent) => {
      if (!whole.current?.contains(event.target as Node)) setOpen(false);
    };
    const away = () => setOpen(false);
    document.addEventListener("mousedown", outside);
    if (closesOnTouchMove) document.addEventListener("touchmove", away, { passive: true });
    return () => {
      document.removeEventListener("mousedown", outside);
      document.removeEventListener("touchmove", away);
    };
  }, [open, closesOnTouchMove]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what the button opened
    <div
      ref={whole}
      className="relative"
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className={buttonClassName}
      >
        {label(open)}
      </button>
      {open ? (
        <div
          id={id}
          className={`on-light absolute top-full right-0 z-50 border border-line bg-surface p-5 text-base text-ink shadow-2xl ${panelClassName}`}
        >
          <Suspense fallback={<p>Loading...</p>}>{children(() => setOpen(false))}</Suspense>
        </div>
      ) : null}
    </div>
  );
}
