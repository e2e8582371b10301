// Product events for the data layer (shell §7, cart §7). Amounts come from integer cents.
import type { ProductTileView, ProductView } from "@fieldhouse/rules";
import { dollars, pushEvent } from "../../api/data-layer";
import { tellSearchAnalytics } from "../../api/search-analytics";
import { defaultProductKey } from "../cart/analytics";

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
          item_brand: tile.productText.brand,
          item_category: tile.categories.at(-1) ?? "",
          price: price(tile.price.discountedPrice ?? tile.price.regularPrice),
        },
      ],
    },
  });
}

export function trackViewItem(product: ProductView): void {
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
          price: price(product.yourPrice ?? product.regularPrice),
        },
      ],
    },
  });
}

export interface AddedItem {
  sku: string;
  size: string;
  color: string;
  quantity: number;
  unitPrice: number | null;
}

export function trackAddToCart(product: ProductView, items: readonly AddedItem[]): void {
  tellSearchAnalytics("addedToCart", [product.id]);
  pushEvent({
    event: "add_to_cart",
    ecommerce: {
      currency: "USD",
      items: items.map((item) => ({
        item_id: product.id || defaultProductKey,
        item_name: product.name,
        brand: product.brand,
        price: price(item.unitPrice),
        quantity: item.quantity,
        variant: item.color || item.sku,
        size: item.size,
      })),
    },
  });
}
