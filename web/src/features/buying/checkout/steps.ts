// The steps of checkout in order and their addresses. Which of them may be opened is a rule.
import type { CheckoutStep } from "@fieldhouse/rules";
import { paths } from "../../../shared/paths";

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
