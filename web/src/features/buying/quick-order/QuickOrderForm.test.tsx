// Quick order: five rows, the look-up, options that close each other, quantities, texts, what counts, what is sent.
import { beforeEach, expect, jest, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, line } from "../../../../test/cart-samples";
import { article, quickProduct } from "../../../../test/quick-order-samples";
import { renderPage } from "../../../../test/render-page";
import { problem, type StubApi, stubApi, unreachable } from "../../../../test/stub-api";
import MiniCart from "../cart/MiniCart";
import { QuickOrderForm } from "./QuickOrderForm";
import QuickOrderPage from "./QuickOrderPage";
import { kinds } from "./rows";

const lookUpOf = (number: string) => `GET /api/features/QuickOrder/?productId=${number}`;
const added = {
  head: { id: "c1", version: 1, totalLineItemQuantity: 3, lineCount: 1 },
  cards: [
    card({
      id: "glv",
      name: "Infield Glove",
      brand: "Ironline",
      color: "Tan",
      lineItems: [
        line({
          sku: "GLV-T-L",
          size: "",
          options: [
            { label: "Color", value: "Tan" },
            { label: "Hand", value: "Left" },
          ],
          unitPrice: { regularPrice: 2000, discountedPrice: 1750 },
        }),
      ],
    }),
  ],
  removedCards: [],
  addedQuantity: 3,
};

function stub(routes: Parameters<typeof stubApi>[0] = {}): StubApi {
  return stubApi({ [lookUpOf("GLV1")]: () => quickProduct(), "POST /api/cart/lines": () => added, ...routes });
}

const page = window as Window & { dataLayer?: unknown[] };

beforeEach(() => {
  page.dataLayer = [];
});

const number = (row: number) => screen.getByRole<HTMLInputElement>("textbox", { name: `Product number, row ${row}` });
const choice = (label: string, of: string) =>
  screen.getByRole<HTMLSelectElement>("combobox", { name: `${label}, ${of}` });
const quantity = (of: string) => screen.getByRole<HTMLInputElement>("textbox", { name: `Quantity, ${of}` });
const submit = () => userEvent.click(screen.getByRole("button", { name: "Add to Cart" }));
const closed = (select: HTMLSelectElement) =>
  within(select)
    .getAllByRole<HTMLOptionElement>("option")
    .filter((option) => option.disabled)
    .map((option) => option.textContent);

async function lookUp(row: number, typed: string): Promise<void> {
  await userEvent.type(number(row), `${typed}{Enter}`);
}

test("the page has a heading, its help and five empty rows in the tab 'Quick order'", () => {
  stub();
  renderPage(<QuickOrderPage />, "/quick-order");
  expect(screen.getByRole("heading", { level: 1, name: "Quick Order" })).toBeTruthy();
  expect(screen.getByRole("tab", { name: "Quick order" }).getAttribute("aria-selected")).toBe("true");
  expect(screen.getByText(/Know your product numbers/)).toBeTruthy();
  const numbers = screen.getAllByRole<HTMLInputElement>("textbox");
  expect(numbers.map((field) => field.value)).toEqual(["", "", "", "", ""]);
});

test("a product number is upper-cased, looked up, and its options lead to each other", async () => {
  const api = stub();
  renderPage(<QuickOrderForm />);
  await lookUp(1, " glv1 ");
  expect(await screen.findByRole("link", { name: "Infield Glove" })).toBeTruthy();
  expect(number(1).value).toBe("GLV1");
  expect(api.by("GET").map((call) => call.url)).toEqual(["/api/features/QuickOrder/?productId=GLV1"]);
  const color = choice("Color", "row 1");
  const hand = choice("Hand", "row 1");
  expect([closed(color), closed(hand)]).toEqual([[], []]);
  await userEvent.selectOptions(hand, "Left");
  expect(color.value).toBe("Tan");
  // There is no black glove for the left hand: black can be chosen all the same, and the hand follows.
  expect([closed(color), closed(hand)]).toEqual([[], []]);
  await userEvent.selectOptions(color, "Black");
  expect([color.value, hand.value]).toEqual(["Black", "Right"]);
  await userEvent.selectOptions(hand, "Left");
  expect([color.value, hand.value]).toEqual(["Tan", "Left"]);
});

