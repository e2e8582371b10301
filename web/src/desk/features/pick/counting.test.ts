// Counting at the shelf: what a scanned sku is counted for, and when it is not.
import { expect, test } from "@jest/globals";
import { deskLine } from "../../../../test/desk-samples";
import { piecesOf, scan, step } from "./counting";

const some = { picked: 1 };
const lines = [deskLine(1, { sku: "AB-1", ledger: { ...some, ordered: 3 } }), deskLine(2, { sku: "CD-2" })];

test("each scan is a piece of its line, however it is written", () => {
  const first = scan(lines, {}, " ab-1 ");
  expect(first).toEqual({ counted: { 1: 1 }, tone: "good", text: "ab-1: 1 of 2.", position: 1 });
  expect(scan(lines, first.counted, "AB-1")).toEqual({
    counted: { 1: 2 },
    tone: "full",
    text: "AB-1 is complete: 2 pieces.",
    position: 1,
  });
});

test("what is complete or not on the order is told and not counted", () => {
  const full = { 1: 2 };
  expect(scan(lines, full, "AB-1")).toEqual({
    counted: full,
    tone: "full",
    text: "AB-1 is complete: no more of it.",
  });
  expect(scan(lines, full, "nothing")).toEqual({
    counted: full,
    tone: "danger",
    text: "nothing is not on this order.",
  });
});

test("a sku on two lines fills one after the other", () => {
  const twice = [deskLine(1, { sku: "X", ledger: { ...some, ordered: 2 } }), deskLine(2, { sku: "X" })];
  expect(scan(twice, { 1: 1 }, "X").counted).toEqual({ 1: 1, 2: 1 });
});

test("by hand it goes up and down between nothing and all", () => {
  const [line] = lines;
  if (!line) throw new Error("there is a line");
  expect(step(line, {}, -1)).toEqual({});
  expect(step(line, { 1: 1 }, 1)).toEqual({ 1: 2 });
  expect(step(line, { 1: 2 }, 1)).toEqual({ 1: 2 });
  expect(step(line, { 1: 1 }, -1)).toEqual({ 1: 0 });
  expect(piecesOf({ 1: 2, 2: 5 })).toBe(7);
});
