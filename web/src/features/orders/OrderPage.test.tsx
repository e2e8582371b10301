// An order as its owner sees it, and what everyone else sees.
import { expect, jest, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { order } from "../../../test/cart-samples";
import { renderPage } from "../../../test/render-page";
import { problem, stubApi } from "../../../test/stub-api";
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

test("an order that waits, was declined or approved says so, with the approver's note", async () => {
  const unit = "North School";
  for (const [decision, status, heading, note] of [
    ["waiting", "Waiting for approval", "Thank you for your order", ""],
    ["declined", "Declined", "Your order was declined", "Over budget."],
    ["approved", "Confirmed", "Thank you for your order", "Well chosen."],
  ] as const) {
    stubApi({ "GET /api/orders/0rd3r": () => order({ status, approval: { decision, unit, note } }) });
    const page = renderPage(<OrderPage />, "/order?id=0rd3r");
    await screen.findByRole("heading", { level: 1, name: heading });
    expect(screen.getByText(status)).toBeTruthy();
    if (note) expect(screen.getByText(`“${note}”`)).toBeTruthy();
    else expect(screen.getByText(/Somebody of North School has to approve it first/)).toBeTruthy();
    page.unmount();
  }
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
