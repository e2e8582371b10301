// What becomes of an order: shipments, what is still to come, canceled and held ones, and the buyer's own cancelling.

import type { BoughtLineView, BoughtShipmentView } from "@fieldhouse/rules";
import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { order } from "../../../../test/cart-samples";
import { renderPage } from "../../../../test/render-page";
import { problem, stubApi, unreachable } from "../../../../test/stub-api";
import OrderPage from "./OrderPage";

function bought(over: Partial<BoughtLineView> = {}): BoughtLineView {
  return {
    position: 1,
    sku: "JRS-1",
    name: "Game Jersey",
    options: "Size: M",
    ordered: 2,
    cancelled: 0,
    shipped: 1,
    delivered: 0,
    toCome: 1,
    toPack: 1,
    unitPrice: 1000,
    linePrice: 12_000,
    text: "1 on the way, 1 still to come",
    players: ["Name: Ann, Number: 7", "Name: Bea, Number: 8"],
    ...over,
  };
}

const gloves = bought({
  position: 2,
  sku: "GLV-L",
  name: "Gloves",
  options: "",
  ordered: 12,
  cancelled: 1,
  shipped: 8,
});

const shipment: BoughtShipmentView = {
  number: 1,
  state: "shipped",
  label: "On its way",
  shippedAt: "2026-03-05T18:00:00Z",
  deliveredAt: null,
  parcels: [{ carrier: "UPS", tracking: "1Z9", link: "https://www.ups.com/track?tracknum=1Z9" }],
  lines: [
    {
      position: 1,
      sku: "JRS-1",
      name: "Game Jersey",
      options: "Size: M",
      quantity: 1,
      players: [],
      playersUnknown: true,
    },
    { position: 2, sku: "GLV-L", name: "Gloves", options: "", quantity: 8, players: [], playersUnknown: false },
  ],
};

const inParts = {
  status: "Partly shipped",
  piecesText: "9 on the way, 1 canceled, 4 still to come",
  lines: [bought(), { ...gloves, toCome: 3, toPack: 3, players: [], canceledPlayers: ["Name: Cleo (canceled)"] }],
  shipments: [shipment],
};

test("what arrives when is told shipment by shipment, with tracking, and what is not known is not made up", async () => {
  stubApi({ "GET /api/orders/0rd3r": () => order(inParts) });
  renderPage(<OrderPage />, "/order?id=0rd3r");
  const arrivals = within(await screen.findByRole("region", { name: "What arrives when" }));
  expect(screen.getByRole("link", { name: "Download all lines (CSV)" }).getAttribute("href")).toBe(
    "/api/orders/0rd3r/lines.csv",
  );
  expect(arrivals.getByText("9 on the way, 1 canceled, 4 still to come.")).toBeTruthy();
  const first = within(arrivals.getByRole("region", { name: "Shipment 1: On its way" }));
  expect(first.getByText("March 5, 2026")).toBeTruthy();
  const track = first.getByRole("link", { name: "Track parcel UPS 1Z9 (opens in a new tab)" });
  expect(track.getAttribute("href")).toBe("https://www.ups.com/track?tracknum=1Z9");
  expect(first.queryByText(/Ann/)).toBeNull();
  const inside = first.getAllByRole("listitem").map((item) => item.textContent);
  expect(inside).toContain("8 ×Gloves GLV-L");
  expect(inside).toContain("1 ×Game Jersey, Size: M JRS-1For some of the players named below");
  const read = (name: string) =>
    within(arrivals.getByRole("list", { name }))
      .getAllByRole("listitem")
      .map((item) => item.textContent);
  expect(read("Still to come")).toEqual(["1 ×Game Jersey, Size: M JRS-1", "3 ×Gloves GLV-L"]);
  expect(read("Canceled")).toEqual(["1 ×Gloves GLV-LName: Cleo (canceled)"]);
  expect(read("Names and numbers in several parts")).toEqual([
    "2 ×Game Jersey, Size: M JRS-1Name: Ann, Number: 7; Name: Bea, Number: 8",
  ]);
});

test("no check mark stands above a parcel that is delayed", async () => {
  const marked = async (state: BoughtShipmentView["state"]) => {
    stubApi({ "GET /api/orders/0rd3r": () => order({ ...inParts, shipments: [{ ...shipment, state }] }) });
    const page = renderPage(<OrderPage />, "/order?id=0rd3r");
    const status = await screen.findByText("Partly shipped");
    const mark = status.querySelector("use")?.getAttribute("href") ?? status.querySelector("svg")?.innerHTML;
    page.unmount();
    return [mark, status.className.includes("text-good")];
  };
  const [check, green] = await marked("shipped");
  expect(green).toBe(true);
  expect(await marked("exception")).toEqual([expect.not.stringContaining(check as string), false]);
});

