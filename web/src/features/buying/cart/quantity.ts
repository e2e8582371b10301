// What a quantity typed into the cart means: the rules' answer, in the words the chip needs.
import { checkTypedQuantity, type LineView } from "@fieldhouse/rules";
import { quantityRule } from "../../../shared/rules/quantity-rule";

export interface TypedQuantity {
  /** What to set; nothing when the text cannot be. 0 takes the line out. */
  quantity?: number;
  /** What is wrong, or empty. */
  message: string;
}

export function checkTyped(text: string, line: LineView): TypedQuantity {
  // Nothing typed is no wish: the cart's quantity stays.
  if (text.trim() === "") return { message: "" };
  const verdict = checkTypedQuantity(text, quantityRule(line), "grid");
  return verdict.error ? { message: verdict.error.message } : { quantity: verdict.quantity, message: "" };
}
