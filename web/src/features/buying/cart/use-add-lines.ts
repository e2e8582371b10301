// The one way to put lines into the cart: all in one call, once an intent, told to the data layer, and the mini-cart
// opens. What the server refuses comes back at the lines it speaks of.
import type { AddLineDraft, AddLinesDraft, CartChangeView, FieldError } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError, newIdempotencyKey } from "../../../shared/client";
import { sentenceOf } from "../../../shared/failures";
import { useMiniCart } from "../../../shared/mini-cart";
import { NoSession } from "../../../shared/no-session";
import { whenSettled } from "../../../shared/settle";

/** What a press needs and no page shows: it is there before anybody has typed a quantity. */
async function loadSending() {
  try {
    const [{ sendLines }, { trackAddToCart }] = await Promise.all([import("./api"), import("./analytics")]);
    return { sendLines, trackAddToCart };
  } catch {
    throw new ApiError(0, {});
  }
}

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
  const [pending, setPending] = useState(false);
  useEffect(() => whenSettled(() => void loadSending().catch(() => undefined)), []);

  const send = async (draft: AddLinesDraft) => {
    const { sendLines, trackAddToCart } = await loadSending();
    const body = JSON.stringify(draft);
    if (intent.current.body !== body) intent.current = { body, key: newIdempotencyKey() };
    return { change: await sendLines(client, draft, intent.current.key), trackAddToCart };
  };

  const add: Adding["add"] = async (drafts, lines) => {
    setPending(true);
    try {
      const { change, trackAddToCart } = await send({ lines: drafts });
      intent.current = { body: "", key: "" };
      trackAddToCart(drafts, change.cards, source);
      if (opens) openMiniCart(change.addedQuantity);
      return { kind: "added", change };
    } catch (failure) {
      if (failure instanceof NoSession) return { kind: "refused", lines: [], message: "" };
      if (!(failure instanceof ApiError)) throw failure;
      return refused(failure, lines, sentence);
    } finally {
      setPending(false);
    }
  };
  return { add, pending };
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
