// The roster page: paste to cart, what a wrong row says and how it is fixed, columns, files, undo, what is sent and what not.
import type { CartChangeView } from "@fieldhouse/rules";
import { expect, jest, test } from "@jest/globals";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, cart } from "../../../../test/cart-samples";
import { group, product, size } from "../../../../test/product-samples";
import { quickProduct } from "../../../../test/quick-order-samples";
import { renderPage } from "../../../../test/render-page";
import { problem, type StubApi, stubApi } from "../../../../test/stub-api";
import QuickOrderPage from "../quick-order/QuickOrderPage";
import PasteListTab from "./PasteListTab";
import RosterTab from "./RosterTab";

const jersey = product({
  id: "p-1",
  slug: "game-jersey",
  name: "Game Jersey",
  freeFormOptions: ["Name", "Number"],
  variants: [
    group("Navy", [size("YM", "J-N-YM"), size("M", "J-N-M"), size("L", "J-N-L")]),
    group("Red", [size("YM", "J-R-YM"), size("M", "J-R-M"), size("L", "J-R-L")]),
  ],
});

const added = {
  head: { id: "c1", version: 1, totalLineItemQuantity: 3, lineCount: 2 },
  cards: [],
  removedCards: [],
  addedQuantity: 3,
} as unknown as CartChangeView;

function stub(routes: Parameters<typeof stubApi>[0] = {}): StubApi {
  return stubApi({
    "GET /api/search/suggest*": () => ({
      query: "jersey",
      hits: [{ name: "Game Jersey", slug: "game-jersey" }],
      nbHits: 1,
    }),
    "GET /api/catalog/products/game-jersey": () => jersey,
    "POST /api/cart/lines": () => added,
    ...routes,
  });
}

const roster = "Player\t#\tJersey size\nReyes\t7\tyouth med\nLee\t12\tAdult L\nKim\t4\tM";

async function paste(text: string): Promise<void> {
  await userEvent.click(await screen.findByRole("textbox", { name: "Paste your rows here" }));
  await userEvent.paste(text);
}

async function chooseJersey(): Promise<void> {
  await userEvent.type(screen.getByRole("textbox", { name: "Add a product" }), "jersey");
  await userEvent.click(await screen.findByRole("button", { name: "Game Jersey" }));
  await screen.findByRole("combobox", { name: "Color of Game Jersey" });
}

async function chooseAgain(): Promise<void> {
  await userEvent.type(screen.getByRole("textbox", { name: "Add a product" }), "jersey");
  await userEvent.click(await screen.findByRole("button", { name: "Game Jersey" }));
}

const cell = (column: string, row: number) =>
  screen.getByRole<HTMLInputElement>("textbox", { name: `${column}, row ${row}` });
const status = () => within(screen.getByRole("region", { name: "Summary" })).getByRole("status").textContent;
const addButton = () => within(screen.getByRole("region", { name: "Summary" })).getByRole("button");

test("a pasted roster becomes one line a size with names and numbers a piece", async () => {
  const api = stub();
  renderPage(<RosterTab />);
  await paste(roster);
  // Nothing is ordered before a product is chosen, and that is said.
  expect(status()).toBe("0 of 3 rows ready, 3 need attention");
  expect(screen.getByText("Choose at least one product, or a column with product numbers.")).toBeTruthy();
  await chooseJersey();
  await waitFor(() => expect(status()).toBe("3 of 3 rows ready"));
  const sizes = screen.getByRole<HTMLSelectElement>("combobox", { name: "Sizes of Game Jersey" });
  expect(sizes.selectedOptions[0]?.textContent).toBe("Jersey size");
  expect(within(screen.getByRole("region", { name: "Summary" })).getByText("$60.00")).toBeTruthy();
  expect(screen.getByText(/Add 9 more of any size and save \$6.00/)).toBeTruthy();
  // Names were sent nowhere so far.
  expect(JSON.stringify(api.sent)).not.toMatch(/Reyes|Lee|Kim/);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Color of Game Jersey" }), "Red");
  await userEvent.click(addButton());
  await screen.findByText("3 rows are in your cart");
  expect(api.by("POST")[0]?.body).toEqual({
    lines: [
      { sku: "J-R-YM", quantity: 1, freeForm: [["Reyes", "7"]] },
      { sku: "J-R-L", quantity: 1, freeForm: [["Lee", "12"]] },
      { sku: "J-R-M", quantity: 1, freeForm: [["Kim", "4"]] },
    ],
  });
  expect(api.by("POST")[0]?.headers.get("idempotency-key")).toBeTruthy();
});

