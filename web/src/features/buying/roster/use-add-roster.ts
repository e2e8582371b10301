// Adds the ready rows to the cart, and puts what the server refused back to the rows.
import type { CartChangeView } from "@fieldhouse/rules";
import type { RosterView } from "@fieldhouse/rules/roster";
import { useAddLines } from "../cart/use-add-lines";

export type Added =
  | { kind: "added"; change: CartChangeView; rows: number[] }
  /** `rows` are sentences by the place of the row they speak of. */
  | { kind: "refused"; rows: Map<number, string>; message: string };

export function useAddRoster() {
  const { add: addLines, pending } = useAddLines({ opens: false });

  const add = async ({ lines }: RosterView): Promise<Added> => {
    const outcome = await addLines(
      lines.map(({ line }) => line),
      lines,
    );
    if (outcome.kind === "added") {
      return { kind: "added", change: outcome.change, rows: [...new Set(lines.flatMap((each) => each.rows))] };
    }
    const rows = new Map<number, string>();
    for (const [line, { field, message }] of outcome.lines) {
      // One text a piece: the error names the piece, and with it the row when each row is one piece.
      const piece = /^freeForm\.(\d+)/.exec(field)?.[1];
      const one = line.rows.length === line.line.quantity && piece !== undefined ? line.rows[Number(piece)] : undefined;
      for (const row of one === undefined ? line.rows : [one]) rows.set(row, message);
    }
    return { kind: "refused", rows, message: outcome.message };
  };
  return { add, pending };
}
