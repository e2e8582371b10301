// The account area: guarded, read and edited, the address book eight at a time (account §2, §4, §6).

import { describe, expect, jest, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { account, addressView, anonymous, coach, defaultParties } from "../../../../test/account-samples";
import { type RenderedPage, renderPage } from "../../../../test/render-page";
import { problem, type StubApi, stubApi } from "../../../../test/stub-api";
import { bareShell } from "../../../shared/site";
import { Route, Routes } from "../../../ui/router";
import { AccountLink } from "../../shell/shell/AccountLink";
import AccountArea from "./AccountArea";
import { browserPage } from "./browser-page";

const user = () => userEvent.setup();
const book = (count: number) => ({
  defaults: defaultParties(),
  addresses: [
    addressView(1, { isDefault: true, editable: false }),
    ...Array.from({ length: count - 1 }, (_, index) => addressView(index + 2)),
  ],
});

function signedIn(addresses = 1): StubApi {
  return stubApi({
    "GET /api/auth/session": () => coach,
    "GET /api/account": () => account,
    "GET /api/account/addresses": () => book(addresses),
  });
}

function at(path: string): RenderedPage {
  return renderPage(
    <Routes>
      <Route path="/my-account/*" element={<AccountArea />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    path,
  );
}

test("an anonymous visitor is asked to sign in and comes back", async () => {
  stubApi({ "GET /api/auth/session": () => anonymous });
  const shown = at("/my-account/address-book/");
  await waitFor(() => expect(shown.address()).toBe("/api/auth/signin?callbackUrl=%2Fmy-account%2Faddress-book%2F"));
});

test("the label is 'Loading...' at first and after a failure, then the label or a greeting", async () => {
  const api = stubApi({ "GET /api/auth/session": () => problem(500) });
  const failed = renderPage(<AccountLink className="" />, "/cart");
  expect(screen.getByRole("link").textContent).toBe("Loading...");
  await waitFor(() => expect(api.sent.length).toBeGreaterThan(0));
  expect(screen.getByRole("link").textContent).toBe("Loading...");
  failed.unmount();
  api.on("GET /api/auth/session", () => anonymous);
  const stranger = renderPage(<AccountLink className="" />, "/cart");
  const link = await screen.findByRole("link", { name: "Account" });
  expect(link.getAttribute("href")).toBe("/api/auth/signin?callbackUrl=%2Fcart");
  stranger.unmount();
  const there = renderPage(<AccountLink className="" />, "/api/auth/signin?callbackUrl=%2Fcart");
  expect((await screen.findByRole("link", { name: "Account" })).getAttribute("href")).toBe("/my-account/");
  there.unmount();
  const page = renderPage(<AccountLink className="" />, "/c/x/?page=2");
  expect((await screen.findByRole("link", { name: "Account" })).getAttribute("href")).toBe(
    "/api/auth/signin?callbackUrl=%2Fc%2Fx%2F%3Fpage%3D2",
  );
  page.unmount();
  api.on("GET /api/auth/session", () => coach);
  renderPage(<AccountLink className="" />, "/cart");
  const greeting = await screen.findByRole("link", { name: "Hi, Pat" });
  expect(greeting.getAttribute("href")).toBe("/my-account/");
});

test("the dashboard greets, shows account and addresses, and signs out", async () => {
  const api = signedIn(3);
  api.on("POST /api/auth/signout", () => new Response(null, { status: 204 }));
  const left = jest.spyOn(browserPage, "goTo").mockImplementation(() => undefined);
  at("/my-account/");
  await screen.findByRole("heading", { level: 1, name: "Hello, Pat" });
  expect(await screen.findByText("coach@club.example")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Edit account information" }).getAttribute("href")).toBe(
    "/my-account/account-information/",
  );
  expect((await screen.findAllByText("ship to")).length).toBe(2);
  for (const label of ["sold to", "bill to"]) expect(screen.getAllByText(label)).toHaveLength(1);
  expect(screen.getAllByRole("button", { name: /^What .* means$/ })).toHaveLength(4);
  await user().click(screen.getByRole("button", { name: "Not you? Sign out" }));
  await waitFor(() => expect(left).toHaveBeenCalledWith("/"));
  expect(api.by("POST").map((sent) => sent.url)).toEqual(["/api/auth/signout"]);
});

test("the dashboard has a quick order, what waits, the last orders and one's units", async () => {
  const api = signedIn();
  const order = { id: "o-1", number: "F-1007", placedAt: "2026-11-18T15:00:00Z", status: "Placed", poNumber: "PO-7" };
  api.on("GET /api/account/home", () => ({
    orders: [{ ...order, pieces: 12, total: "$240.00" }],
    units: [{ key: "LINCOLN-HS", name: "Lincoln High School", role: "approver" }],
    waiting: 2,
  }));
  at("/my-account/");
  const orders = (await screen.findByRole("heading", { name: "Last Orders" })).closest("section") as HTMLElement;
  expect(within(orders).getByRole("link", { name: "Order F-1007" }).getAttribute("href")).toBe("/order?id=o-1");
  expect(orders.textContent).toContain("Nov 18, 2026, 12 pieces, purchase order PO-7");
  expect(orders.textContent).toContain("$240.00");
  expect(within(orders).getByRole("link", { name: "View all orders" }).getAttribute("href")).toBe(
    "/my-account/orders/",
  );
  expect(screen.getByRole("link", { name: "Quick Order" }).getAttribute("href")).toBe("/quick-order");
  const waiting = screen.getByRole("link", { name: "2 orders wait for your approval" });
  expect(waiting.getAttribute("href")).toBe("/my-account/approvals/");
  const units = screen.getByRole("heading", { name: "Business Units" }).closest("section") as HTMLElement;
  expect(units.textContent).toContain("Lincoln High School LINCOLN-HSApprover");
});

test("without orders, units and approvals the dashboard says so, and asks nothing", async () => {
  const api = signedIn();
  api.on("GET /api/account/home", () => ({ orders: [], units: [], waiting: 0 }));
  at("/my-account/");
  expect(await screen.findByText("No orders yet.")).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Business Units" })).toBeNull();
  expect(screen.queryByRole("link", { name: /approval/ })).toBeNull();
  expect(screen.queryByRole("link", { name: "View all orders" })).toBeNull();
});

const home = { orders: [], units: [], waiting: 0 };

test.each([
  ["/api/account", account],
  ["/api/account/addresses", book(1)],
  ["/api/account/home", home],
])("the dashboard shows nothing before %s is there, then all of it", async (last, view) => {
  const api = signedIn();
  api.on("GET /api/account/home", () => home);
  let answer: (view: object) => void = () => undefined;
  const pending = new Promise<object>((resolve) => {
    answer = resolve;
  });
  api.on(`GET ${last}`, () => pending);
  at("/my-account/");
  await screen.findByRole("heading", { level: 1, name: "Hello, Pat" });
  // Long enough for the two others: nothing comes after them.
  for (const url of ["/api/account", "/api/account/addresses", "/api/account/home"])
    await waitFor(() => expect(api.sent.map((sent) => sent.url)).toContain(url));
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
  expect(screen.getByText("Loading your account")).toBeTruthy();
  expect(screen.queryByRole("heading", { level: 2 })).toBeNull();
  answer(view);
  expect(await screen.findByText("Pat Margolis")).toBeTruthy();
  expect(screen.queryByText("Loading your account")).toBeNull();
  expect(screen.getByText("1 Field Street").closest("li")?.textContent).toContain("Default");
  expect(screen.getByText("101 Field Street").closest("li")?.textContent).not.toContain("Default");
  expect(screen.getByRole("link", { name: "View all addresses" }).getAttribute("href")).toBe(
    "/my-account/address-book/",
  );
  expect(screen.queryByText("No addresses yet.")).toBeNull();
});

test("the dashboard says so when the address book is empty, and leaves out what could not be read", async () => {
  const api = signedIn();
  api.on("GET /api/account/addresses", () => ({ defaults: [], addresses: [] }));
  const shown = at("/my-account/");
  expect(await screen.findByText("No addresses yet.")).toBeTruthy();
  expect(screen.getByText("Pat Margolis")).toBeTruthy();
  shown.unmount();
  const logged = jest.spyOn(console, "error").mockImplementation(() => undefined);
  api.on("GET /api/account/addresses", () => problem(500));
  at("/my-account/");
  expect(await screen.findByText("Pat Margolis")).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Address Book" })).toBeNull();
  logged.mockRestore();
});

test("a sign-out that fails is logged, and nothing else happens", async () => {
  const api = signedIn();
  api.on("POST /api/auth/signout", () => problem(503));
  const left = jest.spyOn(browserPage, "goTo").mockImplementation(() => undefined);
  left.mockClear();
  const logged = jest.spyOn(console, "error").mockImplementation(() => undefined);
  at("/my-account/");
  await user().click((await screen.findAllByRole("button", { name: "Sign Out" }))[0] as HTMLElement);
  await waitFor(() => expect(logged).toHaveBeenCalledWith("sign-out failed", expect.anything()));
  expect(left).not.toHaveBeenCalled();
  logged.mockRestore();
});

test("the account navigation's current link is bold; small screens fold it under 'My Account'", async () => {
  signedIn();
  at("/my-account/address-book/");
  await screen.findByRole("heading", { level: 1, name: "Address Book" });
  const [here] = screen.getAllByRole("link", { name: "Address Book" });
  expect(here?.getAttribute("href")).toBe("/my-account/address-book/");
  expect(here?.className).toContain("font-bold");
  expect(here?.getAttribute("aria-current")).toBe("page");
  expect(screen.getAllByRole("link", { name: "Dashboard" })[0]?.className).not.toContain("font-bold");
  expect(document.querySelector("details > summary")?.textContent).toBe("My Account");
});

describe("account information", () => {
  const edit = async () => user().click(await screen.findByRole("button", { name: "Edit" }));

  test("is read-only until Edit, and again after Cancel", async () => {
    signedIn();
    at("/my-account/account-information/");
    expect(await screen.findByText("Head Coach")).toBeTruthy();
    expect(screen.queryByLabelText("Title *")).toBeNull();
    await edit();
    expect((screen.getByLabelText("Title *") as HTMLInputElement).value).toBe("Head Coach");
    await user().click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByRole("button", { name: "Edit" })).toBeTruthy();
  });

  test("is saved at the version that was seen, then the page reloads", async () => {
    const api = signedIn();
    api.on("PUT /api/account", () => ({ customer: { ...account, version: 5 }, signedOut: false }));
    const reload = jest.spyOn(browserPage, "reload").mockImplementation(() => undefined);
    at("/my-account/account-information/");
    await edit();
    await user().clear(screen.getByLabelText("Title *"));
    await user().type(screen.getByLabelText("Title *"), "Director");
    await user().click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    const { taxExemptions: _shown, ...sent } = account;
    expect(api.by("PUT")[0]?.body).toEqual({ ...sent, title: "Director", currentPassword: "" });
    expect(screen.getByText("Updating customer...")).toBeTruthy();
  });

  test("Edit leads to the first field, Cancel and a closed password row back to their buttons", async () => {
    signedIn();
    at("/my-account/account-information/");
    await edit();
    expect(document.activeElement).toBe(screen.getByLabelText("First Name *"));
    await user().click(screen.getByRole("button", { name: "Change password" }));
    const row = within(screen.getByRole("form", { name: "Change password" }));
    expect(document.activeElement).toBe(row.getByLabelText("Current Password *"));
    await user().click(row.getByRole("button", { name: "Cancel" }));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Change password" }));
    await user().click(screen.getByRole("button", { name: "Cancel" }));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Edit" }));
  });

  test("what was saved is said after the reload, once, with the focus on it", async () => {
    signedIn();
    sessionStorage.setItem("last-word", "Your account information is saved.");
    const shown = at("/my-account/account-information/");
    const said = await screen.findByText("Your account information is saved.");
    expect(document.activeElement).toBe(said);
    shown.unmount();
    at("/my-account/account-information/");
    await screen.findByRole("button", { name: "Edit" });
    expect(screen.queryByText("Your account information is saved.")).toBeNull();
  });

  test("a change elsewhere is shown with what differs, and the second press saves", async () => {
    const api = signedIn();
    const reload = jest.spyOn(browserPage, "reload").mockImplementation(() => undefined);
    reload.mockClear();
    at("/my-account/account-information/");
    await edit();
    await user().clear(screen.getByLabelText("Title *"));
    await user().type(screen.getByLabelText("Title *"), "Director");
    const now = { ...account, lastName: "Brandt", title: "Athletic Director", version: 9 };
    api.on("GET /api/account", () => now);
    api.on("PUT /api/account", () => problem(409, { code: "account_changed", currentVersion: 9 }));
    await user().click(screen.getByRole("button", { name: "Save" }));
    const told = await screen.findByRole("alert");
    expect(told.textContent).toContain("Your account was changed elsewhere meanwhile.");
    expect(told.textContent).toContain("Last Name is now Brandt.");
    expect(told.textContent).toContain("Title is now Athletic Director; you typed Director.");
    expect(told.textContent).not.toContain("Email");
    expect(document.activeElement).toBe(told);
    expect((screen.getByLabelText("Last Name *") as HTMLInputElement).value).toBe("Brandt");
    expect((screen.getByLabelText("Title *") as HTMLInputElement).value).toBe("Director");
    api.on("PUT /api/account", () => ({ customer: { ...now, title: "Director", version: 10 }, signedOut: false }));
    await user().click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(api.by("PUT").at(-1)?.body).toMatchObject({ version: 9, lastName: "Brandt", title: "Director" });
  });

  test.each([
    ["nothing of the form", {}],
    ["the very thing that was typed", { title: "Director" }],
  ])("when %s changed elsewhere it is saved on the newer version at once", async (_, elsewhere) => {
    const api = signedIn();
    const reload = jest.spyOn(browserPage, "reload").mockImplementation(() => undefined);
    reload.mockClear();
    at("/my-account/account-information/");
    await edit();
    await user().clear(screen.getByLabelText("Title *"));
    await user().type(screen.getByLabelText("Title *"), "Director");
    const now = { ...account, ...elsewhere, version: 9 };
    api.on("GET /api/account", () => now);
    api.on("PUT /api/account", ({ body }) =>
      (body as { version: number }).version === 9
        ? { customer: { ...now, title: "Director", version: 10 }, signedOut: false }
        : problem(409, { code: "account_changed", currentVersion: 9 }),
    );
    await user().click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(api.by("PUT").map(({ body }) => (body as { version: number }).version)).toEqual([4, 9]);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("an account that changed and cannot be read says so, and changes nothing", async () => {
    const api = signedIn();
    at("/my-account/account-information/");
    await edit();
    api.on("GET /api/account", () => problem(503));
    api.on("PUT /api/account", () => problem(409, { code: "account_changed", title: "It was changed elsewhere." }));
    await user().click(screen.getByRole("button", { name: "Save" }));
    expect((await screen.findByRole("alert")).textContent).toBe("It was changed elsewhere.");
    expect(api.by("PUT")).toHaveLength(1);
  });

  test("tax exemptions that hold are shown", async () => {
    const api = signedIn();
    const plain = at("/my-account/account-information/");
    await screen.findByRole("button", { name: "Edit" });
    expect(screen.queryByText("Sales tax")).toBeNull();
    plain.unmount();
    const sentence = "North School: Tax exempt until 06/30/2027";
    api.on("GET /api/account", () => ({ ...account, taxExemptions: [sentence] }));
    at("/my-account/account-information/");
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.getByText("Sales tax")).toBeTruthy();
  });

  test("a listed password is told while it is typed", async () => {
    const api = signedIn();
    const message = "This password is too common and easily guessed. Please choose another one";
    const listed = { field: "password.new", code: "password_common", params: {}, message };
    api.on("POST /api/features/Account/password-check", ({ body }) => ({
      errors: (body as { password: string }).password === "elephant!7777" ? [listed] : [],
    }));
    at("/my-account/account-information/");
    await edit();
    await user().click(screen.getByRole("button", { name: "Change password" }));
    const row = within(screen.getByRole("form", { name: "Change password" }));
    const typed = row.getByLabelText("New Password *");
    await user().type(typed, "elephant!7777");
    expect(await row.findByText(/too common and easily guessed/)).toBeTruthy();
    expect(api.by("POST").at(-1)?.body).toEqual({
      password: "elephant!7777",
      personal: ["coach@club.example", "Pat", "Margolis"],
    });
    // It stays when the field is left, and goes with another password.
    await user().tab();
    expect(row.getByText(/too common and easily guessed/)).toBeTruthy();
    await user().type(typed, " of my aunt");
    await waitFor(() => expect(row.queryByText(/too common and easily guessed/)).toBeNull());
    expect(api.sent.every(({ url }) => !url.includes("elephant"))).toBe(true);
  });

  test("an update whose refresh fails says so, and the page stays", async () => {
    const api = signedIn();
    api.on("PUT /api/account", () => {
      api.on("GET /api/account", () => problem(500));
      return { customer: { ...account, version: 5 }, signedOut: false };
    });
    const reload = jest.spyOn(browserPage, "reload").mockImplementation(() => undefined);
    reload.mockClear();
    at("/my-account/account-information/");
    await edit();
    await user().click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Error while updating customer.")).toBeTruthy();
    expect(screen.queryByText("Updating customer...")).toBeNull();
    expect(reload).not.toHaveBeenCalled();
  });

  test("a new e-mail asks for the current password and signs out", async () => {
    const api = signedIn();
    api.on("PUT /api/account", () => ({ customer: { ...account, email: "new@club.example" }, signedOut: true }));
    const shown = at("/my-account/account-information/");
    await edit();
    await user().clear(screen.getByLabelText("Email *"));
    await user().type(screen.getByLabelText("Email *"), "new@club.example");
    await user().click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Please enter your current Password")).toBeTruthy();
    await user().type(screen.getByLabelText("Current Password *"), "seven green llamas");
    await user().click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(shown.address()).toMatch(/^\/api\/auth\/signin/));
  });

  test("the password row opens a form; a wrong current password and a common one are told", async () => {
    const api = signedIn();
    const wrong = "The given current password does not match.";
    const json = (text: string) =>
      new Response(JSON.stringify(text), { status: 422, headers: { "content-type": "application/json" } });
    api.on("POST /api/features/Account/update-password", () => json(wrong));
    at("/my-account/account-information/");
    await edit();
    await user().click(screen.getByRole("button", { name: "Change password" }));
    const form = within(screen.getByRole("form", { name: "Change password" }));
    await user().type(form.getByLabelText("Current Password *"), "old");
    await user().type(form.getByLabelText("New Password *"), "nine purple giraffes");
    await user().type(form.getByLabelText("Confirm Password *"), "nine purple giraffes");
    await user().click(form.getByRole("button", { name: "Save password" }));
    expect(await form.findByText("The current password is not right.")).toBeTruthy();
    expect(api.by("POST")[0]?.body).toEqual({ currentPassword: "old", newPassword: "nine purple giraffes" });
    const common = "[1] New password is detected on a list of common passwords";
    api.on("POST /api/features/Account/update-password", () => json(common));
    await user().click(form.getByRole("button", { name: "Save password" }));
    expect(await form.findByText(/too common and easily guessed/)).toBeTruthy();
  });
});

/** What the page says is happening or has happened. */
const statuses = () =>
  screen
    .getAllByRole("status")
    .map((place) => place.textContent)
    .filter((words) => words !== "");

describe("address book", () => {
  test("shows eight, then eight more, until all are shown", async () => {
    signedIn(20).on("GET /api/account/addresses", () => ({ ...book(20), defaults: [] }));
    at("/my-account/address-book/");
    const more = await screen.findByRole("button", { name: "Load more addresses" });
    expect(screen.getAllByRole("listitem").filter((item) => item.textContent?.includes("Field Street"))).toHaveLength(
      8,
    );
    await user().click(more);
    expect(screen.getAllByText(/Field Street/, { selector: "address span" })).toHaveLength(16);
    await user().click(screen.getByRole("button", { name: "Load more addresses" }));
    expect(screen.getAllByText(/Field Street/, { selector: "address span" })).toHaveLength(20);
    expect(screen.queryByRole("button", { name: "Load more addresses" })).toBeNull();
  });

  test("the default address has no buttons, another has its three", async () => {
    const api = signedIn(2);
    api.on("POST /api/account/addresses/address-2/default", () => book(1));
    at("/my-account/address-book/");
    await screen.findAllByText(/Field Street/, { selector: "address span" });
    expect(screen.getAllByRole("button", { name: /Set as default/ })).toHaveLength(1);
    expect(screen.getByRole("link", { name: /^Edit 2 Field Street/ }).getAttribute("href")).toBe(
      "/my-account/address-book/address/?id=address-2",
    );
    await user().click(screen.getByRole("button", { name: /Set as default/ }));
    await waitFor(() => expect(screen.queryByRole("button", { name: /Set as default/ })).toBeNull());
    const said = screen.getByText(/^2 Field Street, .* is your default ship-to address now\.$/);
    expect(document.activeElement?.contains(said)).toBe(true);
    expect(screen.getByText("Updating customer...")).toBeTruthy();
    expect(screen.queryByText("Error while updating customer.")).toBeNull();
    await waitFor(() => expect(statuses()).toEqual([said.textContent]));
  });

  test("an address is removed after a question, and back by Undo; the focus is on what is said", async () => {
    const api = signedIn(3);
    at("/my-account/address-book/");
    await screen.findAllByText(/Field Street/, { selector: "address span" });
    const remove = () => user().click(screen.getByRole("button", { name: /^Remove 2 Field Street/ }));
    await remove();
    const asked = within(await screen.findByRole("dialog", { name: "Remove this address?" }));
    await user().click(asked.getByRole("button", { name: "Keep" }));
    expect(api.by("DELETE")).toEqual([]);
    await remove();
    const known = book(3);
    const without = { ...known, addresses: known.addresses.filter(({ id }) => id !== "address-2") };
    api.on("DELETE /api/account/addresses/address-2", () => without);
    const again = within(await screen.findByRole("dialog", { name: "Remove this address?" }));
    await user().click(again.getByRole("button", { name: "Remove" }));
    const said = await screen.findByText(/^2 Field Street, .* was removed\.$/);
    expect(screen.queryByRole("button", { name: /^Remove 2 Field Street/ })).toBeNull();
    await waitFor(() => expect(document.activeElement?.contains(said)).toBe(true));
    await waitFor(() => expect(statuses()).toEqual([expect.stringMatching(/ was removed\.Undo$/)]));
    api.on("POST /api/account/addresses/address-2/restore", () => known);
    await user().click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText(/^2 Field Street, .* is back in your address book\.$/)).toBeTruthy();
    expect(screen.getByRole("button", { name: /^Remove 2 Field Street/ })).toBeTruthy();
    // Once it is done, nothing says any more that it is under way.
    await waitFor(() => expect(statuses()).toEqual([expect.stringMatching(/ is back in your address book\.$/)]));
  });

  test("an empty book says so, and leads to a new address and back", async () => {
    const api = signedIn();
    api.on("GET /api/account/addresses", () => ({ defaults: [], addresses: [] }));
    const shown = at("/my-account/address-book/");
    expect(await screen.findByRole("heading", { level: 3, name: "No addresses yet" })).toBeTruthy();
    await user().click(screen.getByRole("link", { name: "Add new address" }));
    expect(shown.address()).toBe("/my-account/address-book/address/");
    expect(screen.getByRole("heading", { level: 1, name: "Add New Address" })).toBeTruthy();
    for (const name of ["Back to Address Book", "Cancel"])
      expect(screen.getByRole("link", { name }).getAttribute("href")).toBe("/my-account/address-book/");
  });

  test.each([
    ["the book", "/my-account/address-book/"],
    ["an address", "/my-account/address-book/address/?id=address-2"],
  ])("%s that cannot be read can be asked for again", async (_what, path) => {
    const api = signedIn(2);
    api.on("GET /api/account/addresses", () => problem(500));
    at(path);
    const again = await screen.findByRole("button", { name: "Try again" });
    expect(screen.queryByText("Loading your account")).toBeNull();
    api.on("GET /api/account/addresses", () => book(2));
    await user().click(again);
    expect(await screen.findByText(/^(Ship to|Edit Address)$/)).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "No addresses yet" })).toBeNull();
  });

  test("what is refused is told, and can be tried again: as default, removal, and putting back", async () => {
    const api = signedIn(2);
    const busy = { code: "busy", title: "Somebody else changes your address book right now." };
    const told = async () => {
      expect((await screen.findByRole("alert")).textContent).toContain("changes your address book right now.");
    };
    api.on("POST /api/account/addresses/address-2/default", () => problem(409, busy));
    api.on("DELETE /api/account/addresses/address-2", () => problem(409, busy));
    at("/my-account/address-book/");
    await user().click(await screen.findByRole("button", { name: /^Set as default/ }));
    await told();
    const remove = async () => {
      await user().click(screen.getByRole("button", { name: /^Remove 2 Field Street/ }));
      const asked = within(await screen.findByRole("dialog", { name: "Remove this address?" }));
      expect(asked.getByText("2 Field Street")).toBeTruthy();
      expect(screen.queryByText(busy.title)).toBeTruthy();
      await user().click(asked.getByRole("button", { name: "Remove" }));
    };
    await remove();
    await told();
    expect(screen.queryByRole("dialog")).toBeNull();
    api.on("DELETE /api/account/addresses/address-2", () => ({ ...book(1) }));
    await remove();
    api.on("POST /api/account/addresses/address-2/restore", () => problem(409, busy));
    await user().click(await screen.findByRole("button", { name: "Undo" }));
    await told();
    api.on("POST /api/account/addresses/address-2/restore", () => book(2));
    await user().click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText(/is back in your address book\.$/)).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  test("a country has its states to choose from, and one without a list a line to write", async () => {
    signedIn();
    at("/my-account/address-book/address/");
    const country = (await screen.findByRole("combobox", { name: /^Country/ })) as HTMLSelectElement;
    const state = () => screen.getByRole("combobox", { name: /^State/ }) as HTMLSelectElement;
    const first = (control: HTMLElement) =>
      within(control)
        .getAllByRole("option")
        .slice(0, 3)
        .map(({ textContent }) => textContent);
    expect(country.value).toBe("US");
    expect(first(country)).toEqual(["United States", "Canada", expect.any(String)]);
    expect(first(state())).toEqual(["Select a state", "Alabama", "Alaska"]);
    await user().click(screen.getByRole("button", { name: "Save address" }));
    await waitFor(() => expect(state().getAttribute("aria-invalid")).toBe("true"));
    await user().selectOptions(country, "Canada");
    await waitFor(() => expect(state().getAttribute("aria-invalid")).toBeNull());
    await user().selectOptions(state(), "Ontario");
    expect(state().value).toBe("ON");
    await user().selectOptions(country, "United States");
    await waitFor(() => expect(state().value).toBe(""));
    await user().selectOptions(state(), "Texas");
    await user().selectOptions(country, "Germany");
    expect(screen.queryByRole("combobox", { name: /^State/ })).toBeNull();
    const line = screen.getByRole("textbox", { name: /^State or province/ }) as HTMLInputElement;
    await waitFor(() => expect(line.value).toBe(""));
  });

  test("a new address is saved as it was typed", async () => {
    const api = signedIn();
    api.on("POST /api/account/addresses", () => book(2));
    const shown = at("/my-account/address-book/address/");
    await screen.findByRole("heading", { level: 1, name: "Add New Address" });
    const lines = {
      "First Name": "Ada",
      "Last Name": "Keller",
      "School or company (optional)": "FC Bayern",
      "Phone Number": "+49 89 69931",
      Address: "Allee 51",
      "Address line 2 (optional)": "Tor 2",
      City: "Munich",
      "Zip/Postal Code": "81547",
    };
    await user().selectOptions(screen.getByRole("combobox", { name: /^Country/ }), "Germany");
    for (const [label, text] of Object.entries({ ...lines, "State or province": "Bavaria" }))
      await user().type(screen.getByRole("textbox", { name: (name) => name.replace(/ \*$/, "") === label }), text);
    await user().click(screen.getByRole("checkbox", { name: "Set as default ship to address" }));
    await user().click(screen.getByRole("button", { name: "Save address" }));
    await waitFor(() => expect(shown.address()).toBe("/my-account/address-book/"));
    expect(api.by("POST").at(-1)?.url).toBe("/api/account/addresses");
    expect(api.by("POST").at(-1)?.body).toMatchObject({
      firstName: "Ada",
      lastName: "Keller",
      company: "FC Bayern",
      phoneNumber: "+49 89 69931",
      address: "Allee 51",
      address2: "Tor 2",
      country: "DE",
      city: "Munich",
      state: "Bavaria",
      zip: "81547",
      setAsDefaultShipToAddress: true,
    });
  });

  test("an address is edited; a failed save is a banner and the page scrolls to its top", async () => {
    const api = signedIn(2);
    const scroll = jest.spyOn(window, "scrollTo").mockImplementation(() => undefined);
    api.on("PUT /api/account/addresses/address-2", () => problem(500));
    const shown = at("/my-account/address-book/address/?id=address-2");
    const city = await screen.findByLabelText("City *");
    expect(screen.getByRole("heading", { level: 1, name: "Edit Address" })).toBeTruthy();
    const sections = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    expect(sections).toEqual(["Contact information", "Address information"]);
    await user().clear(city);
    await user().tab();
    expect(await screen.findByText("Please enter your City")).toBeTruthy();
    await user().type(city, "Austin");
    await user().click(screen.getByRole("button", { name: "Save address" }));
    const told = await screen.findByRole("alert");
    expect(told.textContent).toBe("There was an error while adding the address");
    expect(document.activeElement).toBe(told);
    expect(scroll).toHaveBeenCalledWith(0, 0);
    api.on("PUT /api/account/addresses/address-2", () => book(2));
    await user().click(screen.getByRole("button", { name: "Save address" }));
    await waitFor(() => expect(shown.address()).toBe("/my-account/address-book/"));
    expect(api.by("PUT").at(-1)?.body).toMatchObject({ city: "Austin", country: "US" });
    const said = await screen.findByText("2 Field Street, Austin is saved in your address book.");
    await waitFor(() => expect(document.activeElement).toBe(said.parentElement));
  });

  test.each(["address-1", "address-9"])(
    "an address that may not be changed, or is not there, has no form",
    async (id) => {
      signedIn(2);
      const shown = at(`/my-account/address-book/address/?id=${id}`);
      await waitFor(() => expect(shown.address()).toBe("/my-account/address-book/"));
    },
  );

  test("what the server finds wrong is told at its field; the next try begins without the banner", async () => {
    const api = signedIn(2);
    const scroll = jest.spyOn(window, "scrollTo").mockImplementation(() => undefined);
    const wrong = { field: "zip", code: "zip_unknown", params: {}, message: "This ZIP Code is not of this state" };
    api.on("PUT /api/account/addresses/address-2", () => problem(422, { errors: [wrong] }));
    at("/my-account/address-book/address/?id=address-2");
    const send = () => user().click(screen.getByRole("button", { name: "Save address" }));
    const zip = await screen.findByLabelText("Zip/Postal Code *");
    await send();
    expect(await screen.findByText(wrong.message)).toBeTruthy();
    expect(zip.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("There was an error while adding the address")).toBeTruthy();
    let answer: (book: object) => void = () => undefined;
    const pending = new Promise<object>((resolve) => {
      answer = resolve;
    });
    api.on("PUT /api/account/addresses/address-2", () => pending);
    await user().type(zip, "{Backspace}2");
    await send();
    await waitFor(() => expect(api.by("PUT")).toHaveLength(2));
    expect(screen.queryByText("There was an error while adding the address")).toBeNull();
    answer(book(2));
    expect(await screen.findByRole("heading", { level: 1, name: "Address Book" })).toBeTruthy();
    scroll.mockRestore();
  });

  test("who goes back from a suggestion has saved nothing", async () => {
    const api = signedIn(2);
    const street = { streetNumber: "1", streetName: "Main", suffix: "St", preDirection: "", postDirection: "" };
    const result = {
      ...street,
      deliveryLine1: "1 Main St",
      deliveryLine2: "",
      city: "Dallas",
      state: "TX",
      zip: "75201",
    };
    api.on("POST /api/addresses/lookup", () => ({ lookups: [{ result: [result] }] }));
    const shown = at("/my-account/address-book/address/?id=address-2");
    await user().click(await screen.findByRole("button", { name: "Save address" }));
    await screen.findByRole("dialog", { name: "Check your address" });
    await user().keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Save address" }).getAttribute("aria-busy")).not.toBe("true"),
    );
    expect(api.by("PUT")).toEqual([]);
    expect(shown.address()).toBe("/my-account/address-book/address/?id=address-2");
  });

  test("sold to, bill to and payer have a tooltip, their addresses and a change-request link", async () => {
    const api = signedIn();
    at("/my-account/address-book/");
    await screen.findByRole("heading", { level: 2, name: "Default information" });
    const labels = screen.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);
    expect(labels.map((label) => label?.split("What ")[0])).toEqual(["sold to", "bill to", "payer"]);
    expect(screen.getByText("103 Field Street")).toBeTruthy();
    expect(screen.getByText("None on file yet.")).toBeTruthy();
    await user().tab();
    screen.getByRole("button", { name: "What payer means" }).focus();
    expect(screen.queryByRole("button", { name: /Set as default|Remove/ })).toBeNull();
    await user().click(screen.getByRole("button", { name: "Request a change of bill to" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Change bill to" }));
    const empty = [
      { field: "message", code: "change_request_empty", params: {}, message: "Please tell us what should be changed" },
    ];
    api.on("POST /api/account/change-requests", () => problem(422, { errors: empty }));
    await user().click(dialog.getByRole("button", { name: "Send request" }));
    expect(await dialog.findByText("Please tell us what should be changed")).toBeTruthy();
    const field = dialog.getByLabelText("What should be changed? *");
    expect(document.activeElement).toBe(field);
    const sentAt = "2026-11-20T12:00:00Z";
    const request = { message: "We moved", status: "open", note: "", sentAt, unit: "North School" };
    const none = { changeRequestLink: false, changeRequestUnits: [] };
    api.on("POST /api/account/change-requests", () => ({
      ...book(1),
      defaults: defaultParties({ ...none, changeRequests: [request] }),
    }));
    await user().type(field, "We moved");
    await user().click(dialog.getByRole("button", { name: "Send request" }));
    expect(await screen.findAllByText("Change requested on Nov 20, 2026 for North School")).toHaveLength(3);
    expect(api.by("POST").at(-1)?.body).toEqual({ role: "billed-to", message: "We moved", unit: "NORTH" });
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByRole("button", { name: /Request a change/ })).toBeNull();
  });

  test("who has several units says which one a change is of", async () => {
    const api = signedIn();
    const changeRequestUnits = [
      { key: "NORTH", name: "North School" },
      { key: "SOUTH", name: "South School" },
    ];
    api.on("GET /api/account/addresses", () => ({ ...book(1), defaults: defaultParties({ changeRequestUnits }) }));
    at("/my-account/address-book/");
    await user().click(await screen.findByRole("button", { name: "Request a change of payer" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Change payer" }));
    const unknown = { field: "unit", code: "change_request_unit_unknown", message: "Please choose the business unit" };
    api.on("POST /api/account/change-requests", () => problem(422, { errors: [{ ...unknown, params: {} }] }));
    await user().click(dialog.getByRole("button", { name: "Send request" }));
    expect(await dialog.findByText("Please choose the business unit")).toBeTruthy();
    const choice = dialog.getByLabelText("Business unit *");
    expect(document.activeElement).toBe(choice);
    const sentAt = "2026-11-20T12:00:00Z";
    const sent = (unit: string, day: string) => ({ message: unit, status: "open", note: "", sentAt: day, unit });
    const [sold, bill, payer] = defaultParties({ changeRequestUnits });
    const changeRequests = [sent("South School", sentAt), sent("North School", "2026-11-18T12:00:00Z")];
    const free = [{ key: "FIELD", name: "Field House" }];
    const asked = { ...payer, changeRequestUnits: free, changeRequests };
    api.on("POST /api/account/change-requests", () => ({ ...book(1), defaults: [sold, bill, asked] }));
    await user().selectOptions(choice, "South School (SOUTH)");
    await user().click(dialog.getByRole("button", { name: "Send request" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.by("POST").at(-1)?.body).toMatchObject({ role: "payed-by", unit: "SOUTH" });
    // Each says for which unit it is; what was sent now has the focus.
    screen.getByText("Change requested on Nov 18, 2026 for North School");
    const said = screen.getByText("Change requested on Nov 20, 2026 for South School").parentElement;
    await waitFor(() => expect(document.activeElement).toBe(said));
    // The units that have none can still be asked for.
    await user().click(screen.getByRole("button", { name: "Request a change of payer" }));
    const next = within(await screen.findByRole("dialog", { name: "Change payer" }));
    expect(next.getByText("Field House")).toBeTruthy();
    expect(next.queryByText(/South School/)).toBeNull();
  });

  test.each([
    ["done", "Your request of Nov 20, 2026 is done"],
    ["declined", "Your request of Nov 20, 2026 was declined"],
  ])("a request that is %s is shown with the store's answer, and another can be sent", async (status, sentence) => {
    const api = signedIn();
    const sentAt = "2026-11-20T12:00:00Z";
    const changeRequests = [{ message: "We moved", status, note: "Please send a W-9.", sentAt, unit: "" }];
    api.on("GET /api/account/addresses", () => ({ ...book(1), defaults: defaultParties({ changeRequests }) }));
    at("/my-account/address-book/");
    expect(await screen.findAllByText(sentence)).toHaveLength(3);
    expect(screen.getAllByText("Our answer: Please send a W-9.")).toHaveLength(3);
    expect(screen.getAllByRole("button", { name: /Request a change/ })).toHaveLength(3);
  });

  test("without business units there are no change-request links; where the brand has none, a contact message", async () => {
    const api = signedIn();
    api.on("GET /api/account/addresses", () => ({
      ...book(1),
      defaults: defaultParties({ changeRequestLink: false }),
    }));
    const shown = at("/my-account/address-book/");
    await screen.findByRole("heading", { level: 2, name: "Default information" });
    expect(screen.queryByRole("button", { name: /Request a change/ })).toBeNull();
    expect(screen.queryByText(/To change your default information/)).toBeNull();
    shown.unmount();
    renderPage(
      <Routes>
        <Route path="/my-account/*" element={<AccountArea />} />
      </Routes>,
      "/my-account/address-book/",
      bareShell("athleticconnection"),
    );
    await screen.findByRole("heading", { level: 2, name: "Default information" });
    expect(screen.getByText(/To change your default information, please contact us/)).toBeTruthy();
  });

  test("ship-to addresses of business units are in the list without buttons", async () => {
    const api = signedIn();
    const ofUnit = addressView(7, { businessUnitId: "unit-1", editable: false });
    api.on("GET /api/account/addresses", () => ({ defaults: [], addresses: [addressView(2), ofUnit] }));
    at("/my-account/address-book/");
    expect(await screen.findByText("7 Field Street")).toBeTruthy();
    expect(screen.getAllByRole("button", { name: /Set as default/ })).toHaveLength(1);
    expect(screen.queryByRole("link", { name: /Edit 7 Field Street/ })).toBeNull();
  });
});
