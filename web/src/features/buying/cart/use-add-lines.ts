// The one way to put lines into the cart: all in one call, once an intent, told to the data layer, and the mini-cart
// opens. What the server refuses comes back at the lines it speaks of.
import type { AddLineDraft, AddLinesDraft, CartChangeView, FieldError } from "@fieldhouse/rules";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { ApiError, newIdempotencyKey } from "../../../shared/client";
import { sentenceOf } from "../../../shared/failures";
import { useMiniCart } from "../../../shared/mini-cart";
import { NoSession } from "../../../shared/no-session";
import { trackAddToCart } from "./analytics";
import { sendLines } from "./api";

export type AddOutcome<Line> = { kind: "added"; change: CartChangeView } | RefusedLines<Line>;

export interface RefusedLines<Line> {
  kind: "refused";
  /** Broken rules by the line they belong to, their fields named from the line on. */
  lines: [Line, FieldError][];
  /** What speaks of no line; empty when the lines say it all. */
  message: string;
}

interface Adding {
  /** `lines` are what the caller knows of each draft, in the same order. */
  add: <Line>(drafts: AddLineDraft[], lines: readonly Line[]) => Promise<AddOutcome<Line>>;
  pending: boolean;
}

interface AddOptions {
  source?: "quick_order";
  /** What a failure means that names nothing. */
  sentence?: (failure: ApiError) => string;
  /** The mini-cart opens; a page that says itself what was added leaves it closed. */
  opens?: boolean;
}

export function useAddLines({ source, sentence = sentenceOf, opens = true }: AddOptions = {}): Adding {
  const client = useQueryClient();
  const { openMiniCart } = useMiniCart();
  // The same lines pressed again after a lost answer are the same intent; other lines are another one.
  const intent = useRef({ body: "", key: "" });
  const mutation = useMutation({
    // Without a connection it fails at once and says so, instead of waiting unseen.
    networkMode: "always",
    mutationFn: (draft: AddLinesDraft) => {
      const body = JSON.stringify(draft);
      if (intent.current.body !== body) intent.current = { body, key: newIdempotencyKey() };
      return sendLines(client, draft, intent.current.key);
    },
  });

  const add: Adding["add"] = async (drafts, lines) => {
    try {
      const change = await mutation.mutateAsync({ lines: drafts });
      intent.current = { body: "", key: "" };
      trackAddToCart(drafts, change.cards, source);
      if (opens) openMiniCart(change.addedQuantity);
      return { kind: "added", change };
    } catch (failure) {
      if (failure instanceof NoSession) return { kind: "refused", lines: [], message: "" };
      if (!(failure instanceof ApiError)) throw failure;
      return refused(failure, lines, sentence);
    }
  };
  return { add, pending: mutation.isPending };
}

/** The server's errors, put to the lines they speak of. */
function refused<Line>(
  failure: ApiError,
  lines: readonly Line[],
  sentence: (failure: ApiError) => string,
): RefusedLines<Line> {
  const found: RefusedLines<Line>["lines"] = [];
  const rest: string[] = [];
  for (const error of failure.errors) {
    const [, index, field = ""] = /^lines\.(\d+)\.(.*)$/.exec(error.field) ?? [];
    const line = index === undefined ? undefined : lines[Number(index)];
    if (line === undefined) rest.push(error.message);
    else found.push([line, { ...error, field }]);
  }
  return { kind: "refused", lines: found, message: rest.join(" ") || (found.length > 0 ? "" : sentence(failure)) };
}
