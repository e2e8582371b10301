// Brand, name, price with struck base, quantity prices, and the lines that go with them.
import { callToOrderText, lowestPrice, type ProductView, type VariantGroupView } from "@fieldhouse/rules";
import { later } from "../../../shared/later";
import { useShell } from "../../../shared/site";
import { Anchor } from "../../../ui/Anchor";
import { Icon } from "../../../ui/Icon";
import { everyonesPrices, type PersonalPrices } from "../../buying/pricing/personal-prices";
import { sizesOf } from "./add-draft";
import { PriceTag } from "./PriceTag";
import { QuantityPrices } from "./QuantityPrices";

const WishHeart = later("WishHeart", () => import("../wishlist/WishHeart"));

interface ProductHeadingProps {
  product: ProductView;
  variant: VariantGroupView | undefined;
  phone: string;
  /** The shopper's own prices of the sizes. */
  personal?: PersonalPrices;
  /** On its page it is the heading; in a panel its name leads to the page. */
  place?: "page" | "panel";
  onFollow?: () => void;
}

export function ProductHeading(props: ProductHeadingProps) {
  const { product, variant, phone, personal = everyonesPrices, place = "page", onFollow } = props;
  const { wishlist } = useShell().brand;
  const lowest = lowestPrice(
    sizesOf(product).map(({ size: { sku, price, discountedPrice } }) => ({
      price,
      discountedPrice,
      personalPrice: personal.of(sku),
    })),
  );
  const prices = new Set(product.variants.flatMap((each) => each.sizes.map((size) => size.price)));
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
      <div className="mt-1.5 flex items-start gap-3">
        {place === "page" ? (
          <h1 className="flex-1 text-4xl md:text-5xl">{product.name}</h1>
        ) : (
          <h3 className="flex-1 text-2xl">
            <Anchor href={product.href} onClick={onFollow} className="underline-offset-4 hover:underline">
              {product.name}
            </Anchor>
          </h3>
        )}
        {wishlist ? <WishHeart productId={product.id} name={product.name} /> : null}
      </div>
      {product.subtitle ? <p className="mt-1.5 text-lg text-muted">{product.subtitle}</p> : null}
      <p className="mt-3">
        <PriceTag
          regular={lowest?.regularPrice ?? null}
          discounted={lowest?.discountedPrice ?? null}
          unitOfMeasure={product.unitOfMeasure}
          callToOrder={product.callToOrder}
          from={prices.size > 1}
          size="large"
          personal={personal}
        />
      </p>
      {product.callToOrder ? (
        <p className="mt-4 flex items-center gap-3 rounded-brand bg-primary-soft p-4 font-semibold">
          <Icon name="phone" />
          {callToOrderText(phone)}
        </p>
      ) : null}
      {product.pricingMessage ? <p className="mt-1 text-muted text-sm">{product.pricingMessage}</p> : null}
      {variant && !product.callToOrder ? (
        <QuantityPrices variant={variant} unitOfMeasure={product.unitOfMeasure} personal={personal} />
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
