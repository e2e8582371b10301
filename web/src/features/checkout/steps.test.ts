// Which step of checkout an address opens.
import { allowedStep } from "./steps";

test.each([
  ["review", "shipping", "shipping"],
  ["payment", "shipping", "shipping"],
  ["review", "payment", "payment"],
  ["shipping", "review", "shipping"],
  ["payment", "review", "payment"],
  ["review", "review", "review"],
  ["nonsense", "review", "shipping"],
] as const)("asking for %s with %s unfinished opens %s", (asked, unfinished, opened) => {
  expect(allowedStep(asked, unfinished)).toBe(opened);
});
