// Checkout as a guest meets it: steps in order, every message on blur, one order whatever happens.
import type { AddressBookView, AddressView } from "@fieldhouse/rules";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { addressView, anonymous, coach } from "../../../../test/account-samples";
import { card, checkout, line, order, reviewed, shipTo, summary } from "../../../../test/cart-samples";
import { otherWindow } from "../../../../test/other-window";
import { type RenderedPage, renderPage } from "../../../../test/render-page";
import { problem, type StubApi, stubApi, unreachable } from "../../../../test/stub-api";
import { Route, Routes } from "../../../ui/router";
import CheckoutPage from "./CheckoutPage";

function page(at: string): RenderedPage {
  return renderPage(
    <Routes>
      <Route path="/checkout/:step" element={<CheckoutPage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    at,
  );
}

function withCheckout(answer: object): StubApi {
  return stubApi({ "GET /api/checkout": () => answer });
}

const user = () => userEvent.setup();

afterEach(() => sessionStorage.clear());

describe("steps", () => {
  test("a later step leads to the first unfinished one", async () => {
    withCheckout(checkout());
    const shown = page("/checkout/review");
    await screen.findByRole("heading", { level: 1, name: "Shipping" });
    expect(shown.address()).toBe("/checkout/shipping");
  });

  test("without a cart there is nothing to check out", async () => {
    stubApi({ "GET /api/checkout": () => problem(404, { code: "no_cart" }) });
    const shown = page("/checkout/shipping");
    await waitFor(() => expect(shown.address()).toBe("/cart"));
    expect(screen.queryByText(/another window/)).toBeNull();
  });

  test("a store that cannot be reached can be asked again", async () => {
    const api = stubApi({ "GET /api/checkout": unreachable });
    page("/checkout/shipping");
    await screen.findByRole("heading", { name: "You seem to be offline" });
    api.on("GET /api/checkout", () => checkout());
    await user().click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("heading", { level: 1, name: "Shipping" });
  });
});

describe("shipping", () => {
  test("what was typed is there after a reload, of this checkout alone, until it was saved", async () => {
    const api = withCheckout(checkout());
    const city = async () => (await screen.findByLabelText<HTMLInputElement>("City *")).value;
    let shown = page("/checkout/shipping");
    await user().type(await screen.findByLabelText("City *"), "Dallas");
    shown.unmount();
    shown = page("/checkout/shipping");
    expect(await city()).toBe("Dallas");
    shown.unmount();
    // Somebody else's cart, or one that says by now where it goes.
    api.on("GET /api/checkout", () => checkout({ cartId: "another" }));
    shown = page("/checkout/shipping");
    expect(await city()).toBe("");
    shown.unmount();
    expect(sessionStorage).toHaveLength(0);
  });

  const book =
    (addresses: AddressView[]): (() => AddressBookView) =>
    () => ({ defaults: [], units: [], addresses });
  const chosen = () =>
    screen.getAllByRole("radio", { checked: true }).map((radio) => (radio as HTMLInputElement).value);

  test("a customer's address book fills the address, and the e-mail when it is empty", async () => {
    const api = withCheckout(checkout());
    api.on("GET /api/auth/session", () => coach);
    api.on("GET /api/account/addresses", book([addressView(1), addressView(2)]));
    page("/checkout/shipping");
    const choices = within(await screen.findByRole("group", { name: "Use an address of your address book" }));
    expect((choices.getByLabelText("Another address") as HTMLInputElement).checked).toBe(true);
    await user().click(choices.getByRole("radio", { name: /2 Field Street/ }));
    expect((screen.getByLabelText("Address *") as HTMLInputElement).value).toBe("2 Field Street");
    expect((screen.getByLabelText("State *") as HTMLSelectElement).value).toBe("TX");
    expect((screen.getByLabelText("E-mail *") as HTMLInputElement).value).toBe("coach@club.example");
    expect(chosen()).toEqual(["address-2", "standard"]);
    await user().click(choices.getByLabelText("Another address"));
    expect((screen.getByLabelText("Address *") as HTMLInputElement).value).toBe("");
  });

  test("the first step comes with the address book: nothing is put above the fields later, nothing is taken away", async () => {
    const api = withCheckout(checkout());
    api.on("GET /api/auth/session", () => coach);
    let answer: (book: AddressBookView) => void = () => {};
    api.on("GET /api/account/addresses", () => new Promise<AddressBookView>((resolve) => (answer = resolve)));
    page("/checkout/shipping");
    await waitFor(() => expect(api.sent.some(({ url }) => url === "/api/account/addresses")).toBe(true));
    await waitFor(() => expect(api.sent.some(({ url }) => url === "/api/checkout")).toBe(true));
    // Everything else is there.
    await act(async () => {});
    expect(screen.getByText("Loading checkout")).toBeTruthy();
    expect(screen.queryByLabelText("Address *")).toBeNull();
    answer(book([addressView(1)])());
    await screen.findByRole("group", { name: "Use an address of your address book" });
    expect(screen.getByLabelText("Address *")).toBeTruthy();
  });

  test("an address book that cannot be read does not keep the first step back", async () => {
    const api = withCheckout(checkout());
    api.on("GET /api/auth/session", () => coach);
    api.on("GET /api/account/addresses", () => problem(500));
    page("/checkout/shipping");
    await screen.findByLabelText("Address *");
  });

  test("addresses of business units are among those to choose from", async () => {
    const api = withCheckout(checkout());
    const ofUnit = addressView(7, { businessUnitId: "unit-1", editable: false, key: "NORTH-07" });
    api.on("GET /api/auth/session", () => coach);
    api.on("GET /api/account/addresses", book([ofUnit]));
    page("/checkout/shipping");
    await user().click(await screen.findByRole("radio", { name: /7 Field Street.*NORTH-07/ }));
    expect((screen.getByLabelText("Address *") as HTMLInputElement).value).toBe("7 Field Street");
  });

  test("a customer begins with their e-mail and default ship-to chosen", async () => {
    const start = { ...checkout().start, email: "coach@club.example", address: addressView(2).address };
    const api = withCheckout(checkout({ start }));
    api.on("GET /api/auth/session", () => coach);
    api.on("GET /api/account/addresses", book([addressView(2, { isDefault: true }), addressView(1)]));
    page("/checkout/shipping");
    await screen.findByRole("group", { name: "Use an address of your address book" });
    expect((screen.getByLabelText("E-mail *") as HTMLInputElement).value).toBe("coach@club.example");
    expect((screen.getByLabelText("Address *") as HTMLInputElement).value).toBe("2 Field Street");
    expect(chosen()).toEqual(["address-2", "standard"]);
  });

  test("twenty-two addresses are told apart by name, street, city and key, and searched", async () => {
    const api = withCheckout(checkout());
    // One person and one street for all: only company, city and key differ.
    const all = Array.from({ length: 22 }, (_, nth) =>
      addressView(1, {
        id: `address-${nth}`,
        key: `UNIT-${nth}`,
        address: { ...shipTo, company: nth < 20 ? "District" : `School ${nth}`, city: nth === 3 ? "Austin" : "Dallas" },
      }),
    );
    api.on("GET /api/auth/session", () => coach);
    api.on("GET /api/account/addresses", book(all));
    page("/checkout/shipping");
    const choices = within(await screen.findByRole("group", { name: "Use an address of your address book" }));
    const names = choices.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent);
    expect(new Set(names).size).toBe(23);
    const find = choices.getByLabelText("Find an address");
    await user().type(find, "austin field");
    expect(choices.getByRole("status").textContent).toBe("1 of 22 addresses");
    expect(choices.getByRole("radio", { name: /Austin, TX 75201.*UNIT-3/ })).toBeTruthy();
    await user().clear(find);
    await user().type(find, "unit-21{Enter}");
    expect(api.by("PUT")).toHaveLength(0);
    await user().click(choices.getByRole("radio", { name: /^School 21, Dana Reyes/ }));
    expect((screen.getByLabelText("School or company (optional)") as HTMLInputElement).value).toBe("School 21");
  });

  test("a guest is asked for no address book", async () => {
    const api = withCheckout(checkout());
    api.on("GET /api/auth/session", () => anonymous);
    page("/checkout/shipping");
    await screen.findByLabelText("Address *");
    await waitFor(() => expect(api.sent.some(({ url }) => url === "/api/auth/session")).toBe(true));
    expect(api.sent.some(({ url }) => url === "/api/account/addresses")).toBe(false);
    expect(screen.queryByRole("group", { name: "Use an address of your address book" })).toBeNull();
  });

  test.each([
    ["First Name *", "Please enter your First Name"],
    ["Last Name *", "Please enter your Last Name"],
    ["Phone Number *", "Please enter your Phone Number"],
    ["Address *", "Please enter your Address"],
    ["City *", "Please enter your City"],
    ["State *", "Please select your State"],
    ["Zip/Postal Code *", "Zip/Postal Code is required"],
  ])("leaving %s empty says '%s'", async (label, message) => {
    withCheckout(checkout());
    page("/checkout/shipping");
    const field = await screen.findByLabelText(label);
    await user().click(field);
    await user().tab();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(field.getAttribute("aria-invalid")).toBe("true");
    const described = field.getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(described)?.textContent).toBe(message);
  });

  test("country is the United States at first; another country clears the state", async () => {
    withCheckout(checkout());
    page("/checkout/shipping");
    const country = (await screen.findByLabelText("Country *")) as HTMLSelectElement;
    expect(country.value).toBe("US");
    const state = screen.getByLabelText("State *") as HTMLSelectElement;
    await user().selectOptions(state, "TX");
    expect(state.value).toBe("TX");
    await user().selectOptions(country, "CA");
    const province = screen.getByLabelText("State *") as HTMLSelectElement;
    expect(province.value).toBe("");
    expect(within(province).getByRole("option", { name: "Ontario" })).toBeTruthy();
    expect(within(province).queryByRole("option", { name: "Texas" })).toBeNull();
  });

  test("an empty form sends nothing, counts what is wrong and focuses the first field", async () => {
    const api = withCheckout(checkout());
    page("/checkout/shipping");
    await user().click(await screen.findByRole("button", { name: "Continue To Payment" }));
    expect(await screen.findByText("8 fields need your attention.")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("E-mail *"));
    expect(api.by("PUT")).toHaveLength(0);
  });

  test("a whole form is sent as typed and leads to payment", async () => {
    const api = withCheckout(checkout());
    api.on("PUT /api/checkout/shipping", () => reviewed({ step: "payment", payment: null }));
    const shown = page("/checkout/shipping");
    const typist = user();
    await typist.type(await screen.findByLabelText("E-mail *"), "coach@lincoln.example");
    await typist.type(screen.getByLabelText("First Name *"), "Dana");
    await typist.type(screen.getByLabelText("Last Name *"), "Reyes");
    await typist.type(screen.getByLabelText("School or company (optional)"), "Lincoln High");
    await typist.type(screen.getByLabelText("Phone Number *"), "555-201-7788");
    await typist.type(screen.getByLabelText("Address *"), "12 Field Street");
    await typist.type(screen.getByLabelText("City *"), "Dallas");
    await typist.selectOptions(screen.getByLabelText("State *"), "TX");
    await typist.type(screen.getByLabelText("Zip/Postal Code *"), "75201");
    await typist.click(screen.getByRole("radio", { name: /^Expedited/ }));
    await typist.click(screen.getByRole("button", { name: "Continue To Payment" }));
    await screen.findByRole("heading", { level: 1, name: "Payment" });
    expect(shown.address()).toBe("/checkout/payment");
    expect(api.by("PUT")[0]?.body).toEqual({
      email: "coach@lincoln.example",
      address: shipTo,
      method: "expedited",
      instructions: "",
    });
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1, name: "Payment" }));
    expect(sessionStorage).toHaveLength(0);
  });

  test("what the server refuses is shown at its field", async () => {
    const api = withCheckout(checkout({ shipping: reviewed().shipping }));
    api.on("PUT /api/checkout/shipping", () =>
      problem(422, { errors: [{ field: "address.zip", code: "zip_state", message: "This ZIP is not in Texas" }] }),
    );
    page("/checkout/shipping");
    await user().click(await screen.findByRole("button", { name: "Continue To Payment" }));
    expect(await screen.findByText("This ZIP is not in Texas")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Zip/Postal Code *"));
  });

  test.each(["shipping", "payment"])("beside %s stands what is ordered", async (step) => {
    const lineItems = [line(), line({ sku: "FH-100-NVY-L", size: "L", quantity: 6 })];
    withCheckout(reviewed({ step: "payment", items: [card({ lineItems })] }));
    page(`/checkout/${step}`);
    const items = within(await screen.findByRole("list", { name: "Items of your order" }));
    expect(items.getByText("Sideline Practice Jersey")).toBeTruthy();
    expect(items.getByText("Color: Navy")).toBeTruthy();
    expect(items.getByText("Size: L")).toBeTruthy();
    expect(items.getByText("FH-100-NVY-L")).toBeTruthy();
  });

  test("methods tell their prices", async () => {
    withCheckout(checkout());
    page("/checkout/shipping");
    const methods = await screen.findByRole("group", { name: "Shipping method" });
    expect(within(methods).getByText("$15.00")).toBeTruthy();
    expect((within(methods).getByRole("radio", { name: /^Standard/ }) as HTMLInputElement).checked).toBe(true);
  });
});

