// A pointer on its way to an open panel, by its triangle; timing and markup are asserted in a browser.
import { expect, test } from "@jest/globals";
import { isOnTheWay } from "./aim";

const panel = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom }) as DOMRect;

test("to the right: between the corners of the panel's left edge", () => {
  const nested = panel(300, 0, 800, 400);
  const from = { x: 100, y: 50 };
  expect(isOnTheWay(from, { x: 150, y: 80 }, nested, "right")).toBe(true);
  expect(isOnTheWay(from, { x: 250, y: 330 }, nested, "right")).toBe(false);
  expect(isOnTheWay(from, { x: 100, y: 90 }, nested, "right")).toBe(false);
  expect(isOnTheWay(from, { x: 60, y: 60 }, nested, "right")).toBe(false);
});

test("below: between the corners of the panel's upper edge", () => {
  const flyout = panel(0, 120, 1280, 500);
  const from = { x: 200, y: 90 };
  expect(isOnTheWay(from, { x: 320, y: 102 }, flyout, "below")).toBe(true);
  expect(isOnTheWay(from, { x: 320, y: 90 }, flyout, "below")).toBe(false);
  expect(isOnTheWay(from, { x: 320, y: 80 }, flyout, "below")).toBe(false);
});

test("in the panel the way is over", () => {
  expect(isOnTheWay({ x: 100, y: 50 }, { x: 400, y: 60 }, panel(300, 0, 800, 400), "right")).toBe(false);
});
