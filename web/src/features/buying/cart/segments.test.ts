// Finding cards in a big cart by words, and the runs of lines its list is drawn in.
import { expect, test } from "@jest/globals";
import { card, line } from "../../../../test/cart-samples";
import { cardsWith, segmentsOf } from "./segments";

const jersey = card({ lineItems: [line({ sku: "FH-100-NVY-M", size: "M", freeForm: [["REYES", "12"]] })] });
const glove = card({
  key: "glove",
  name: "Infield Glove",
  brand: "Ironline",
  color: "Tan",
  lineItems: [line({ sku: "GLV-T-L", size: "11 in", freeForm: [] })],
});

test.each([
  ["jersey", [jersey]],
  ["NORTHFIELD", [jersey]],
  ["navy", [jersey]],
  ["glv-t", [glove]],
  ["11", [glove]],
  ["reyes", [jersey]],
  ["12", [jersey]],
  // All the words, anywhere.
  ["tan  infield ", [glove]],
  ["tan jersey", []],
  // One field ends where the next begins.
  ["gloveironline", []],
  ["", [jersey, glove]],
  ["   ", [jersey, glove]],
])("'%s' is found in %#", (words, found) => {
  expect(cardsWith([jersey, glove], words)).toEqual(found);
});

test("a card of many lines is cut into runs of 24, and one without lines is still one", () => {
  const of = (count: number, key: string) =>
    card({ key, lineItems: Array.from({ length: count }, (_, nth) => line({ lineItemId: `${key}-${nth}` })) });
  const runs = segmentsOf([of(24, "a"), of(49, "b"), of(0, "c")]);
  expect(runs.map(({ key, card: of, from, to }) => [key, of.key, from, to])).toEqual([
    ["a/0", "a", 0, 24],
    ["b/0", "b", 0, 24],
    ["b/24", "b", 24, 48],
    ["b/48", "b", 48, 49],
    ["c/0", "c", 0, 0],
  ]);
});