describe("for whom", () => {
  const choices = [
    { key: "u1", name: "North School" },
    { key: "personal", name: "Myself" },
  ];

  test("who has nothing to choose is not asked", async () => {
    withCheckout(checkout({ buying: { key: "u1", name: "North School", choices: [] } }));
    page("/checkout/shipping");
    await screen.findByLabelText("Address *");
    expect(screen.queryByLabelText("You order for")).toBeNull();
  });

  test("another choice is sent, told, and leaves what was typed; a refusal is told at it", async () => {
    const buying = { key: "u1", name: "North School", choices };
    const api = withCheckout(checkout({ buying }));
    page("/checkout/shipping");
    await user().type(await screen.findByLabelText("City *"), "Dallas");
    const choice = (await screen.findByLabelText("You order for")) as HTMLSelectElement;
    expect(choice.value).toBe("u1");
    api.on("PUT /api/checkout/buyer", () => checkout({ buying: { key: "personal", name: "Myself", choices } }));
    await user().selectOptions(choice, "personal");
    expect(await screen.findByText("Prices are those of your choice now.")).toBeTruthy();
    expect(choice.value).toBe("personal");
    expect((screen.getByLabelText("City *") as HTMLInputElement).value).toBe("Dallas");
    expect(api.by("PUT").map((sent) => sent.body)).toEqual([{ buysFor: "personal" }]);
    const broken = { field: "buysFor", code: "buys_for_unknown", message: "Please choose for whom you order" };
    api.on("PUT /api/checkout/buyer", () => problem(422, { errors: [broken] }));
    await user().selectOptions(choice, "u1");
    expect(await screen.findByText("Please choose for whom you order")).toBeTruthy();
    expect(choice.value).toBe("personal");
  });

  const units = [
    { key: "unit-1", name: "North School" },
    { key: "unit-2", name: "Lakeside Club" },
  ];
  const ofUnits = [
    addressView(1, { businessUnitId: "unit-1", namedBy: ["unit-1"], editable: false, key: "NORTH" }),
    addressView(2, { businessUnitId: "unit-2", namedBy: ["unit-2"], editable: false, key: "LAKESIDE" }),
    addressView(3, { businessUnitId: "warehouse", namedBy: ["unit-1", "unit-2"], editable: false, key: "WAREHOUSE" }),
    addressView(4),
    addressView(5, { businessUnitId: "field-house", namedBy: ["unit-2"], editable: false, key: "FIELD-HOUSE" }),
  ];
  const orderedFor = (key: string) =>
    checkout({ buying: { key, name: units.find((unit) => unit.key === key)?.name ?? "", choices: units } });
  const shipTo = (street: string) => user().click(screen.getByRole("radio", { name: new RegExp(street) }));

  async function twoUnits(): Promise<StubApi> {
    const api = withCheckout(orderedFor("unit-1"));
    api.on("GET /api/auth/session", () => coach);
    api.on("GET /api/account/addresses", () => ({ defaults: [], units: [], addresses: ofUnits }));
    api.on("PUT /api/checkout/buyer", ({ body }) => orderedFor((body as { buysFor: string }).buysFor));
    page("/checkout/shipping");
    await screen.findByRole("group", { name: "Use an address of your address book" });
    return api;
  }

  test("a ship-to of another unit is ordered for that unit, and it is said", async () => {
    const api = await twoUnits();
    const choice = screen.getByRole<HTMLSelectElement>("combobox", { name: "You order for" });
    await shipTo("2 Field Street");
    expect(
      await screen.findByText("This address belongs to Lakeside Club: you order for it now, at its prices."),
    ).toBeTruthy();
    expect(choice.value).toBe("unit-2");
    // The one chosen last holds, and another choice can still be made by hand.
    await shipTo("1 Field Street");
    await screen.findByText(/^This address belongs to North School/);
    await user().selectOptions(choice, "unit-2");
    await screen.findByText("Prices are those of your choice now.");
    expect(choice.value).toBe("unit-2");
    expect(api.by("PUT").map((sent) => sent.body)).toEqual([
      { buysFor: "unit-2" },
      { buysFor: "unit-1" },
      { buysFor: "unit-2" },
    ]);
  });

  test("a ship-to that is no unit one orders for is ordered for the unit that ships to it", async () => {
    const api = await twoUnits();
    await shipTo("5 Field Street");
    await screen.findByText("This address belongs to Lakeside Club: you order for it now, at its prices.");
    expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "You order for" }).value).toBe("unit-2");
    expect(api.by("PUT").map((sent) => sent.body)).toEqual([{ buysFor: "unit-2" }]);
  });

  test("a ship-to of the same unit, of several units with it, or of one's own leaves the unit as it is", async () => {
    const api = await twoUnits();
    for (const street of ["1 Field Street", "3 Field Street", "4 Field Street", "Another address"])
      await shipTo(street);
    expect((screen.getByLabelText("You order for") as HTMLSelectElement).value).toBe("unit-1");
    expect(api.by("PUT")).toHaveLength(0);
  });

  test("two choices in a row are sent one after the other", async () => {
    const api = await twoUnits();
    let answer: (view: object) => void = () => {};
    api.on("PUT /api/checkout/buyer", () => new Promise<object>((resolve) => (answer = resolve)));
    const choice = screen.getByRole<HTMLSelectElement>("combobox", { name: "You order for" });
    await shipTo("2 Field Street");
    await shipTo("1 Field Street");
    expect(choice.value).toBe("unit-1");
    expect(api.by("PUT").map((sent) => sent.body)).toEqual([{ buysFor: "unit-2" }]);
    api.on("PUT /api/checkout/buyer", () => orderedFor("unit-1"));
    answer(orderedFor("unit-2"));
    await screen.findByText(/^This address belongs to North School/);
    expect(screen.queryByText(/^This address belongs to Lakeside/)).toBeNull();
    expect(choice.value).toBe("unit-1");
    expect(api.by("PUT").map((sent) => sent.body)).toEqual([{ buysFor: "unit-2" }, { buysFor: "unit-1" }]);
  });
});

