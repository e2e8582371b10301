// Taking a line out, with a way back: the message that offers it, the event, the focus that must go somewhere.
import type { CartCardView, LineView } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useToast } from "../../ui/Toast";
import { trackRemoveFromCart } from "./analytics";
import { addLines, sentenceOf, useCartQueue } from "./api";
import { lineName } from "./line-name";

/** Where the keyboard goes on when the line it was in is gone. */
export const cartHeadingId = "my-cart";

export function useRemoveLine(): (card: CartCardView, line: LineView) => Promise<void> {
  const client = useQueryClient();
  const queue = useCartQueue();
  const toast = useToast();
  return useCallback(
    async (card, line) => {
      const gone = await queue.remove(line.lineItemId);
      if (!gone) return;
      trackRemoveFromCart(card, line);
      if (document.activeElement === null || document.activeElement === document.body) {
        document.getElementById(cartHeadingId)?.focus();
      }
      const back = { sku: line.sku, quantity: line.quantity, freeForm: line.freeForm };
      toast(`Removed ${lineName(card, line)}`, "info", {
        label: "Undo",
        run: () => {
          addLines(client, [back]).catch((failure: unknown) => toast(sentenceOf(failure), "danger"));
        },
      });
    },
    [client, queue, toast],
  );
}
