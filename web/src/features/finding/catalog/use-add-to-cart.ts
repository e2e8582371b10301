// Sends what was typed on a product page to the cart, once an intent, and opens the mini-cart.
import type { AddLinesDraft, FieldError, ProductView } from "@fieldhouse/rules";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { ApiError, newIdempotencyKey } from "../../../shared/client";
import { useMiniCart } from "../../../shared/mini-cart";
import { NoSession } from "../../../shared/no-session";
import { useShell } from "../../../shared/site";
import { trackAddToCart } from "../../buying/cart/analytics";
import { sendLines } from "../../buying/cart/api";
import { brokenRules, type DraftLine } from "./add-draft";

/** Errors by the key of the line they belong to. */
export type LineErrors = Record<string, FieldError[]>;

export interface AddLine extends DraftLine {
  freeForm: string[][];
}

interface Adding {
  add: (lines: readonly AddLine[]) => Promise<AddResult>;
  pending: boolean;
}

export type AddResult = { kind: "added" } | { kind: "refused"; lines: LineErrors; message: string };

export function useAddToCart(product: ProductView): Adding {
  const { brand } = useShell();
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

  const add = async (lines: readonly AddLine[]): Promise<AddResult> => {
    const draft: AddLinesDraft = {
      lines: lines.map((line) => ({ sku: line.sku, quantity: line.quantity, freeForm: line.freeForm })),
    };
    // Minimum and multiple hold here in every mode (decisions: quantities); the server says the same.
    const forecast: LineErrors = {};
    for (const line of lines) {
      const errors = brokenRules(product, brand.site, line, line.freeForm);
      if (errors.length > 0) forecast[line.key] = errors;
    }
    if (Object.keys(forecast).length > 0) return { kind: "refused", lines: forecast, message: "" };

    try {
      const change = await mutation.mutateAsync(draft);
      intent.current = { body: "", key: "" };
      trackAddToCart(draft.lines, change.cards);
      openMiniCart(change.addedQuantity);
      return { kind: "added" };
    } catch (error) {
      return refusal(error, lines);
    }
  };
  return { add, pending: mutation.isPending };
}

/** The server's errors, put to the lines they speak of; what speaks of no line is the message. */
function refusal(error: unknown, lines: readonly AddLine[]): AddResult {
  if (error instanceof NoSession) return { kind: "refused", lines: {}, message: "" };
  if (!(error instanceof ApiError)) throw error;
  const found: LineErrors = {};
  const rest: string[] = [];
  for (const each of error.errors) {
    const [, index, field] = /^lines\.(\d+)\.(.*)$/.exec(each.field) ?? [];
    const line = index === undefined ? undefined : lines[Number(index)];
    if (!line) {
      rest.push(each.message);
      continue;
    }
    found[line.key] = [...(found[line.key] ?? []), { ...each, field: field ?? "" }];
  }
  const general =
    error.status === 0
      ? "The store cannot be reached. Nothing was added; your quantities are kept. Please try again."
      : "This could not be added to your cart. Please try again.";
  const message = rest.join(" ") || (Object.keys(found).length > 0 ? "" : general);
  return { kind: "refused", lines: found, message };
}
