// Cards to read, not to change: in the mini-cart, beside checkout, at review, on an order and before its approval.
import type { CartCardView } from "@fieldhouse/rules";
import { useState } from "react";
import { Anchor } from "../../../ui/Anchor";
import { Button } from "../../../ui/Button";
import { ToBeConfirmed } from "../pricing/ToBeConfirmed";
import { CardImage } from "./CardImage";
import { OrderedLines } from "./OrderedLines";
import { PricePair } from "./PricePair";

interface Props {
  cards: CartCardView[];
  label: string;
  /** More than these are folded away until asked for. */
  atMost?: number;
  onFollow?: () => void;
  /** On paper the names and numbers stand in a list of their own. */
  listedOnPaper?: boolean;
}

interface CompactCardProps {
  card: CartCardView;
  onFollow: (() => void) | undefined;
  listedOnPaper: boolean;
}

export function CompactCards({ cards, label, atMost = 20, onFollow, listedOnPaper = false }: Props) {
  const [all, setAll] = useState(false);
  const shown = all ? cards : cards.slice(0, atMost);
  const hidden = cards.length - shown.length;
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line">
        {shown.map((card) => (
          <CompactCard key={card.key} card={card} onFollow={onFollow} listedOnPaper={listedOnPaper} />
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

function CompactCard({ card, onFollow, listedOnPaper }: CompactCardProps) {
  return (
    <li className="grid grid-cols-[4rem_1fr] gap-x-3 py-3">
      <CardImage card={card} className="w-16 self-start rounded-brand-sm bg-alt" />
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <Anchor href={card.href} onClick={onFollow} className="py-px font-semibold leading-snug hover:underline">
            {card.name}
          </Anchor>
          {card.lineItems.length > 1 ? <PricePair pair={card.subtotal} size="small" /> : null}
        </div>
        {card.lineItems.some((line) => line.priceToBeConfirmed) ? <ToBeConfirmed /> : null}
        <OrderedLines card={card} listedOnPaper={listedOnPaper} />
      </div>
    </li>
  );
}