test("pieces that are in the cart already count for the quantity price", async () => {
  stub({ "GET /api/cart/active": () => cart({ items: [card({ id: "p-1", pooledQuantity: 9 })] }) });
  renderPage(<RosterTab />);
  await paste(roster);
  await chooseJersey();
  await waitFor(() => expect(status()).toBe("3 of 3 rows ready"));
  const summary = within(screen.getByRole("region", { name: "Summary" }));
  expect(await summary.findByText("$54.00")).toBeTruthy();
});

test("a wrong row stays with what is wrong, and one key or click applies the proposed fix", async () => {
  stub();
  renderPage(<RosterTab />);
  await paste("Player,#,Size\nReyes,7,3XL\nLee,7,L\nKim,4,\n");
  await chooseJersey();
  expect(await screen.findByText("There is no size '3XL'")).toBeTruthy();
  expect(status()).toBe("0 of 3 rows ready, 3 need attention");
  expect(screen.getByText("Number 7 is also in row 2")).toBeTruthy();
  expect(screen.getByText("Size is missing")).toBeTruthy();
  expect(cell("Size", 1).getAttribute("aria-invalid")).toBe("true");
  cell("Size", 1).focus();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(cell("Size", 1).value).toBe("L"));
  await userEvent.click(screen.getByRole("button", { name: "Use number 8, row 2" }));
  await waitFor(() => expect(status()).toBe("2 of 3 rows ready, 1 needs attention"));
  expect(addButton().textContent).toBe("Add 2 ready rows to Cart");
  await userEvent.type(cell("Size", 3), "ym");
  await waitFor(() => expect(status()).toBe("3 of 3 rows ready"));
  expect(cell("#", 2).value).toBe("8");
});

test("proposed fixes are told in words before all are applied, and a missing size stays a question", async () => {
  stub();
  renderPage(<RosterTab />);
  await paste("Player,#,Size\nReyes,7,lrage\nLee,7,L\nKim,4,\n");
  await chooseJersey();
  await userEvent.click(await screen.findByRole("button", { name: "Review 2 proposed fixes" }));
  const dialog = within(await screen.findByRole("dialog", { name: "2 proposed fixes" }));
  expect(dialog.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Row 1, Size: lrage becomes L",
    "Row 2, #: 7 becomes 8",
  ]);
  await userEvent.click(dialog.getByRole("button", { name: "Apply 2 proposed fixes" }));
  await waitFor(() => expect(status()).toBe("2 of 3 rows ready, 1 needs attention"));
  expect([cell("#", 1).value, cell("#", 2).value]).toEqual(["7", "8"]);
  expect([cell("Size", 1).value, cell("Size", 3).value]).toEqual(["L", ""]);
  expect(screen.getByText("Size is missing")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(cell("Size", 1).value).toBe("lrage");
});

test("what several rows ask alike is answered once for all of them, and can be undone", async () => {
  stub();
  renderPage(<RosterTab />);
  await paste("Player,#,Size,Gender\nReyes,7,L,F\nLee,8,M,F\nKim,4,L,F\nDiaz,5,L,M\n");
  await chooseJersey();
  await waitFor(() => expect(status()).toBe("1 of 4 rows ready, 3 need attention"));
  expect(screen.queryByRole("button", { name: /proposed/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Answer 1 question for several rows" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Asked in several rows" }));
  // The one row that asks for a womens M is answered where it stands.
  expect(dialog.getAllByRole("listitem")).toHaveLength(1);
  expect(dialog.getByText("There is no size 'womens L'").parentElement?.textContent).toContain("in 2 rows");
  await userEvent.click(dialog.getByRole("button", { name: /^Use L instead/ }));
  await waitFor(() => expect(status()).toBe("3 of 4 rows ready, 1 needs attention"));
  expect(screen.queryByRole("dialog")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(status()).toBe("1 of 4 rows ready, 3 need attention"));
});

