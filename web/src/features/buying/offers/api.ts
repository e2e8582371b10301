// The shopper's codes: the only place of the storefront that asks for them and changes them (cart §4, §7).
import type { CodesView } from "@fieldhouse/rules";
import { type QueryClient, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { getJson, sendJson } from "../../../shared/client";
import { apiUrls } from "../../../shared/endpoints";
import { cartQueue, recalculateCart } from "../cart/api";

const codesKey = [apiUrls.cartCodes];

/** The codes that hold: the cart's, else those the browser carries. */
export function useCodes(): UseQueryResult<CodesView, Error> {
  return useQuery({
    queryKey: codesKey,
    queryFn: ({ signal }) => getJson(apiUrls.cartCodes, signal),
    // A certificate, a sign-in or another window may have changed them.
    staleTime: 0,
    refetchOnWindowFocus: true,
    enabled: !__PAGE_RENDERER__,
  });
}

export const applyOfferCode = (client: QueryClient, code: string) =>
  changeCodes(client, () => sendJson("POST", apiUrls.cartFlyerCode, { code }));

export const removeOfferCode = (client: QueryClient) =>
  changeCodes(client, () => sendJson("DELETE", apiUrls.cartFlyerCode));

export const applyProgramId = (client: QueryClient, code: string) =>
  changeCodes(client, () => sendJson("POST", apiUrls.cartProgramId, { code }));

export const removeProgramId = (client: QueryClient) =>
  changeCodes(client, () => sendJson("DELETE", apiUrls.cartProgramId));

/** Changes the codes once the cart's own changes are through; then the cart is priced again and shown. */
async function changeCodes(client: QueryClient, send: () => Promise<CodesView>): Promise<CodesView> {
  await cartQueue(client).settled();
  await client.cancelQueries({ queryKey: codesKey });
  const codes = await send();
  client.setQueryData<CodesView>(codesKey, codes);
  await recalculateCart(client);
  return codes;
}
