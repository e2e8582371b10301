// Running pieces and total of what is typed, and the way to the next quantity price; the same in short for the bar of
// a phone.
import { formatCents } from "@fieldhouse/rules";
import { Icon } from "../../../ui/Icon";
import { Price } from "../../../ui/Price";
import type { DraftOutcome } from "./add-draft";

export function RunningTotal({ outcome }: { outcome: DraftOutcome }) {
  const subtotal = outcome.forecast.products[0]?.subtotal;
  return (
    <div aria-live="polite" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <span className="font-semibold tabular-nums">
        {outcome.pieces.toLocaleString("en-US")} {outcome.pieces === 1 ? "piece" : "pieces"}
      </span>
      <Price
        regular={formatCents(subtotal?.regularPrice ?? 0)}
        discounted={subtotal?.discountedPrice == null ? undefined : formatCents(subtotal.discountedPrice)}
      />
      {outcome.hint ? (
        <span className="flex w-full items-center gap-1.5 text-sm">
          <Icon name="tag" className="size-4 text-accent" />
          {outcome.hint}
        </span>
      ) : null}
    </div>
  );
}

/** Beside the button at the foot of a phone's window; what is announced stands above. */
export function BarTotal({ outcome }: { outcome: DraftOutcome }) {
  const subtotal = outcome.forecast.products[0]?.subtotal;
  if (outcome.pieces === 0 || !subtotal) return null;
  const pieces = `${outcome.pieces.toLocaleString("en-US")} ${outcome.pieces === 1 ? "piece" : "pieces"}`;
  const total = formatCents(subtotal.discountedPrice ?? subtotal.regularPrice);
  return (
    // Two lines, whatever they come to: the bar stays as high as its button.
    <p
      aria-hidden="true"
      className="min-w-24 whitespace-pre font-semibold text-sm tabular-nums leading-tight md:hidden"
    >
      {`${pieces},\n${total}`}
    </p>
  );
}
