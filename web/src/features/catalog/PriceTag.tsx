// A price as the rules word it: the amount with its struck base, or why there is none.
import { type Cents, priceText } from "@fieldhouse/rules";
import { Price } from "../../ui/Price";

interface PriceTagProps {
  regular: Cents | null;
  discounted: Cents | null;
  unitOfMeasure: string;
  callToOrder: boolean;
  from?: boolean;
  size?: "small" | "medium" | "large";
}

export function PriceTag({ regular, discounted, unitOfMeasure, callToOrder, from = false, size }: PriceTagProps) {
  const price = priceText({
    regularPrice: regular,
    discountedPrice: discounted,
    unitOfMeasure,
    callToOrder,
    loading: false,
  });
  if (!price.isAmount) return <span className="text-muted text-sm">{price.text}</span>;
  return price.struck ? (
    <Price regular={price.struck} discounted={price.text} unit={price.unit} from={from} size={size} />
  ) : (
    <Price regular={price.text} unit={price.unit} from={from} size={size} />
  );
}
