// Taking a line out, with a way back: the message that offers it, the event, the focus that must go somewhere.
import type { CartCardView, LineView } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useToasts } from "../../ui/Toasts";
import { trackRemoveFromCart } from "./analytics";
import { addLines, sentenceOf, useCartQueue } from "./api";
import { lineName } from "./line-name";

/** Where the keyboard goes on when the line it was in is gone. */
export const cartHeadingId = "my-cart";

export function useRemoveLine(): (card: CartCardView, line: LineView) => Promise<void> {
  const client = useQueryClient();
  const queue = useCartQueue();
  const toasts = useToasts();
  return useCallback(
    async (card, line) => {
      const gone = await queue.remove(line.lineItemId);
      if (!gone) return;
      trackRemoveFromCart(card, line);
      if (document.activeElement === null || document.activeElement === document.body) {
        document.getElementById(cartHeadingId)?.focus();
      }
      const back = { sku: line.sku, quantity: line.quantity, freeForm: line.freeForm };
      toasts.show({
        text: `Removed ${lineName(card, line)}`,
        action: {
          label: "Undo",
          run: () => {
            addLines(client, [back]).catch((failure: unknown) => toasts.show({ text: sentenceOf(failure), tone: "bad" }));
          },
        },
      });
    },
    [client, queue, toasts],
  );
}
