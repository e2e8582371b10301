// Taking lines, a card or everything out, with a way back: the message that offers it, the events, the focus that
// must go somewhere.
import type { AddLineDraft, CartCardView, CartView, LineView } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { sentenceOf } from "../../../shared/failures";
import { useToast } from "../../../ui/Toast";
import { trackAddToCart, trackRemoveFromCart } from "./analytics";
import { undoChange, useCartQueue } from "./api";
import { choicesOf, lineName } from "./line-name";

/** Where the keyboard goes on when the line it was in is gone. */
export const cartHeadingId = "my-cart";

interface TakeOut {
  line: (card: CartCardView, line: LineView) => Promise<void>;
  card: (card: CartCardView) => Promise<void>;
  /** Resolves to what takes it back, or "" when nothing was taken out. */
  everything: (cart: CartView) => Promise<string>;
  /** Puts back what was taken out of `cards`. */
  back: (undo: string, cards: CartCardView[]) => Promise<void>;
}

export function useTakeOut(): TakeOut {
  const client = useQueryClient();
  const queue = useCartQueue();
  const toast = useToast();

  const back = useCallback(
    async (undo: string, cards: CartCardView[]) => {
      try {
        const change = await undoChange(client, undo);
        trackAddToCart(cards.flatMap((card) => card.lineItems).map(draftOf), change.cards);
      } catch (failure) {
        toast(sentenceOf(failure), "danger");
      }
    },
    [client, toast],
  );

  const offer = useCallback(
    (said: string, undo: string, cards: CartCardView[]) => {
      if (document.activeElement === null || document.activeElement === document.body) {
        document.getElementById(cartHeadingId)?.focus();
      }
      toast(said, "info", { label: "Undo", run: () => void back(undo, cards) });
    },
    [back, toast],
  );

  const line = useCallback(
    async (card: CartCardView, taken: LineView) => {
      const change = await queue.remove([taken.lineItemId]);
      if (!change) return;
      trackRemoveFromCart(card, [taken], taken.linePrice);
      offer(`Removed ${lineName(card, taken)}`, change.undo, [{ ...card, lineItems: [taken] }]);
    },
    [offer, queue],
  );

  const card = useCallback(
    async (taken: CartCardView) => {
      const change = await queue.remove(taken.lineItems.map((each) => each.lineItemId));
      if (!change) return;
      trackRemoveFromCart(taken, taken.lineItems, taken.subtotal);
      offer(`Removed all ${choicesOf(taken)} of ${taken.name}`, change.undo, [taken]);
    },
    [offer, queue],
  );

  const everything = useCallback(
    async (cart: CartView) => {
      try {
        const change = await queue.empty();
        if (!change) return "";
        for (const taken of cart.items) trackRemoveFromCart(taken, taken.lineItems, taken.subtotal);
        offer("Your cart was emptied", change.undo, cart.items);
        return change.undo;
      } catch (failure) {
        toast(sentenceOf(failure), "danger");
        return "";
      }
    },
    [offer, queue, toast],
  );

  return { line, card, everything, back };
}

function draftOf({ sku, quantity, freeForm }: LineView): AddLineDraft {
  return { sku, quantity, freeForm };
}