test("what can be printed is a file of its own, for whoever holds the link too", async () => {
  const documents = [
    { kind: "acknowledgement", label: "Order acknowledgement" },
    { kind: "invoice", label: "Invoice" },
  ] as const;
  stubApi({ "GET /api/orders/0rd3r*": () => order({ documents: [...documents] }) });
  renderPage(<OrderPage />, "/order?id=0rd3r&key=a%2Fb");
  const link = await screen.findByRole("link", { name: "Order acknowledgement (PDF)" });
  expect(link.getAttribute("href")).toBe("/api/orders/0rd3r/documents/acknowledgement?key=a%2Fb");
  expect(link.getAttribute("target")).toBe("_blank");
  expect(screen.getByRole("link", { name: "Invoice (PDF)" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Roster sheet (PDF)" })).toBeNull();
});

test("what was canceled and credited stands below the total, with what is left of it", async () => {
  const afterChanges = [
    { label: "Canceled", text: "-$46.00" },
    { label: "Credited", text: "-$9.00" },
    { label: "Total after changes", text: "$60.00" },
  ];
  stubApi({ "GET /api/orders/0rd3r": () => order({ afterChanges }) });
  renderPage(<OrderPage />, "/order?id=0rd3r");
  const canceled = await screen.findByText("Canceled");
  const rows = [...(canceled.closest("dl")?.children ?? [])].map((row) => row.textContent);
  expect(rows).toEqual(["Canceled-$46.00", "Credited-$9.00", "Total after changes$60.00"]);
  const total = screen.getByText("Total");
  expect(total.compareDocumentPosition(canceled) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test("what was credited is told with its memo, for whoever holds the link too", async () => {
  const credit = { id: "c1", amount: 1250, method: "Store credit", reason: "A torn seam", at: "2026-03-05T18:00:00Z" };
  let credits = [credit];
  stubApi({ "GET /api/orders/0rd3r*": () => order({ credits }) });
  const page = renderPage(<OrderPage />, "/order?id=0rd3r&key=a%2Fb");
  const told = within(await screen.findByRole("region", { name: "Credits" }));
  expect(told.getByRole("listitem").textContent).toContain("March 5, 2026$12.50, Store creditA torn seam");
  const memo = told.getByRole("link", { name: "Credit memo for $12.50 (PDF)" });
  expect(memo.getAttribute("href")).toBe("/api/orders/0rd3r/credits/c1/memo?key=a%2Fb");
  page.unmount();
  credits = [];
  renderPage(<OrderPage />, "/order?id=0rd3r&key=other");
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByRole("region", { name: "Credits" })).toBeNull();
});

test("the players of a whole line are inside its shipment", async () => {
  const whole = { ...shipment, state: "delivered", label: "Delivered", deliveredAt: "2026-03-07T18:00:00Z" } as const;
  const lines = [{ ...shipment.lines[0], quantity: 2, players: bought().players, playersUnknown: false }];
  stubApi({
    "GET /api/orders/0rd3r": () =>
      order({
        piecesText: "2 delivered",
        lines: [bought({ shipped: 2, toCome: 0, toPack: 0 })],
        shipments: [{ ...whole, lines: lines as typeof shipment.lines }],
      }),
  });
  renderPage(<OrderPage />, "/order?id=0rd3r");
  const one = within(await screen.findByRole("region", { name: "Shipment 1: Delivered" }));
  expect(one.getByText("Name: Ann, Number: 7; Name: Bea, Number: 8")).toBeTruthy();
  expect(one.getByText("March 7, 2026")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Still to come" })).toBeNull();
});

test("a canceled and a held order are told as what they are, and what the store wrote is read", async () => {
  stubApi({
    "GET /api/orders/0rd3r": () =>
      order({
        status: "Canceled",
        lifecycle: "cancelled",
        piecesText: "12 canceled",
        lines: [bought({ cancelled: 12, toCome: 0, toPack: 0, players: [] })],
        notes: [{ text: "Sold out, sorry.", at: "2026-03-05T18:00:00Z" }],
      }),
  });
  const page = renderPage(<OrderPage />, "/order?id=0rd3r");
  await screen.findByRole("heading", { level: 1, name: "Your order was canceled" });
  expect(screen.getByText("Nothing of it will be sent, and nothing is charged.")).toBeTruthy();
  expect(screen.queryByText(/Thank you/)).toBeNull();
  expect(screen.getByRole("region", { name: "What was canceled" })).toBeTruthy();
  expect(within(screen.getByRole("region", { name: "Notes" })).getByText("Sold out, sorry.")).toBeTruthy();
  page.unmount();
  stubApi({ "GET /api/orders/0rd3r": () => order({ status: "On hold", onHold: true }) });
  renderPage(<OrderPage />, "/order?id=0rd3r");
  await screen.findByRole("heading", { level: 1, name: "Your order is on hold" });
  expect(screen.getByText(/Something has to be settled/)).toBeTruthy();
});

const cancelText = "All 12 pieces of order FH-100023 will be canceled, and the $339.75 will not be charged.";

test("a buyer cancels once asked, is told, and keeps the focus", async () => {
  const user = userEvent.setup();
  const api = stubApi({ "GET /api/orders/0rd3r": () => order({ mayCancel: true, cancelText, version: 3 }) });
  api.on("POST /api/orders/0rd3r/cancellation", unreachable);
  renderPage(<OrderPage />, "/order?id=0rd3r");
  await user.click(await screen.findByRole("button", { name: "Cancel Order" }));
  const asked = within(await screen.findByRole("dialog"));
  expect(asked.getByText(cancelText)).toBeTruthy();
  await user.type(asked.getByLabelText("Why? (optional)"), "Wrong size");
  await user.click(asked.getByRole("button", { name: "Cancel Order" }));
  expect((await asked.findByRole("alert")).textContent).toMatch(/offline/);
  const canceled = order({ status: "Canceled", lifecycle: "cancelled", version: 4 });
  api.on("POST /api/orders/0rd3r/cancellation", () => canceled);
  await user.click(asked.getByRole("button", { name: "Cancel Order" }));
  await screen.findByRole("heading", { level: 1, name: "Your order was canceled" });
  const told = await screen.findByText(/Order FH-100023 was canceled/);
  await waitFor(() => expect(document.activeElement).toBe(told));
  expect(screen.queryByRole("button", { name: "Cancel Order" })).toBeNull();
  const sent = api.by("POST");
  expect(sent.map(({ body }) => body)).toEqual([
    { note: "Wrong size", version: 3 },
    { note: "Wrong size", version: 3 },
  ]);
  expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
});

test("what somebody changed meanwhile is told, and what cannot be canceled any more is not offered", async () => {
  const user = userEvent.setup();
  let now = order({ mayCancel: true, cancelText });
  const api = stubApi({ "GET /api/orders/0rd3r": () => now });
  api.on("POST /api/orders/0rd3r/cancellation", () => {
    now = order({ piecesText: "12 on the way" });
    return problem(409, { code: "order_changed", title: "This order changed since you opened it." });
  });
  renderPage(<OrderPage />, "/order?id=0rd3r");
  await user.click(await screen.findByRole("button", { name: "Cancel Order" }));
  const asked = within(await screen.findByRole("dialog"));
  await user.click(asked.getByRole("button", { name: "Cancel Order" }));
  expect((await asked.findByRole("alert")).textContent).toContain("This order changed since you opened it.");
  await waitFor(() => expect(asked.queryByRole("button", { name: "Cancel Order" })).toBeNull());
  await user.click(asked.getByRole("button", { name: "Keep Order" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("whose pieces are still to come is told once a part left, and what is being packed stands with its parcel", async () => {
  const players = ["Name: Ann, Number: 7", "Name: Bea, Number: 8", "Name: Cleo, Number: 9"];
  const line = bought({ ordered: 3, players, toCome: 2, toPack: 1, toPackPlayers: ["Name: Cleo, Number: 9"] });
  stubApi({ "GET /api/orders/0rd3r": () => order({ ...inParts, lines: [line], shipments: [shipment] }) });
  renderPage(<OrderPage />, "/order?id=0rd3r");
  const list = within(await screen.findByRole("list", { name: "Still to come" }));
  const told = list.getAllByRole("listitem").map((item) => item.textContent);
  expect(told).toEqual(["1 ×Game Jersey, Size: M JRS-1Name: Cleo, Number: 9"]);
});