test("of many answers the likeliest stand beside the question, the others in a list", async () => {
  const many = Array.from({ length: 9 }, (_, nth) => ({
    ...jersey,
    id: `p-${nth}`,
    name: `Jersey ${"ABCDEFGHI"[nth]}`,
  }));
  stub({
    "GET /api/search/suggest*": () => ({
      query: "jersey",
      hits: many.map(({ id, name }) => ({ name, slug: id })),
      nbHits: many.length,
    }),
    "GET /api/catalog/products/*": (request) => many.find(({ id }) => request.url.endsWith(id)) ?? null,
  });
  renderPage(<RosterTab />);
  const answers = () => {
    const list = screen.queryByRole<HTMLSelectElement>("combobox", { name: "Another answer, row 1" });
    return [screen.queryAllByRole("button", { name: /^Order .*, row 1$/ }).length, (list?.options.length ?? 1) - 1];
  };
  await paste("Player,#,Color,Size\nReyes,7,Green,L\nLee,8,Navy,L\n");
  for (const { name } of many) {
    await userEvent.type(screen.getByRole("textbox", { name: "Add a product" }), "jersey");
    await userEvent.click(await screen.findByRole("button", { name }));
    await screen.findByRole("combobox", { name: `Color of ${name}` });
    // Up to six answers are all seen.
    const count = many.findIndex((each) => each.name === name) + 1;
    await waitFor(() => expect(answers()).toEqual(count > 6 ? [3, count - 3] : [count, 0]));
  }
  const others = screen.getByRole<HTMLSelectElement>("combobox", { name: "Another answer, row 1" });
  expect([...others.options].map(({ text }) => text).slice(0, 2)).toEqual(["6 more", "Order Jersey D, Navy"]);
  await userEvent.selectOptions(others, "Order Jersey I, Navy");
  await waitFor(() => expect(cell("Color", 1).value).toBe("Jersey I, Navy"));
  expect(screen.queryByRole("combobox", { name: "Another answer, row 1" })).toBeNull();
});

test("a blank quantity is asked for, and a quantity of 0 and a line of totals order nothing and say so", async () => {
  const api = stub();
  renderPage(<RosterTab />);
  await paste("Player,#,Size,Qty\nReyes,7,L,1\nLee,8,L,\nKim,4,M,0\nTotal,3,,1\n");
  await chooseJersey();
  await waitFor(() => expect(status()).toBe("1 of 4 rows ready, 1 needs attention, 2 order nothing"));
  expect(screen.getByText("Please enter a quantity")).toBeTruthy();
  expect(screen.getByText("Nothing is ordered in this row")).toBeTruthy();
  expect(screen.getByText("A line of totals: nothing is ordered in it")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /proposed/ })).toBeNull();
  // No number is proposed: one key leads to the field that asks.
  expect(screen.queryByRole("button", { name: /, row 2$/ })).toBeNull();
  await userEvent.click(cell("Player", 2));
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(document.activeElement).toBe(cell("Qty", 2));
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(cell("Qty", 2).value).toBe("");
  await userEvent.keyboard("1");
  await waitFor(() => expect(status()).toBe("2 of 4 rows ready, 2 order nothing"));
  await userEvent.click(addButton());
  await screen.findByText("2 rows are in your cart");
  expect(api.by("POST")[0]?.body).toEqual({
    lines: [
      {
        sku: "J-N-L",
        quantity: 2,
        freeForm: [
          ["Reyes", "7"],
          ["Lee", "8"],
        ],
      },
    ],
  });
  // Lines that order nothing go with the rest.
  await waitFor(() => expect(screen.queryByRole("textbox", { name: /, row \d/ })).toBeNull());
});

test("sizes across the top become a row for each count, for the color a row names", async () => {
  const plain = { ...jersey, freeFormOptions: [] };
  const api = stub({ "GET /api/catalog/products/game-jersey": () => plain });
  renderPage(<RosterTab />);
  await paste("Color\tYouth\tAdult\t\tTotal\n\tM\tM\tL\t\nNavy\t2\t\t3\t5\nRed\t1\t1\t\t2\nTotal\t3\t1\t3\t7\n");
  expect(screen.getByText(/Sizes stood across the top/)).toBeTruthy();
  await chooseJersey();
  await chooseAgain();
  // Chosen twice in one color, it is one answer.
  expect(await screen.findAllByRole("button", { name: "Order Game Jersey, Navy, row 3" })).toHaveLength(1);
  await userEvent.selectOptions(
    screen.getAllByRole("combobox", { name: "Color of Game Jersey" })[1] as HTMLElement,
    "Red",
  );
  await waitFor(() => expect(status()).toBe("4 of 5 rows ready, 1 orders nothing"));
  await userEvent.click(addButton());
  await screen.findByText("4 rows are in your cart");
  expect(api.by("POST")[0]?.body).toEqual({
    lines: [
      { sku: "J-N-YM", quantity: 2, freeForm: [] },
      { sku: "J-N-L", quantity: 3, freeForm: [] },
      { sku: "J-R-YM", quantity: 1, freeForm: [] },
      { sku: "J-R-M", quantity: 1, freeForm: [] },
    ],
  });
});

