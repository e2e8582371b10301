// A new season: the products of an earlier order are chosen, its players can be begun with, and what is different is named.
import type { CartChangeView, SeasonView } from "@fieldhouse/rules";
import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { group, product, size } from "../../../../test/product-samples";
import { renderPage } from "../../../../test/render-page";
import { problem, stubApi } from "../../../../test/stub-api";
import QuickOrderPage from "../quick-order/QuickOrderPage";

const jersey = product({
  id: "p-1",
  slug: "game-jersey",
  name: "Game Jersey",
  freeFormOptions: ["Name", "Number"],
  variants: [
    group("Red", [size("M", "J-R-M"), size("L", "J-R-L")]),
    group("Navy", [size("M", "J-N-M"), size("L", "J-N-L")]),
  ],
});

const line = (sizeText: string, texts: string[][]) => ({
  style: "Game Jersey, Navy",
  size: sizeText,
  pieces: texts.length,
  labels: ["Name", "Number"],
  texts,
});

const season: SeasonView = {
  id: "order-1",
  number: "FH-100001",
  styles: [{ product: jersey, variant: 1 }],
  before: {
    lines: [
      line("M", [
        ["Reyes", "7"],
        ["Lee", "12"],
      ]),
      line("L", [["Kim", "4"]]),
    ],
    products: [{ product: "p-1", name: "Game Jersey", pieces: 3, charged: 5_400 }],
  },
  beside: ["Match Ball, 3 pieces"],
  gone: ["Old Cap, 2 pieces"],
};

const added = {
  head: { id: "c1", version: 1, totalLineItemQuantity: 3, lineCount: 2 },
  cards: [],
  removedCards: [],
  addedQuantity: 3,
} as unknown as CartChangeView;

const at = "/quick-order?tab=team-roster&order=order-1&key=k1";

function stub(answer: () => Response | object = () => season) {
  return stubApi({ "GET /api/orders/order-1/season*": answer, "POST /api/cart/lines": () => added });
}

const compared = () => screen.findByRole("region", { name: "Compared with order FH-100001" });

test("this season's roster is compared with the order: who changed, came and went, sizes, and what it costs", async () => {
  const api = stub();
  renderPage(<QuickOrderPage />, at);
  const start = await screen.findByRole("region", { name: "A new season" });
  expect(start.textContent).toContain("Everybody gets what was ordered then: Game Jersey, Navy.");
  expect(start.textContent).toContain("Not on the roster: Match Ball, 3 pieces.");
  expect(start.textContent).toContain("Not sold any more: Old Cap, 2 pieces.");
  expect(api.sent.some(({ url }) => url.includes("/season?key=k1"))).toBe(true);
  await userEvent.click(screen.getByRole("textbox", { name: "Paste your rows here" }));
  await userEvent.paste("Player\t#\tSize\nReyes\t7\tL\nNova\t5\tM\nKim\t4\tL");
  const region = await compared();
  await waitFor(() => expect(region.textContent).toContain("1 player as then, 1 changed, 1 new, 1 gone"));
  const items = within(region)
    .getAllByRole("listitem")
    .map((item) => item.textContent);
  expect(items).toContain("Reyes, 7: Game Jersey, Navy L, was M");
  expect(items).toContain("Nova, 5");
  expect(items).toContain("Lee, 12");
  expect(items).toContain("Game Jersey: 3 pieces for $54.00 then, 3 pieces for $60.00 now");
  const sizes = within(region).getByRole("table", { name: "Sizes that are not as many as then" });
  const rows = within(sizes)
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent);
  expect(rows).toEqual(["Game Jersey, Navy, M21", "Game Jersey, Navy, L12"]);
  expect(api.by("POST")).toEqual([]);
});

test("one begins with the players of then, and what is added is what stands in the grid", async () => {
  const api = stub();
  renderPage(<QuickOrderPage />, at);
  await userEvent.click(await screen.findByRole("button", { name: "Start with the players of that order" }));
  const region = await compared();
  await waitFor(() => expect(region.textContent).toContain("3 players as then"));
  expect(within(region).queryByRole("table")).toBeNull();
  const summary = screen.getByRole("region", { name: "Summary" });
  await userEvent.click(within(summary).getByRole("button", { name: "Add all to Cart" }));
  const sent = await waitFor(() => {
    const [call] = api.by("POST");
    expect(call).toBeDefined();
    return call?.body;
  });
  expect(sent).toMatchObject({
    lines: [
      {
        sku: "J-N-M",
        quantity: 2,
        freeForm: [
          ["Reyes", "7"],
          ["Lee", "12"],
        ],
      },
      { sku: "J-N-L", quantity: 1, freeForm: [["Kim", "4"]] },
    ],
  });
});

test("an order that is not there is said", async () => {
  stub(() => problem(404));
  renderPage(<QuickOrderPage />, at);
  expect(await screen.findByRole("heading", { level: 2 })).toBeTruthy();
  expect(screen.queryByRole("textbox", { name: "Paste your rows here" })).toBeNull();
});