test("a look-up leads on to what it added to the row: its first choice, text or quantity", async () => {
  stub({
    [lookUpOf("CAP")]: () => quickProduct({ colors: [article("CAP", {})], freeFormOptions: ["Name"] }),
    [lookUpOf("BAT")]: () => quickProduct({ colors: [article("BAT", {})] }),
  });
  renderPage(<QuickOrderForm />);
  const focused = (control: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(control()));
  await lookUp(1, "GLV1");
  await focused(() => choice("Color", "row 1"));
  await lookUp(2, "CAP");
  await focused(() => screen.getByRole("textbox", { name: "Name (Required), row 2" }));
  // Looked up by leaving the field: the next stop, which removes the row, gives way.
  await userEvent.type(number(3), "BAT");
  await userEvent.tab();
  await focused(() => quantity("row 3"));
  // Nothing was found: the number can be typed anew.
  await lookUp(4, "NONE");
  await screen.findByText(/could not find this product number/);
  await focused(() => number(4));
});

test("a look-up takes the focus from nobody who went on to another row", async () => {
  let found: (product: object) => void = () => {};
  stub({ [lookUpOf("SLOW")]: () => new Promise((resolve) => (found = resolve)) });
  renderPage(<QuickOrderForm />);
  await lookUp(1, "SLOW");
  await userEvent.click(number(2));
  found(quickProduct());
  await screen.findByRole("combobox", { name: "Color, row 1" });
  await new Promise((drawn) => requestAnimationFrame(drawn));
  expect(document.activeElement).toBe(number(2));
});

test("all fifteen attributes are offered as far as the product has them, and sizes that are out are closed", async () => {
  const both = Object.fromEntries(kinds.map((kind) => [kind.name, `${kind.label} A`]));
  const other = Object.fromEntries(kinds.map((kind) => [kind.name, `${kind.label} B`]));
  const colors = [
    article("ALL-1", both),
    article("ALL-2", other),
    article("ALL-3", { ...both, size: "Size C" }, { unavailable: true }),
    article("ALL-4", { ...both, size: "Size D" }, { price: null }),
  ];
  stub({ [lookUpOf("ALL")]: () => quickProduct({ colors }) });
  renderPage(<QuickOrderForm />);
  await lookUp(1, "ALL");
  await screen.findByRole("combobox", { name: "Color, row 1" });
  expect(screen.getAllByRole("combobox").map((select) => select.getAttribute("aria-label"))).toEqual(
    kinds.map((kind) => `${kind.label}, row 1`),
  );
  expect(kinds).toHaveLength(15);
  expect(closed(choice("Size", "row 1"))).toEqual(["Size C – Out of stock", "Size D – Price not available"]);
});

test("what is out of stock says so, or when it comes back", async () => {
  const colors = [
    article("TEE-S", { size: "S" }),
    article("TEE-M", { size: "M" }, { unavailable: true, availableDate: "03/09/2027" }),
    article("TEE-L", { size: "L" }, { unavailable: true }),
  ];
  stub({
    [lookUpOf("TEE")]: () => quickProduct({ colors }),
    [lookUpOf("TEE-M")]: () => quickProduct({ colors }),
    [lookUpOf("BAG")]: () => quickProduct({ colors: [article("BAG-1", {}, { unavailable: true })] }),
  });
  renderPage(<QuickOrderForm />);
  await lookUp(1, "TEE");
  await screen.findByRole("combobox", { name: "Size, row 1" });
  expect(closed(choice("Size", "row 1"))).toEqual(["M – Available on 03/09", "L – Out of stock"]);
  // Nothing is said before a choice leads there.
  expect(screen.queryByText("Available on 03/09")).toBeNull();
  // The number of an article that is out, and a product with nothing to choose.
  await lookUp(2, "TEE-M");
  expect(await screen.findByText("Available on 03/09")).toBeTruthy();
  await lookUp(3, "BAG");
  expect(await screen.findByText("Out of stock")).toBeTruthy();
});

test("rows stand in one table, one line each", () => {
  stub();
  renderPage(<QuickOrderForm />);
  const table = screen.getByRole("table", { name: "Product numbers to order" });
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map((head) => head.textContent),
  ).toEqual(["Product number", "Product", "Options", "Quantity", "Price"]);
  expect(within(table).getAllByRole("row")).toHaveLength(6);
});

