// The list of cards: drawn whole while a cart is of ordinary size, as a virtual list when it is big.
import type { CartCardView, CartView } from "@fieldhouse/rules";
import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { TextField } from "../../../ui/Field";
import { CartCard } from "./CartCard";
import { cardsWith, type Segment, segmentsOf } from "./segments";

/** Up to here the browser's own find and reading order are worth more than speed. */
const drawnWhole = 80;

export function CartLines({ cart }: { cart: CartView }) {
  const printing = usePrinting();
  return cart.lineCount > drawnWhole && !printing ? <BigCart cart={cart} /> : <WholeCart cards={cart.items} />;
}

function WholeCart({ cards }: { cards: CartCardView[] }) {
  const segments = useMemo(() => segmentsOf(cards), [cards]);
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

/** The browser finds and reads only what is drawn, so a big cart brings a search of its own. */
function BigCart({ cart }: { cart: CartView }) {
  const [words, setWords] = useState("");
  const cards = useMemo(() => cardsWith(cart.items, words), [cart.items, words]);
  const segments = useMemo(() => segmentsOf(cards), [cards]);
  return (
    <>
      <div className="mb-4 flex max-w-[782px] flex-wrap items-end gap-x-4 gap-y-1">
        <TextField
          label="Find in your cart"
          type="search"
          className="min-w-60 flex-1"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <p role="status" className="min-h-6 text-muted text-sm">
          {words.trim() === "" ? "" : `${cards.length} of ${cart.items.length} products`}
        </p>
      </div>
      {/* Another list is another height: it begins anew. */}
      <VirtualLines key={words} segments={segments} />
    </>
  );
}

/** True while the page goes to paper, where everything has to stand. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // Drawn before the browser takes its picture of the page.
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    window.addEventListener("beforeprint", before);
    window.addEventListener("afterprint", after);
    return () => {
      window.removeEventListener("beforeprint", before);
      window.removeEventListener("afterprint", after);
    };
  }, []);
  return printing;
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
  return rows * 156 + (segment.from === 0 ? 150 : 0) + (segment.to === segment.card.lineItems.length ? 80 : 0);
}
