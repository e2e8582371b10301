// What came of putting many lines into the cart at once: how much was added, what was left out and why.
import type { CartCardView, CopiedCartView, LeftOutView } from "@fieldhouse/rules";
import { paths } from "../../../shared/paths";
import { Anchor } from "../../../ui/Anchor";
import { ButtonLink } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";

function addedText(pieces: number): string {
  return pieces === 1 ? "1 piece added to your cart" : `${pieces} pieces added to your cart`;
}

export function CopiedLines({ copied: { change, leftOut } }: { copied: CopiedCartView }) {
  return (
    <div className="mt-4">
      {change ? (
        <p className="flex items-center gap-2 font-semibold text-good">
          <Icon name="check" className="size-5" />
          {addedText(change.addedQuantity)}
        </p>
      ) : null}
      {leftOut.length > 0 ? (
        <>
          <p className="mt-3 font-semibold">Could not be copied:</p>
          <ul className="mt-1 grid gap-2 text-sm">
            {leftOut.map((line, place) => (
              // Two lines of one article may be left out, each with other texts.
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <li key={place}>
                <Anchor href={line.href} className="underline underline-offset-2">
                  {[line.name, line.size].filter(Boolean).join(", ")}
                </Anchor>{" "}
                × {line.quantity}
                <span className="block text-danger">{line.errors.map((error) => error.message).join(" ")}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {change ? (
        <ButtonLink href={paths.cart} tone="outline" className="mt-4">
          View Cart
        </ButtonLink>
      ) : null}
    </div>
  );
}

/** Cards with what was added of them: everything but what was left out. */
export function addedOf(cards: readonly CartCardView[], leftOut: readonly LeftOutView[]): CartCardView[] {
  const missing = new Set(leftOut.map((line) => line.sku));
  return cards
    .map((card) => ({ ...card, lineItems: card.lineItems.filter((line) => !missing.has(line.sku)) }))
    .filter((card) => card.lineItems.length > 0);
}
