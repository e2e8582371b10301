// Reading and finding a placed order, and putting a declined one back into the cart.
import type { CopiedCartView, OrderLookUpDraft, OrderView } from "@fieldhouse/rules";
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

/** Puts the lines of a declined order into the cart, in its turn among the other changes. */
export async function putIntoCart(client: QueryClient, id: string, idempotencyKey: string): Promise<CopiedCartView> {
  let copied: CopiedCartView | undefined;
  await cartQueue(client).addSome(async () => {
    copied = await sendJson("POST", apiUrls.orderIntoCart(id), undefined, { idempotencyKey });
    return copied.change;
  });
  if (!copied) throw new Error("Nothing was copied.");
  return copied;
}
