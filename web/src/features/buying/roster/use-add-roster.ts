// Adds the ready rows to the cart in one call, once an intent, and puts what the server refused back to the rows.
import type { AddLinesDraft, CartChangeView } from "@fieldhouse/rules";
import type { RosterView } from "@fieldhouse/rules/roster";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { ApiError, newIdempotencyKey } from "../../../shared/client";
import { sentenceOf } from "../../../shared/failures";
import { NoSession } from "../../../shared/no-session";
import { trackAddToCart } from "../cart/analytics";
import { sendLines } from "../cart/api";

export type Added =
  | { kind: "added"; change: CartChangeView; rows: number[] }
  /** `rows` are sentences by the place of the row they speak of. */
  | { kind: "refused"; rows: Map<number, string>; message: string };

export function useAddRoster() {
  const client = useQueryClient();
  // The same lines pressed again after a lost answer are the same intent; other lines are another one.
  const intent = useRef({ body: "", key: "" });
  const mutation = useMutation({
    networkMode: "always",
    mutationFn: (draft: AddLinesDraft) => {
      const body = JSON.stringify(draft);
      if (intent.current.body !== body) intent.current = { body, key: newIdempotencyKey() };
      return sendLines(client, draft, intent.current.key);
    },
  });

  const add = async ({ lines }: RosterView): Promise<Added> => {
    const drafts = lines.map(({ line }) => line);
    try {
      const change = await mutation.mutateAsync({ lines: drafts });
      intent.current = { body: "", key: "" };
      trackAddToCart(drafts, change.cards);
      return { kind: "added", change, rows: [...new Set(lines.flatMap((each) => each.rows))] };
    } catch (failure) {
      return refused(failure, lines);
    }
  };
  return { add, pending: mutation.isPending };
}

function refused(failure: unknown, lines: RosterView["lines"]): Added {
  if (failure instanceof NoSession) return { kind: "refused", rows: new Map(), message: "" };
  if (!(failure instanceof ApiError)) throw failure;
  const rows = new Map<number, string>();
  const rest: string[] = [];
  for (const error of failure.errors) {
    const index = /^lines\.(\d+)\./.exec(error.field)?.[1];
    const line = index === undefined ? undefined : lines[Number(index)];
    if (!line) {
      rest.push(error.message);
      continue;
    }
    // One text a piece: the error names the piece, and with it the row when each row is one piece.
    const piece = /freeForm\.(\d+)/.exec(error.field)?.[1];
    const exact = line.rows.length === line.line.quantity && piece !== undefined ? line.rows[Number(piece)] : undefined;
    for (const row of exact === undefined ? line.rows : [exact]) rows.set(row, error.message);
  }
  const message = rest.join(" ") || (rows.size > 0 ? "" : sentenceOf(failure));
  return { kind: "refused", rows, message };
}
