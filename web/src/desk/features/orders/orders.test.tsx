// Acts on an order: what is typed is judged by the rules, what will be is told in numbers, and a conflict is told in words.
import { expect, test } from "@jest/globals";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { atTheDesk, deskLine, deskOrder, somebody } from "../../../../test/desk-samples";
import { problem, type StubApi, stubApi } from "../../../../test/stub-api";
import { Link, Route, Routes, useNavigationType } from "../../../ui/router";
import { placeOf, readAsk } from "../../shared/list-ask";
import { OrderListPage } from "./OrderListPage";
import { OrderPage } from "./OrderPage";
import { leftFor, planOf } from "./Pieces";
import { entriesText } from "./TimelinePart";

const queues = {
  queues: [{ queue: "to_pick", label: "To pick", orders: { count: 1, more: false }, text: "1" }],
  late: { orders: { count: 0, more: false }, text: "0" },
  due: { orders: { count: 0, more: false }, text: "0" },
};

function open(order = deskOrder(), session = somebody): StubApi {
  const api = stubApi({
    "GET /desk/api/orders/o-1": () => order,
    "GET /desk/api/orders/o-1/events*": () => [],
    "POST /desk/api/orders/o-1/look": () => ({ text: "" }),
    "GET /desk/api/queues": () => queues,
  });
  atTheDesk(
    <Routes>
      <Route path="orders/:id" element={<OrderPage />} />
    </Routes>,
    { at: "/orders/o-1", session },
  );
  return api;
}

/** What somebody did: that the page says it is open is no act. */
const acts = (api: StubApi) => api.by("POST").filter(({ url }) => !url.endsWith("/look"));

test("who else has the order open is told where nothing moves by it", async () => {
  const api = open();
  await screen.findByRole("button", { name: "Cancel pieces" });
  const line = screen.getAllByRole("status").find((place) => place.className.includes("min-h-5"));
  expect(line?.textContent).toBe("");
  api.on("POST /desk/api/orders/o-1/look", () => ({ text: "Kim Lee has it open" }));
  fireEvent(document, new Event("visibilitychange"));
  await waitFor(() => expect(line?.textContent).toBe("Kim Lee has it open"), { timeout: 15_000 });
  expect(api.by("POST").length).toBeGreaterThan(1);
}, 20_000);

test("the rules say what is wrong with pieces, line by line", () => {
  const lines = [deskLine(1), deskLine(2)];
  const { errors, plan, pieces } = planOf(lines, "pick", { 1: "13", 2: "x" });
  expect([...errors]).toEqual([
    [2, "Please enter a whole number of at most 12"],
    [1, "Only 12 are left to pick"],
  ]);
  expect(plan.entries).toEqual([]);
  expect(pieces).toBe(13);
  expect([...planOf(lines, "pick", { 1: "99999999999999999999" }).errors]).toEqual([[1, "Only 12 are left to pick"]]);
  expect(planOf(lines, "pick", { 1: "5", 2: "0" }).plan.entries).toEqual([
    { position: 1, kind: "picked", quantity: 5 },
  ]);
  const [line] = lines;
  if (!line) throw new Error("there is a line");
  expect(leftFor(line, "pick")).toBe(12);
  expect(leftFor(line, "refund")).toBe(0);
});

test("beside the button stands which line cannot be picked so, and how many can", async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole("button", { name: "Pick" }));
  const window = within(screen.getByRole("dialog"));
  await user.clear(window.getByLabelText("Pieces to pick, SKU-1"));
  await user.clear(window.getByLabelText("Pieces to pick, SKU-2"));
  window.getByText("Please enter how many pieces of which lines.");
  await user.type(window.getByLabelText("Pieces to pick, SKU-2"), "13");
  window.getByText("SKU-2: Only 12 are left to pick.");
});

test("windows about lines tell what was chosen of each article, and find a line by it", async () => {
  const user = userEvent.setup();
  const lines = Array.from({ length: 14 }, (_, nth) =>
    deskLine(nth + 1, {
      options: [
        { label: "Color", value: "Navy" },
        { label: "Size", value: nth === 4 ? "XXL" : "L" },
      ],
    }),
  );
  open(deskOrder({ lines }));
  for (const name of ["Pick", "Cancel pieces"]) {
    await user.click(await screen.findByRole("button", { name }));
    const window = within(screen.getByRole("dialog"));
    expect(window.getAllByText("Navy · L")).toHaveLength(13);
    await user.type(window.getByRole("searchbox", { name: "Find a line" }), "xxl");
    expect(window.getAllByText(/^SKU-/).map((sku) => sku.textContent)).toEqual(["SKU-5"]);
    await user.click(window.getByRole("button", { name: "Leave it" }));
  }
});

