// The quick_order event for window.dataLayer (cart §7). Amounts come from integer cents.
import { dollars, pushEvent } from "../../api/data-layer";
import { tellSearchAnalytics } from "../../api/search-analytics";
import { defaultProductKey } from "../cart/analytics";
import type { Ordered } from "./rows";

/** What was added by product number; the sums are for its readers: nobody but the rules adds up money. */
export function trackQuickOrder(ordered: readonly Ordered[]): void {
  tellSearchAnalytics(
    "addedToCart",
    ordered.map(({ product }) => product.id),
  );
  pushEvent({
    event: "quick_order",
    ecommerce: {
      currency: "USD",
      items: ordered.map(({ product, article, line }) => {
        const attribute = (name: string) =>
          article?.attributesData.attributes.find((each) => each.name === name)?.value ?? "";
        const price = article?.productVariant.discountedPrice ?? article?.productVariant.price;
        return {
          item_id: product.id || defaultProductKey,
          item_name: product.name,
          price: price == null ? undefined : dollars(price),
          quantity: line.quantity,
          brand: product.brand,
          variant: attribute("color") || line.sku,
          size: attribute("size"),
        };
      }),
    },
  });
}
