// The two prices of a line or card as the shared price shows them.
import { formatCents, type PricePairView } from "@fieldhouse/rules";
import { Price } from "../../../ui/Price";

export function PricePair({ pair, size }: { pair: PricePairView; size: "small" | "medium" }) {
  const { regularPrice, discountedPrice } = pair;
  return (
    <Price
      regular={formatCents(regularPrice)}
      discounted={discountedPrice === null ? undefined : formatCents(discountedPrice)}
      size={size}
    />
  );
}
