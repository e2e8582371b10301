// Cards to read, not to change: in the mini-cart, at review and on an order.
import type { CartCardView, LineView } from "@fieldhouse/rules";
import { useState } from "react";
import { Anchor } from "../../ui/Anchor";
import { Button } from "../../ui/Button";
import { ToBeConfirmed } from "../pricing/ToBeConfirmed";
import { CardImage } from "./CardImage";
import { PricePair } from "./PricePair";

interface Props {
  cards: CartCardView[];
  label: string;
  /** More than these are folded away until asked for. */
  atMost?: number;
  onFollow?: () => void;
}

export function CompactCards({ cards, label, atMost = 20, onFollow }: Props) {
  const [all, setAll] = useState(false);
  const shown = all ? cards : cards.slice(0, atMost);
  const hidden = cards.length - shown.length;
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line">
        {shown.map((card) => (
          <CompactCard key={card.key} card={card} onFollow={onFollow} />
        ))}
      </ul>
      {hidden > 0 ? (
        <Button tone="quiet" size="small" className="mt-2" onClick={() => setAll(true)}>
          Show {hidden} more {hidden === 1 ? "item" : "items"}
        </Button>
      ) : null}
    </>
  );
}

function CompactCard({ card, onFollow }: { card: CartCardView; onFollow: (() => void) | undefined }) {
  return (
    <li className="grid grid-cols-[4rem_1fr] gap-x-3 py-3 break-inside-avoid">
      <CardImage card={card} className="w-16 self-start rounded-brand-sm bg-alt" />
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <Anchor href={card.href} onClick={onFollow} className="font-semibold leading-snug hover:underline">
            {card.name}
          </Anchor>
          <PricePair pair={card.subtotal} size="small" />
        </div>
        {card.lineItems.some((line) => line.priceToBeConfirmed) ? <ToBeConfirmed /> : null}
        {card.color ? <p className="text-muted text-sm">{card.color}</p> : null}
        <ul className="mt-1 flex flex-wrap gap-1.5">
          {card.lineItems.map((line) => (
            <li
              key={line.lineItemId}
              className="whitespace-nowrap rounded-brand-sm bg-alt px-2 py-0.5 text-sm tabular-nums"
            >
              {line.size ? <span className="font-semibold">{line.size}</span> : null}
              <span className="text-muted"> × </span>
              {line.quantity}
            </li>
          ))}
        </ul>
        <Texts card={card} />
      </div>
    </li>
  );
}

/** Names and numbers of a card, folded: a roster is long. */
function Texts({ card }: { card: CartCardView }) {
  const lines = card.lineItems.filter((line) => line.freeForm.length > 0);
  if (lines.length === 0) return null;
  return (
    <details className="mt-1 text-sm">
      <summary className="cursor-pointer py-1 text-muted underline">{card.freeFormOptions.join(" and ")}</summary>
      <ul className="text-muted">
        {lines.map((line) => (
          <li key={line.lineItemId}>
            {line.size ? `${line.size}: ` : ""}
            {textsOf(line)}
          </li>
        ))}
      </ul>
    </details>
  );
}

function textsOf(line: LineView): string {
  return line.freeForm.map((texts) => texts.join(" ")).join(", ");
}
