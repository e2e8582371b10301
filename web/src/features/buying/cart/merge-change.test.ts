// What a change of the cart brings back, put into the cart shown: which sums, which cards, in which order.
import { expect, test } from "@jest/globals";
import { card, cart, change, line, summary } from "../../../../test/cart-samples";
import { follows, headOf, mergeChange } from "./merge-change";

const jersey = card();
const cap = card({ key: "cap/red", id: "cap", name: "Cap" });
const bag = card({ key: "bag/blue", id: "bag", name: "Bag" });

test("a change follows the cart shown when nothing happened between them, in the same cart", () => {
  const shown = cart({ version: 3 });
  const head = headOf(shown);
  expect([2, 3, 4, 5].map((version) => follows(shown, { ...head, version }))).toEqual([false, true, true, false]);
  expect(follows(shown, { ...head, version: 4, id: "another" })).toBe(false);
});

test("changed cards stand where they stood, new ones at the end, and others are the very same", () => {
  const shown = cart({ items: [jersey, cap, bag] });
  const more = { ...cap, pooledQuantity: 24 };
  const ball = card({ key: "ball", id: "ball" });
  const after = mergeChange(shown, change(cart(), [more, ball], [bag.key]));
  expect(after.items).toEqual([jersey, more, ball]);
  expect(after.items[0]).toBe(jersey);
  expect(mergeChange(shown, change(cart(), [])).items).toEqual([jersey, cap, bag]);
});

test("every sum is the answer's", () => {
  const sums = summary({
    merchandise: { label: "Merchandise Total", cents: 50000, text: "$500.00", note: "" },
    savings: { label: "Savings", cents: -2500, text: "-$25.00", note: "" },
  });
  const items = [card({ lineItems: [line({ quantity: 20 })] })];
  const after = mergeChange(cart(), change(cart({ version: 4, items, totalCents: 47500, summary: sums }), items));
  expect(after).toMatchObject({
    version: 4,
    totalLineItemQuantity: 20,
    lineCount: 1,
    summary: sums,
    totalPriceString: "$475.00",
    totalMerchCents: 50000,
    totalSavingsCents: 2500,
    totalCents: 47500,
  });
  // Nothing saved any more, and a merchandise total that is not known yet.
  const unknown = summary({ merchandise: { label: "Merchandise Total", cents: null, text: "--", note: "" } });
  const later = mergeChange(after, change(cart({ summary: unknown }), []));
  expect([later.totalSavingsCents, later.totalMerchCents]).toEqual([0, 50000]);
});

test("the head of a cart is what the header and the version need of it", () => {
  const shown = cart({ version: 7, totalCents: 123 });
  expect(headOf(shown)).toEqual({
    id: "cart-1",
    version: 7,
    totalLineItemQuantity: 12,
    lineCount: 1,
    totalCents: 123,
    summary: shown.summary,
  });
});
