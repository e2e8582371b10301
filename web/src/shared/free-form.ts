// The free texts of pieces as they are typed and as they are sent.

/** From this many pieces on, one text for all is what is meant more often. */
export const manyPieces = 40;

export interface FreeFormState {
  /** One entry for all pieces. Undefined as long as the shopper has not said. */
  same: boolean | undefined;
  entries: string[][];
}

/** The entries as they are sent: one for all, or one a piece, with empty texts where nothing was typed. */
export function freeFormOf(state: FreeFormState | undefined, pieces: number, labels: readonly string[]): string[][] {
  if (labels.length === 0) return [];
  const count = isSame(state, pieces) ? 1 : pieces;
  return Array.from({ length: count }, (_, entry) =>
    labels.map((_label, index) => state?.entries[entry]?.[index] ?? ""),
  );
}

export function isSame(state: FreeFormState | undefined, pieces: number): boolean {
  return state?.same ?? pieces > manyPieces;
}
