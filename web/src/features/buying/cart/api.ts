// Cart queries and mutations: with the head the only place of the storefront that calls /api/cart (cart §7). No money is
// added up here.
import type { AddLineDraft, AddLinesDraft, CartChangeView, CartHeadView, CartView } from "@fieldhouse/rules";
import { notifyManager, type QueryClient, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { ApiError, getJson, newIdempotencyKey, sendJson } from "../../../shared/client";
import { apiUrls } from "../../../shared/endpoints";
import { sentenceOf } from "../../../shared/failures";
import { withSession } from "../../../shared/no-session";
import { hearOtherWindows, tellOtherWindows } from "../../../shared/other-windows";
import { trackAddToCart } from "./analytics";
import { CartQueue, type LineState, StaleCart } from "./cart-queue";
import { headKey, personal } from "./head";
import { follows, headOf, mergeChange } from "./merge-change";

const activeKey = [apiUrls.cartActive];
const checkoutKey = [apiUrls.checkout];

/** The whole cart, null when there is none. Its head is shared with the header. */
export function useCart(enabled = true): UseQueryResult<CartView | null, Error> {
  const client = useQueryClient();
  return useQuery({
    queryKey: activeKey,
    queryFn: async ({ signal }) => {
      const cart = await getJson(apiUrls.cartActive, signal);
      if (cart) client.setQueryData<CartHeadView>(headKey, headOf(cart));
      return cart;
    },
    ...personal,
    enabled: enabled && !__PAGE_RENDERER__,
  });
}

async function versioned(send: () => Promise<CartChangeView>): Promise<CartChangeView> {
  try {
    return await send();
  } catch (failure) {
    // A line that is gone is the same news as a newer version: the cart shown is old.
    if (failure instanceof ApiError && (failure.status === 409 || failure.status === 404)) throw new StaleCart();
    throw failure;
  }
}

const queues = new WeakMap<QueryClient, CartQueue>();
/** Resolves once what was put into the cache has been told to the page. */
function told(): Promise<void> {
  return new Promise((resolve) => notifyManager.schedule(resolve));
}

function mergeInto(client: QueryClient, change: CartChangeView): Promise<void> {
  // A read that started before the change would bring the old cart back over it.
  void client.cancelQueries({ queryKey: headKey });
  client.setQueryData<CartHeadView>(headKey, change.head);
  const shown = client.getQueryData<CartView | null>(activeKey);
  if (shown && follows(shown, change.head)) {
    void client.cancelQueries({ queryKey: activeKey });
    client.setQueryData<CartView | null>(activeKey, mergeChange(shown, change));
  } else {
    void client.invalidateQueries({ queryKey: activeKey });
  }
  // Freight and tax depend on the cart, so checkout asks anew.
  void client.invalidateQueries({ queryKey: checkoutKey });
  tellOtherWindows(change.head.version);
  return told();
}

/** A whole cart as it came: everything that shows it asks no more, everything that depends on it asks anew. */
export function keepCart(client: QueryClient, cart: CartView): void {
  void client.cancelQueries({ queryKey: activeKey });
  void client.cancelQueries({ queryKey: headKey });
  client.setQueryData<CartView | null>(activeKey, cart);
  client.setQueryData<CartHeadView>(headKey, headOf(cart));
  void client.invalidateQueries({ queryKey: checkoutKey });
  tellOtherWindows(cart.version);
}

/** This window's queue of cart changes. */
export function cartQueue(client: QueryClient): CartQueue {
  const known = queues.get(client);
  if (known) return known;
  const queue = new CartQueue({
    shown: () => client.getQueryData<CartView | null>(activeKey) ?? null,
    change: (lineItemId, wish, version) =>
      versioned(() => sendJson("PATCH", apiUrls.cartLine(lineItemId), { ...wish, version })),
    remove: (lineItemIds, version) =>
      versioned(() => {
        const [only, ...more] = lineItemIds;
        return only !== undefined && more.length === 0
          ? sendJson("DELETE", apiUrls.cartLineAt(only, version))
          : sendJson("POST", apiUrls.cartRemovals, { lineItemIds, version });
      }),
    empty: (version) => versioned(() => sendJson("DELETE", apiUrls.cartLinesAt(version))),
    merge: (change) => mergeInto(client, change),
    refetch: async () => {
      const cart = await getJson(apiUrls.cartActive);
      client.setQueryData<CartView | null>(activeKey, cart);
      if (cart) client.setQueryData<CartHeadView>(headKey, headOf(cart));
      return cart;
    },
    sentence: sentenceOf,
  });
  queues.set(client, queue);
  return queue;
}

/** Whether a line is in the cart as last heard of: one that is drawn no longer may only be out of sight. */
export function isInCart(client: QueryClient, lineItemId: string): boolean {
  const cart = client.getQueryData<CartView | null>(activeKey);
  return cart?.items.some((card) => card.lineItems.some((line) => line.lineItemId === lineItemId)) ?? false;
}

export function useCartQueue(): CartQueue {
  return cartQueue(useQueryClient());
}

/** What is still unconfirmed or refused about a line. */
export function useLineState(lineItemId: string): LineState | undefined {
  const queue = useCartQueue();
  return useSyncExternalStore(
    queue.subscribe,
    () => queue.line(lineItemId),
    () => undefined,
  );
}

/** True while a change is on its way. */
export function useCartBusy(): boolean {
  const queue = useCartQueue();
  return useSyncExternalStore(
    queue.subscribe,
    () => queue.busy(),
    () => false,
  );
}

/**
 * Adds many lines in one call, in its turn among the other changes of the cart; throws `ApiError` with the broken
 * rules. The same key again is answered without adding twice, so a lost answer is asked for once more at once.
 */
export function sendLines(client: QueryClient, draft: AddLinesDraft, idempotencyKey: string): Promise<CartChangeView> {
  const send = () => withSession(() => sendJson("POST", apiUrls.cartLines, draft, { idempotencyKey }));
  return cartQueue(client).add(async () => {
    try {
      return await send();
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 0) return await send();
      throw failure;
    }
  });
}

