// Product events for the data layer (shell §7, cart §7). Amounts come from integer cents.
import { lowestPrice, type ProductTileView, type ProductView } from "@fieldhouse/rules";
import { useEffect, useRef } from "react";
import { defaultProductKey, dollars, pushEvent } from "../../../shared/data-layer";
import { useHydrated } from "../../../shared/hydrated";
import { tellSearchAnalytics } from "../../../shared/search-analytics";
import type { PersonalPrices } from "../../buying/pricing/personal-prices";
import { sizesOf } from "./add-draft";

function price(cents: number | null): number | undefined {
  return cents === null ? undefined : dollars(cents);
}

export function trackSelectItem(listName: string, tile: ProductTileView): void {
  tellSearchAnalytics("click", [tile.pid]);
  pushEvent({
    event: "select_item",
    ecommerce: {
      item_list_name: listName,
      items: [
        {
          item_id: tile.pid || defaultProductKey,
          item_name: tile.productText.title,
          brand: tile.productText.brand,
          item_category: tile.categories.at(-1) ?? "",
          price: price(tile.price.discountedPrice ?? tile.price.regularPrice),
        },
      ],
    },
  });
}

/** Once a product, as soon as the shopper's own prices are known: the least that a piece costs them. */
export function useViewItem(product: ProductView, personal: PersonalPrices): void {
  const alive = useHydrated();
  const told = useRef<ProductView | null>(null);
  useEffect(() => {
    if (!alive || personal.loading || told.current === product) return;
    told.current = product;
    const least = lowestPrice(
      sizesOf(product).map(({ size }) => ({
        price: size.price,
        discountedPrice: size.discountedPrice,
        personalPrice: personal.of(size.sku),
      })),
    );
    pushEvent({
      event: "view_item",
      ecommerce: {
        currency: "USD",
        items: [
          {
            item_id: product.id || defaultProductKey,
            item_name: product.name,
            brand: product.brand,
            item_category: product.categories.at(-1)?.name ?? "",
            price: price(least?.discountedPrice ?? least?.regularPrice ?? null),
          },
        ],
      },
    });
  }, [alive, product, personal]);
}
