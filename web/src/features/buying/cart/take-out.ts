// Taking lines, a card or everything out, with a way back: the message that offers it, the events, the focus that
// must go somewhere.
import type { AddLineDraft, CartCardView, CartView, LineView } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { sentenceOf } from "../../../shared/failures";
import { useToast } from "../../../ui/Toast";
import { bringTo } from "../../../ui/told";
import { trackAddToCart, trackRemoveFromCart } from "./analytics";
import { undoChange, useCartQueue } from "./api";
import { choicesOf, lineName } from "./line-name";

/** Where the keyboard goes on when the line it was in is gone. */
export const cartHeadingId = "my-cart";

/** Lines that were asked back and are not seen yet. */
let awaited: ReadonlySet<string> = new Set();

/** Once lines that were asked back are in the cart that is drawn: the first of them has the focus. */
export function useComeback(cart: CartView): void {
  useEffect(() => {
    const lines = cart.items.flatMap((card) => card.lineItems);
    const first = lines.find((line) => awaited.has(line.lineItemId));
    if (!first) return;
    awaited = new Set();
    const drawn = [...document.querySelectorAll<HTMLElement>("[data-line]")];
    // Of a big cart only what is in sight is drawn.
    const back = drawn.find(({ dataset }) => dataset.line === first.lineItemId);
    bringTo(back ?? document.getElementById(cartHeadingId));
  }, [cart]);
}

/** Whether the focus is nowhere, or at one of these lines, which go. */
function isLeaving(cards: CartCardView[]): boolean {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) return true;
  const at = activeElement.closest<HTMLElement>("[data-line]")?.dataset.line;
  return cards.some((card) => card.lineItems.some((line) => line.lineItemId === at));
}

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
      awaited = new Set(cards.flatMap((card) => card.lineItems).map((line) => line.lineItemId));
      try {
        const change = await undoChange(client, undo);
        trackAddToCart(cards.flatMap((card) => card.lineItems).map(draftOf), change.cards);
      } catch (failure) {
        awaited = new Set();
        toast(sentenceOf(failure), "danger");
      }
    },
    [client, toast],
  );

  const offer = useCallback(
    (said: string, undo: string, cards: CartCardView[]) => {
      if (isLeaving(cards)) document.getElementById(cartHeadingId)?.focus();
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
