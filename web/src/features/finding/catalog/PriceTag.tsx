// A price as the rules word it: the amount with its struck base, or why there is none.
import { type Cents, priceText } from "@fieldhouse/rules";
import { Price } from "../../../ui/Price";
import { everyonesPrices, type PersonalPrices } from "../../buying/pricing/personal-prices";
import { ToBeConfirmed } from "../../buying/pricing/ToBeConfirmed";

interface PriceTagProps {
  regular: Cents | null;
  discounted: Cents | null;
  unitOfMeasure: string;
  callToOrder: boolean;
  from?: boolean;
  size?: "small" | "medium" | "large";
  /** The shopper's own prices, among them that of `sku`. */
  personal?: PersonalPrices;
  sku?: string;
}

export function PriceTag(props: PriceTagProps) {
  const { regular, discounted, unitOfMeasure, callToOrder, from = false, size } = props;
  const { personal = everyonesPrices, sku = "" } = props;
  const price = priceText({
    regularPrice: regular,
    discountedPrice: discounted,
    personalPrice: personal.of(sku),
    unitOfMeasure,
    callToOrder,
    loading: personal.loading,
  });
  if (!price.isAmount) return <span className="text-muted text-sm">{price.text}</span>;
  const shown = price.struck ? (
    <Price regular={price.struck} discounted={price.text} unit={price.unit} from={from} size={size} />
  ) : (
    <Price regular={price.text} unit={price.unit} from={from} size={size} />
  );
  if (!personal.toBeConfirmed) return shown;
  return (
    <>
      {shown} <ToBeConfirmed />
    </>
  );
}
