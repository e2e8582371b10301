// An order ordered again: what each line says, names that are asked for once more, and one act that is not done twice.

import type { ReorderLineView } from "@fieldhouse/rules";
import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, cart, change } from "../../../../test/cart-samples";
import { renderPage } from "../../../../test/render-page";
import { stubApi, unreachable } from "../../../../test/stub-api";
import OrderPage from "./OrderPage";

function line(over: Partial<ReorderLineView> = {}): ReorderLineView {
  return {
    position: 1,
    sku: "GLV-L",
    skuNow: "GLV-L",
    name: "Gloves",
    options: "Size: L",
    quantity: 12,
    labels: [],
    texts: [],
    ownTexts: false,
    state: "same",
    had: true,
    text: "The same price as then: $10.00",
    was: 1000,
    now: 1000,
    errors: [],
    ...over,
  };
}

const lines = [
  line(),
  line({
    position: 2,
    sku: "BAL-5",
    skuNow: "BAL-5",
    name: "Ball",
    options: "",
    state: "price_changed",
    now: 1250,
    text: "$10.00 then, $12.50 now",
  }),
  line({
    position: 3,
    sku: "OLD",
    skuNow: "",
    name: "Whistle",
    options: "",
    state: "gone",
    had: false,
    now: null,
    text: "This article is not sold here",
  }),
  line({
    position: 4,
    sku: "JRS-S",
    skuNow: "JRS-NAVY-S",
    name: "Jersey",
    options: "Size: S",
    quantity: 2,
    labels: ["Name"],
    texts: [["Ann"], ["Bea"]],
    ownTexts: true,
    state: "replaced",
  }),
];

function opened(asked: ReorderLineView[] = lines, leftOut = "") {
  const order = { id: "0rd3r", number: "FH-100023", lines: asked, leftOut };
  const api = stubApi({ "GET /api/orders/0rd3r/reorder": () => order });
  renderPage(<OrderPage />, "/order?id=0rd3r&again=1");
  return api;
}

test("each line says how it stands today, and what cannot be had is not chosen", async () => {
  opened();
  const list = within(await screen.findByRole("list", { name: "Lines" }));
  const told = list.getAllByRole("listitem").map((item) => item.textContent);
  expect(told[0]).toContain("Gloves, Size: L GLV-LSame: $10.00 each");
  expect(told[1]).toContain("Price changed: $10.00 then, $12.50 now");
  expect(told[2]).toContain("Not sold any more: This article is not sold here");
  expect(told[3]).toContain("JRS-S, now JRS-NAVY-S");
  const boxes = list.getAllByRole("checkbox", { name: /^(?!Same for all)/ }) as HTMLInputElement[];
  expect(boxes.map(({ checked, disabled }) => [checked, disabled])).toEqual([
    [true, false],
    [true, false],
    [false, true],
    [true, false],
  ]);
  expect(screen.getByRole("button", { name: "Add 3 lines to my cart" })).toBeTruthy();
});

test("what was canceled of the order is said to be left out", async () => {
  opened(lines, "2 pieces that were canceled are left out.");
  expect(await screen.findByText("2 pieces that were canceled are left out.")).toBeTruthy();
});

test("names are changed and confirmed, all of it is added once, and the focus goes to what is said", async () => {
  const user = userEvent.setup();
  const api = opened();
  api.on("POST /api/orders/0rd3r/reorder", unreachable);
  const name = await screen.findByLabelText("Name 2 of Jersey, Size: S");
  await user.clear(name);
  await user.type(name, "Cleo");
  await user.click(screen.getByRole("checkbox", { name: /I have checked the names/ }));
  await user.click(screen.getByRole("checkbox", { name: /^Ball/ }));
  await user.click(screen.getByRole("button", { name: "Add 2 lines to my cart" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/offline/);
  api.on("POST /api/orders/0rd3r/reorder", () => ({ change: change(cart(), [card()]), leftOut: [] }));
  await user.click(screen.getByRole("button", { name: "Add 2 lines to my cart" }));
  expect(await screen.findByRole("link", { name: "View Cart" })).toBeTruthy();
  expect(document.activeElement?.textContent).toContain("View Cart");
  const sent = api.by("POST");
  expect(sent[1]?.body).toEqual({
    textsChecked: true,
    lines: [
      { position: 1, quantity: 12, freeForm: [] },
      { position: 4, quantity: 2, freeForm: [["Ann"], ["Cleo"]] },
    ],
  });
  expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
});

test("names follow the pieces: another piece has fields of its own, and one text for all stays one", async () => {
  const user = userEvent.setup();
  const team = line({ quantity: 3, labels: ["Name"], texts: [["Lions"]] });
  const api = opened([line({ ...lines[3], position: 2 }), team]);
  api.on("POST /api/orders/0rd3r/reorder", () => ({ change: change(cart(), [card()]), leftOut: [] }));
  const pieces = await screen.findByRole("textbox", { name: "Pieces of Jersey, Size: S" });
  await user.clear(pieces);
  await user.type(pieces, "3");
  expect(screen.getAllByRole("textbox", { name: /^Name \d of Gloves/ })).toHaveLength(1);
  await user.click(screen.getByRole("checkbox", { name: /I have checked the names/ }));
  await user.click(screen.getByRole("button", { name: "Add 2 lines to my cart" }));
  const third = screen.getByRole("textbox", { name: "Name 3 of Jersey, Size: S" });
  expect(third.getAttribute("aria-invalid")).toBe("true");
  expect(api.by("POST")).toEqual([]);
  await user.type(third, "Cleo");
  await user.click(screen.getByRole("button", { name: "Add 2 lines to my cart" }));
  await screen.findByRole("link", { name: "View Cart" });
  expect(api.by("POST")[0]?.body).toEqual({
    textsChecked: true,
    lines: [
      { position: 2, quantity: 3, freeForm: [["Ann"], ["Bea"], ["Cleo"]] },
      { position: 1, quantity: 3, freeForm: [["Lions"]] },
    ],
  });
});

test("an article that asks for a name since then has an empty field for it", async () => {
  const missing = { field: "freeForm.0.0", code: "free_form_required", message: "Name (Required)" };
  opened([line({ quantity: 2, labels: ["Name"], state: "changed", errors: [missing] })]);
  const field = await screen.findByRole("textbox", { name: "Name 1 of Gloves, Size: L" });
  expect(screen.getAllByText("Name (Required)")).toHaveLength(1);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  await userEvent.type(field, "Ann");
  expect(screen.queryByText("Name (Required)")).toBeNull();
});