test("canceling says in numbers what will be, and names the version that was seen", async () => {
  const user = userEvent.setup();
  const api = open();
  await user.click(await screen.findByRole("button", { name: "Cancel pieces" }));
  const window = within(screen.getByRole("dialog"));
  expect(window.getByRole<HTMLButtonElement>("button", { name: "Cancel 0 pieces" }).disabled).toBe(true);
  await user.type(window.getByLabelText("Pieces to cancel, SKU-2"), "5");
  window.getByText("5 pieces on 1 line will be canceled. The buyer is told by mail. 19 pieces stay outstanding.");
  await user.click(window.getByRole("button", { name: "Cancel 5 pieces" }));
  window.getByText("Please choose a reason");
  expect(document.activeElement).toBe(window.getByLabelText("Reason"));
  expect(acts(api)).toEqual([]);
  api.on("POST /desk/api/orders/o-1/cancellations", () => deskOrder());
  await user.selectOptions(window.getByLabelText("Reason"), "Ordered twice");
  await user.click(window.getByRole("button", { name: "Cancel 5 pieces" }));
  await screen.findByText("5 pieces of FH-100001 canceled.");
  expect(acts(api)[0]?.body).toEqual({
    version: 7,
    draft: { lines: [{ position: 2, quantity: 5 }], players: [], reason: "duplicate", note: "" },
  });
});

test("after a refused form the focus is where something is wrong", async () => {
  const user = userEvent.setup();
  const shipment = { id: "s-1", number: 1, state: "packed" as const, shippedAt: null, deliveredAt: null };
  const packed = { ...shipment, lines: [], parcels: [{ carrier: "UPS", tracking: "1Z?", link: "" }] };
  const api = open(deskOrder({ acts: ["hold", "cancel", "refund", "ship"], shipments: [packed] }));
  const refused = async (opener: RegExp, act: RegExp) => {
    await user.click(await screen.findByRole("button", { name: opener }));
    const window = within(screen.getByRole("dialog"));
    await user.click(window.getByRole("button", { name: act }));
    const label = document.activeElement?.closest("div")?.querySelector("label")?.textContent;
    await user.click(window.getByRole("button", { name: "Leave it" }));
    return label;
  };
  expect(await refused(/^Credit$/, /^Credit an amount/)).toBe("Amount in dollars");
  expect(await refused(/^Hold$/, /^Hold the order/)).toBe("What the order waits for");
  expect(await refused(/^Ship/, /^Ship 0 pieces/)).toBe("Tracking number");
  expect(acts(api)).toEqual([]);
});

test("a credit that was given is taken back, with words for the buyer", async () => {
  const user = userEvent.setup();
  const allowed = [...somebody.allowed, { permission: "refunds.create" }];
  const given = {
    id: "r-1",
    amount: 15_000,
    method: "Store credit",
    reason: "Late",
    lines: [],
    createdBy: "Fay",
    createdById: "s-2",
    createdAt: "2026-11-20T12:00:00Z",
    state: "granted" as const,
    decidedBy: "",
  };
  const sums = [{ label: "Total", text: "$240.00" }];
  // What is for pieces is not offered: it stays.
  const torn = { ...given, id: "r-3", amount: 100, lines: [{ position: 2, quantity: 1 }] };
  const api = open(deskOrder({ sums, refunds: [given, { ...given, id: "r-2", state: "withdrawn" }, torn] }), {
    ...somebody,
    allowed,
  });
  await user.click(await screen.findByRole("button", { name: "Take back" }));
  screen.getByText(/taken back/);
  const window = within(screen.getByRole("dialog"));
  await user.type(window.getByLabelText("In words, for the buyer"), "It came after all");
  api.on("POST /desk/api/orders/o-1/credits/r-1/withdrawal", () => deskOrder());
  await user.click(window.getByRole("button", { name: "Take back $150.00" }));
  await screen.findByText("The credit of $150.00 is taken back.");
  expect(acts(api)[0]?.body).toEqual({ version: 7, draft: { reason: "It came after all" } });
});

