// What happened to the pieces of a line as a thin bar, and the same in words.
import type { Ledger } from "@fieldhouse/rules";

const parts = [
  { of: "delivered", word: "delivered", fill: "fill-dot-done" },
  { of: "shipped", word: "shipped", fill: "fill-dot-away" },
  { of: "picked", word: "picked", fill: "fill-dot-pick" },
  { of: "cancelled", word: "canceled", fill: "fill-dot-over" },
] as const;

/** The bar is so many units wide, whatever the line is. */
const width = 100;

export function LedgerBar({ ledger }: { ledger: Ledger }) {
  const { ordered, delivered = 0, shipped = 0, picked = 0, cancelled = 0 } = ledger;
  const told = { delivered, shipped, picked, cancelled };
  // Each piece once: what arrived was shipped, and what was shipped was picked.
  const alone = { delivered, shipped: shipped - delivered, picked: picked - shipped, cancelled };
  let from = 0;
  const bars = parts.map(({ of, fill }) => {
    const wide = (Math.max(0, alone[of]) / Math.max(1, ordered)) * width;
    const bar = { of, fill, from, wide };
    from += wide;
    return bar;
  });
  const words = parts.filter(({ of }) => told[of] > 0).map(({ of, word }) => `${told[of]} ${word}`);
  return (
    <svg
      role="img"
      aria-label={words.join(", ") || "nothing done yet"}
      viewBox={`0 0 ${width} 4`}
      preserveAspectRatio="none"
      className="h-1 w-full min-w-24"
    >
      <title>{words.join(", ") || "nothing done yet"}</title>
      <rect width={width} height="4" className="fill-line" />
      {bars.map(({ of, fill, from: x, wide }) => (
        <rect key={of} x={x} width={wide} height="4" className={fill} />
      ))}
    </svg>
  );
}
