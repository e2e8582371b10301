// How an article may be ordered, out of whatever shows it: the one place that copies its minimum and its multiple.
import type { QuantityRule } from "@fieldhouse/rules";

/** Nothing but the rule, to be asked of the rules; an article that is not chosen yet asks for nothing. */
export function quantityRule(article: QuantityRule | undefined): Required<QuantityRule> {
  return { minOrderQty: article?.minOrderQty ?? 0, deliveryUnit: article?.deliveryUnit ?? 0 };
}