test("a typed sku chooses its own options", async () => {
  stub({ [lookUpOf("GLV-B-R")]: () => quickProduct() });
  renderPage(<QuickOrderForm />);
  await lookUp(1, "glv-b-r");
  await screen.findByRole("link", { name: "Infield Glove" });
  expect([choice("Color", "row 1").value, choice("Hand", "row 1").value]).toEqual(["Black", "Right"]);
});

test("from a typed sku every article that can be bought is reached; what is out beside the others says so", async () => {
  const age = (word: string) => ({ color: "White", adultOrYouth: word });
  const colors = [
    article("DD-YS", { ...age("Youth"), size: "YS" }),
    article("DD-YM", { ...age("Youth"), size: "YM" }, { unavailable: true }),
    article("DD-S", { ...age("Adult"), size: "S" }),
    article("DD-M", { ...age("Adult"), size: "M" }, { unavailable: true, availableDate: "03/09/2027" }),
    article("DD-N-M", { ...age("Adult"), size: "M", color: "Navy" }),
    article("DD-N-S", { ...age("Adult"), size: "S", color: "Navy" }),
  ];
  stub({ [lookUpOf("DD-YS")]: () => quickProduct({ colors }) });
  renderPage(<QuickOrderForm />);
  await lookUp(1, "dd-ys");
  const size = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Size, row 1" });
  const whose = choice("Adult or youth", "row 1");
  const shown = () => [choice("Color", "row 1").value, size.value, whose.value];
  expect(shown()).toEqual(["White", "YS", "Youth"]);
  expect([closed(size), closed(whose)]).toEqual([["YM – Out of stock"], []]);
  // 'Adult' keeps what it can of the rest; what size is asked anew, and only S is left of white.
  await userEvent.selectOptions(whose, "Adult");
  expect(shown()).toEqual(["White", "S", "Adult"]);
  expect(closed(size)).toEqual(["YM – Out of stock", "M – Available on 03/09"]);
  await userEvent.selectOptions(choice("Color", "row 1"), "Navy");
  await userEvent.selectOptions(size, "M");
  expect(shown()).toEqual(["Navy", "M", "Adult"]);
  await userEvent.selectOptions(size, "YS");
  expect(shown()).toEqual(["White", "YS", "Youth"]);
  // What was passed on the way, as a key does in a closed list, is forgotten; what was chosen before it is not.
  await userEvent.selectOptions(size, "M");
  expect(shown()).toEqual(["Navy", "M", "Adult"]);
  await userEvent.selectOptions(size, "YS");
  // A choice taken back asks anew.
  await userEvent.selectOptions(size, "");
  expect(shown()).toEqual(["Navy", "", "Adult"]);
});

test("two articles that differ in all and have only each other are no dead end", async () => {
  const colors = [
    article("X-1", { color: "Red", size: "S" }),
    article("X-2", { color: "Red", size: "L" }, { unavailable: true }),
    article("X-3", { color: "Blue", size: "S" }, { unavailable: true }),
    article("X-4", { color: "Blue", size: "L" }),
  ];
  stub({ [lookUpOf("X-1")]: () => quickProduct({ colors }) });
  renderPage(<QuickOrderForm />);
  await lookUp(1, "X-1");
  const size = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Size, row 1" });
  expect([closed(size), closed(choice("Color", "row 1"))]).toEqual([[], []]);
  await userEvent.selectOptions(size, "L");
  expect(choice("Color", "row 1").value).toBe("Blue");
});

test("a look-up that fails shows the configured input error, whatever the reason", async () => {
  const api = stub({ [lookUpOf("NOPE")]: () => problem(404) });
  renderPage(<QuickOrderForm />);
  const error = "We could not find this product number. Please check it and try again.";
  await lookUp(1, "nope");
  expect(await screen.findByText(error)).toBeTruthy();
  expect(number(1).getAttribute("aria-invalid")).toBe("true");
  await userEvent.type(number(1), "X");
  expect(screen.queryByText(error)).toBeNull();
  api.on(lookUpOf("NOPEX"), unreachable);
  await userEvent.tab();
  expect(await screen.findByText(error)).toBeTruthy();
});

test("a product ordered by phone says whom to call and has no options", async () => {
  const api = stub({ [lookUpOf("CUSTOM")]: () => quickProduct({ callToOrder: true }) });
  renderPage(<QuickOrderForm />);
  await lookUp(2, "custom");
  expect(await screen.findByText("Please call 1-800-555-0142 to order this product.")).toBeTruthy();
  expect(screen.queryByRole("combobox")).toBeNull();
  await submit();
  expect(api.by("POST")).toHaveLength(0);
});

