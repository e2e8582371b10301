// How a line is called: by what it was chosen by, and in full where its card cannot be seen.
import type { CartCardView, LineView } from "@fieldhouse/rules";

/** Its size; of what comes in none, what it was chosen by instead: '4 lb', 'K-2', 'Lemon Lime'. */
export function chosenOf(line: LineView): string {
  // The number of the material is for the warehouse, not for the shopper.
  const others = line.attributes.filter(({ name }) => name !== "materialNumber").map(({ value }) => value);
  return line.size || others.join(" · ") || "One size";
}

/** What the lines of a card are to the shopper: sizes, or where they come in none, options. */
export function choicesOf(card: CartCardView): "sizes" | "options" {
  return card.lineItems.some((line) => line.size !== "") ? "sizes" : "options";
}

export function lineName(card: CartCardView, line: LineView): string {
  const others = line.size ? `size ${line.size}` : chosenOf(line);
  return [card.name, card.color, others === "One size" ? "" : others].filter(Boolean).join(", ");
}
