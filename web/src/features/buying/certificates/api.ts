// Certificates over the API: the look-up of the page, adding to the cart, taking off again.
import type {
  AddCertificateDraft,
  BrandView,
  CartView,
  CertificateDraft,
  CertificatePlace,
  CertificateQuestion,
} from "@fieldhouse/rules";
import { type QueryClient, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { ApiError, sendJson } from "../../../shared/client";
import { apiUrls } from "../../../shared/endpoints";
import { sentenceOf } from "../../../shared/failures";
import { cartQueue, keepCart, recalculateCart } from "../cart/api";

/** What the look-up says of a number; the page sends the plain site key as the site code (cart §7). */
export function useCertificate(number: string, brand: BrandView, enabled: boolean): UseQueryResult<CertificateDraft> {
  return useQuery({
    queryKey: [apiUrls.certificate(number)],
    queryFn: () => {
      const question: CertificateQuestion = {
        certificateNumber: number,
        catalog: brand.certificateCatalog,
        siteCode: brand.site,
      };
      return sendJson("POST", apiUrls.certificateInput, question);
    },
    enabled: enabled && !__PAGE_RENDERER__,
  });
}

/** Adds a certificate; throws `ApiError` with the broken rule. */
export async function addCertificate(
  client: QueryClient,
  certificateNumber: string,
  place: CertificatePlace,
): Promise<CartView> {
  const draft: AddCertificateDraft = { certificateNumber, place };
  await cartQueue(client).settled();
  const cart = await sendJson("POST", apiUrls.cartCertificates, draft);
  await refetch(client, cart, cart.certFlyerCode !== "");
  return cart;
}

/** Takes a certificate off the cart; one that is gone already is no failure. */
export async function removeCertificate(client: QueryClient, paymentId: string): Promise<void> {
  await cartQueue(client).settled();
  try {
    const before = client.getQueryData<CartView | null>([apiUrls.cartActive])?.certFlyerCode ?? "";
    await refetch(client, await sendJson("DELETE", apiUrls.cartCertificate(paymentId)), before !== "");
  } catch (failure) {
    if (!(failure instanceof ApiError && failure.status === 404)) throw failure;
    await refetch(client, null, true);
  }
}

/** The sentence of a refusal; too many tries say how long to wait. */
export function refusalOf(failure: unknown): string {
  if (failure instanceof ApiError && failure.status === 429) return failure.message;
  return sentenceOf(failure);
}

/** The cart as it came, and everything else that shows its payments anew (cart §4). */
async function refetch(client: QueryClient, cart: CartView | null, repriced: boolean): Promise<void> {
  void client.invalidateQueries({ queryKey: [apiUrls.cartCodes] });
  if (cart) keepCart(client, cart);
  else for (const url of [apiUrls.cartActive, apiUrls.cartHead]) void client.invalidateQueries({ queryKey: [url] });
  void client.invalidateQueries({ queryKey: [apiUrls.checkout] });
  // A flyer that came or went changes prices.
  if (repriced) await recalculateCart(client);
}