test("who is the second person of a credit sees the pieces it is for, and is another one", async () => {
  const user = userEvent.setup();
  const allowed = [...somebody.allowed, { permission: "refunds.approve_above_cap" }];
  const asked = {
    id: "r-1",
    amount: 25_000,
    method: "Store credit",
    reason: "Torn",
    lines: [
      { position: 2, quantity: 3 },
      { position: 3, quantity: 1 },
    ],
    createdBy: "Fay",
    createdById: "s-2",
    createdAt: "2026-11-20T12:00:00Z",
    state: "asked" as const,
    decidedBy: "",
  };
  const own = { ...asked, id: "r-2", amount: 30_000, lines: [], createdBy: somebody.name, createdById: somebody.id };
  const api = open(deskOrder({ refunds: [asked, own], lineCount: 3 }), { ...somebody, allowed });
  api.on("GET /desk/api/orders/o-1/lines?after=2", () => ({ lines: [deskLine(3)], lineCount: 3 }));
  const told = ["3 × SKU-2 Article 2, written off with it", "1 × line 3, written off with it"];
  const pieces = (list: HTMLElement) =>
    within(list)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
  await screen.findByText(/Credit of \$300\.00 waits/);
  // Where it waits, and among the amounts.
  expect(screen.getAllByRole("list", { name: "Pieces it is for" }).map(pieces)).toEqual([told, told]);
  await user.click(screen.getByRole("button", { name: "Agree" }));
  const window = within(await screen.findByRole("dialog", { name: "Agree to $250.00" }));
  expect(pieces(window.getByRole("list", { name: "Pieces it is for" }))).toEqual([
    told[0],
    "1 × SKU-3 Article 3, written off with it",
  ]);
});

test("what is picked is all there is until somebody types, also of an order that another one changed", async () => {
  const user = userEvent.setup();
  const api = open();
  await user.click(await screen.findByRole("button", { name: "Pick" }));
  const window = within(await screen.findByRole("dialog"));
  const newer = deskOrder({ lines: [deskLine(1), deskLine(2, { toPick: 4, ledger: { ordered: 12, picked: 8 } })] });
  newer.order.version = 8;
  api.on("POST /desk/api/orders/o-1/shipments", () => problem(409, { code: "order_changed", title: "Fay changed it" }));
  api.on("GET /desk/api/orders/o-1", () => newer);
  await user.click(window.getByRole("button", { name: "Pick 24 pieces" }));
  await window.findByText("Fay changed it");
  await window.findByRole("button", { name: "Pick 16 pieces" });
});

test("what a brand switched off is not promised", async () => {
  const user = userEvent.setup();
  const allowed = [...somebody.allowed, { permission: "orders.note" }];
  open(deskOrder({ lettersOff: ["order_cancelled", "order_noted"] }), { ...somebody, allowed });
  await user.click(await screen.findByRole("button", { name: "Cancel pieces" }));
  const canceling = within(screen.getByRole("dialog"));
  await user.type(canceling.getByLabelText("Pieces to cancel, SKU-2"), "5");
  canceling.getByText(/5 pieces on 1 line will be canceled\. This brand does not send the letter\. 19 pieces/);
  await user.click(canceling.getByRole("button", { name: "Leave it" }));
  screen.getByLabelText("The buyer reads it too. This brand sends no letter of it");
  await user.click(screen.getByRole("button", { name: "Credit" }));
  within(screen.getByRole("dialog")).getByText(/can still be credited\. The buyer is told by mail\./);
});

test("of two the second is told who was faster, and the order is read again", async () => {
  const user = userEvent.setup();
  const api = open();
  await user.click(await screen.findByRole("button", { name: "Hold" }));
  const title = "Fay changed this order since you opened it (order held). Look again before you go on.";
  api.on("POST /desk/api/orders/o-1/holds", () => problem(409, { code: "order_changed", title, currentVersion: 8 }));
  const newer = deskOrder();
  newer.order.version = 8;
  api.on("GET /desk/api/orders/o-1", () => newer);
  const window = within(screen.getByRole("dialog"));
  await user.selectOptions(window.getByLabelText("What the order waits for"), "Stock");
  await user.click(window.getByRole("button", { name: "Hold the order" }));
  await window.findByText(title);
  api.on("POST /desk/api/orders/o-1/holds", () => newer);
  await user.click(window.getByRole("button", { name: "Hold the order" }));
  await screen.findByText("FH-100001 is on hold.");
  expect(acts(api).map(({ body }) => (body as { version: number }).version)).toEqual([7, 8]);
});

