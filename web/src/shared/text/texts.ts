import { useCallback } from "react";
import { apiUrls } from "../endpoints";
import { useApi } from "../queries";

export const defaultTexts = {
  "cart.proceed": "Proceed To Checkout",
  "cart.help": "Change quantities right here. Team prices count all sizes and colors of a style together.",
  "cart.empty": "Your cart is empty",
  "cart.emptyHelp": "Find jerseys, balls and gear for the whole team, and they will wait for you here.",
  "quickOrder.heading": "Quick Order",
  "quickOrder.help": "Know your product numbers? Type them here, choose the options and add everything at once.",
  "quickOrder.inputError": "We could not find this product number. Please check it and try again.",
  "certificates.banner": "Have a gift certificate? Its value is taken off this order.",
  "checkout.paidByCertificates": "Your gift certificates pay for this whole order. No purchase order is needed.",
  "checkout.emailHint": "For news and questions about this order.",
  "checkout.poHelp": "We ship on your purchase order and send the invoice to your organization.",
  "checkout.poFileHint": "If the purchase order is a file, its name goes on the order so that we can match it.",
  "account.label": "Account",
  "account.greeting": "Hi, {userName}",
  // Keys the specification names (account §5, §8).
  login_error: "The email or the password is not right.",
  currentPasswordWrong: "The current password is not right.",
  passwordCommon: "This password is too common and easily guessed. Please choose another one.",
  commonPassword: "This password is too common and easily guessed. Please choose another one.",
  emailExists: "There is already an account with this email.",
  "account.linkExpired": "This link has expired. Please ask for a new one.",
  "account.oneTimePassword": "We have moved to a new store. Please choose a new password once.",
  "account.contactForDefaults": "To change your default information, please contact us.",
  "account.tip.ship-to": "Where your orders are delivered.",
  "account.tip.sold-to": "The organization that buys. Its prices are yours.",
  "account.tip.billed-to": "Where our invoices go.",
  "account.tip.payed-by": "The organization that pays our invoices.",
} as const;

export type TextKey = keyof typeof defaultTexts;

/** Looks a text up: the site's own, else the default. */
export function useText(): (key: TextKey) => string {
  const { data } = useApi(apiUrls.shell);
  const own = data?.texts;
  return useCallback((key) => own?.[key] ?? defaultTexts[key], [own]);
}
