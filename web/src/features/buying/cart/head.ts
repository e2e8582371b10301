// The head of the cart: what the header shows of it on every page. Never loads a line.
import type { CartHeadView } from "@fieldhouse/rules";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { getJson } from "../../../shared/client";
import { apiUrls } from "../../../shared/endpoints";

export const headKey = [apiUrls.cartHead];

/** Personal data is asked again whenever the shopper comes back to the window: another tab may have changed it. */
export const personal = { staleTime: 0, refetchOnWindowFocus: true, refetchOnReconnect: true } as const;

/** The header's count. */
export function useCartHead(): UseQueryResult<CartHeadView, Error> {
  return useQuery({
    queryKey: headKey,
    queryFn: ({ signal }) => getJson(apiUrls.cartHead, signal),
    ...personal,
    enabled: !__PAGE_RENDERER__,
  });
}
