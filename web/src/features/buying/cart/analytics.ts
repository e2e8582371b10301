// Cart events for window.dataLayer in GA4's e-commerce form (cart §7). Amounts come from integer cents.
import type { AddLineDraft, CartCardView, CartView, LineView, OrderView, PricePairView } from "@fieldhouse/rules";
import { defaultProductKey, dollars, pushEvent } from "../../../shared/data-layer";
import { tellSearchAnalytics } from "../../../shared/search-analytics";

interface EventItem {
  item_id: string;
  item_name: string;
  price: number;
  quantity: number;
  brand: string;
  variant: string;
  size: string;
}

function item(card: CartCardView, line: LineView, quantity = line.quantity): EventItem {
  return {
    item_id: card.id || defaultProductKey,
    item_name: card.name,
    price: dollars(line.unitPrice.discountedPrice ?? line.unitPrice.regularPrice),
    quantity,
    brand: card.brand,
    variant: variantOf(card, line),
    size: line.size,
  };
}

/** All that was chosen but the size, which has a field of its own: 'Navy, Left'. */
function variantOf(card: CartCardView, line: LineView): string {
  const others = (line.options ?? []).filter(({ value }) => value !== line.size).map(({ value }) => value);
  return others.join(", ") || card.color || line.sku;
}

function wholeCart(event: "view_cart" | "begin_checkout", cart: CartView): void {
  pushEvent({
    event,
    ecommerce: {
      currency: "USD",
      value: dollars(cart.totalCents),
      items: cart.items.flatMap((card) => card.lineItems.map((line) => item(card, line))),
    },
  });
}

/** Once an order, when it is placed. */
export function trackPurchase(order: OrderView): void {
  pushEvent({
    event: "purchase",
    ecommerce: {
      transaction_id: order.number,
      currency: "USD",
      value: dollars(order.totalCents),
      shipping: dollars(order.summary.freight.cents ?? 0),
      tax: dollars(order.summary.tax.cents ?? 0),
      items: order.items.flatMap((card) => card.lineItems.map((line) => item(card, line))),
    },
  });
}

export function trackViewCart(cart: CartView): void {
  wholeCart("view_cart", cart);
}

export function trackBeginCheckout(cart: CartView): void {
  wholeCart("begin_checkout", cart);
}

/** Some lines of a card; `worth` is what they come to, a subtotal the rules made. */
export function trackRemoveFromCart(card: CartCardView, lines: LineView[], worth: PricePairView): void {
  pushEvent({
    event: "remove_from_cart",
    ecommerce: {
      currency: "USD",
      value: dollars(worth.discountedPrice ?? worth.regularPrice),
      items: lines.map((line) => item(card, line)),
    },
  });
}

/**
 * `cards` are those the add brought back: they hold the lines at the prices the cart charges for them, quantity and
 * personal prices included; the drafts hold how much was added of each.
 * Without a value: nobody but the rules adds up money, and GA4 adds up price × quantity itself.
 */
export function trackAddToCart(
  drafts: readonly AddLineDraft[],
  cards: CartCardView[],
  event: "add_to_cart" | "quick_order" = "add_to_cart",
): void {
  const items = drafts.flatMap((draft) => {
    for (const card of cards) {
      const line = card.lineItems.find((candidate) => candidate.sku === draft.sku);
      if (line) return [item(card, line, draft.quantity)];
    }
    return [];
  });
  pushEvent({ event, ecommerce: { currency: "USD", items } });
  const added = cards.filter((card) => card.lineItems.some((line) => drafts.some((draft) => draft.sku === line.sku)));
  tellSearchAnalytics("addedToCart", [...new Set(added.map((card) => card.id))]);
}
