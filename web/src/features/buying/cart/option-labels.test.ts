// What an option is called: the same word where it is chosen as where it is told once it was.
import { readFileSync } from "node:fs";
import type { OptionView, VariantGroupView } from "@fieldhouse/rules";
import { expect, test } from "@jest/globals";
import { axesOf } from "../../finding/catalog/variant-axes";
import { kinds } from "../quick-order/rows";

interface Vector {
  call: string;
  description: string;
  given: [{ name: string; value: string }[]];
  expect: OptionView[];
}

test("an option is called the same on the product page, in quick order and on an order", () => {
  const file = new URL("../../../../../tests/vectors/ordered.json", import.meta.url);
  const vectors = JSON.parse(readFileSync(file, "utf8")) as Vector[];
  const all = vectors.find(({ description }) => description === "all fifteen options");
  const [attributes = []] = all?.given ?? [];
  const told = new Map(
    attributes.map(({ name, value }) => [name, all?.expect.find((each) => each.value === value)?.label]),
  );
  expect(told.size).toBe(15);
  expect(Object.fromEntries(kinds.map(({ name, label }) => [name, label]))).toEqual(Object.fromEntries(told));
  const variant = (end: string) =>
    ({ attributesData: attributes.map(({ name, value }) => ({ name, value: value + end })) }) as VariantGroupView;
  for (const { name, label } of axesOf([variant("a"), variant("b")])) expect(label).toBe(told.get(name));
});
