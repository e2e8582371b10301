// Adds the rows that count to the cart in one call, once an intent, and opens the mini-cart (cart §4).
import type { AddLinesDraft, FieldError } from "@fieldhouse/rules";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { ApiError, newIdempotencyKey } from "../../../shared/client";
import { sentenceOf } from "../../../shared/failures";
import { useMiniCart } from "../../../shared/mini-cart";
import { NoSession } from "../../../shared/no-session";
import { trackAddToCart } from "../cart/analytics";
import { sendLines } from "../cart/api";
import type { Ordered } from "./rows";

export interface Refused {
  lines: [Ordered, FieldError[]][];
  message: string;
}

export function useQuickAdd() {
  const client = useQueryClient();
  const { openMiniCart } = useMiniCart();
  // The same lines pressed again after a lost answer are the same intent; other lines are another one.
  const intent = useRef({ body: "", key: "" });
  const mutation = useMutation({
    // Without a line it fails at once and says so, instead of waiting unseen.
    networkMode: "always",
    mutationFn: (draft: AddLinesDraft) => {
      const body = JSON.stringify(draft);
      if (intent.current.body !== body) intent.current = { body, key: newIdempotencyKey() };
      return sendLines(client, draft, intent.current.key);
    },
  });

  /** Nothing when all was added. */
  const add = async (ordered: readonly Ordered[]): Promise<Refused | undefined> => {
    try {
      const lines = ordered.map(({ line }) => line);
      const change = await mutation.mutateAsync({ lines });
      intent.current = { body: "", key: "" };
      trackAddToCart(lines, change.cards, "quick_order");
      openMiniCart(change.addedQuantity);
      return undefined;
    } catch (failure) {
      return refusal(failure, ordered);
    }
  };
  return { add, pending: mutation.isPending };
}

/** The server's errors, put to the lines they speak of; what speaks of no line is the message. */
function refusal(failure: unknown, ordered: readonly Ordered[]): Refused {
  if (failure instanceof NoSession) return { lines: [], message: "" };
  if (!(failure instanceof ApiError)) throw failure;
  const lines: Refused["lines"] = [];
  const rest: string[] = [];
  for (const error of failure.errors) {
    const [, index, field = ""] = /^lines\.(\d+)\.(.*)$/.exec(error.field) ?? [];
    const line = index === undefined ? undefined : ordered[Number(index)];
    if (line) lines.push([line, [{ ...error, field }]]);
    else rest.push(error.message);
  }
  return { lines, message: rest.join(" ") || (lines.length > 0 ? "" : sentenceOf(failure)) };
}
