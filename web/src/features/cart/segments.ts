// Cuts the cards of a big cart into pieces a virtual list can draw one by one.
import type { CartCardView } from "@fieldhouse/rules";

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
