// What was typed into the first step is kept over a reload of this window, as long as cart and checkout stand as they did
// when it was typed: somebody else's checkout begins with theirs. Nothing of how it is paid is kept.
import type { CheckoutView, ShippingDraft } from "@fieldhouse/rules";
import { useEffect } from "react";
import type { RulesForm } from "../../../shared/rules/use-rules-form";

const storageKey = "fieldhouse.shipping";

const asItStands = ({ cartId, shipping, start }: CheckoutView) => JSON.stringify([cartId, shipping ?? start]);

/** What the form begins with. */
export function shippingToBegin(checkout: CheckoutView): ShippingDraft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}") as { over?: string; typed?: ShippingDraft };
    if (kept.typed && kept.over === asItStands(checkout)) return kept.typed;
    sessionStorage.removeItem(storageKey);
  } catch {
    // Session storage may be switched off, or hold what another version wrote.
  }
  return checkout.shipping ?? checkout.start;
}

export function useKeepsTyped(form: RulesForm<ShippingDraft>, checkout: CheckoutView): void {
  const { subscribe } = form;
  const over = asItStands(checkout);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: typed }) => {
          try {
            sessionStorage.setItem(storageKey, JSON.stringify({ over, typed }));
          } catch {
            // Then a reload begins anew.
          }
        },
      }),
    [subscribe, over],
  );
}

/** It was saved. */
export function forgetTyped(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept.
  }
}
