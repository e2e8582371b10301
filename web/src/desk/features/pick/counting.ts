// What a picker has counted at the shelf: a scanned sku is one piece more of its line, as long as the rules let it be picked.
import type { OrderLineView } from "@fieldhouse/rules";
import { planPieces } from "@fieldhouse/rules/desk";
import { count } from "../../shared/words";

/** Pieces counted, by the position of the line. */
export type Counted = Readonly<Record<number, number>>;

export interface Scanned {
  counted: Counted;
  /** How it went, for the colour; the words say it, too. */
  tone: "good" | "full" | "danger";
  text: string;
  /** The line it was of. */
  position?: number;
}

const same = (one: string, other: string) => one.trim().toUpperCase() === other.trim().toUpperCase();

/** What keeps so many pieces of a line from being picked; nothing when they can be. */
function refusal({ position, ledger }: OrderLineView, quantity: number): string | undefined {
  return planPieces([{ position, ledger }], "pick", [{ position, quantity }]).errors[0]?.message;
}

/** One piece more of the first line with this sku that still takes one. */
export function scan(lines: readonly OrderLineView[], counted: Counted, typed: string): Scanned {
  const sku = typed.trim();
  const of = lines.filter((line) => same(line.sku, sku));
  if (of.length === 0) return { counted, tone: "danger", text: `${sku} is not on this order.` };
  const open = of.find((line) => refusal(line, (counted[line.position] ?? 0) + 1) === undefined);
  if (!open) return { counted, tone: "full", text: `${sku} is complete: no more of it.` };
  const { position, toPick } = open;
  const pieces = (counted[position] ?? 0) + 1;
  const text = pieces === toPick ? `${sku} is complete: ${count(pieces, "piece")}.` : `${sku}: ${pieces} of ${toPick}.`;
  return { counted: { ...counted, [position]: pieces }, tone: pieces === toPick ? "full" : "good", text, position };
}

/** The same line one more or one less by hand; unchanged where that cannot be. */
export function step(line: OrderLineView, counted: Counted, by: 1 | -1): Counted {
  const pieces = (counted[line.position] ?? 0) + by;
  if (pieces < 0 || (pieces > 0 && refusal(line, pieces) !== undefined)) return counted;
  return { ...counted, [line.position]: pieces };
}

export const piecesOf = (counted: Counted): number => Object.values(counted).reduce((sum, pieces) => sum + pieces, 0);
