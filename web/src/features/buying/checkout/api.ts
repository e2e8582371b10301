// Checkout queries and mutations: the only place of the storefront that calls /api/checkout and places orders.
import type { CheckoutView, OrderView, PaymentDraft, PlaceOrderDraft, ShippingDraft } from "@fieldhouse/rules";
import { type QueryClient, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { ApiError, getJson, sendJson } from "../../../shared/client";
import { apiUrls } from "../../../shared/endpoints";
import { tellOtherWindows } from "../../../shared/other-windows";
import { trackPurchase } from "../cart/analytics";

const checkoutKey = [apiUrls.checkout];

/** The checkout of the active cart; null when there is no cart to check out. */
export function useCheckout(): UseQueryResult<CheckoutView | null, Error> {
  return useQuery({
    queryKey: checkoutKey,
    queryFn: async ({ signal }) => {
      try {
        return await getJson(apiUrls.checkout, signal);
      } catch (failure) {
        if (failure instanceof ApiError && failure.status === 404) return null;
        throw failure;
      }
    },
    staleTime: 0,
    // A field being filled in must not be thrown about; the review asks anew before it is placed.
    refetchOnWindowFocus: false,
    enabled: !__PAGE_RENDERER__,
  });
}

function keep(client: QueryClient, view: CheckoutView): CheckoutView {
  client.setQueryData<CheckoutView | null>(checkoutKey, view);
  return view;
}

export async function saveShipping(client: QueryClient, draft: ShippingDraft): Promise<CheckoutView> {
  return keep(client, await sendJson("PUT", apiUrls.checkoutShipping, draft));
}

export async function savePayment(client: QueryClient, draft: PaymentDraft): Promise<CheckoutView> {
  return keep(client, await sendJson("PUT", apiUrls.checkoutPayment, draft));
}

/** Says for whom the cart is ordered. All prices may be others then: those of the cart, and those beside products. */
export async function chooseBuyer(client: QueryClient, buysFor: string): Promise<CheckoutView> {
  const view = keep(client, await sendJson("PUT", apiUrls.checkoutBuyer, { buysFor }));
  for (const url of [apiUrls.cartHead, apiUrls.cartActive, apiUrls.personalPrices]) {
    void client.invalidateQueries({ queryKey: [url] });
  }
  return view;
}

/** Asks for the checkout anew, for the prices that count now. */
export async function refreshCheckout(client: QueryClient): Promise<CheckoutView | null> {
  await client.invalidateQueries({ queryKey: checkoutKey });
  return client.getQueryData<CheckoutView | null>(checkoutKey) ?? null;
}

/** Places the order. The same key again gives the same order, never a second one. */
export async function placeOrder(
  client: QueryClient,
  draft: PlaceOrderDraft,
  idempotencyKey: string,
): Promise<OrderView> {
  const order = await sendJson("POST", apiUrls.orders, draft, { idempotencyKey });
  client.setQueryData([apiUrls.order(order.id)], order);
  trackPurchase(order);
  forgetCart(client);
  return order;
}

/** The cart became an order: what is shown of it is asked anew. */
export function forgetCart(client: QueryClient): void {
  client.setQueryData([apiUrls.cartActive], null);
  void client.invalidateQueries({ queryKey: [apiUrls.cartHead] });
  client.removeQueries({ queryKey: checkoutKey });
  tellOtherWindows();
}