test("minimum and multiple are told on leaving and again on sending, and the first wrong field is focused", async () => {
  const packed = { minOrderQty: 12, deliveryUnit: 6 };
  const api = stub({
    [lookUpOf("SOCK")]: () =>
      quickProduct({ colors: [article("SOCK-S", { size: "S" }, packed), article("SOCK-L", { size: "L" }, packed)] }),
  });
  renderPage(<QuickOrderForm />);
  await lookUp(1, "SOCK");
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Size, row 1" }), "L");
  await userEvent.type(quantity("row 1"), "4");
  await userEvent.tab();
  expect(screen.getByText("Minimum Quantity is 12")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(quantity("row 1")));
  await userEvent.clear(quantity("row 1"));
  await userEvent.type(quantity("row 1"), "0");
  await userEvent.tab();
  expect(quantity("row 1").getAttribute("aria-invalid")).toBeNull();
  await userEvent.clear(quantity("row 1"));
  await userEvent.type(quantity("row 1"), "15");
  await userEvent.click(number(3));
  await submit();
  expect(screen.getByText("Quantity must be in multiples of 6")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(quantity("row 1")));
  expect(api.by("POST")).toHaveLength(0);
});

test("a row counts once every option is complete, and only such rows are added; the others stay", async () => {
  const api = stub({
    [lookUpOf("TEE")]: () =>
      quickProduct({
        id: "tee",
        freeFormOptions: ["Name"],
        colors: [article("TEE-S", { size: "S" }), article("TEE-L", { size: "L" })],
      }),
  });
  renderPage(<QuickOrderForm />);
  expect(screen.getByText("0 rows to add, 0 pieces")).toBeTruthy();
  await lookUp(1, "GLV1");
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Hand, row 1" }), "Left");
  await userEvent.type(quantity("row 1"), "3");
  expect(screen.getByText("1 row to add, 3 pieces").parentElement?.textContent).toContain("$60.00");
  // A second option of the same row cannot take the same article, and keeps the row from counting.
  await userEvent.click(screen.getByRole("button", { name: "Add another option" }));
  expect(closed(choice("Hand", "row 1, option 2"))).toEqual(["Left"]);
  await userEvent.selectOptions(choice("Color", "row 1, option 2"), "Tan");
  expect(closed(choice("Hand", "row 1, option 2"))).toEqual(["Left"]);
  expect(screen.getByText("0 rows to add, 0 pieces")).toBeTruthy();
  await userEvent.selectOptions(choice("Color", "row 1, option 2"), "Black");
  await userEvent.type(quantity("row 1, option 2"), "2");
  expect(screen.getByText("1 row to add, 5 pieces")).toBeTruthy();
  await lookUp(2, "TEE");
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Size, row 2" }), "S");
  await userEvent.type(quantity("row 2"), "1");
  expect(screen.getByText("1 row to add, 5 pieces")).toBeTruthy();
  await submit();
  await waitFor(() => expect(api.by("POST")).toHaveLength(1));
  expect(api.by("POST")[0]?.body).toEqual({
    lines: [
      { sku: "GLV-T-L", quantity: 3, freeForm: [] },
      { sku: "GLV-B-R", quantity: 2, freeForm: [] },
    ],
  });
  // The row that lacks a text is kept, says so, and is filled up to five rows.
  await waitFor(() => expect(number(1).value).toBe("TEE"));
  const name = screen.getByRole("textbox", { name: "Name (Required), row 1" });
  expect(name.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getAllByRole("textbox", { name: /^Product number/ })).toHaveLength(5);
  await userEvent.type(name, "RIVERA");
  await submit();
  await waitFor(() => expect(api.by("POST")).toHaveLength(2));
  expect(api.by("POST")[1]?.body).toEqual({ lines: [{ sku: "TEE-S", quantity: 1, freeForm: [["RIVERA"]] }] });
});

