// Whether the buyer hears of an act by letter: a brand may have switched such letters off.
import type { DeskOrderView } from "@fieldhouse/rules";

/** Letters about an order that acts at the desk leave. */
type Letter =
  | "order_cancelled"
  | "order_credited"
  | "order_delivered"
  | "order_edited"
  | "order_noted"
  | "order_restored"
  | "order_shipped";

export const isSent = (order: DeskOrderView, letter: Letter): boolean => !order.lettersOff.includes(letter);

/** What is said of it: that the buyer gets it, or that this brand does not send it. */
export const letterText = (order: DeskOrderView, letter: Letter, told = "The buyer is told by mail."): string =>
  isSent(order, letter) ? told : "This brand does not send the letter.";
