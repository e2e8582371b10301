// A card of the cart: one product in one colour with its lines (cart §2 'Cart line card'), or a run of its lines.
import { type CartCardView, type LineView, nextTierText, unitSuffix } from "@fieldhouse/rules";
import clsx from "clsx";
import { lazy, memo, Suspense, useId, useState } from "react";
import { Icon } from "../../../ui/Icon";
import { Link } from "../../../ui/router";
import { CardImage } from "./CardImage";
import { LineChip } from "./LineChip";
import { choicesOf } from "./line-name";
import { PricePair } from "./PricePair";
import type { EditStart } from "./QuickEdit";
import { useTakeOut } from "./take-out";

interface Props {
  card: CartCardView;
  /** The lines drawn here; the head goes with the first, the foot with the last of the card. */
  from: number;
  to: number;
}

/** Text where the specification wants a dash for a missing brand. */
export const noBrand = "-";
export const noSku = "Why there is no sku?";

export const CartCard = memo(function CartCard({ card, from, to }: Props) {
  const heading = useId();
  const takeOut = useTakeOut();
  const [editing, setEditing] = useState<EditStart | null>(null);
  const first = from === 0;
  const last = to >= card.lineItems.length;
  return (
    <article
      aria-labelledby={first ? heading : undefined}
      aria-label={first ? undefined : `${card.name}, continued`}
      className={clsx(
        "border-x border-line bg-surface px-3 md:px-4",
        first && "rounded-t-brand border-t pt-3 md:pt-4",
        last ? "rounded-b-brand border-b pb-3 md:pb-4" : "pb-2",
      )}
    >
      {first ? <CardHead card={card} headingId={heading} /> : null}
      <ul
        aria-label={`${choicesOf(card) === "sizes" ? "Sizes" : "Options"} of ${card.name}`}
        className={clsx(
          "grid gap-2",
          // Few sizes, and lines with names on them, get room; many sizes stand close.
          card.lineItems.length <= 3 || card.freeFormOptions.length > 0
            ? "grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))]"
            : "grid-cols-[repeat(auto-fill,minmax(8.125rem,1fr))]",
        )}
      >
        {card.lineItems.slice(from, to).map((line) => (
          <li key={line.lineItemId}>
            <LineChip
              card={card}
              line={line}
              onRemove={(removed: LineView) => void takeOut.line(card, removed)}
              onTexts={(changed, quantity) => setEditing({ line: changed, quantity })}
            />
          </li>
        ))}
      </ul>
      {last ? <CardFoot card={card} onEdit={() => setEditing({})} onRemove={() => void takeOut.card(card)} /> : null}
      {editing ? (
        <Suspense fallback={null}>
          <QuickEdit card={card} start={editing} onClose={() => setEditing(null)} />
        </Suspense>
      ) : null}
    </article>
  );
});

function CardHead({ card, headingId }: { card: CartCardView; headingId: string }) {
  const unit = unitSuffix(card.unitOfMeasure);
  // Each line tells its own sku.
  const details = [card.color, card.sku ? "" : noSku, unit && `per ${unit}`].filter(Boolean);
  return (
    <div className="mb-3 grid grid-cols-[5rem_1fr] gap-3 md:grid-cols-[6.5rem_1fr] md:gap-4">
      <Link to={card.href} tabIndex={-1} aria-hidden="true" className="block self-start rounded-brand-sm bg-alt">
        <CardImage card={card} className="w-full" />
      </Link>
      <div className="min-w-0">
        <p className="text-sm text-muted">{card.brand || noBrand}</p>
        <h2 id={headingId} className="mt-0.5 text-lg md:text-xl">
          <Link to={card.href} className="hover:underline">
            {card.name}
          </Link>
          {card.isFavourite ? (
            <span className="ml-2 inline-block align-middle text-accent" role="img" aria-label="Favorite">
              <Icon name="heart" className="size-4.5 [&_path]:fill-current" />
            </span>
          ) : null}
        </h2>
        <p className="mt-1 text-sm text-muted">{details.join(" · ")}</p>
        {card.shippingType ? <p className="mt-0.5 text-sm text-muted">{card.shippingType}</p> : null}
        {card.promoCode ? (
          <p className="mt-1 inline-block rounded-brand-sm bg-highlight px-2 py-0.5 text-xs font-semibold">
            Promo {card.promoCode}
          </p>
        ) : null}
        {card.warnings.length > 0 ? (
          <ul className="mt-1 text-sm text-warn">
            {card.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}

const QuickEdit = lazy(() => import("./QuickEdit"));
const wayOn = "inline-flex min-h-9 items-center underline underline-offset-2 hover:text-accent pointer-coarse:min-h-11";

interface CardFootProps {
  card: CartCardView;
  onEdit: () => void;
  onRemove: () => void;
}

function CardFoot({ card, onEdit, onRemove }: CardFootProps) {
  const { nextTier } = card;
  const choices = choicesOf(card);
  return (
    <div className="mt-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-2 border-t border-line pt-3">
      <div className="min-w-0 text-sm">
        {nextTier ? <p className="font-medium text-primary">{nextTierText(nextTier, choices === "sizes")}</p> : null}
        {card.sku ? (
          <button type="button" className={wayOn} onClick={onEdit}>
            {card.freeFormOptions.length === 0 ? `Edit ${choices}` : `Edit ${choices} and texts`}
            <span className="sr-only"> of {card.name}</span>
          </button>
        ) : (
          <Link to={card.href} className={wayOn}>
            Add other {choices}
            <span className="sr-only"> of {card.name}</span>
          </Link>
        )}
        {card.lineItems.length > 1 ? (
          <button type="button" className={clsx(wayOn, "ml-4")} onClick={onRemove}>
            Remove all {choices}
            <span className="sr-only"> of {card.name}</span>
          </button>
        ) : null}
      </div>
      <p className="ml-auto text-right">
        <span className="mr-3 text-sm text-muted">Subtotal</span>
        <PricePair pair={card.subtotal} size="medium" />
      </p>
    </div>
  );
}
