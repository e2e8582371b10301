// The account's orders: what is looked for stands in the address, and each page says where it goes on.

import type { BoughtOrderView, HistoryView } from "@fieldhouse/rules";
import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderPage } from "../../../../test/render-page";
import { problem, stubApi } from "../../../../test/stub-api";
import OrdersPage from "./OrdersPage";

function bought(over: Partial<BoughtOrderView> = {}): BoughtOrderView {
  return {
    id: "0rd3r",
    number: "FH-100023",
    placedAt: "2026-03-02T15:04:05Z",
    status: "Partly shipped",
    state: "open",
    pieces: "8 on the way, 4 still to come",
    total: "$339.75",
    poNumber: "PO-4471",
    unit: "North School",
    by: "",
    own: true,
    ...over,
  };
}

function page(over: Partial<HistoryView> = {}): HistoryView {
  return {
    orders: [bought(), bought({ id: "0th3r", number: "FH-100022", by: "Sam Rivera", own: false })],
    next: null,
    states: [
      { key: "open", label: "Open" },
      { key: "ended", label: "Canceled or declined" },
    ],
    units: [{ key: "NORTH", label: "North School" }],
    people: [],
    ...over,
  };
}

test("orders are listed with what became of them, whose they are, and a way to each", async () => {
  stubApi({ "GET /api/account/orders*": () => page() });
  renderPage(<OrdersPage />, "/my-account/orders/");
  const orders = within(await screen.findByRole("region", { name: "Orders" }));
  const [first, second] = orders.getAllByRole("listitem");
  expect(first?.textContent).toBe(
    "Order FH-100023$339.75Mar 2, 2026, 8 on the way, 4 still to comePartly shippedPurchase order PO-4471, for North School",
  );
  expect(second?.textContent).toContain("ordered by Sam Rivera");
  expect(orders.getByRole("link", { name: "Order FH-100023" }).getAttribute("href")).toBe("/order?id=0rd3r");
  expect(orders.getByText("2 orders")).toBeTruthy();
  expect(orders.queryByRole("link", { name: "Older Orders" })).toBeNull();
  // Who sees nobody else's orders is offered nobody.
  expect(screen.queryByLabelText("Ordered by")).toBeNull();
});

test("one that ended is not told to have cost nothing", async () => {
  const ended = bought({ state: "ended", status: "Canceled", pieces: "12 canceled", total: "$0.00" });
  stubApi({ "GET /api/account/orders*": () => page({ orders: [ended] }) });
  renderPage(<OrdersPage />, "/my-account/orders/");
  expect((await screen.findByText("Canceled", { selector: "span" })).textContent).toBe("Canceled");
  expect(screen.queryByText("$0.00")).toBeNull();
});

test("what is looked for is kept in the address, and older orders are asked for from there", async () => {
  const user = userEvent.setup();
  const api = stubApi({ "GET /api/account/orders*": () => page({ next: "17.0rd3r" }) });
  const shown = renderPage(<OrdersPage />, "/my-account/orders/?po=PO-1");
  await screen.findByRole("region", { name: "Orders" });
  expect(api.sent.at(-1)?.url).toBe("/api/account/orders?po=PO-1");
  await user.type(screen.getByRole("searchbox", { name: "Search" }), "Rivera");
  await user.selectOptions(screen.getByLabelText("Status"), "ended");
  await user.click(screen.getByRole("button", { name: "Show Orders" }));
  await waitFor(() => expect(shown.address()).toContain("q=Rivera&po=PO-1&state=ended"));
  await waitFor(() => expect(api.sent.at(-1)?.url).toBe("/api/account/orders?q=Rivera&po=PO-1&state=ended"));
  const older = await screen.findByRole("link", { name: "Older Orders" });
  expect(older.getAttribute("href")).toBe("/my-account/orders/?q=Rivera&po=PO-1&state=ended&after=17.0rd3r");
  await user.click(older);
  await waitFor(() => expect(document.activeElement?.textContent).toContain("2 orders"));
  expect(screen.getByRole("link", { name: "Newest Orders" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Show All" }).getAttribute("href")).toBe("/my-account/orders/");
});

test("what cannot be looked for is said at its field; nothing found and nothing there are two things", async () => {
  const errors = [{ field: "q", code: "orders_fragment", message: "Please type at least 3 letters" }];
  const api = stubApi({
    "GET /api/account/orders?q=ab&state=ended": () => problem(422, { errors }),
    "GET /api/account/orders": () => page(),
  });
  const broken = renderPage(<OrdersPage />, "/my-account/orders/?q=ab&state=ended");
  expect(await screen.findByText("Please type at least 3 letters")).toBeTruthy();
  expect(screen.getByRole("searchbox", { name: "Search" }).getAttribute("aria-invalid")).toBe("true");
  // What else is asked for stands in its fields.
  expect(screen.getByLabelText<HTMLSelectElement>("Status").value).toBe("ended");
  expect(screen.queryByRole("region", { name: "Orders" })).toBeNull();
  broken.unmount();
  for (const which of ["", "*"]) api.on(`GET /api/account/orders${which}`, () => page({ orders: [] }));
  const found = renderPage(<OrdersPage />, "/my-account/orders/?q=abcd");
  expect(await screen.findByText(/Nothing matches what you asked for/)).toBeTruthy();
  found.unmount();
  renderPage(<OrdersPage />, "/my-account/orders/");
  expect(await screen.findByText(/What you order is listed here/)).toBeTruthy();
});