test("a credit above one's cap is asked for", async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole("button", { name: "Credit" }));
  const window = within(screen.getByRole("dialog"));
  await user.type(window.getByLabelText("Amount in dollars"), "200");
  window.getByRole("button", { name: "Credit $200.00" });
  await user.type(window.getByLabelText("Amount in dollars"), ".01");
  window.getByRole("button", { name: "Ask for $200.01" });
  window.getByText("Above $200.00 a second person has to agree. The buyer is told then.");
});

test("all that can still be credited is one press away", async () => {
  const user = userEvent.setup();
  open(deskOrder({ creditable: 123_456 }));
  await user.click(await screen.findByRole("button", { name: "Credit" }));
  const window = within(screen.getByRole("dialog"));
  await user.click(window.getByRole("button", { name: "All that can be credited, $1,234.56" }));
  expect(window.getByLabelText<HTMLInputElement>("Amount in dollars").value).toBe("$1,234.56");
  window.getByRole("button", { name: "Ask for $1,234.56" });
});

test("who sees no amounts sees none, and does what they may", async () => {
  const order = deskOrder({
    sums: [],
    creditable: null,
    acts: ["pick"],
    lines: [deskLine(1, { unitPrice: null, linePrice: null })],
  });
  order.order.total = null;
  open(order);
  await screen.findByRole("button", { name: "Pick" });
  expect(screen.queryByText(/\$/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Hold" })).toBeNull();
});

test("documents are files of their own, of the order, of a shipment and of a credit that counts", async () => {
  const shipment = { id: "s-1", number: 1, lines: [], parcels: [], shippedAt: null, deliveredAt: null };
  const words = { method: "Store credit", reason: "Late", createdBy: "Dana", createdById: "s-2", decidedBy: "" };
  const refund = { ...words, amount: 1250, lines: [] };
  const given = { ...refund, id: "r-1", createdAt: "2026-11-20T12:00:00Z", state: "granted" } as const;
  open(
    deskOrder({
      documents: [{ kind: "pick-list", label: "Pick list" }],
      shipments: [
        { ...shipment, state: "picked" },
        { ...shipment, id: "s-2", number: 2, state: "cancelled" },
      ],
      refunds: [given, { ...given, id: "r-2", state: "asked" }],
    }),
  );
  const documents = within(await screen.findByRole("list", { name: "Documents" }));
  const address = (link: HTMLElement) => [link.getAttribute("href"), link.getAttribute("target")];
  expect(address(documents.getByRole("link", { name: "Pick list (PDF)" }))).toEqual([
    "/desk/api/orders/o-1/documents/pick-list",
    "_blank",
  ]);
  expect(address(screen.getByRole("link", { name: "Packing slip (PDF)" }))).toEqual([
    "/desk/api/orders/o-1/shipments/s-1/packing-slip",
    "_blank",
  ]);
  expect(address(screen.getByRole("link", { name: "Credit memo (PDF)" }))).toEqual([
    "/desk/api/orders/o-1/credits/r-1/memo",
    "_blank",
  ]);
});

test("lines beyond the first are read when they are wanted", async () => {
  const user = userEvent.setup();
  const api = open(deskOrder({ lineCount: 4 }));
  api.on("GET /desk/api/orders/o-1/lines?after=2", () => ({ lines: [deskLine(3)], lineCount: 4 }));
  api.on("GET /desk/api/orders/o-1/lines?after=3", () => ({ lines: [deskLine(4)], lineCount: 4 }));
  await screen.findByText("2 lines are not shown.");
  await user.click(screen.getByRole("button", { name: "More lines" }));
  await screen.findByText("Article 3");
  await user.click(screen.getByRole("button", { name: "More lines" }));
  await screen.findByText("Article 4");
  expect(screen.queryByRole("button", { name: "More lines" })).toBeNull();
});

test("who may not edit now is told of a kept edit, and offered no way into it", async () => {
  open(deskOrder({ keptEdits: [{ id: "e-1", by: "Fay Quinn", at: "2026-11-20T12:00:00Z" }] }));
  await screen.findByText("An edit is kept for later.");
  expect(screen.queryByRole("button", { name: "Look at the edit" })).toBeNull();
});

const canceled = deskOrder({
  lifecycle: "complete",
  timeline: [
    {
      sequence: 9,
      kind: "order.cancelled",
      by: "Dana Okoye",
      at: "2026-11-20T12:00:00Z",
      text: "",
      version: 7,
      undoable: true,
      letter: false,
      entries: [
        { position: 1, kind: "unpicked", quantity: 2 },
        { position: 1, kind: "cancelled", quantity: 5 },
        { position: 2, kind: "cancelled", quantity: 1 },
      ],
    },
  ],
});

test("a cancellation is taken back once that is sure, and a complete order is said to open again", async () => {
  const user = userEvent.setup();
  const api = open(canceled);
  await user.click(await screen.findByRole("button", { name: "Take the cancellation back" }));
  const window = within(await screen.findByRole("dialog", { name: "Take back a cancellation of FH-100001" }));
  window.getByText("6 pieces on 2 lines are outstanding again. The buyer gets a letter.");
  window.getByText("The order is complete: it opens again.");
  await user.click(window.getByRole("button", { name: "Leave it" }));
  expect(acts(api)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Take the cancellation back" }));
  api.on("POST /desk/api/orders/o-1/cancellations/9/undo", () => deskOrder());
  await user.click(await screen.findByRole("button", { name: "Restore 6 pieces" }));
  await screen.findByText("The cancellation is taken back. The buyer gets a letter.");
  expect(acts(api)[0]?.body).toEqual({ version: 7 });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("of an order that is open nothing is said of opening", async () => {
  open({ ...canceled, lifecycle: "open" });
  await userEvent.click(await screen.findByRole("button", { name: "Take the cancellation back" }));
  await screen.findByText(/^6 pieces on 2 lines/);
  expect(screen.queryByText(/it opens again/)).toBeNull();
});

test("the timeline tells of itself what nobody did", async () => {
  const [event] = canceled.timeline;
  if (!event) throw new Error("there is an event");
  const told = { ...event, undoable: false, entries: [] };
  open(deskOrder({ timeline: [{ ...told, sequence: 10, kind: "order.completed" }, told] }));
  const [completed, canceling] = within(await screen.findByRole("region", { name: "Timeline" })).getAllByRole(
    "listitem",
  );
  expect(completed?.textContent).toMatch(/^Nothing is outstanding/);
  expect(canceling?.textContent).toMatch(/^Dana Okoye canceled pieces/);
});

test("an event tells its pieces", () => {
  expect(
    entriesText([
      { position: 1, kind: "unpicked", quantity: 2 },
      { position: 1, kind: "cancelled", quantity: 5 },
      { position: 2, kind: "cancelled", quantity: 1 },
    ]),
  ).toBe("2 pieces put back on 1 line, 6 pieces canceled on 2 lines");
});

test("a list is its address: another filter begins at the newest", () => {
  const ask = readAsk(new URLSearchParams("queue=on_hold&after=17.a&other=1"));
  expect(ask).toEqual({ queue: "on_hold", after: "17.a" });
  expect(placeOf(ask, { site: "usgames" })).toBe("/orders?queue=on_hold&site=usgames");
  expect(placeOf(ask, { queue: "" })).toBe("/orders");
});

test("orders with something that waits are a list that says so, and that is taken off", async () => {
  const api = stubApi({
    "GET /desk/api/orders*": () => ({ orders: [], next: null }),
    "GET /desk/api/orders/count*": () => ({ orders: { count: 0, more: false }, text: "0" }),
    "GET /desk/api/queues": () => queues,
    "GET /desk/api/views": () => [],
  });
  atTheDesk(<OrderListPage />, { at: "/orders?waits=credit&q=team+FH" });
  await screen.findByRole("heading", { name: "Orders with a credit that waits for a second person" });
  expect(api.by("GET").some(({ url }) => url === "/desk/api/orders?waits=credit&q=team+FH")).toBe(true);
  await screen.findByText(/with “team FH”\. Words of one or two letters are not looked for: FH\.$/);
  screen.getByRole("button", { name: "Keep this list" });
  const what = () => screen.getByRole("combobox", { name: "What waits" });
  await userEvent.selectOptions(what(), "An edit");
  await screen.findByRole("heading", { name: "Orders with an edit that is kept for later" });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Queue" }), "To pick");
  await screen.findByRole("heading", { name: "To pick, with an edit that is kept for later" });
  await userEvent.selectOptions(what(), "Any, or nothing");
  await screen.findByRole("heading", { name: "To pick" });
  expect(screen.queryByRole("combobox", { name: "What waits" })).toBeNull();
});

test("an empty list of what waits says that fewer filters show more", async () => {
  stubApi({
    "GET /desk/api/orders*": () => ({ orders: [], next: null }),
    "GET /desk/api/orders/count*": () => ({ orders: { count: 0, more: false }, text: "0" }),
    "GET /desk/api/queues": () => queues,
    "GET /desk/api/views": () => [],
  });
  atTheDesk(<OrderListPage />, { at: "/orders?waits=edit" });
  await screen.findByText("No order is like that");
});

test("what is typed is never a key, and an empty queue says what it is", async () => {
  const user = userEvent.setup();
  stubApi({
    "GET /desk/api/orders*": () => ({ orders: [], next: null }),
    "GET /desk/api/orders/count*": () => ({ orders: { count: 0, more: false }, text: "0" }),
    "GET /desk/api/queues": () => queues,
  });
  atTheDesk(<OrderListPage />, { at: "/orders?queue=to_pick" });
  await screen.findByText("Orders wait here while there is something to take from the shelf.");
  await user.type(screen.getByLabelText("E-mail of the buyer"), "jk");
  expect(screen.getByLabelText<HTMLInputElement>("E-mail of the buyer").value).toBe("jk");
});

/** Lists that are empty, in any place. */
const noOrders = () =>
  stubApi({
    "GET /desk/api/orders*": () => ({ orders: [], next: null }),
    "GET /desk/api/orders/count*": () => ({ orders: { count: 0, more: false }, text: "0" }),
    "GET /desk/api/queues": () => queues,
    "GET /desk/api/views": () => [],
    "GET /desk/api/units*": () => [],
  });

/** The last list that was asked for. */
const listed = (api: StubApi) =>
  api
    .by("GET")
    .map(({ url }) => url)
    .filter((url) => /^\/desk\/api\/orders(\?|$)/.test(url))
    .at(-1);

test("filters are asked for together: nothing that was typed is lost, and the focus stays", async () => {
  const user = userEvent.setup();
  const api = noOrders();
  atTheDesk(<OrderListPage />, { at: "/orders" });
  const email = await screen.findByLabelText<HTMLInputElement>("E-mail of the buyer");
  await screen.findByRole("option", { name: "To pick" });
  await user.type(email, "coach@lincoln.example");
  const from = screen.getByLabelText<HTMLInputElement>("Placed from");
  await user.type(from, "2026-11-01");
  await user.tab();
  // Nothing is asked for by leaving a field.
  expect(document.activeElement).toBe(screen.getByLabelText("Placed to"));
  expect(listed(api)).toBe("/desk/api/orders");
  await user.type(screen.getByLabelText("Placed to"), "2026-11-20");
  await user.click(screen.getByRole("button", { name: "Filter" }));
  const all = "email=coach%40lincoln.example&from=2026-11-01&to=2026-11-20";
  await waitFor(() => expect(listed(api)).toBe(`/desk/api/orders?${all}`));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Filter" }));
  expect([email.value, from.value]).toEqual(["coach@lincoln.example", "2026-11-01"]);
  await user.clear(email);
  await user.type(email, " other@lincoln.example{Enter}");
  await waitFor(() => expect(listed(api)).toContain("?email=other%40lincoln.example&from=2026-11-01"));
  expect(document.activeElement).toBe(email);
});

test("a choice asks for what is typed beside it, and another list has its own filters", async () => {
  const user = userEvent.setup();
  const api = noOrders();
  atTheDesk(
    <>
      <Link to="/orders?queue=late">Late orders</Link>
      <OrderListPage />
    </>,
    { at: "/orders?unit=LHS" },
  );
  const email = await screen.findByLabelText<HTMLInputElement>("E-mail of the buyer");
  await screen.findByRole("option", { name: "To pick" });
  await user.type(email, "coach@lincoln.example");
  const queue = screen.getByRole<HTMLSelectElement>("combobox", { name: "Queue" });
  await user.selectOptions(queue, "To pick");
  const asked = "/desk/api/orders?queue=to_pick&unit=LHS&email=coach%40lincoln.example";
  await waitFor(() => expect(listed(api)).toBe(asked));
  expect(email.value).toBe("coach@lincoln.example");
  queue.focus();
  await user.selectOptions(queue, "Any");
  await waitFor(() => expect(listed(api)).toBe(asked.replace("queue=to_pick&", "")));
  expect(document.activeElement).toBe(queue);
  // What is typed goes with it also where a filter is taken off.
  await user.type(screen.getByLabelText("Placed from"), "2026-11-01");
  await user.click(screen.getByRole("link", { name: "Any unit instead of LHS" }));
  await waitFor(() => expect(listed(api)).toBe("/desk/api/orders?email=coach%40lincoln.example&from=2026-11-01"));
  await user.click(screen.getByRole("link", { name: "Late orders" }));
  await waitFor(() => expect(listed(api)).toBe("/desk/api/orders?queue=late"));
  expect([email.value, queue.value]).toEqual(["", "late"]);
});

function Arrival() {
  return <p data-testid="arrival">{useNavigationType()}</p>;
}

test("the list one is at already is no step further", async () => {
  const user = userEvent.setup();
  noOrders();
  atTheDesk(
    <>
      <OrderListPage />
      <Arrival />
    </>,
    { at: "/orders" },
  );
  const arrival = () => screen.getByTestId("arrival").textContent;
  await user.type(await screen.findByLabelText("E-mail of the buyer"), "coach@lincoln.example{Enter}");
  await waitFor(() => expect(arrival()).toBe("PUSH"));
  await user.click(screen.getByRole("button", { name: "Filter" }));
  await waitFor(() => expect(arrival()).toBe("REPLACE"));
});

test("what is typed while a list is on its way stays", async () => {
  const api = noOrders();
  atTheDesk(<OrderListPage />, { at: "/orders" });
  const email = await screen.findByLabelText<HTMLInputElement>("E-mail of the buyer");
  await screen.findByRole("option", { name: "To pick" });
  act(() => {
    fireEvent.change(screen.getByRole("combobox", { name: "Queue" }), { target: { value: "to_pick" } });
    fireEvent.change(email, { target: { value: "coach@" } });
  });
  await waitFor(() => expect(listed(api)).toBe("/desk/api/orders?queue=to_pick"));
  expect(email.value).toBe("coach@");
});

test("on a phone filters are folded, and say how many there are", async () => {
  const user = userEvent.setup();
  noOrders();
  atTheDesk(<OrderListPage />, { at: "/orders?email=coach%40lincoln.example&from=2026-11-01" });
  const fold = await screen.findByRole("button", { name: "Filters, 2 set" });
  const fields = document.getElementById(fold.getAttribute("aria-controls") ?? "");
  expect([fold.getAttribute("aria-expanded"), fields?.className]).toEqual(["false", "contents max-md:hidden"]);
  await user.click(fold);
  expect([fold.getAttribute("aria-expanded"), fields?.className]).toEqual(["true", "contents"]);
});

test("of a list that cannot be there is a way out", async () => {
  const user = userEvent.setup();
  const api = noOrders();
  api.on("GET /desk/api/orders?queue=unknown", () => problem(422, { code: "queue_unknown", title: "No such queue" }));
  atTheDesk(<OrderListPage />, { at: "/orders?queue=unknown" });
  const failed = within(await screen.findByRole("alert"));
  await screen.findByRole("option", { name: "To pick" });
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Queue" }).value).toBe("unknown");
  await user.click(failed.getByRole("link", { name: "All orders" }));
  await screen.findByText("Nothing is here");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("what orders wait for stands in the list, and several are printed in one file", async () => {
  const hold = { label: "Art proof", reason: "Coach looks at it", owner: "Kim Lee", due: "2026-11-20", isDue: true };
  const { order } = deskOrder();
  const held = { ...order, queue: "on_hold" as const, holds: [hold, { ...hold, label: "Stock" }] };
  const api = stubApi({
    "GET /desk/api/orders*": () => ({ orders: [held, { ...order, id: "o-2", number: "FH-100002" }], next: null }),
    "GET /desk/api/orders/count*": () => ({ orders: { count: 2, more: false }, text: "2" }),
    "GET /desk/api/queues": () => queues,
    "GET /desk/api/views": () => [],
    "POST /desk/api/papers": () => new Response("%PDF", { headers: { "printed-orders": "1" } }),
  });
  atTheDesk(<OrderListPage />, { at: "/orders?queue=on_hold&owner=me" });
  const row = await screen.findByRole("row", { name: /FH-100001/ });
  expect(row.textContent).toContain("Art proof, by Nov 20, 2026, Kim Lee, and 1 more. Coach looks at it");
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Looked after by" }).value).toBe("me");
  expect(api.by("GET").some(({ url }) => url.includes("queue=on_hold&owner=me"))).toBe(true);
  const made = URL.createObjectURL;
  URL.createObjectURL = () => "blob:papers";
  URL.revokeObjectURL = () => {};
  await userEvent.click(screen.getByRole("checkbox", { name: "Choose all orders of this page" }));
  await userEvent.click(screen.getByRole("button", { name: "Print packing slips" }));
  await screen.findByText("The packing slips of 1 order are in one file. 1 other order: nothing is packed.");
  expect(acts(api)[0]?.body).toEqual({ kind: "packing-slip", orders: ["o-1", "o-2"] });
  URL.createObjectURL = made;
});

test("among other orders a held one says in a word what it waits for, and no column is made for it", async () => {
  const hold = { label: "Art proof", reason: "Coach looks at it", owner: "Kim Lee", due: "2026-11-20", isDue: true };
  const { order } = deskOrder();
  stubApi({
    "GET /desk/api/orders*": () => ({ orders: [{ ...order, queue: "on_hold", holds: [hold] }], next: null }),
    "GET /desk/api/orders/count*": () => ({ orders: { count: 1, more: false }, text: "1" }),
    "GET /desk/api/queues": () => queues,
    "GET /desk/api/views": () => [],
  });
  atTheDesk(<OrderListPage />, { at: "/orders" });
  const row = await screen.findByRole("row", { name: /FH-100001/ });
  expect(row.textContent).toContain(": Art proof");
  expect(screen.queryByRole("columnheader", { name: "Waits for" })).toBeNull();
});

test("a window about lines opens with all of them, and with none while some cannot be read", async () => {
  const order = deskOrder({ lineCount: 3 });
  const api = open(order);
  api.on("GET /desk/api/orders/o-1/lines*", () => problem(503, { code: "busy", title: "Later" }));
  await userEvent.click(await screen.findByRole("button", { name: "Cancel pieces" }));
  await screen.findByText("The other lines could not be read.");
  expect(screen.queryByRole("dialog")).toBeNull();
  api.on("GET /desk/api/orders/o-1/lines*", () => ({ lines: [deskLine(3)], lineCount: 3 }));
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  const window = within(await screen.findByRole("dialog"));
  await userEvent.click(window.getByRole("button", { name: "All outstanding" }));
  window.getByText(/36 pieces on 3 lines will be canceled\./);
});

test("a hold is handed over and put off, and what is no day is said", async () => {
  const hold = {
    id: "h-1",
    kind: "art_proof" as const,
    label: "Art proof",
    reason: "",
    due: "",
    owner: "Dana Okoye",
    ownerId: "s-9",
    openedAt: "2026-11-20T12:00:00Z",
    closedAt: null,
  };
  const order = deskOrder({ holds: [hold] });
  const api = open(order);
  api.on("GET /desk/api/orders/o-1/colleagues", () => [{ id: "s-7", name: "Kim Lee" }]);
  api.on("PUT /desk/api/orders/o-1/holds/h-1", () => order);
  await userEvent.click(await screen.findByRole("button", { name: "Hand over or put off" }));
  const window = within(await screen.findByRole("dialog", { name: "Change the hold: Art proof" }));
  await window.findByRole("option", { name: "Kim Lee" });
  expect(window.getByRole<HTMLSelectElement>("combobox", { name: "Looked after by" }).value).toBe("s-9");
  await userEvent.selectOptions(window.getByRole("combobox", { name: "Looked after by" }), "Kim Lee");
  const day = window.getByRole("textbox", { name: "Look again by" });
  await userEvent.type(day, "soon");
  await userEvent.click(window.getByRole("button", { name: "Change the hold" }));
  await window.findByText("Please enter the date as MM/DD/YYYY");
  expect(api.by("PUT")).toEqual([]);
  await userEvent.clear(day);
  await userEvent.type(day, "12/01/2026");
  await userEvent.click(window.getByRole("button", { name: "Change the hold" }));
  await screen.findByText("The hold of FH-100001 is changed.");
  expect(api.by("PUT")[0]?.body).toEqual({ version: 7, draft: { owner: "s-7", due: "12/01/2026" } });
});
