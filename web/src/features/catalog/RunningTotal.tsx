// Running pieces and total of what is typed, and the way to the next quantity price.
import { formatCents } from "@fieldhouse/rules";
import { Icon } from "../../ui/Icon";
import { Price } from "../../ui/Price";
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
