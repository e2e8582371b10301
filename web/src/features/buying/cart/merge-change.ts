// Puts what a change of the cart brought back (only what changed) into the cart already shown.
import { type CartChangeView, type CartHeadView, type CartView, formatCents } from "@fieldhouse/rules";

/** True when nothing happened between the cart shown and the change: then merging gives the whole truth. */
export function follows(shown: CartView, head: CartHeadView): boolean {
  return shown.id === head.id && (head.version === shown.version || head.version === shown.version + 1);
}

/** The cart after the change. Every sum comes from the answer; untouched cards keep their identity, so they do not redraw. */
export function mergeChange(shown: CartView, change: CartChangeView): CartView {
  const { head, cards, removedCards } = change;
  const changed = new Map(cards.map((card) => [card.key, card]));
  const gone = new Set(removedCards);
  const kept = shown.items.filter((card) => !gone.has(card.key)).map((card) => changed.get(card.key) ?? card);
  const known = new Set(kept.map((card) => card.key));
  const added = cards.filter((card) => !known.has(card.key));
  return {
    ...shown,
    version: head.version,
    items: added.length === 0 ? kept : [...kept, ...added],
    totalLineItemQuantity: head.totalLineItemQuantity,
    lineCount: head.lineCount,
    summary: head.summary,
    totalPriceString: formatCents(head.totalCents),
    totalMerchCents: head.summary.merchandise.cents ?? shown.totalMerchCents,
    // The summary's line is what is taken off, the cart's field what is saved.
    totalSavingsCents: Math.abs(head.summary.savings?.cents ?? 0),
    totalCents: head.totalCents,
  };
}

/** The head as it stands in a whole cart, for the header's count. */
export function headOf(cart: CartView): CartHeadView {
  return {
    id: cart.id,
    version: cart.version,
    totalLineItemQuantity: cart.totalLineItemQuantity,
    lineCount: cart.lineCount,
    totalCents: cart.totalCents,
    summary: cart.summary,
  };
}
