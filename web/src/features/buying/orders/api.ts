// Reading, finding and canceling a placed order, and putting it into the cart again.
import type { CopiedCartView, OrderLookUpDraft, OrderView, ReorderDraft } from "@fieldhouse/rules";
import { type QueryClient, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { ApiError, getJson, sendJson } from "../../../shared/client";
import { apiUrls } from "../../../shared/endpoints";
import { useLoggedFailure } from "../../../shared/queries";
import { cartQueue } from "../cart/api";

/** The order, or null when there is none for this shopper: missing and not theirs look the same. */
export function useOrder(id: string, key: string): UseQueryResult<OrderView | null, Error> {
  const read = useQuery<OrderView | null, Error>({
    queryKey: [apiUrls.order(id, key)],
    queryFn: async ({ signal }) => {
      try {
        return await getJson(apiUrls.order(id, key), signal);
      } catch (failure) {
        if (failure instanceof ApiError && failure.status === 404) return null;
        throw failure;
      }
    },
    enabled: !__PAGE_RENDERER__,
  });
  // A failure to read it is logged (account §8).
  useLoggedFailure("the order", read.error);
  return read;
}

/** Finds an order; resolves to the path that opens it, or null: missing and not theirs look the same. */
export async function lookUpOrder(draft: OrderLookUpDraft): Promise<string | null> {
  try {
    return (await sendJson("POST", apiUrls.orderLookUps, draft)).path;
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) return null;
    throw failure;
  }
}

/** Cancels all of an order as it was seen on the page of its address. */
export async function cancelOrder(
  client: QueryClient,
  { id, version }: OrderView,
  { note, signature, idempotencyKey }: { note: string; signature: string; idempotencyKey: string },
): Promise<void> {
  const canceled = await sendJson("POST", apiUrls.orderCancellation(id), { note, version }, { idempotencyKey });
  client.setQueryData([apiUrls.order(id, signature)], canceled);
  for (const url of [apiUrls.accountHome, apiUrls.accountCertificates]) {
    void client.invalidateQueries({ queryKey: [url] });
  }
}

/** Puts lines into the cart as `copy` asks for it, in its turn among the other changes. */
export async function copyIntoCart(client: QueryClient, copy: () => Promise<CopiedCartView>): Promise<CopiedCartView> {
  let copied: CopiedCartView | undefined;
  await cartQueue(client).addSome(async () => {
    copied = await copy();
    return copied.change;
  });
  if (!copied) throw new Error("Nothing was copied.");
  return copied;
}

/** Puts the lines of a declined order into the cart. */
export function putIntoCart(client: QueryClient, id: string, idempotencyKey: string): Promise<CopiedCartView> {
  return copyIntoCart(client, () => sendJson("POST", apiUrls.orderIntoCart(id), undefined, { idempotencyKey }));
}

/** Puts lines of an order into the cart. */
export function orderAgain(
  client: QueryClient,
  { id, signature }: { id: string; signature: string },
  draft: ReorderDraft,
  idempotencyKey: string,
): Promise<CopiedCartView> {
  return copyIntoCart(client, () => sendJson("POST", apiUrls.orderAgain(id, signature), draft, { idempotencyKey }));
}
