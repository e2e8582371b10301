// Personal prices (cart §7): asked for after the page, one call for all a page shows. When they are asked for is a
// rule; what is least is a rule. Pages stay the same for everyone: nothing personal is in them.
import { type Cents, type CodesDraft, wantsPersonalPrices } from "@fieldhouse/rules";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { apiUrls } from "../../../shared/endpoints";
import { useHydrated } from "../../../shared/hydrated";
import { useApi } from "../../../shared/queries";
import { useShell } from "../../../shared/site";
import { askPrices } from "./ask-prices";

export interface PersonalPrices {
  /** They are still being asked for: 'Loading your price...'. */
  loading: boolean;
  /** They could not be asked for: base prices show, to be confirmed. */
  toBeConfirmed: boolean;
  /** The personal price of a sku, in cents; null when there is none. */
  of: (sku: string) => Cents | null;
}

/** No personal prices: what everyone pays. */
export const everyonesPrices: PersonalPrices = { loading: false, toBeConfirmed: false, of: () => null };

/** The codes the browser carries; the server decides what they are worth. */
export function codesInCookies(): CodesDraft {
  const cookies = new Map(
    document.cookie.split("; ").map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)] as const;
    }),
  );
  return {
    flyerCode: cookies.get("flyercode") ?? "",
    programId: cookies.get("programId") ?? "",
    certFlyerCode: cookies.get("certFlyerCode") ?? "",
  };
}

const noCodes: CodesDraft = { flyerCode: "", programId: "", certFlyerCode: "" };

/** The personal prices of the skus a component shows; what a page's components ask for goes out in one call. */
export function usePersonalPrices(skus: readonly string[]): PersonalPrices {
  const [{ wanted, ...question }] = useQuestions([skus]) as [Question];
  const { data, isPending, isError } = useQuery({ ...question, enabled: wanted });
  return useMemo(
    () => ({
      loading: wanted && isPending,
      toBeConfirmed: wanted && isError,
      of: (sku) => (wanted ? (data?.get(sku) ?? null) : null),
    }),
    [wanted, data, isPending, isError],
  );
}

interface Question {
  /** Whether there may be any: otherwise nobody is asked. */
  wanted: boolean;
  queryKey: unknown[];
  queryFn: () => Promise<ReadonlyMap<string, Cents>>;
  retry: false;
}

/** What is asked about the skus of each product, as one query each. */
export function useQuestions(products: readonly (readonly string[])[]): Question[] {
  const { site } = useShell().brand;
  const alive = useHydrated();
  // Not asked for here: whoever changes the codes puts the new ones there, and the cookies are read again.
  useApi(apiUrls.cartCodes, { enabled: false });
  return products.map((all) => {
    const skus = [...new Set(all)].filter((sku) => sku !== "");
    const codes = alive ? codesInCookies() : noCodes;
    return {
      wanted: alive && wantsPersonalPrices(site, codes, skus.length),
      queryKey: [apiUrls.personalPrices, site, codes, skus],
      queryFn: () => askPrices(site, codes, skus),
      // An outage is shown at once, not after three tries.
      retry: false,
    };
  });
}