test("rows that need attention are exported with what is wrong, and no cell is a formula", async () => {
  stub();
  const saved: Blob[] = [];
  URL.createObjectURL = (blob) => {
    saved.push(blob as Blob);
    return "blob:roster";
  };
  URL.revokeObjectURL = () => undefined;
  renderPage(<RosterTab />);
  await paste("Player,#,Size\n=cmd(),7,L\n=1+1,8,goalie\n");
  await chooseJersey();
  await waitFor(() => expect(status()).toBe("1 of 2 rows ready, 1 needs attention"));
  await userEvent.click(screen.getByRole("button", { name: "Export rows that need attention" }));
  await userEvent.click(screen.getByRole("button", { name: "Export all" }));
  const texts = await Promise.all(saved.map((blob) => blob.text()));
  expect(texts).toEqual([
    '"Player","#","Size","What is wrong"\r\n"\'=1+1","8","goalie","There is no size \'goalie\'"\r\n',
    '"Player","#","Size"\r\n"\'=cmd()","7","L"\r\n"\'=1+1","8","goalie"\r\n',
  ]);
});

test("only rows that need attention are shown when asked for, and keep their numbers", async () => {
  stub();
  renderPage(<RosterTab />);
  await paste("Player,#,Size\nReyes,7,L\nLee,8,goalie\nKim,4,M\n");
  await chooseJersey();
  await waitFor(() => expect(status()).toBe("2 of 3 rows ready, 1 needs attention"));
  await userEvent.click(screen.getByRole("checkbox", { name: "Only rows that need attention" }));
  expect(screen.getAllByRole("textbox", { name: /^Player, row/ }).length).toBe(1);
  // The row that was just put right does not run away under the hands.
  await userEvent.clear(cell("Size", 2));
  await userEvent.type(cell("Size", 2), "L");
  await waitFor(() => expect(status()).toBe("3 of 3 rows ready"));
  expect(cell("Size", 2).value).toBe("L");
});

test("a column that was guessed wrongly is corrected from its menu", async () => {
  stub();
  renderPage(<RosterTab />);
  await paste("Reyes,1,7,L\nLee,1,8,M\nKim,1,9,M\n");
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Number, column 3 holds" }).value).toBe("number");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Quantity, column 2 holds" }), "Number");
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Not used, column 3 holds" }).value).toBe("ignore");
  await chooseJersey();
  await waitFor(() => expect(screen.getAllByText(/^Number 1 is also in row/).length).toBe(3));
});

test("arrows and Enter walk the grid, and cells of a spreadsheet are pasted over it", async () => {
  stub();
  renderPage(<RosterTab />);
  await paste(roster);
  cell("Player", 1).focus();
  await userEvent.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(cell("Player", 2));
  await userEvent.keyboard("{End}{ArrowRight}");
  expect(document.activeElement).toBe(cell("#", 2));
  await userEvent.keyboard("{Enter}");
  expect(document.activeElement).toBe(cell("#", 3));
  // One tab stop: the field that was last in use.
  expect(
    screen.getAllByRole("textbox").filter((field) => field.tabIndex === 0 && field.closest("[role=grid]")).length,
  ).toBe(1);
  await userEvent.paste("21\tYM\n22\tL\n");
  expect([cell("#", 3).value, cell("Jersey size", 3).value]).toEqual(["21", "YM"]);
  expect([cell("Player", 4).value, cell("#", 4).value, cell("Jersey size", 4).value]).toEqual(["", "22", "L"]);
});

