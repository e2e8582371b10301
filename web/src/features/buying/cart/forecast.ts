// What the cart will look like once the wishes not confirmed yet are: evaluated by the rules, never here.
import { type CartLineDraft, type CartView, evaluateCart, type Site, summarize } from "@fieldhouse/rules";
import { useDeferredValue, useMemo, useSyncExternalStore } from "react";
import { quantityRule } from "../../../shared/rules/quantity-rule";
import { useCartQueue } from "./api";
import type { Wish } from "./cart-queue";

/** The cart with the wishes done: prices, subtotals and sums as the rules forecast them. */
export function forecast(cart: CartView, wishes: readonly Wish[]): CartView {
  const wanted = new Map(wishes.map((wish) => [wish.lineItemId, wish.quantity]));
  const lines: CartLineDraft[] = cart.items.flatMap((card) =>
    card.lineItems
      .map((line) => ({
        key: line.lineItemId,
        product: card.id,
        card: card.key,
        quantity: wanted.get(line.lineItemId) ?? line.quantity,
        price: line.unitPrice.regularPrice,
        offerPrice: line.offerPrice,
        tiers: line.tiers,
        ...quantityRule(line),
        unavailable: line.unavailable,
        availableDate: line.availableDate,
        callToOrder: false,
      }))
      .filter((line) => line.quantity > 0),
  );
  // `store.key` is a site key: the server wrote it.
  const site = cart.store.key as Site;
  const told = evaluateCart(site, lines);
  const byKey = new Map(told.lines.map((line) => [line.key, line]));
  const products = new Map(told.products.map((product) => [product.product, product]));
  const subtotals = new Map(told.cards.map((card) => [card.card, card.subtotal]));
  const items = cart.items.map((card) => {
    const product = products.get(card.id);
    if (!product) return card;
    return {
      ...card,
      subtotal: subtotals.get(card.key) ?? card.subtotal,
      pooledQuantity: product.pooledQuantity,
      nextTier: product.nextTier,
      lineItems: card.lineItems.map((line) => {
        const found = byKey.get(line.lineItemId);
        return found?.unitPrice ? { ...line, unitPrice: found.unitPrice, linePrice: found.linePrice } : line;
      }),
    };
  });
  const { merchandise, savings } = told;
  return {
    ...cart,
    items,
    totalLineItemQuantity: told.totalLineItemQuantity,
    summary: summarize(site, "cart", {
      merchandise,
      savings,
      // The summary's line is what is taken off, the rule asks what they are worth.
      certificates: Math.abs(cart.summary.certificates?.cents ?? 0),
      freight: null,
      tax: null,
      totalGross: null,
    }),
  };
}

export function useForecast(confirmed: CartView): CartView {
  const queue = useCartQueue();
  // The quantity that was pressed is painted first, the sums of a cart of thousands of lines right after it.
  const wishes = useDeferredValue(useSyncExternalStore(queue.subscribe, queue.wishes, queue.wishes));
  return useMemo(() => (wishes.length === 0 ? confirmed : forecast(confirmed, wishes)), [confirmed, wishes]);
}
