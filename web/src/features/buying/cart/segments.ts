// Cuts the cards of a big cart into pieces a virtual list can draw one by one.
import type { CartCardView } from "@fieldhouse/rules";

/** Cards that hold every word somewhere: name, brand, colour, skus, sizes, names and numbers. */
export function cardsWith(cards: CartCardView[], text: string): CartCardView[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return cards;
  return cards.filter((card) => {
    const lines = card.lineItems.flatMap((line) => [line.sku, line.size, ...line.freeForm.flat()]);
    const said = [card.name, card.brand, card.color, ...lines].join("\n").toLowerCase();
    return words.every((word) => said.includes(word));
  });
}

/** A run of lines of one card. The first run carries the card's head, the last its foot. */
export interface Segment {
  key: string;
  card: CartCardView;
  from: number;
  to: number;
}

const linesPerSegment = 24;

export function segmentsOf(cards: CartCardView[]): Segment[] {
  return cards.flatMap((card) => {
    const segments: Segment[] = [];
    for (let from = 0; from < Math.max(card.lineItems.length, 1); from += linesPerSegment) {
      segments.push({
        key: `${card.key}/${from}`,
        card,
        from,
        to: Math.min(from + linesPerSegment, card.lineItems.length),
      });
    }
    return segments;
  });
}
