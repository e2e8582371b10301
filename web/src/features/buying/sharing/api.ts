// Queries and mutations of shared carts: the only place of the storefront that calls /api/cart/share….
import type { CopiedCartView, SharedCartView, SharesView, ShareView } from "@fieldhouse/rules";
import { type QueryClient, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { ApiError, getJson, sendJson } from "../../../shared/client";
import { apiUrls } from "../../../shared/endpoints";
import { cartQueue } from "../cart/api";

/** Personal: asked anew each time it is looked at. */
export function useShares(): UseQueryResult<SharesView, Error> {
  return useQuery({
    queryKey: [apiUrls.cartShares],
    queryFn: ({ signal }) => getJson(apiUrls.cartShares, signal),
    staleTime: 0,
  });
}

/** What a link shows; null when it opens nothing (any more). */
export function useSharedCart(token: string): UseQueryResult<SharedCartView | null, Error> {
  return useQuery({
    queryKey: [apiUrls.cartShared(token)],
    queryFn: async ({ signal }) => {
      try {
        return await getJson(apiUrls.cartShared(token), signal);
      } catch (failure) {
        if (failure instanceof ApiError && failure.status === 404) return null;
        throw failure;
      }
    },
    staleTime: 0,
  });
}

export async function shareCart(client: QueryClient, withTexts: boolean): Promise<ShareView> {
  const share = await sendJson("POST", apiUrls.cartShares, { withTexts });
  await client.invalidateQueries({ queryKey: [apiUrls.cartShares] });
  return share;
}

export async function stopSharing(client: QueryClient, id: string): Promise<void> {
  client.setQueryData<SharesView>([apiUrls.cartShares], await sendJson("DELETE", apiUrls.cartShare(id)));
}

/** Adds what a link shows to this shopper's cart, in its turn among the other changes. */
export async function copyShared(client: QueryClient, token: string, idempotencyKey: string): Promise<CopiedCartView> {
  let copied: CopiedCartView | undefined;
  await cartQueue(client).addSome(async () => {
    copied = await sendJson("POST", apiUrls.cartSharedCopy(token), undefined, { idempotencyKey });
    return copied.change;
  });
  if (!copied) throw new Error("Nothing was copied.");
  return copied;
}
