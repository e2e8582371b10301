// Words for what happens to stock, and what a typed number of pieces is.
import type { StockKind, StockRowView, StockState } from "../../shared/endpoints";

export const stockWords: Record<StockState, string> = { out: "Out", low: "Low", in: "In stock" };

export const stockDots: Record<StockState, string> = { out: "bg-dot-hold", low: "bg-dot-release", in: "bg-dot-done" };

/** Who did what, after a name. */
export const stockKinds: Record<StockKind, string> = {
  counted: "counted",
  adjusted: "corrected",
  reserved: "promised",
  released: "given back",
  shipped: "shipped",
  came_back: "came back",
  expected: "noted as on the way",
  received: "received",
  withdrawn: "will not come",
  ended: "ended the count",
};

export const shows: Record<string, string> = {
  counted: "All that is counted",
  out: "Out",
  low: "Low",
  incoming: "On its way",
  late: "Late",
};

/** What a page without articles says. */
export const showTeaching: Record<string, string> = {
  counted:
    "Articles that you count yourself are here. Count one, and it can be bought as long as it is on hand; all others stay as they were imported.",
  out: "Articles of which nothing can be promised are here.",
  low: "Articles are here when no more is left than you wanted to know of.",
  incoming: "Articles of which more is on its way are here.",
  late: "Articles are here when more of them should have come by now.",
};

/** A typed whole number, as the rules take it; what is none is one that no rule takes. */
export function whole(typed: string): number {
  return /^[+-]?\d{1,9}$/.test(typed.trim()) ? Number(typed) : unreadable;
}

/** Below everything that can be counted, or that can be taken away. */
const unreadable = -999_999_999;

/** '−3', '+12', or nothing. */
export function signed(pieces: number): string {
  if (pieces === 0) return "";
  return pieces < 0 ? `−${Math.abs(pieces).toLocaleString("en-US")}` : `+${pieces.toLocaleString("en-US")}`;
}

/** How an article stands; missing pieces come first. */
export function standing({ counted, missing, state }: StockRowView): { dot: string; word: string } {
  if (!counted) return { dot: "bg-dot-over", word: "Not counted here" };
  if (missing > 0) return { dot: "bg-dot-late", word: `${missing.toLocaleString("en-US")} missing` };
  return { dot: stockDots[state], word: stockWords[state] };
}
