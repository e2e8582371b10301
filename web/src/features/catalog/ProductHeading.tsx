// Brand, name, price with struck base, quantity prices, and the lines that go with them.
import { type ProductView, tierText, type VariantGroupView } from "@fieldhouse/rules";
import { Icon } from "../../ui/Icon";
import { PriceTag } from "./PriceTag";

interface ProductHeadingProps {
  product: ProductView;
  variant: VariantGroupView | undefined;
  phone: string;
}

export function ProductHeading({ product, variant, phone }: ProductHeadingProps) {
  const prices = new Set(product.variants.flatMap((each) => each.sizes.map((size) => size.price)));
  const tiers = variant?.sizes.find((size) => size.tiers.length > 0)?.tiers ?? [];
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
        <span className="font-semibold uppercase tracking-wide">{product.brand || "–"}</span>
        <span>SKU {product.sku}</span>
        {product.flags.map((flag) => (
          <span key={flag} className="rounded-brand-sm bg-primary-soft px-2 py-0.5 font-semibold text-ink text-xs">
            {flag}
          </span>
        ))}
      </p>
      <h1 className="mt-1.5 text-4xl md:text-5xl">{product.name}</h1>
      {product.subtitle ? <p className="mt-1.5 text-lg text-muted">{product.subtitle}</p> : null}
      <p className="mt-3">
        <PriceTag
          regular={product.regularPrice}
          discounted={product.yourPrice}
          unitOfMeasure={product.unitOfMeasure}
          callToOrder={product.callToOrder}
          from={prices.size > 1}
          size="large"
        />
      </p>
      {product.callToOrder ? (
        <p className="mt-4 flex items-center gap-3 rounded-brand bg-primary-soft p-4 font-semibold">
          <Icon name="phone" />
          Please call {phone} to order this product.
        </p>
      ) : null}
      {product.pricingMessage ? <p className="mt-1 text-muted text-sm">{product.pricingMessage}</p> : null}
      {tiers.length > 0 && !product.callToOrder ? (
        <ul aria-label="Quantity prices" className="mt-3 flex flex-wrap gap-2">
          {tiers.map((tier) => (
            <li
              key={tier.minimumQuantity}
              className="rounded-brand-sm border border-line bg-alt px-2.5 py-1.5 font-medium text-[13px] tabular-nums md:px-3 md:text-sm"
            >
              {tierText(tier, product.unitOfMeasure)}
            </li>
          ))}
        </ul>
      ) : null}
      {product.shippingInfo ? (
        <p className="mt-3 flex items-center gap-2 text-sm">
          <Icon name="truck" className="size-5 text-muted" />
          {product.shippingInfo}
        </p>
      ) : null}
    </div>
  );
}
