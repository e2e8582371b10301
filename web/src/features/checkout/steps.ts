// The steps of checkout in order, their addresses, and which of them may be opened.
import type { CheckoutStep } from "@fieldhouse/rules";
import { paths } from "../../app/paths";

export const steps: readonly CheckoutStep[] = ["shipping", "payment", "review"];

export const stepNames: Record<CheckoutStep, string> = {
  shipping: "Shipping",
  payment: "Payment",
  review: "Review",
};

export const stepPaths: Record<CheckoutStep, string> = {
  shipping: paths.checkoutShipping,
  payment: paths.checkoutPayment,
  review: paths.checkoutReview,
};

export function isStep(word: string | undefined): word is CheckoutStep {
  return steps.some((step) => step === word);
}

/** The step to show: the one asked for, or the first unfinished one when that comes before it. */
export function allowedStep(asked: string | undefined, unfinished: CheckoutStep): CheckoutStep {
  if (!isStep(asked)) return "shipping";
  return steps.indexOf(asked) <= steps.indexOf(unfinished) ? asked : unfinished;
}