test("clearing can be undone", async () => {
  stub();
  renderPage(<RosterTab />);
  await paste(roster);
  await userEvent.click(screen.getByRole("button", { name: "Clear" }));
  expect(screen.getByRole("textbox", { name: "Paste your rows here" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(cell("Player", 3).value).toBe("Kim");
});

test("what the server refuses comes back to its row and stays until that is changed", async () => {
  const api = stub({
    "POST /api/cart/lines": () =>
      problem(422, {
        code: "broken",
        errors: [{ field: "lines.1.sku", code: "article_unavailable", params: {}, message: "Out of stock" }],
      }),
  });
  renderPage(<RosterTab />);
  await paste(roster);
  await chooseJersey();
  await waitFor(() => expect(status()).toBe("3 of 3 rows ready"));
  await userEvent.click(addButton());
  await screen.findByText("Out of stock");
  expect(status()).toBe("2 of 3 rows ready, 1 needs attention");
  expect(cell("Player", 2).closest("[role=row]")?.textContent).toContain("Out of stock");
  api.on("POST /api/cart/lines", () => added);
  await userEvent.clear(cell("Jersey size", 2));
  await userEvent.type(cell("Jersey size", 2), "YM");
  await waitFor(() => expect(status()).toBe("3 of 3 rows ready"));
});

test("a session that stays null is logged, and the rows stay as they are", async () => {
  const api = stub({
    "GET /api/auth/session": () => null,
    "POST /api/cart/lines": () => problem(401, { title: "No session" }),
  });
  const logged = jest.spyOn(console, "warn").mockImplementation(() => undefined);
  renderPage(<RosterTab />);
  await paste(roster);
  await chooseJersey();
  await waitFor(() => expect(status()).toBe("3 of 3 rows ready"));
  await userEvent.click(addButton());
  await waitFor(() => expect(logged).toHaveBeenCalledWith("Cannot add to cart, user session is null"));
  logged.mockRestore();
  await waitFor(() => expect(addButton().getAttribute("aria-busy")).toBeNull());
  expect(status()).toBe("3 of 3 rows ready");
  // It can be tried again, as the same intent.
  api.on("POST /api/cart/lines", () => added);
  await userEvent.click(addButton());
  await screen.findByText("3 rows are in your cart");
  const keys = api.by("POST").map((call) => call.headers.get("idempotency-key"));
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

test("a refusal of one piece stands at its row, one of a whole line at all of its rows, any other below", async () => {
  const refuse = (errors: [field: string, message: string][]) => () =>
    problem(422, { errors: errors.map(([field, message]) => ({ field, code: "refused", params: {}, message })) });
  const api = stub({
    "POST /api/cart/lines": refuse([
      ["lines.0.freeForm.1.0", "This name is too long"],
      ["cart", "The cart is full"],
      ["lines.9.sku", "A line nobody sent"],
    ]),
  });
  renderPage(<RosterTab />);
  await paste("Player\t#\tJersey size\nReyes\t7\tM\nLee\t12\tM\nKim\t4\tL");
  await chooseJersey();
  await waitFor(() => expect(status()).toBe("3 of 3 rows ready"));
  await userEvent.click(addButton());
  const rowOf = (row: number) => cell("Player", row).closest("[role=row]")?.textContent ?? "";
  await screen.findByText("This name is too long");
  expect([1, 2, 3].map((row) => rowOf(row).includes("This name is too long"))).toEqual([false, true, false]);
  expect(screen.getByText("The cart is full A line nobody sent")).toBeTruthy();
  api.on("POST /api/cart/lines", refuse([["lines.0.sku", "Out of stock"]]));
  await userEvent.clear(cell("Player", 2));
  await userEvent.type(cell("Player", 2), "Li");
  await waitFor(() => expect(status()).toBe("3 of 3 rows ready"));
  expect(screen.queryByText(/The cart is full/)).toBeNull();
  await userEvent.click(addButton());
  await waitFor(() => expect(rowOf(1)).toContain("Out of stock"));
  expect([1, 2, 3].map((row) => rowOf(row).includes("Out of stock"))).toEqual([true, true, false]);
});

test("rows that could not be added are told why, and other rows are another intent", async () => {
  const api = stub({ "POST /api/cart/lines": () => problem(503) });
  renderPage(<RosterTab />);
  await paste(roster);
  await chooseJersey();
  await waitFor(() => expect(status()).toBe("3 of 3 rows ready"));
  await userEvent.click(addButton());
  expect(await within(screen.getByRole("region", { name: "Summary" })).findByRole("alert")).toBeTruthy();
  await userEvent.clear(cell("Jersey size", 2));
  await userEvent.type(cell("Jersey size", 2), "YM");
  api.on("POST /api/cart/lines", () => added);
  await waitFor(() => expect(status()).toBe("3 of 3 rows ready"));
  await userEvent.click(addButton());
  await screen.findByText("3 rows are in your cart");
  const [first, second] = api.by("POST").map((call) => call.headers.get("idempotency-key"));
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).not.toBe(first);
});

test("what cannot be read is told, and nothing else happens", async () => {
  stub();
  renderPage(<RosterTab />);
  await paste(`${"a\n".repeat(10_001)}`);
  expect(await screen.findByText("A roster holds at most 2000 rows. Please split it.")).toBeTruthy();
  const file = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0])], "roster.xlsx");
  await userEvent.upload(screen.getByLabelText("Roster file"), file);
  expect(await screen.findByText(/not a spreadsheet we can read/)).toBeTruthy();
});

