// What a price shows: the lower one, the base struck through, the unit, or why there is none.
import { expect, test } from "@jest/globals";
import { render } from "@testing-library/react";
import { PriceTag } from "./PriceTag";

function shown(regular: number | null, discounted: number | null, unit = "EA", callToOrder = false) {
  const { container } = render(
    <PriceTag regular={regular} discounted={discounted} unitOfMeasure={unit} callToOrder={callToOrder} />,
  );
  return { text: container.textContent, struck: container.querySelector("s")?.textContent };
}

test("the base is struck through only when there is a lower price", () => {
  expect(shown(123450, 100000)).toEqual({
    text: "Your price $1,000.00Regular price $1,234.50",
    struck: "Regular price $1,234.50",
  });
  expect(shown(2000, 2000)).toEqual({ text: "$20.00", struck: undefined });
});

test("the unit follows the price unless it is each", () => {
  expect(shown(950, null, "PR").text).toBe("$9.50per pair");
  expect(shown(950, null, "EA").text).toBe("$9.50");
});

test("no price is told in words", () => {
  expect(shown(null, 500).text).toBe("Price not available");
  expect(shown(0, null).text).toBe("Price not available");
  expect(shown(2000, null, "EA", true).text).toBe("Price Not Available");
});
