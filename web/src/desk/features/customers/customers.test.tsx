// Customers at the desk: the list is its address, and shopping as one of them begins with a reason.
import { expect, jest, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { atTheDesk, deskOrder, somebody } from "../../../../test/desk-samples";
import { problem, stubApi } from "../../../../test/stub-api";
import { Route, Routes, useLocation } from "../../../ui/router";
import type { DeskCustomerView } from "../../shared/endpoints";
import { CustomerListPage } from "./CustomerListPage";
import { CustomerPage } from "./CustomerPage";
import { ShopAsWindow } from "./ShopAsWindow";

const customer = {
  id: "c-1",
  site: "fieldhouse",
  name: "Kim Lee",
  email: "kim@lincoln.example",
  createdAt: "2026-01-02T12:00:00Z",
};

const view = (told: Partial<DeskCustomerView> = {}): DeskCustomerView => ({
  customer,
  confirmed: true,
  units: [{ key: "NORTH", name: "North School", role: "buyer" }],
  addresses: 2,
  orders: [{ ...deskOrder().order, total: null }],
  orderCount: 12,
  activities: [
    {
      id: "a-1",
      staff: "Dana Reyes",
      reason: "By phone",
      begunAt: "2026-11-20T12:00:00Z",
      orders: [{ id: "o-9", number: "FH-9" }],
    },
  ],
  mayShopAs: true,
  shopping: false,
  ...told,
});

test("which words are not looked for stands beside the list", async () => {
  stubApi({ "GET /desk/api/customers*": () => ({ customers: [customer], next: null }) });
  atTheDesk(<CustomerListPage />, { at: "/customers?q=Kim+Le" });
  await screen.findByText("Words of one or two letters are not looked for: Le.");
});

function open(told: Partial<DeskCustomerView> = {}) {
  const api = stubApi({ "GET /desk/api/customers/c-1": () => view(told) });
  atTheDesk(
    <Routes>
      <Route path="customers/:id" element={<CustomerPage />} />
    </Routes>,
    { at: "/customers/c-1" },
  );
  return api;
}

test("a reason is asked for by the rule, sent once, and the store opens at the address that is answered", async () => {
  const user = userEvent.setup();
  const go = jest.fn();
  const api = stubApi({
    "POST /desk/api/customers/c-1/shop-as": () => problem(404, { title: "There is nothing here." }),
  });
  atTheDesk(<ShopAsWindow view={view()} onClose={() => undefined} go={go} />);
  const window = within(screen.getByRole("dialog", { name: "Shop as Kim Lee" }));
  const act = window.getByRole("button", { name: /^Shop at/ });
  await user.click(act);
  window.getByText("Please say why in 5 characters or more: the customer will read it");
  expect(api.by("POST")).toEqual([]);
  await user.type(window.getByLabelText(/^Why/), "By phone");
  await user.click(act);
  await window.findByText("There is nothing here.");
  expect(go).not.toHaveBeenCalled();
  const address = "http://fieldhouse.localhost/shop-as/x";
  api.on("POST /desk/api/customers/c-1/shop-as", () => ({ address, endsAt: "2026-11-20T13:00:00Z" }));
  await user.click(act);
  expect(api.by("POST").at(-1)?.body).toEqual({ reason: "By phone" });
  expect(go).toHaveBeenCalledWith(address);
});

test("a customer's page tells who it is, what was ordered and who shopped for them", async () => {
  open();
  await screen.findByRole("heading", { level: 1, name: "Kim Lee" });
  screen.getByText("North School");
  screen.getByText("2 addresses");
  expect(screen.getByRole("link", { name: "FH-9" }).getAttribute("href")).toBe("/orders/o-9");
  const all = screen.getByRole("link", { name: "All orders with kim@lincoln.example" });
  expect(all.getAttribute("href")).toBe("/orders?email=kim%40lincoln.example");
  expect(screen.queryByText(/\$/)).toBeNull();
  expect(screen.queryByRole("button", { name: "End shopping as them" })).toBeNull();
  screen.getByRole("button", { name: "Shop as this customer" });
});

test("who may not shop as customers is not offered it, and who does ends it", async () => {
  const api = open({ mayShopAs: false, shopping: true, orderCount: 1 });
  const end = await screen.findByRole("button", { name: "End shopping as them" });
  expect(screen.queryByRole("button", { name: "Shop as this customer" })).toBeNull();
  expect(screen.queryByRole("link", { name: /^All orders/ })).toBeNull();
  api.on("DELETE /desk/api/customers/c-1/shop-as", () => new Response(null, { status: 204 }));
  api.on("GET /desk/api/customers/c-1", () => view({ shopping: false }));
  await userEvent.setup().click(end);
  await screen.findByText("You are not shopping as Kim Lee any more.");
  expect(api.by("DELETE")).toHaveLength(1);
});

function Place() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

test("a fragment is an address, and older ones are asked for from there", async () => {
  const user = userEvent.setup();
  const api = stubApi({ "GET /desk/api/customers*": () => ({ customers: [customer], next: "1.c-1" }) });
  atTheDesk(
    <>
      <CustomerListPage />
      <Place />
    </>,
    { at: "/customers", session: { ...somebody, allowed: [{ permission: "customers.view" }] } },
  );
  const row = await screen.findByRole("link", { name: "Kim Lee" });
  expect(row.getAttribute("href")).toBe("/customers/c-1");
  await user.type(screen.getByLabelText("A fragment of name, e-mail or unit"), " kim {Enter}");
  expect(document.querySelector("output")?.textContent).toBe("/customers?q=kim");
  expect(api.sent.at(-1)?.url).toBe("/desk/api/customers?q=kim");
  expect((await screen.findByRole("link", { name: "Older" })).getAttribute("href")).toBe(
    "/customers?q=kim&after=1.c-1",
  );
});
