// The storefront's texts that a site's content may override by key (ShellView.texts). Not here: the
// sentences of broken rules, which the rules own, and labels the specifications fix.
import type { ShellView } from "@fieldhouse/rules";
import { useCallback } from "react";
import { useApi } from "../api/queries";
import { apiUrls } from "../api/urls";

export const defaultTexts = {
  "cart.proceed": "Proceed To Checkout",
  "cart.help": "Change quantities right here. Team prices count all sizes and colors of a style together.",
  "cart.empty": "Your cart is empty",
  "cart.emptyHelp": "Find jerseys, balls and gear for the whole team, and they will wait for you here.",
  "checkout.emailHint": "For news and questions about this order.",
  "checkout.poHelp": "We ship on your purchase order and send the invoice to your organization.",
  "checkout.poFileHint": "If the purchase order is a file, its name goes on the order so that we can match it.",
} as const;

export type TextKey = keyof typeof defaultTexts;

/** Looks a text up: the site's own, else the default. */
export function useText(): (key: TextKey) => string {
  const { data } = useApi<ShellView>(apiUrls.shell, { staleTime: Number.POSITIVE_INFINITY });
  const own = data?.texts;
  return useCallback((key) => own?.[key] ?? defaultTexts[key], [own]);
}
