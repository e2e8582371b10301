// Where the order summary stands: sticky at the right from 1024 px, below that a bar at the foot of the
// window that opens in 300 ms and locks the page's scrolling meanwhile (cart §2, §9).
import type { SummaryView } from "@fieldhouse/rules";
import clsx from "clsx";
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Icon } from "../../../ui/Icon";
import { SummaryRows } from "./OrderSummary";
import { useWide } from "./use-wide";

interface Props {
  summary: SummaryView;
  /** A forecast is shown while the cart has not answered yet. */
  busy?: boolean;
  /** The way on; stays in sight on small screens. */
  action?: ReactNode;
  /** What stands under it. */
  children?: ReactNode;
}

const title = "Order Summary";

export function SummaryPanel(props: Props) {
  return useWide() ? <Standing {...props} /> : <Folded {...props} />;
}

function Standing({ summary, busy = false, action, children }: Props) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      aria-busy={busy}
      className="sticky top-6 rounded-brand-lg bg-alt p-6 print:static print:bg-transparent print:p-0"
    >
      <h2 id={heading} className="heading-case text-2xl">
        {title}
      </h2>
      <div className="mt-3">
        <SummaryRows summary={summary} />
      </div>
      {action ? <div className="mt-5 print:hidden">{action}</div> : null}
      {children}
    </section>
  );
}

function Folded({ summary, busy = false, action, children }: Props) {
  const [open, setOpen] = useState(false);
  const panel = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const bar = useRef<HTMLElement>(null);

  // The page ends above the bar, so nothing of it stays hidden behind.
  useLayoutEffect(() => {
    const { style } = document.body;
    style.paddingBottom = `${bar.current?.offsetHeight ?? 0}px`;
    return () => {
      style.paddingBottom = "";
    };
  }, []);

  useEffect(() => {
    if (!open) return;
    const { style } = document.documentElement;
    const before = style.overflow;
    style.overflow = "hidden";
    const close = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      toggle.current?.focus();
    };
    document.addEventListener("keydown", close);
    return () => {
      style.overflow = before;
      document.removeEventListener("keydown", close);
    };
  }, [open]);

  return (
    <>
      {/* Pressing beside the panel closes it; the keyboard has Escape and the button. */}
      <div
        aria-hidden="true"
        onClick={() => setOpen(false)}
        className={clsx(
          "fixed inset-0 z-30 bg-black/40 transition-opacity duration-300",
          open ? "opacity-100" : "pointer-events-none opacity-0",
        )}
      />
      <section
        ref={bar}
        aria-label={title}
        aria-busy={busy}
        className="fixed inset-x-0 bottom-0 z-40 border-line border-t bg-surface shadow-[0_-4px_16px_rgb(0_0_0/0.12)] print:static print:border-0 print:shadow-none"
      >
        <div className="page-width">
          <h2 className="text-base">
            <button
              ref={toggle}
              type="button"
              aria-expanded={open}
              aria-controls={panel}
              onClick={() => setOpen(!open)}
              className="flex min-h-12 w-full items-center justify-between gap-4 text-left font-semibold"
            >
              <span className="inline-flex items-center gap-2">
                {title}
                <Icon
                  name="chevron-up"
                  className={clsx("size-4 transition-transform duration-300", open && "rotate-180")}
                />
              </span>
              <span className="font-bold text-xl tabular-nums">{summary.total.text}</span>
            </button>
          </h2>
          <div
            id={panel}
            inert={!open}
            className={clsx(
              "grid transition-[grid-template-rows] duration-300 print:grid-rows-[1fr]",
              open ? "grid-rows-[1fr]" : "grid-rows-[0fr]",
            )}
          >
            <div className="max-h-[60dvh] overflow-y-auto overscroll-contain print:max-h-none">
              <div className="pb-4">
                <SummaryRows summary={summary} />
                {children}
              </div>
            </div>
          </div>
          {action ? <div className="pb-3 print:hidden">{action}</div> : null}
        </div>
      </section>
    </>
  );
}
