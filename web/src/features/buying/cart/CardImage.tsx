// A card's picture, or the ground where one would be.
import type { CartCardView } from "@fieldhouse/rules";
import clsx from "clsx";

export function CardImage({ card, className }: { card: CartCardView; className: string }) {
  if (!card.image) return <span className={clsx("block aspect-square", className)} />;
  const { href, width, height, srcset } = card.image;
  return (
    <img
      sizes={srcset ? "128px" : undefined}
      srcSet={srcset}
      src={href}
      alt=""
      width={width}
      height={height}
      loading="lazy"
      className={clsx("aspect-square object-contain", className)}
    />
  );
}
