// How a price looks. The texts come ready from the rules; nothing is computed here.
import clsx from "clsx";

interface PriceProps {
  /** Base price as text. */
  regular: string;
  /** Your price as text, when it is lower; then the base is struck through. */
  discounted?: string | undefined;
  from?: boolean;
  /** Unit suffix, empty for 'each'. */
  unit?: string;
  size?: "small" | "medium" | "large";
}

const sizes = { small: "text-sm", medium: "text-base", large: "text-3xl" };

export function Price({ regular, discounted, from = false, unit = "", size = "medium" }: PriceProps) {
  return (
    <span className={clsx("inline-flex flex-wrap items-baseline gap-x-2 tabular-nums", sizes[size])}>
      {from ? <span className="font-normal text-muted text-sm">From</span> : null}
      {discounted ? (
        <>
          <span className="font-bold text-accent">
            <span className="sr-only">Your price </span>
            {discounted}
          </span>
          <s className={clsx("text-muted", size === "large" ? "text-xl" : "text-[0.875em]")}>
            <span className="sr-only">Regular price </span>
            {regular}
          </s>
        </>
      ) : (
        <span className="font-bold">{regular}</span>
      )}
      {unit ? <span className="font-normal text-muted text-sm">per {unit}</span> : null}
    </span>
  );
}
