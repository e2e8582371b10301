// Somebody of the store who shops as a customer: the banner that says so comes with the document, and no page goes on without
// it, or with it once it is over.
import type { SessionView } from "@fieldhouse/rules";
import { useEffect } from "react";

/** The banner's form, which ends it; nothing where nobody shops as a customer. */
export const shopAsForm = () => document.querySelector<HTMLFormElement>("#shop-as form");

export const ownPage = { renew: () => location.reload() };

/** A page from before it began, or from before its end, is asked for anew. */
export function useShopAsTold(session: SessionView | undefined): void {
  useEffect(() => {
    if (session && session.shopAs !== Boolean(shopAsForm())) ownPage.renew();
  }, [session]);
}
