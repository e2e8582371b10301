// What somebody types of pieces is a whole number or nothing that a rule takes; what is missing is said before what is out.

import { checkAdjust, checkCount } from "@fieldhouse/rules/stock";
import { expect, test } from "@jest/globals";
import type { StockRowView } from "../../shared/endpoints";
import { signed, standing, whole } from "./words";

test("what is no whole number of nine digits is refused by the rules", () => {
  expect([whole(" 12 "), whole("-3"), whole("+4")]).toEqual([12, -3, 4]);
  for (const typed of ["", "1.5", "1e3", "1,000", "12345678901", "twelve"]) {
    const draft = { onHand: whole(typed), lowAt: 0, note: "" };
    expect(checkCount(draft).map(({ code }) => code)).toEqual(["stock_count"]);
    const correction = { quantity: whole(typed), reason: "lost", note: "" };
    expect(checkAdjust(correction, 999_999).map(({ field }) => field)).toEqual(["quantity"]);
  }
});

test("moves have their sign", () => {
  expect([signed(0), signed(-1200), signed(3)]).toEqual(["", "−1,200", "+3"]);
});

test("an article that is not counted, misses pieces, is out", () => {
  const row = { counted: true, missing: 0, state: "out" } as StockRowView;
  expect(standing(row).word).toBe("Out");
  expect(standing({ ...row, missing: 2 }).word).toBe("2 missing");
  expect(standing({ ...row, counted: false }).word).toBe("Not counted here");
});