/** Adds lines from within the cart: a size more, or a line that was just taken out. */
export async function addLines(client: QueryClient, lines: AddLineDraft[]): Promise<CartChangeView> {
  const change = await sendLines(client, { lines }, newIdempotencyKey());
  trackAddToCart(lines, change.cards);
  return change;
}

/** Takes a removal or a merge back. Restored cards stand where they stood, so the cart is read anew. */
export async function undoChange(client: QueryClient, undo: string): Promise<CartChangeView> {
  const change = await cartQueue(client).add(() => sendJson("POST", apiUrls.cartUndo, { undo }));
  await client.invalidateQueries({ queryKey: activeKey });
  return change;
}

/** Has the cart priced again, as after a change of codes (cart §7), and shows what came of it. */
export async function recalculateCart(client: QueryClient): Promise<void> {
  try {
    const shown = client.getQueryData<CartView | null>(activeKey) ?? client.getQueryData<CartHeadView>(headKey);
    const cartId = (shown ?? (await getJson(apiUrls.cartHead))).id;
    if (cartId !== "") {
      const cart = await sendJson("POST", apiUrls.cartRecalculate, { cartId });
      await client.cancelQueries({ queryKey: activeKey });
      client.setQueryData<CartView | null>(activeKey, cart);
      client.setQueryData<CartHeadView>(headKey, headOf(cart));
      void client.invalidateQueries({ queryKey: checkoutKey });
      tellOtherWindows(cart.version);
    }
  } catch (failure) {
    // Failures behind the shopper's back are logged only (cart §8); the next look asks anew.
    console.warn("the cart could not be priced again", failure);
    void client.invalidateQueries({ queryKey: headKey });
    void client.invalidateQueries({ queryKey: activeKey });
  }
}

/** Keeps the windows of one browser in step: what another one changed is asked anew here. */
export function useCartInStep(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      hearOtherWindows((version) => {
        const head = client.getQueryData<CartHeadView>(headKey);
        if (head && head.version >= version) return;
        void client.invalidateQueries({ queryKey: headKey });
        void client.invalidateQueries({ queryKey: activeKey });
        void client.invalidateQueries({ queryKey: checkoutKey });
      }),
    [client],
  );
}
