// Reading a placed order.
import type { OrderView } from "@fieldhouse/rules";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { ApiError, getJson } from "../../api/client";
import { useLoggedFailure } from "../../api/queries";
import { apiUrls } from "../../api/urls";

/** The order, or null when there is none for this shopper: missing and not theirs look the same. */
export function useOrder(id: string): UseQueryResult<OrderView | null, Error> {
  const read = useQuery<OrderView | null, Error>({
    queryKey: [apiUrls.order(id)],
    queryFn: async ({ signal }) => {
      try {
        return await getJson<OrderView>(apiUrls.order(id), signal);
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
