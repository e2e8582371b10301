// The look-up of a product number (cart §7).
import { callToOrderText, type QuickOrderProductView } from "@fieldhouse/rules";
import type { QueryClient } from "@tanstack/react-query";
import { getJson } from "../../../shared/client";
import { apiUrls } from "../../../shared/endpoints";

interface Texts {
  /** Shown whenever the look-up fails (cart §5). */
  inputError: string;
  phone: string;
}

interface LookedUp {
  product: QuickOrderProductView | undefined;
  /** What stands under the product number; empty when the product can be ordered here. */
  message: string;
}

export async function lookUp(client: QueryClient, sku: string, texts: Texts): Promise<LookedUp> {
  const url = apiUrls.quickOrder(sku);
  try {
    const product = await client.fetchQuery({
      queryKey: [url],
      queryFn: ({ signal }) => getJson(url, signal),
      staleTime: 60_000,
    });
    return { product, message: product.callToOrder ? callToOrderText(texts.phone) : "" };
  } catch {
    return { product: undefined, message: texts.inputError };
  }
}
