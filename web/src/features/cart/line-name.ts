// How a line is called where its card cannot be seen: labels of its controls, messages.
import type { CartCardView, LineView } from "@fieldhouse/rules";

export function lineName(card: CartCardView, line: LineView): string {
  return [card.name, card.color, line.size && `size ${line.size}`].filter(Boolean).join(", ");
}
