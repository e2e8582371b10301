// Where an arrow leads in the size grid, and when it leaves the text of a field.
import { expect, test } from "@jest/globals";
import { directionOf, leavesField, nextCell } from "./grid-keys";

// The middle of the first row and the end of the second cannot be typed in; the third has two cells.
const open = [
  [true, false, true, true],
  [true, true, true, false],
  [false, true],
];

test.each([
  ["ArrowLeft", "left"],
  ["ArrowRight", "right"],
  ["ArrowUp", "up"],
  ["ArrowDown", "down"],
  ["Home", "start"],
  ["End", "end"],
  ["Enter", undefined],
])("%s is %s", (key, direction) => {
  expect(directionOf(key)).toBe(direction);
});

test.each([
  ["right", [0, 0], [0, 2]],
  ["right", [0, 2], [0, 3]],
  ["right", [0, 3], undefined],
  ["right", [1, 2], undefined],
  ["left", [0, 2], [0, 0]],
  ["left", [0, 0], undefined],
  ["start", [0, 3], [0, 0]],
  ["start", [2, 1], [2, 1]],
  ["end", [0, 0], [0, 3]],
  ["end", [1, 0], [1, 2]],
  ["down", [0, 0], [1, 0]],
  ["down", [1, 0], undefined],
  ["down", [1, 1], [2, 1]],
  ["down", [0, 3], undefined],
  ["up", [1, 0], [0, 0]],
  ["up", [2, 1], [1, 1]],
  ["up", [1, 1], undefined],
  ["up", [0, 0], undefined],
  ["right", [7, 0], undefined],
] as const)("%s from %j leads to %j", (direction, [row, column], to) => {
  expect(nextCell(open, row, column, direction)).toEqual(to);
});

function field(text: string, start: number, end: number): HTMLInputElement {
  const input = document.createElement("input");
  input.value = text;
  input.setSelectionRange(start, end);
  return input;
}

test.each([
  ["left", "12", 0, 0, true],
  ["left", "12", 1, 1, false],
  ["left", "12", 2, 2, false],
  ["left", "12", 0, 1, false],
  ["start", "12", 0, 0, true],
  ["start", "12", 1, 1, false],
  ["right", "12", 2, 2, true],
  ["right", "12", 1, 1, false],
  ["right", "12", 0, 0, false],
  ["right", "12", 1, 2, false],
  ["end", "12", 2, 2, true],
  ["end", "12", 1, 1, false],
  ["up", "12", 1, 1, true],
  ["down", "12", 1, 1, true],
  // All of it selected: the arrow walks on.
  ["left", "12", 0, 2, true],
  ["right", "12", 0, 2, true],
  ["left", "", 0, 0, true],
] as const)("%s in '%s' from %i to %i leaves: %s", (direction, text, start, end, leaves) => {
  expect(leavesField(field(text, start, end), direction)).toBe(leaves);
});