test("adding tells quick_order once, with its items, and leaves five empty rows", async () => {
  const api = stub();
  renderPage(<QuickOrderForm />);
  await lookUp(1, "GLV1");
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Hand, row 1" }), "Left");
  await userEvent.type(quantity("row 1"), "3");
  await submit();
  await waitFor(() => expect(number(1).value).toBe(""));
  expect(screen.getAllByRole("textbox")).toHaveLength(5);
  expect(api.by("POST")).toHaveLength(1);
  expect(api.told).toEqual(["addedToCart glv"]);
  expect(page.dataLayer).toEqual([
    {
      event: "quick_order",
      ecommerce: {
        currency: "USD",
        items: [
          {
            item_id: "glv",
            item_name: "Infield Glove",
            price: 17.5,
            quantity: 3,
            brand: "Ironline",
            variant: "Tan, Left",
            size: "",
          },
        ],
      },
    },
  ]);
});

test("a product with a single article starts at 1 and needs nothing chosen", async () => {
  stub({ [lookUpOf("BAG")]: () => quickProduct({ colors: [article("BAG-1", {})] }) });
  renderPage(<QuickOrderForm />);
  await lookUp(1, "BAG");
  await waitFor(() => expect(quantity("row 1").value).toBe("1"));
  expect(screen.getByText("1 row to add, 1 piece")).toBeTruthy();
});

test("the sum counts rows and pieces in full, and strikes the regular price where something is saved", async () => {
  const sold = (sku: string, part: object) => quickProduct({ id: sku, colors: [article(sku, {}, part)] });
  stub({ [lookUpOf("BAG")]: () => sold("BAG", {}), [lookUpOf("CAP")]: () => sold("CAP", { discountedPrice: 1500 }) });
  renderPage(<QuickOrderForm />);
  const sum = () => screen.getByText(/ to add, /).parentElement?.textContent;
  expect(sum()).toBe("0 rows to add, 0 pieces$0.00");
  await lookUp(1, "BAG");
  await waitFor(() => expect(sum()).toBe("1 row to add, 1 piece$20.00"));
  await userEvent.clear(quantity("row 1"));
  await userEvent.type(quantity("row 1"), "1200");
  await lookUp(2, "CAP");
  const both = "2 rows to add, 1,201 piecesYour price $24,015.00Regular price $24,020.00";
  await waitFor(() => expect(sum()).toBe(both));
});

test("while what is added is on its way another press sends nothing; added, it is told and the mini-cart says how much", async () => {
  let answer: (change: object) => void = () => {};
  const api = stub({ "POST /api/cart/lines": () => new Promise<object>((resolve) => (answer = resolve)) });
  renderPage(
    <>
      <QuickOrderForm />
      <MiniCart />
    </>,
  );
  await gloves("3");
  await submit();
  const add = screen.getByRole("button", { name: "Add to Cart" });
  await waitFor(() => expect(add.getAttribute("aria-busy")).toBe("true"));
  await submit();
  expect(api.by("POST")).toHaveLength(1);
  answer(added);
  expect(await screen.findByText("3 pieces added to your cart")).toBeTruthy();
  expect(add.getAttribute("aria-busy")).toBeNull();
  expect(page.dataLayer).toMatchObject([{ event: "quick_order" }]);
});

test("other lines after a lost answer are another intent; what is wrong with a line nobody sent is told below", async () => {
  const api = stub({ "POST /api/cart/lines": unreachable });
  renderPage(<QuickOrderForm />);
  await gloves("3");
  await submit();
  expect(await screen.findByText(/offline/)).toBeTruthy();
  const lost = api.by("POST").length;
  const wrong = { field: "lines.4.sku", code: "gone", params: {}, message: "A line nobody sent." };
  api.on("POST /api/cart/lines", () => problem(422, { errors: [wrong] }));
  await userEvent.clear(quantity("row 1"));
  await userEvent.type(quantity("row 1"), "4");
  await submit();
  expect(await screen.findByText("A line nobody sent.")).toBeTruthy();
  const keys = api.by("POST").map((call) => call.headers.get("idempotency-key"));
  expect(keys[lost]).not.toBe(keys[0]);
  expect(quantity("row 1").getAttribute("aria-invalid")).toBeNull();
});

