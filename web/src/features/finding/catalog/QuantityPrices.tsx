// The quantity prices of a variant: 'Buy N+ for price unit' (cart §9), as far as they are what is paid.
import { type SizeView, tierText, type VariantGroupView, yourPrice } from "@fieldhouse/rules";
import type { PersonalPrices } from "../../buying/pricing/personal-prices";

interface QuantityPricesProps {
  variant: VariantGroupView;
  unitOfMeasure: string;
  personal: PersonalPrices;
}

export function QuantityPrices({ variant, unitOfMeasure, personal }: QuantityPricesProps) {
  const size = variant.sizes.find((each) => each.tiers.length > 0);
  if (!size) return null;
  const tiers = size.tiers.filter((tier) => paid(size, tier.minimumQuantity, personal) === tier.value);
  if (tiers.length === 0) return null;
  const table = JSON.stringify(size.tiers);
  const differ = variant.sizes.some((each) => JSON.stringify(each.tiers) !== table);
  return (
    <div className="mt-3">
      <ul aria-label="Quantity prices" className="flex flex-wrap gap-2">
        {tiers.map((tier) => (
          <li
            key={tier.minimumQuantity}
            className="rounded-brand-sm border border-line bg-alt px-2.5 py-1.5 font-medium text-[13px] tabular-nums md:px-3 md:text-sm"
          >
            {tierText(tier, unitOfMeasure)}
          </li>
        ))}
      </ul>
      {differ ? (
        <p className="mt-1 text-muted text-sm">
          Prices of size {size.text}; each size has its own, all count together.
        </p>
      ) : null}
    </div>
  );
}

/** What one piece costs at a quantity: a discount may beat a quantity price. */
function paid(size: SizeView, quantity: number, personal: PersonalPrices): number | undefined {
  const { price, discountedPrice, tiers, sku } = size;
  const pair = yourPrice({ price, discountedPrice, personalPrice: personal.of(sku), tiers }, quantity);
  return pair?.discountedPrice ?? pair?.regularPrice;
}
