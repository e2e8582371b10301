// The list of cards: drawn whole while a cart is of ordinary size, as a virtual list when it is big.
import type { CartView } from "@fieldhouse/rules";
import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { CartCard } from "./CartCard";
import { type Segment, segmentsOf } from "./segments";

/** Up to here the browser's own find, print and reading order are worth more than speed. */
const drawnWhole = 80;

export function CartLines({ cart }: { cart: CartView }) {
  const segments = useMemo(() => segmentsOf(cart.items), [cart.items]);
  if (cart.lineCount > drawnWhole) return <VirtualLines segments={segments} />;
  return (
    <ul aria-label="Items in your cart" className="max-w-[782px]">
      {segments.map((segment) => (
        <li key={segment.key} className={segment.from === 0 ? "mt-4 first:mt-0" : ""}>
          <CartCard card={segment.card} from={segment.from} to={segment.to} />
        </li>
      ))}
    </ul>
  );
}

function VirtualLines({ segments }: { segments: Segment[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [held, setHeld] = useState<number | null>(null);
  useLayoutEffect(() => {
    const place = () => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    place();
    window.addEventListener("resize", place);
    return () => window.removeEventListener("resize", place);
  }, []);
  const virtual = useWindowVirtualizer({
    count: segments.length,
    estimateSize: (index) => estimate(segments[index]),
    getItemKey: (index) => segments[index]?.key ?? index,
    overscan: 4,
    scrollMargin: top,
    // What holds the focus stays drawn wherever the page is scrolled to, so typing is never lost.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      if (held === null || held >= segments.length || shown.includes(held)) return shown;
      return [...shown, held].sort((a, b) => a - b);
    },
  });
  return (
    <ul
      ref={list}
      aria-label="Items in your cart"
      className="relative max-w-[782px]"
      style={{ height: virtual.getTotalSize() }}
      onFocus={(event) => {
        const item = (event.target as HTMLElement).closest<HTMLElement>("[data-index]");
        setHeld(item ? Number(item.dataset.index) : null);
      }}
      onBlur={() => setHeld(null)}
    >
      {virtual.getVirtualItems().map((item) => {
        const segment = segments[item.index];
        if (!segment) return null;
        return (
          <li
            key={item.key}
            ref={virtual.measureElement}
            data-index={item.index}
            aria-setsize={segments.length}
            aria-posinset={item.index + 1}
            className={
              segment.from === 0 && item.index > 0 ? "absolute inset-x-0 top-0 pt-4" : "absolute inset-x-0 top-0"
            }
            style={{ transform: `translateY(${item.start - virtual.options.scrollMargin}px)` }}
          >
            <CartCard card={segment.card} from={segment.from} to={segment.to} />
          </li>
        );
      })}
    </ul>
  );
}

/** A first guess of the height; the real one is measured once it is drawn. */
function estimate(segment: Segment | undefined): number {
  if (!segment) return 0;
  const rows = Math.ceil((segment.to - segment.from) / 4);
  return rows * 104 + (segment.from === 0 ? 150 : 0) + (segment.to === segment.card.lineItems.length ? 80 : 0);
}