test("a lost answer keeps everything typed, and pressing again is the same intent", async () => {
  const api = stub({
    "POST /api/cart/lines": unreachable,
    [lookUpOf("BAG")]: () => quickProduct({ colors: [article("BAG-1", {})] }),
  });
  renderPage(<QuickOrderForm />);
  await lookUp(1, "BAG");
  await waitFor(() => expect(quantity("row 1").value).toBe("1"));
  await submit();
  expect(await screen.findByText(/offline/)).toBeTruthy();
  expect(number(1).value).toBe("BAG");
  expect(page.dataLayer).toEqual([]);
  api.on("POST /api/cart/lines", () =>
    problem(422, {
      errors: [{ field: "lines.0.quantity", code: "quantity_too_large", message: "Maximum Quantity is 9999" }],
    }),
  );
  await submit();
  expect(await screen.findByText("Maximum Quantity is 9999")).toBeTruthy();
  expect(quantity("row 1").getAttribute("aria-invalid")).toBe("true");
  expect(new Set(api.by("POST").map((call) => call.headers.get("idempotency-key"))).size).toBe(1);
});

const gloves = async (pieces: string) => {
  await lookUp(1, "GLV1");
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Hand, row 1" }), "Left");
  await userEvent.type(quantity("row 1"), pieces);
};

test("the same lines once more, after they were added, are another intent", async () => {
  const api = stub();
  renderPage(<QuickOrderForm />);
  for (const times of [1, 2]) {
    await gloves("3");
    await submit();
    await waitFor(() => expect(api.by("POST")).toHaveLength(times));
    await waitFor(() => expect(number(1).value).toBe(""));
  }
  const [first, second] = api.by("POST").map((call) => call.headers.get("idempotency-key"));
  for (const key of [first, second]) expect(key).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).not.toBe(first);
});

test("a session that stays null is logged, and nothing else happens", async () => {
  const api = stub({
    "GET /api/auth/session": () => null,
    "POST /api/cart/lines": () => problem(401, { title: "No session" }),
  });
  const logged = jest.spyOn(console, "warn").mockImplementation(() => undefined);
  renderPage(<QuickOrderForm />);
  await gloves("3");
  await submit();
  await waitFor(() => expect(logged).toHaveBeenCalledWith("Cannot add to cart, user session is null"));
  logged.mockRestore();
  expect(api.by("POST")).toHaveLength(2);
  expect(screen.getByRole("alert").textContent).toBe("");
  expect(quantity("row 1").value).toBe("3");
});

test("what the store refuses of no line is told beside what it refuses of one, and the lines stay", async () => {
  const refused = (field: string, message: string) => ({ field, code: "refused", params: {}, message });
  const api = stub();
  api.on("POST /api/cart/lines", () =>
    problem(422, { errors: [refused("lines", "The cart is full."), refused("", "Please order by phone.")] }),
  );
  renderPage(<QuickOrderForm />);
  await gloves("3");
  await submit();
  expect(await screen.findByText("The cart is full. Please order by phone.")).toBeTruthy();
  expect(quantity("row 1").getAttribute("aria-invalid")).toBeNull();
  api.on("POST /api/cart/lines", () => problem(422, { errors: [refused("lines.0.quantity", "At most two.")] }));
  await submit();
  expect(await screen.findByText("At most two.")).toBeTruthy();
  expect(screen.queryByText(/The cart is full/)).toBeNull();
  expect(screen.getByRole("alert").textContent).toBe("");
});

test("with nothing to add the first field is focused and nothing is sent", async () => {
  const api = stub();
  renderPage(<QuickOrderForm />);
  await submit();
  expect(screen.getByRole("alert").textContent).toContain("Enter a product number");
  expect(document.activeElement).toBe(number(1));
  expect(api.sent).toHaveLength(0);
});

test("rows are added and removed, 'Clear all' goes back to five, and both can be undone", async () => {
  stub();
  renderPage(<QuickOrderForm />);
  await userEvent.click(screen.getByRole("button", { name: "Add another row" }));
  await lookUp(6, "GLV1");
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Hand, row 6" }), "Left");
  await userEvent.click(screen.getByRole("button", { name: "Remove row 1" }));
  expect(screen.getAllByRole("textbox", { name: /^Product number/ })).toHaveLength(5);
  await userEvent.click(screen.getByRole("button", { name: "Clear all" }));
  expect(screen.getAllByRole("textbox")).toHaveLength(5);
  expect(screen.queryByRole("combobox")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(number(5).value).toBe("GLV1");
  expect(choice("Hand", "row 5").value).toBe("Left");
  await userEvent.click(screen.getByRole("button", { name: "Remove row 5" }));
  expect(screen.queryByRole("combobox")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(choice("Hand", "row 5").value).toBe("Left");
});