describe("payment", () => {
  const waiting = reviewed({ step: "payment", payment: null });

  test("a purchase order number is required; with one it goes on to review", async () => {
    const api = withCheckout(waiting);
    api.on("PUT /api/checkout/payment", () => reviewed());
    const shown = page("/checkout/payment");
    const typist = user();
    await typist.click(await screen.findByRole("button", { name: "Review Order" }));
    const field = screen.getByLabelText("Purchase order number *");
    await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
    expect(document.activeElement).toBe(field);
    await typist.type(field, "PO-4471");
    await typist.click(screen.getByRole("button", { name: "Review Order" }));
    await screen.findByRole("heading", { level: 1, name: "Review your order" });
    expect(api.by("PUT").map((sent) => sent.body)).toEqual([{ poNumber: "PO-4471", poFileName: "" }]);
    expect(shown.address()).toBe("/checkout/review");
  });
});

describe("review", () => {
  beforeEach(() => sessionStorage.clear());

  test("shows everything with ways to change it", async () => {
    withCheckout(reviewed());
    page("/checkout/review");
    await screen.findByRole("heading", { level: 1, name: "Review your order" });
    expect(screen.getByText("Dallas, TX 75201")).toBeTruthy();
    expect(screen.getByText("coach@lincoln.example")).toBeTruthy();
    expect(screen.getByText("Purchase order PO-4471")).toBeTruthy();
    expect(screen.getByText("Standard (5-7 business days)")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Edit shipping" }).getAttribute("href")).toBe("/checkout/shipping");
    expect(screen.getByRole("link", { name: "Edit payment" }).getAttribute("href")).toBe("/checkout/payment");
    expect(screen.getByRole("link", { name: "Edit cart" }).getAttribute("href")).toBe("/cart");
    const sums = screen.getByRole("region", { name: "Order Summary" });
    expect(within(sums).getByText("Tax")).toBeTruthy();
    expect(within(sums).getByText("$339.75")).toBeTruthy();
  });

  test("says beforehand that it will wait, who approves and for whom it is", async () => {
    const text = "Orders for North School above $100.00 need approval. Lee Margolis can approve it.";
    const approval = { unit: "North School", above: 10_000, approvers: ["Lee Margolis"], text };
    const choices = ["North School", "East Club"].map((name) => ({ key: name, name }));
    withCheckout(reviewed({ approval, buying: { key: "North School", name: "North School", choices } }));
    page("/checkout/review");
    const note = within(await screen.findByRole("region", { name: "Approval" }));
    expect(note.getByText("This order will wait for approval")).toBeTruthy();
    expect(note.getByText(text)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Edit for whom you order" }).getAttribute("href")).toBe(
      "/checkout/shipping",
    );
  });

  test("a guest with the e-mail of somebody whose order would wait is led to sign in", async () => {
    const api = withCheckout(reviewed());
    const message = "Please sign in with this email to place this order";
    api.on("POST /api/orders", () =>
      problem(422, { errors: [{ field: "shipping.email", code: "order_sign_in_first", message }] }),
    );
    page("/checkout/review");
    await user().click(await screen.findByRole("button", { name: "Place Order" }));
    const notice = within(await screen.findByRole("alert"));
    expect(await notice.findByText(message)).toBeTruthy();
    expect(notice.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe(
      "/api/auth/signin?callbackUrl=%2Fcheckout%2Freview",
    );
    expect(screen.queryByRole("region", { name: "Approval" })).toBeNull();
  });

  test("places what was seen and leads to the order", async () => {
    const api = withCheckout(reviewed());
    api.on("POST /api/orders", () => order());
    const shown = page("/checkout/review");
    await user().click(await screen.findByRole("button", { name: "Place Order" }));
    await waitFor(() => expect(shown.address()).toBe("/order?id=0rd3r"));
    const placed = api.by("POST");
    expect(placed.map((sent) => sent.body)).toEqual([
      { cartId: "cart-1", cartVersion: 3, totalCents: 33975, reviewed: ["there", "coach"] },
    ]);
    expect(placed[0]?.headers.get("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("an answer that never came is asked for again under the same key, also after a reload", async () => {
    const api = withCheckout(reviewed());
    api.on("POST /api/orders", unreachable);
    const first = page("/checkout/review");
    await user().click(await screen.findByRole("button", { name: "Place Order" }));
    expect(await screen.findByText(/it will be placed only once/)).toBeTruthy();
    first.unmount();
    const again = page("/checkout/review");
    api.on("POST /api/orders", () => order());
    await user().click(await screen.findByRole("button", { name: "Place Order" }));
    await waitFor(() => expect(again.address()).toBe("/order?id=0rd3r"));
    const keys = api.by("POST").map((sent) => sent.headers.get("idempotency-key"));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  test("another total is shown beside the old one first, and placed under a new key", async () => {
    let current = reviewed();
    const api = stubApi({ "GET /api/checkout": () => current });
    api.on("POST /api/orders", () => {
      current = reviewed({
        totalCents: 35000,
        summary: summary({ total: { label: "Total", cents: 35000, text: "$350.00", note: "" } }),
      });
      return problem(409, { code: "total_changed" });
    });
    const shown = page("/checkout/review");
    await user().click(await screen.findByRole("button", { name: "Place Order" }));
    const notice = await screen.findByRole("alert");
    await within(notice).findByText(/total of your order changed/);
    expect(within(notice).getByText("$339.75").tagName).toBe("S");
    expect(within(notice).getByText("$350.00")).toBeTruthy();
    api.on("POST /api/orders", () => order());
    await user().click(screen.getByRole("button", { name: "Place Order" }));
    await waitFor(() => expect(shown.address()).toBe("/order?id=0rd3r"));
    const placed = api.by("POST");
    expect(placed.map((sent) => (sent.body as { totalCents: number }).totalCents)).toEqual([33975, 35000]);
    expect(placed[0]?.headers.get("idempotency-key")).not.toBe(placed[1]?.headers.get("idempotency-key"));
  });

  test("what another window changed is named, shown, and placed under a new key once it was seen", async () => {
    let current = reviewed();
    const api = stubApi({ "GET /api/checkout": () => current });
    api.on("POST /api/orders", () => {
      const { shipping } = reviewed();
      current = reviewed({
        shipping: shipping && { ...shipping, address: { ...shipTo, city: "Austin" } },
        reviewed: [
          { name: "Ship-to address", mark: "elsewhere" },
          { name: "E-mail", mark: "coach" },
        ],
      });
      return problem(409, { code: "review_changed" });
    });
    const shown = page("/checkout/review");
    await user().click(await screen.findByRole("button", { name: "Place Order" }));
    const notice = await screen.findByRole("alert");
    await within(notice).findByText("Changed: Ship-to address");
    expect(screen.getByText("Austin, TX 75201")).toBeTruthy();
    api.on("POST /api/orders", () => order());
    await user().click(screen.getByRole("button", { name: "Place Order" }));
    await waitFor(() => expect(shown.address()).toBe("/order?id=0rd3r"));
    const placed = api.by("POST");
    expect(placed.map((sent) => (sent.body as { reviewed: string[] }).reviewed[0])).toEqual(["there", "elsewhere"]);
    expect(placed[0]?.headers.get("idempotency-key")).not.toBe(placed[1]?.headers.get("idempotency-key"));
  });

  const sums = (text: string, cents: number) => summary({ total: { label: "Total", cents, text, note: "" } });
  const moved = {
    reviewed: [
      { name: "Ship-to address", mark: "elsewhere" },
      { name: "E-mail", mark: "coach" },
    ],
  };

  test("other items cost something else: that is told once", async () => {
    const another = otherWindow();
    const parts = (marks: Record<string, string>) => ({
      reviewed: Object.entries(marks).map(([name, mark]) => ({ name, mark })),
    });
    let current = reviewed(parts({ Items: "two", Prices: "ten" }));
    stubApi({ "GET /api/checkout": () => current });
    page("/checkout/review");
    await screen.findByRole("button", { name: "Place Order" });
    current = reviewed({ cartVersion: 4, ...parts({ Items: "three", Prices: "fifteen" }) });
    await another.changed(4);
    expect(await within(screen.getByRole("alert")).findByText("Changed: Items")).toBeTruthy();
    current = reviewed({ cartVersion: 5, ...parts({ Items: "three", Prices: "twelve" }) });
    await another.changed(5);
    expect(await within(screen.getByRole("alert")).findByText("Changed: Prices")).toBeTruthy();
  });

  test("what another window changes while the review is read is told with its names and totals", async () => {
    const another = otherWindow();
    let current = reviewed();
    stubApi({ "GET /api/checkout": () => current });
    const shown = page("/checkout/review");
    await screen.findByRole("button", { name: "Place Order" });
    // The same once more is no news.
    await another.changed(3);
    expect(screen.getByRole("alert").textContent).toBe("");
    current = reviewed({ cartVersion: 4, totalCents: 35000, summary: sums("$350.00", 35000), ...moved });
    await another.changed(4);
    const notice = within(screen.getByRole("alert"));
    const sentence = "Your order was changed since you opened this page. Please check it, then place the order.";
    expect(await notice.findByText(sentence)).toBeTruthy();
    expect(notice.getByText("Changed: Ship-to address")).toBeTruthy();
    expect(notice.getByText("$339.75").tagName).toBe("S");
    expect(notice.getByText("$350.00")).toBeTruthy();
    shown.unmount();
    another.close();
  });

  test("who is led away as another window placed the order or emptied the cart hears why", async () => {
    const another = otherWindow();
    let current: () => object = () => reviewed();
    stubApi({ "GET /api/checkout": () => current() });
    const shown = page("/checkout/review");
    await screen.findByRole("button", { name: "Place Order" });
    current = () => problem(404, { code: "no_cart" });
    await another.changed(4);
    await waitFor(() => expect(shown.address()).toBe("/cart"));
    expect(screen.getByText("Your cart was ordered or emptied in another window")).toBeTruthy();
    shown.unmount();
    another.close();
  });

  test.each([
    ["its version", { cartVersion: 4 }],
    ["its total", { totalCents: 35000, summary: sums("$350.00", 35000) }],
    ["what was reviewed", moved],
  ])("a change of %s alone is told, and only what differs", async (_what, part) => {
    const another = otherWindow();
    let current = reviewed();
    stubApi({ "GET /api/checkout": () => current });
    const shown = page("/checkout/review");
    await screen.findByRole("button", { name: "Place Order" });
    current = reviewed(part);
    await another.changed(4);
    const notice = screen.getByRole("alert");
    await within(notice).findByText(/^Your order was changed/);
    expect(/Changed:/.test(notice.textContent ?? "")).toBe("reviewed" in part);
    expect(/\$339\.75/.test(notice.textContent ?? "")).toBe("totalCents" in part);
    expect(within(notice).queryByRole("link", { name: "Sign in" })).toBeNull();
    shown.unmount();
    another.close();
  });

  test.each([
    ["the store fails", () => problem(500), /^We could not confirm your order yet\..*it will be placed only once\.$/],
    ["the cart has another version", () => problem(409, { code: "cart_changed" }), /^Your order was changed/],
    ["something else is wrong", () => problem(409, { code: "other", title: "Nobody can do this." }), /^Nobody can do/],
  ])("when %s, that has the focus, and the order can be placed again", async (_what, refused, sentence) => {
    const api = withCheckout(reviewed());
    api.on("POST /api/orders", refused);
    const shown = page("/checkout/review");
    const place = await screen.findByRole("button", { name: "Place Order" });
    await user().click(place);
    const notice = await screen.findByRole("alert");
    await within(notice).findByText(sentence);
    expect(document.activeElement).toBe(notice);
    expect(notice.textContent).not.toMatch(/Changed:|\$/);
    expect(place.getAttribute("aria-busy")).toBeNull();
    let answer: (value: object) => void = () => {};
    api.on("POST /api/orders", () => new Promise((resolve) => (answer = resolve)));
    await user().click(place);
    // What was wrong is not said while it is tried anew.
    await waitFor(() => expect(place.getAttribute("aria-busy")).toBe("true"));
    expect(notice.textContent).toBe("");
    answer(order());
    await waitFor(() => expect(shown.address()).toBe("/order?id=0rd3r"));
  });

  test("the method that was chosen is the one that is shown", async () => {
    const { shipping } = reviewed();
    withCheckout(reviewed({ shipping: shipping && { ...shipping, method: "expedited" } }));
    page("/checkout/review");
    expect(await screen.findByText(/^Expedited/)).toBeTruthy();
    expect(screen.queryByText(/^Standard/)).toBeNull();
  });

  test("who has to sign in first is led there, whatever else is wrong", async () => {
    const api = withCheckout(reviewed());
    const wrong = (code: string, message: string) => ({ field: "shipping.email", code, message });
    const errors = [wrong("email_odd", "This email looks odd"), wrong("order_sign_in_first", "Please sign in")];
    api.on("POST /api/orders", () => problem(422, { errors }));
    page("/checkout/review");
    await user().click(await screen.findByRole("button", { name: "Place Order" }));
    const notice = await screen.findByRole("alert");
    expect(await within(notice).findByRole("link", { name: "Sign in" })).toBeTruthy();
    expect(notice.tabIndex).toBe(-1);
  });

  test("a refusal that comes with another total shows both", async () => {
    let current = reviewed();
    const api = stubApi({ "GET /api/checkout": () => current });
    api.on("POST /api/orders", () => {
      current = reviewed({ totalCents: 35000, summary: sums("$350.00", 35000) });
      return problem(422, { errors: [{ field: "items", code: "gone", message: "Navy M is out of stock." }] });
    });
    page("/checkout/review");
    await user().click(await screen.findByRole("button", { name: "Place Order" }));
    const notice = within(await screen.findByRole("alert"));
    await notice.findByText("Navy M is out of stock.");
    expect(notice.getByText("$339.75").tagName).toBe("S");
    expect(notice.getByText("$350.00")).toBeTruthy();
  });

  test("a cart that was already ordered leads to its order", async () => {
    const api = withCheckout(reviewed());
    api.on("POST /api/orders", () => problem(409, { code: "already_placed", orderId: "earlier" }));
    const shown = page("/checkout/review");
    await user().click(await screen.findByRole("button", { name: "Place Order" }));
    await waitFor(() => expect(shown.address()).toBe("/order?id=earlier"));
  });

  test("a second press while the first is on its way places nothing more", async () => {
    const api = withCheckout(reviewed());
    let answer: (value: object) => void = () => {};
    api.on("POST /api/orders", () => new Promise((resolve) => (answer = resolve)));
    const shown = page("/checkout/review");
    const button = await screen.findByRole("button", { name: "Place Order" });
    await user().dblClick(button);
    await user().click(button);
    expect(api.by("POST")).toHaveLength(1);
    answer(order());
    await waitFor(() => expect(shown.address()).toBe("/order?id=0rd3r"));
  });
});
