// A card's picture, or the ground where one would be.
import type { CartCardView } from "@fieldhouse/rules";
import clsx from "clsx";

export function CardImage({ card, className }: { card: CartCardView; className: string }) {
  if (!card.image) return <span className={clsx("block aspect-square", className)} />;
  const { href, width, height } = card.image;
  return (
    <img
      src={href}
      alt=""
      width={width}
      height={height}
      loading="lazy"
      className={clsx("aspect-square object-contain", className)}
    />
  );
}
