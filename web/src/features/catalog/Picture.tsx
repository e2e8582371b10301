// A product picture. Its size is always known, so that nothing jumps while it loads.
import type { ImageView } from "@fieldhouse/rules";

interface PictureProps {
  image: ImageView;
  /** Replaces the picture's own text; empty when the words beside it say the same. */
  alt?: string;
  className?: string;
  /** For what is seen first. */
  eager?: boolean;
}

export function Picture({ image, alt, className, eager = false }: PictureProps) {
  return (
    <img
      src={image.href}
      alt={alt ?? image.alt}
      width={image.width}
      height={image.height}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      className={className}
    />
  );
}