test("a CSV file is dropped and read", async () => {
  stub();
  renderPage(<RosterTab />);
  const area = await screen.findByRole("textbox", { name: "Paste your rows here" });
  const file = new File(["\ufeffName,Number,Size\r\nReyes,7,L\r\n"], "roster.csv");
  fireEvent.drop(area, { dataTransfer: { files: [file], getData: () => "" } });
  expect((await screen.findByRole<HTMLInputElement>("textbox", { name: "Name, row 1" })).value).toBe("Reyes");
});

test("a list of product numbers looks each number up once and sends nothing else", async () => {
  const api = stub({
    "POST /api/catalog/articles": () => ({
      products: [
        {
          product: "p-2",
          name: "Team Sock",
          freeFormOptions: [],
          callToOrder: false,
          sizeColumn: null,
          articles: [
            size("M", "SCK-M", { tiers: [], minOrderQty: 6, deliveryUnit: 6 }),
            size("L", "SCK-L", { tiers: [] }),
          ],
        },
      ],
    }),
  });
  renderPage(<PasteListTab />);
  await paste("SKU\tQty\tNote\nSCK-M\t4\tfor Reyes\nsck l\t2\t\nSCK-L\t3\t\nSCK-M\t2\t\n");
  await waitFor(() => expect(status()).toBe("3 of 4 rows ready, 1 needs attention"));
  expect(api.by("POST").map((call) => call.body)).toEqual([{ skus: ["SCK-M", "sck l", "SCK-L"] }]);
  await userEvent.click(screen.getByRole("button", { name: "Use SCK-L, row 2" }));
  await waitFor(() => expect(status()).toBe("4 of 4 rows ready"));
  await userEvent.click(addButton());
  await screen.findByText("4 rows are in your cart");
  expect(api.by("POST").at(-1)?.body).toEqual({
    lines: [
      { sku: "SCK-M", quantity: 6, freeForm: [] },
      { sku: "SCK-L", quantity: 5, freeForm: [] },
    ],
  });
});

test("a style number in a list leads to the choice of its options, as quick order does", async () => {
  const options = (color: string, text: string, sku: string) => ({
    ...size(text, sku, { tiers: [] }),
    options: [color, text],
  });
  const api = stub({
    "POST /api/catalog/articles": () => ({
      products: [
        {
          product: "glv",
          name: "Infield Glove",
          freeFormOptions: [],
          callToOrder: false,
          styleNumber: "GLV1",
          articles: [
            options("Tan", "Left", "GLV-T-L"),
            options("Tan", "Right", "GLV-T-R"),
            options("Black", "Right", "GLV-B-R"),
          ],
        },
      ],
    }),
    "GET /api/features/QuickOrder/?productId=GLV1": () => quickProduct(),
  });
  renderPage(<PasteListTab />);
  await paste("Style #\tColor\tHand\tQty\nGLV1\tBlack\t\t2\nglv1\tTan\t\t3\n");
  await waitFor(() => expect(status()).toBe("1 of 2 rows ready, 1 needs attention"));
  expect(screen.getByText("Choose the options of Infield Glove")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Choose options, row 2" }));
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Hand, row 2" }), "Left");
  await waitFor(() => expect(status()).toBe("2 of 2 rows ready"));
  await userEvent.click(addButton());
  await screen.findByText("2 rows are in your cart");
  // What is asked about articles meanwhile is not what is added.
  expect(api.by("POST").find(({ url }) => url === "/api/cart/lines")?.body).toEqual({
    lines: [
      { sku: "GLV-B-R", quantity: 2, freeForm: [] },
      { sku: "GLV-T-L", quantity: 3, freeForm: [] },
    ],
  });
});

test("the tabs stand beside quick order and are loaded when they are opened", async () => {
  stub();
  renderPage(<QuickOrderPage />, "/quick-order");
  expect(screen.queryByText("Paste your rows here")).toBeNull();
  await userEvent.click(screen.getByRole("tab", { name: "Team roster" }));
  expect(await screen.findByText(/Names stay on this device/)).toBeTruthy();
  await userEvent.click(screen.getByRole("tab", { name: "Paste list" }));
  expect(await screen.findByText(/Paste product numbers with quantities/)).toBeTruthy();
});
