// An order as its owner sees it, and what everyone else sees.
import { expect, jest, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, cart, change, line, order } from "../../../../test/cart-samples";
import { renderPage } from "../../../../test/render-page";
import { problem, type StubApi, stubApi, unreachable } from "../../../../test/stub-api";
import OrderPage from "./OrderPage";

test("shows number, purchase order, address, items and sums", async () => {
  stubApi({ "GET /api/orders/0rd3r": () => order() });
  renderPage(<OrderPage />, "/order?id=0rd3r");
  await screen.findByRole("heading", { level: 1, name: "Thank you for your order" });
  expect(screen.getAllByText("FH-100023").length).toBeGreaterThan(0);
  expect(screen.getByText("PO-4471")).toBeTruthy();
  expect(screen.getByText("Dallas, TX 75201")).toBeTruthy();
  expect(screen.getByText("$339.75")).toBeTruthy();
  const items = screen.getByRole("list", { name: "Items of this order" });
  expect(within(items).getByText("Sideline Practice Jersey")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Print" })).toBeTruthy();
});

test("an order of days ago is headed by its number", async () => {
  stubApi({ "GET /api/orders/0rd3r": () => order({ placedAt: "2026-03-02T15:04:05Z" }) });
  renderPage(<OrderPage />, "/order?id=0rd3r");
  await screen.findByRole("heading", { level: 1, name: "Order FH-100023" });
});

test("a confirmation that was not sent is told", async () => {
  const letterNote = "We have sent several letters to this address within the last hour.";
  stubApi({ "GET /api/orders/0rd3r": () => order({ letterNote }) });
  renderPage(<OrderPage />, "/order?id=0rd3r");
  expect(await screen.findByText(letterNote)).toBeTruthy();
});

function flavored(flavor: string) {
  const options = [{ label: "Flavor", value: flavor }];
  const only = line({ sku: `DRK-${flavor}`, size: "", quantity: 4, options });
  return card({ key: flavor, name: "Rehydration Drink", color: "", lineItems: [only] });
}

test("three flavors of one drink are three different lines, each with sku, unit and line price", async () => {
  stubApi({ "GET /api/orders/0rd3r": () => order({ items: ["Grape", "Lime", "Orange"].map(flavored) }) });
  renderPage(<OrderPage />, "/order?id=0rd3r");
  const items = await screen.findByRole("list", { name: "Items of this order" });
  const lines = within(items).getAllByRole("list", { name: "Lines of Rehydration Drink" });
  const said = lines.map((each) => each.textContent?.replace(/\s+/g, " "));
  expect(said).toEqual([
    "Flavor: Grape DRK-Grape4 × $25.00$300.00",
    "Flavor: Lime DRK-Lime4 × $25.00$300.00",
    "Flavor: Orange DRK-Orange4 × $25.00$300.00",
  ]);
});

test("a size that says itself that it is one is told without the word before it", async () => {
  const options = [{ label: "Size", value: "Size 3" }];
  const lineItems = [line({ options }), line({ sku: "BALL-4", options: [{ label: "Size", value: "4" }] })];
  stubApi({ "GET /api/orders/0rd3r": () => order({ items: [card({ lineItems })] }) });
  renderPage(<OrderPage />, "/order?id=0rd3r");
  const items = within(await screen.findByRole("list", { name: "Items of this order" }));
  expect(items.getByText("Size 3")).toBeTruthy();
  expect(items.getByText("Size: 4")).toBeTruthy();
});

test("what its lines share is said once, what they differ in on each", async () => {
  const lineItems = [line(), line({ sku: "FH-100-NVY-L", size: "L", quantity: 6 })];
  stubApi({ "GET /api/orders/0rd3r": () => order({ items: [card({ lineItems })] }) });
  renderPage(<OrderPage />, "/order?id=0rd3r");
  const items = within(await screen.findByRole("list", { name: "Items of this order" }));
  expect(items.getAllByText("Color: Navy")).toHaveLength(1);
  expect(items.getByText("Size: M")).toBeTruthy();
  expect(items.getByText("Size: L")).toBeTruthy();
});

test("notes for the carrier and the purchase order's file are said", async () => {
  stubApi({ "GET /api/orders/0rd3r": () => order({ instructions: "Gym entrance", poFileName: "po-4471.pdf" }) });
  renderPage(<OrderPage />, "/order?id=0rd3r");
  expect(await screen.findByText("Gym entrance")).toBeTruthy();
  expect(screen.getByText("po-4471.pdf")).toBeTruthy();
});

test("names and numbers are told piece by piece, and on paper as a list of players to be signed", async () => {
  const freeForm = Array.from({ length: 9 }, (_, nth) => [`Player ${nth}`, String(10 + nth)]);
  const lineItems = [
    line({ quantity: 9, freeForm }),
    line({ sku: "FH-100-NVY-L", size: "L", quantity: 3, freeForm: [["Staff", "0"]] }),
  ];
  const items = [card({ lineItems, freeFormOptions: ["Name", "Number"] })];
  stubApi({ "GET /api/orders/0rd3r": () => order({ items }) });
  renderPage(<OrderPage />, "/order?id=0rd3r");
  const printed = await screen.findByRole("list", { name: "Names and numbers of FH-100-NVY-L" });
  expect(printed.textContent).toBe("Name: Staff, Number: 0 (3 pieces)");
  const proof = within(screen.getByRole("region", { name: "Proof" }));
  const rows = proof.getAllByRole("row").map((row) =>
    within(row)
      .queryAllByRole("cell")
      .map((cell) => cell.textContent),
  );
  expect(rows).toHaveLength(11);
  expect(rows[1]).toEqual(["1", "Player 0", "10", "Size: M", "FH-100-NVY-M", "1", ""]);
  expect(rows[10]).toEqual(["10", "Staff", "0", "Size: L", "FH-100-NVY-L", "3", ""]);
  for (const term of ["Signature", "Name in capitals", "Date"]) expect(proof.getByText(term)).toBeTruthy();
});

test.each([
  [9, 9, ""],
  [24, 24, ""],
  [30, 24, "and 6 more"],
])("of %d names %d are read without a click", async (pieces, read, more) => {
  const freeForm = Array.from({ length: pieces }, (_, nth) => [`Player ${nth}`, String(10 + nth)]);
  const items = [card({ lineItems: [line({ quantity: pieces, freeForm })], freeFormOptions: ["Name", "Number"] })];
  stubApi({ "GET /api/orders/0rd3r": () => order({ items }) });
  renderPage(<OrderPage />, "/order?id=0rd3r");
  const [first] = await screen.findAllByRole("list", { name: "Names and numbers of FH-100-NVY-M" });
  const shown = within(first as HTMLElement).getAllByRole("listitem");
  expect(shown.map((entry) => entry.textContent)).toHaveLength(read);
  expect(first?.closest("details")).toBeNull();
  const folded = [...document.querySelectorAll("summary")].map((summary) => summary.textContent);
  expect(folded.join()).toBe(more);
  for (const { 0: name } of freeForm) expect(screen.getAllByText(new RegExp(`${name},`)).length).toBeGreaterThan(0);
});

test("a signed link opens it with its key; who only reads it does not put it into a cart", async () => {
  const approval = { decision: "declined", unit: "North School", note: "" } as const;
  const api = stubApi({ "GET /api/orders/*": () => order({ own: false, status: "Declined", approval }) });
  const page = renderPage(<OrderPage />, "/order?id=0rd3r&key=1.abc");
  await screen.findByRole("heading", { level: 1, name: "Your order was declined" });
  expect(api.sent[0]?.url).toBe("/api/orders/0rd3r?key=1.abc");
  expect(screen.queryByRole("button", { name: "Put into my cart" })).toBeNull();
  page.unmount();
  // Who decides about it is not thanked for it.
  renderPage(<OrderPage />, "/order?id=0rd3r");
  await screen.findByRole("heading", { level: 1, name: "Order FH-100023" });
});

test("whoever may decide about an order that waits is led back to where one does, and its buyer is not", async () => {
  const approval = { decision: "waiting", unit: "North School", note: "" } as const;
  for (const own of [false, true]) {
    stubApi({ "GET /api/orders/0rd3r": () => order({ own, status: "Waiting for approval", approval }) });
    const page = renderPage(<OrderPage />, "/order?id=0rd3r");
    await screen.findByText(/Somebody of North School has to approve it first/);
    const back = screen.queryByRole("link", { name: "Back to the approvals" });
    expect(back?.getAttribute("href")).toBe(own ? undefined : "/my-account/approvals/");
    page.unmount();
  }
});

test("an order that waits, was declined or approved says so, with the approver's note", async () => {
  const unit = "North School";
  for (const [decision, status, heading, note, ...numbers] of [
    ["waiting", "Waiting for approval", "Thank you for your order", ""],
    ["declined", "Declined", "Your order was declined", "Over budget."],
    ["declined", "Declined", "Your order was declined", "Over budget, too.", "GC-1"],
    ["approved", "Confirmed", "Thank you for your order", "Well chosen."],
  ] as const) {
    const certificates = numbers.map((certificateNumber) => ({
      paymentId: "p",
      certificateNumber,
      amount: "$50.00",
      remainder: "",
    }));
    stubApi({ "GET /api/orders/0rd3r": () => order({ status, certificates, approval: { decision, unit, note } }) });
    const page = renderPage(<OrderPage />, "/order?id=0rd3r");
    await screen.findByRole("heading", { level: 1, name: heading });
    expect(screen.getByText(status)).toBeTruthy();
    if (note) expect(screen.getByText(`“${note}”`)).toBeTruthy();
    else expect(screen.getByText(/Somebody of North School has to approve it first/)).toBeTruthy();
    const freed = screen.queryByText("Nothing is charged. Its gift certificates can be used again.");
    expect(freed !== null).toBe(decision === "declined" && certificates.length > 0);
    page.unmount();
  }
});

function declined(): StubApi {
  const lineItems = [line(), line({ sku: "FH-100-NVY-L", size: "L", quantity: 6 })];
  const approval = { decision: "declined", unit: "North School", note: "Over budget." } as const;
  return stubApi({
    "GET /api/orders/0rd3r": () => order({ status: "Declined", approval, items: [card({ lineItems })] }),
  });
}

test("a declined order is put into the cart, what is left out is told, and all of it is taken back", async () => {
  const user = userEvent.setup();
  const api = declined();
  const added = { ...change(cart(), [card()]), addedQuantity: 12, undo: "U" };
  const gone = [{ field: "lines.1.sku", code: "sku_unknown", message: "This article is not sold any more" }];
  const leftOut = [{ sku: "FH-100-NVY-L", name: "FH-100-NVY-L", size: "", quantity: 6, href: "/", errors: gone }];
  api.on("POST /api/orders/0rd3r/cart", () => ({ change: added, leftOut }));
  renderPage(<OrderPage />, "/order?id=0rd3r");
  await user.click(await screen.findByRole("button", { name: "Put into my cart" }));
  expect(await screen.findByText("This article is not sold any more")).toBeTruthy();
  expect(screen.getByRole("link", { name: "View Cart" }).getAttribute("href")).toBe("/cart");
  expect(screen.queryByRole("button", { name: "Put into my cart" })).toBeNull();
  expect(api.by("POST")[0]?.headers.get("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/);
  api.on("POST /api/cart/undo", () => change(cart({ items: [] }), []));
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("button", { name: "Put into my cart" })).toBeTruthy();
  expect(api.by("POST").at(-1)?.body).toEqual({ undo: "U" });
});

test("an answer that never came is asked for again under the same key; other orders do not come back", async () => {
  const user = userEvent.setup();
  const api = declined();
  api.on("POST /api/orders/0rd3r/cart", unreachable);
  const page = renderPage(<OrderPage />, "/order?id=0rd3r");
  const button = await screen.findByRole("button", { name: "Put into my cart" });
  await user.click(button);
  expect((await screen.findByRole("alert")).textContent).toMatch(/offline/);
  api.on("POST /api/orders/0rd3r/cart", () => ({ change: change(cart(), [card()]), leftOut: [] }));
  await user.click(button);
  expect(await screen.findByRole("link", { name: "View Cart" })).toBeTruthy();
  const keys = api.by("POST").map((sent) => sent.headers.get("idempotency-key"));
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
  page.unmount();
  stubApi({ "GET /api/orders/0rd3r": () => order() });
  renderPage(<OrderPage />, "/order?id=0rd3r");
  await screen.findByRole("heading", { level: 1, name: "Thank you for your order" });
  expect(screen.queryByRole("button", { name: "Put into my cart" })).toBeNull();
});

test("what was put into the cart is told with its pieces, the focus goes to what is said, and back to the button", async () => {
  const page = window as Window & { dataLayer?: { event: string; ecommerce: { items: object[] } }[] };
  page.dataLayer = [];
  const user = userEvent.setup();
  const api = declined();
  const lineItems = [line(), line({ sku: "FH-100-NVY-L", size: "L", quantity: 6 })];
  const added = { ...change(cart(), [card({ lineItems })]), addedQuantity: 18, undo: "U" };
  api.on("POST /api/orders/0rd3r/cart", () => ({ change: added, leftOut: [] }));
  renderPage(<OrderPage />, "/order?id=0rd3r");
  await user.click(await screen.findByRole("button", { name: "Put into my cart" }));
  expect(await screen.findByText("Order FH-100023 is in your cart")).toBeTruthy();
  expect(document.activeElement?.textContent).toContain("View Cart");
  expect(document.activeElement).not.toBe(document.body);
  const told = () => (page.dataLayer ?? []).map(({ event, ecommerce }) => [event, ecommerce.items.length]);
  expect(told()).toEqual([["add_to_cart", 2]]);
  // A way back that fails says so, and what was put there stays told.
  api.on("POST /api/cart/undo", () => problem(503));
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("The store could not do this right now. Please try again.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "View Cart" })).toBeTruthy();
  expect(told()).toHaveLength(1);
});

test("taken back, the pieces are told as removed and the next press is another intent", async () => {
  const page = window as Window & { dataLayer?: { event: string }[] };
  page.dataLayer = [];
  const user = userEvent.setup();
  const api = declined();
  api.on("POST /api/orders/0rd3r/cart", () => ({ change: { ...change(cart(), [card()]), undo: "U" }, leftOut: [] }));
  api.on("POST /api/cart/undo", () => change(cart({ items: [] }), []));
  renderPage(<OrderPage />, "/order?id=0rd3r");
  await user.click(await screen.findByRole("button", { name: "Put into my cart" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  const again = await screen.findByRole("button", { name: "Put into my cart" });
  expect(page.dataLayer.map(({ event }) => event)).toEqual(["add_to_cart", "remove_from_cart"]);
  expect(document.activeElement?.contains(again)).toBe(true);
  // What is said has the focus without being a stop of Tab.
  expect((document.activeElement as HTMLElement).tabIndex).toBe(-1);
  expect(document.activeElement).not.toBe(document.body);
  expect(again.getAttribute("aria-busy")).toBeNull();
  await user.click(again);
  await screen.findByRole("link", { name: "View Cart" });
  const keys = api
    .by("POST")
    .flatMap(({ url, headers }) => (/cart$/.test(url) ? [headers.get("idempotency-key")] : []));
  expect(new Set(keys).size).toBe(2);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f-]{36}$/);
});

test("an order of which nothing could be added says so and offers no way back", async () => {
  const user = userEvent.setup();
  const api = declined();
  let answer: (copied: object) => void = () => {};
  api.on("POST /api/orders/0rd3r/cart", () => problem(503));
  renderPage(<OrderPage />, "/order?id=0rd3r");
  const button = await screen.findByRole("button", { name: "Put into my cart" });
  const problems = () => screen.queryByRole("alert")?.textContent ?? "";
  expect(problems()).toBe("");
  await user.click(button);
  expect((await screen.findByRole("alert")).textContent).toMatch(/^The store could not do this/);
  await waitFor(() => expect(button.getAttribute("aria-busy")).toBeNull());
  api.on("POST /api/orders/0rd3r/cart", () => new Promise<object>((resolve) => (answer = resolve)));
  await user.click(button);
  await waitFor(() => expect(button.getAttribute("aria-busy")).toBe("true"));
  expect(problems()).toBe("");
  await user.click(button);
  expect(api.by("POST")).toHaveLength(2);
  const gone = [{ field: "lines.0.sku", code: "sku_unknown", message: "This article is not sold any more" }];
  const left = { sku: "FH-100-NVY-M", name: "Jersey", size: "M", quantity: 12, href: "/", errors: gone };
  answer({ change: null, leftOut: [left] });
  expect(await screen.findByText("This article is not sold any more")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("an order that cannot be read is logged", async () => {
  stubApi({ "GET /api/orders/0rd3r": () => problem(500) });
  const logged = jest.spyOn(console, "error").mockImplementation(() => undefined);
  renderPage(<OrderPage />, "/order?id=0rd3r");
  await waitFor(() => expect(logged).toHaveBeenCalledWith("the order could not be read", expect.anything()));
  expect(screen.queryByText("FH-100023")).toBeNull();
  logged.mockRestore();
});

test("an order that is not there and one that is not yours look the same", async () => {
  stubApi({ "GET /api/orders/other": () => problem(404, { code: "not_found" }) });
  renderPage(<OrderPage />, "/order?id=other");
  await screen.findByRole("heading", { level: 1, name: "We cannot find this order" });
  expect(screen.getByRole("link", { name: "Back To Shopping" }).getAttribute("href")).toBe("/");
});

test("two ids and ids that reach for more than an order are nobody's", async () => {
  const api = stubApi({ "GET /api/orders/0rd3r": () => order() });
  const page = renderPage(<OrderPage />, "/order?id=0rd3r&id=0rd3r");
  await screen.findByRole("heading", { level: 1, name: "We cannot find this order" });
  expect(api.sent).toEqual([]);
  page.unmount();
  renderPage(<OrderPage />, "/order?id=..%2F0rd3r%3Fa%3D1");
  await screen.findByRole("heading", { level: 1, name: "We cannot find this order" });
  expect(api.sent.map((sent) => sent.url)).toEqual(["/api/orders/..%2F0rd3r%3Fa%3D1"]);
});

test("without an id it is the active cart", async () => {
  stubApi();
  const page = renderPage(<OrderPage />, "/order");
  await waitFor(() => expect(page.address()).toBe("/cart"));
});
