// A product picture. Its size is always known, so that nothing jumps while it loads.
import type { ImageView } from "@fieldhouse/rules";

interface PictureProps {
  image: ImageView;
  /** Replaces the picture's own text; empty when the words beside it say the same. */
  alt?: string;
  className?: string;
  /** For what is seen first. */
  eager?: boolean;
  /** How wide it is drawn, as the attribute `sizes` says it: chooses among a picture's widths. */
  sizes: string;
}

export function Picture({ image, alt, className, eager = false, sizes }: PictureProps) {
  return (
    <img
      sizes={image.srcset ? sizes : undefined}
      srcSet={image.srcset}
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
