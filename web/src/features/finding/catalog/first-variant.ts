// Which variant a product page or panel begins with.
import type { ProductView } from "@fieldhouse/rules";

/** The variant an address means: by a sku of it, else the first that can be bought, else the first. */
export function firstVariant(product: ProductView, asked: string): number {
  const bySku = product.variants.findIndex((variant) => variant.sizes.some((size) => size.sku === asked));
  if (bySku >= 0) return bySku;
  const open = product.variants.findIndex((variant) => variant.sizes.some((size) => !size.unavailable));
  return Math.max(open, 0);
}
