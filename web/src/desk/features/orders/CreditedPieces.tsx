// The pieces that a credit is for: whoever agrees to it knows what goes with it.
import type { OrderLineView, RefundView } from "@fieldhouse/rules";
import { chosenOf } from "../../shared/words";

interface CreditedPiecesProps {
  refund: RefundView;
  lines: readonly OrderLineView[];
}

export function CreditedPieces({ refund: { lines: credited, state }, lines }: CreditedPiecesProps) {
  if (credited.length === 0) return null;
  const counts = state === "asked" || state === "granted";
  return (
    <ul aria-label="Pieces it is for" className="text-muted">
      {credited.map(({ position, quantity }) => {
        const line = lines.find((known) => known.position === position);
        return (
          <li key={position}>
            {quantity.toLocaleString("en-US")} ×{" "}
            {line ? [line.sku, line.name, chosenOf(line)].filter(Boolean).join(" ") : `line ${position}`}
            {counts ? ", written off with it" : ""}
          </li>
        );
      })}
    </ul>
  );
}
