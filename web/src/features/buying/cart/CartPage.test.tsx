// The cart page as a shopper meets it: by role and label, with the real rules, HTTP stubbed at fetch.
import type { CartView } from "@fieldhouse/rules";
import { jest } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, cart, change, line, shell, summary } from "../../../../test/cart-samples";
import { otherWindow } from "../../../../test/other-window";
import { renderPage } from "../../../../test/render-page";
import { problem, type StubApi, stubApi, unreachable } from "../../../../test/stub-api";
import CartPage from "./CartPage";

const dataLayer = () => (window as Window & { dataLayer?: { event: string; ecommerce: unknown }[] }).dataLayer ?? [];

beforeEach(() => {
  // jsdom has no scrolling; the virtual list asks for it.
  window.scrollTo = () => {};
  (window as Window & { dataLayer?: unknown[] }).dataLayer = [];
});

function withCart(answer: object | null): StubApi {
  return stubApi({ "GET /api/cart/active": () => answer });
}

test("an empty cart says so and leads back to shopping", async () => {
  withCart(null);
  renderPage(<CartPage />, "/cart");
  expect(await screen.findByRole("heading", { level: 1, name: "My Cart (0)" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Back To Shopping" }).getAttribute("href")).toBe("/");
  expect(screen.queryByRole("button", { name: "Proceed To Checkout" })).toBeNull();
});

test("the loading shape goes away once the cart is there", async () => {
  withCart(cart());
  renderPage(<CartPage />, "/cart");
  expect(screen.getByText("Loading your cart")).toBeTruthy();
  await screen.findByRole("heading", { level: 1, name: "My Cart (12)" });
  expect(screen.queryByText("Loading your cart")).toBeNull();
});

test("market tiles are shown while the cart is empty, and only then", async () => {
  const tiles = {
    kind: "tiles",
    uid: "t",
    title: "Shop by sport",
    description: "",
    cta: null,
    ctaAlignment: "top",
    tileShape: "square",
    tiles: [],
  };
  const home = { slug: "home", title: "", description: "", blocks: [tiles] };
  stubApi({ "GET /api/cart/active": () => null, "GET /api/content/pages/home": () => home });
  const page = renderPage(<CartPage />, "/cart");
  await screen.findByRole("heading", { level: 2, name: "Shop by sport" });
  page.unmount();
  stubApi({ "GET /api/cart/active": () => cart(), "GET /api/content/pages/home": () => home });
  renderPage(<CartPage />, "/cart");
  await screen.findByRole("heading", { level: 1, name: "My Cart (12)" });
  expect(screen.queryByRole("heading", { name: "Shop by sport" })).toBeNull();
});

test("shows a card with its brand, links, sizes and sums as they came", async () => {
  withCart(cart());
  renderPage(<CartPage />, "/cart");
  expect(await screen.findByRole("heading", { level: 1, name: "My Cart (12)" })).toBeTruthy();
  const item = screen.getByRole("article", { name: "Sideline Practice Jersey" });
  expect(within(item).getByText("Northfield")).toBeTruthy();
  expect(within(item).getByRole("link", { name: "Sideline Practice Jersey" }).getAttribute("href")).toBe(
    "/p/FH-100-NVY-M",
  );
  expect(
    (within(item).getByLabelText("Quantity of Sideline Practice Jersey, Navy, size M") as HTMLInputElement).value,
  ).toBe("12");
  const sums = screen.getByRole("region", { name: "Order Summary" });
  expect(within(sums).getByText("Estimated Tax")).toBeTruthy();
  expect(within(sums).getAllByText("--")).toHaveLength(2);
  expect(within(sums).getAllByText("Calculated at checkout")).toHaveLength(2);
});

test("a card shows its picture and how it ships; the help above and the way on can be worded by content", async () => {
  withCart(cart());
  const texts = { "cart.proceed": "Check out now", "cart.help": "Order by Friday." };
  renderPage(<CartPage />, "/cart", { ...shell, texts });
  const item = await screen.findByRole("article", { name: "Sideline Practice Jersey" });
  expect(item.querySelector("img")?.getAttribute("src")).toBe("/images/jersey-front.svg?c=12335B");
  expect(within(item).getByText("Ships in 2-3 weeks")).toBeTruthy();
  expect(screen.getByText("Order by Friday.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Check out now" })).toBeTruthy();
});

test("a missing brand is a dash and a missing sku asks why", async () => {
  withCart(cart({ items: [card({ brand: "", sku: "", color: "", href: "/" })] }));
  renderPage(<CartPage />, "/cart");
  const item = await screen.findByRole("article");
  expect(within(item).getByText("-")).toBeTruthy();
  expect(within(item).getByText("Why there is no sku?")).toBeTruthy();
  expect(within(item).getByRole("link", { name: "Sideline Practice Jersey" }).getAttribute("href")).toBe("/");
});

test("a card tells that its product is a favourite", async () => {
  withCart(cart({ items: [card({ isFavourite: true }), card({ key: "p2:N", id: "p2", name: "Plain ball" })] }));
  renderPage(<CartPage />, "/cart");
  const wished = await screen.findByRole("article", { name: "Sideline Practice Jersey Favorite" });
  expect(within(wished).getByRole("img", { name: "Favorite" })).toBeTruthy();
  expect(screen.getAllByRole("img", { name: "Favorite" })).toHaveLength(1);
});

test("prices that could not be asked for are marked, each and above all", async () => {
  const waiting = line({ priceToBeConfirmed: true });
  withCart(cart({ items: [card({ lineItems: [waiting] })], pricesToBeConfirmed: true }));
  renderPage(<CartPage />, "/cart");
  const list = await screen.findByRole("list", { name: /^Sizes of / });
  expect(within(list).getByText("Price to be confirmed")).toBeTruthy();
  expect(screen.getByText(/Base prices are shown, to be confirmed before you order/)).toBeTruthy();
});

test("free texts, warnings, promo code, the way to the next tier and errors are all told", async () => {
  withCart(
    cart({
      items: [
        card({
          promoCode: "SPRING",
          warnings: ["Choking hazard"],
          freeFormOptions: ["Name", "Number"],
          nextTier: { more: 12, minimumQuantity: 24, value: 2200, saves: 3600 },
          lineItems: [
            line({
              freeForm: [["REYES", "12"]],
              availableDate: "03/14/2027",
              errors: [{ field: "quantity", code: "quantity_below_minimum", message: "Minimum Quantity is 24" }],
            }),
          ],
        }),
      ],
    }),
  );
  renderPage(<CartPage />, "/cart");
  expect(await screen.findByText("Name: REYES · Number: 12 (all pieces)")).toBeTruthy();
  expect(screen.getByText("Choking hazard")).toBeTruthy();
  expect(screen.getByText("Promo SPRING")).toBeTruthy();
  expect(screen.getByText("Available on 03/14")).toBeTruthy();
  expect(screen.getByText("Add 12 more of any size and save $36.00")).toBeTruthy();
  const field = screen.getByLabelText(/^Quantity of/);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  const described = field.getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(described)?.textContent).toBe("Minimum Quantity is 24");
});

test("a quantity typed and left is sent with the version seen; only what changed is taken over", async () => {
  const user = userEvent.setup();
  const api = withCart(cart());
  const changed = card({
    lineItems: [line({ quantity: 20 })],
    subtotal: { regularPrice: 50000, discountedPrice: null },
  });
  const after = cart({
    version: 4,
    items: [changed],
    summary: summary({ total: { label: "Total", cents: 50000, text: "$500.00", note: "" } }),
  });
  api.on("PATCH /api/cart/lines/*", () => change(after, [changed]));
  renderPage(<CartPage />, "/cart");
  const field = await screen.findByLabelText(/^Quantity of/);
  await user.clear(field);
  await user.type(field, "20");
  await user.tab();
  await screen.findByRole("heading", { level: 1, name: "My Cart (20)" });
  expect(api.by("PATCH").map((sent) => sent.body)).toEqual([{ quantity: 20, version: 3 }]);
  expect(api.sent.filter((sent) => sent.url === "/api/cart/active")).toHaveLength(1);
  const sums = within(screen.getByRole("region", { name: "Order Summary" }));
  expect(await sums.findByText("$500.00")).toBeTruthy();
});

test("until the cart has answered, prices and sums are the rules' forecast", async () => {
  const user = userEvent.setup();
  const tiers = [{ minimumQuantity: 24, value: 2200 }];
  const red = card({ key: "p100/red", color: "Red", lineItems: [line({ sku: "FH-100-RED-M", tiers })] });
  const navy = card({ lineItems: [line({ tiers, quantity: 11 })] });
  const api = withCart(cart({ items: [navy, red] }));
  let answer: (value: object) => void = () => {};
  api.on("PATCH /api/cart/lines/*", () => new Promise((resolve) => (answer = resolve)));
  renderPage(<CartPage />, "/cart");
  await user.click(await screen.findByRole("button", { name: "More of Sideline Practice Jersey, Navy, size M" }));
  await screen.findByRole("heading", { level: 1, name: "My Cart (24)" });
  const sums = screen.getByRole("region", { name: "Order Summary" });
  // 24 pieces of both colours together reach the tier: 24 × $22.00.
  expect(within(sums).getByText("$528.00")).toBeTruthy();
  expect(within(sums).getByText("-$72.00")).toBeTruthy();
  // Its only line and the card.
  for (const item of screen.getAllByRole("article")) expect(within(item).getAllByText("$264.00")).toHaveLength(2);
  const settled = cart({ version: 4, items: [card({ lineItems: [line({ quantity: 12 })] }), red] });
  await act(async () => answer(change(settled, settled.items)));
  expect(await within(sums).findByText("$300.00", { selector: ".font-bold" })).toBeTruthy();
});

test("below the minimum the field is marked, focused and nothing is sent; Escape brings the quantity back", async () => {
  const user = userEvent.setup();
  const api = withCart(cart({ items: [card({ lineItems: [line({ minOrderQty: 6, deliveryUnit: 6 })] })] }));
  renderPage(<CartPage />, "/cart");
  const field = (await screen.findByLabelText(/^Quantity of/)) as HTMLInputElement;
  await user.clear(field);
  await user.type(field, "3");
  await user.tab();
  expect(screen.getByText("Minimum Quantity is 6")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.clear(field);
  await user.type(field, "8");
  await user.tab();
  expect(screen.getByText("Quantity must be in multiples of 6")).toBeTruthy();
  expect(api.by("PATCH")).toHaveLength(0);
  await user.keyboard("{Escape}");
  expect(field.value).toBe("12");
});

test("an invalid quantity does not trap the keyboard: the second Tab goes on", async () => {
  const user = userEvent.setup();
  withCart(cart({ items: [card({ lineItems: [line({ minOrderQty: 6 })] })] }));
  renderPage(<CartPage />, "/cart");
  const field = await screen.findByLabelText(/^Quantity of/);
  await user.clear(field);
  await user.type(field, "3");
  await user.tab();
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.tab();
  const next = document.activeElement;
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
  expect(document.activeElement).toBe(next);
  expect(next).not.toBe(field);
});

test("a conflict reads the cart anew and sets the quantity at the newest version", async () => {
  const user = userEvent.setup();
  let version = 3;
  const api = stubApi({ "GET /api/cart/active": () => cart({ version }) });
  const changed = card({ lineItems: [line({ quantity: 13 })] });
  api.on("PATCH /api/cart/lines/*", ({ body }) => {
    if ((body as { version: number }).version === 3) {
      version = 9;
      return problem(409, { code: "version_conflict", currentVersion: 9 });
    }
    return change(cart({ version: 10, items: [changed] }), [changed]);
  });
  renderPage(<CartPage />, "/cart");
  await user.click(await screen.findByRole("button", { name: /^More of/ }));
  await screen.findByRole("heading", { level: 1, name: "My Cart (13)" });
  expect(api.by("PATCH").map((sent) => sent.body)).toEqual([
    { quantity: 13, version: 3 },
    { quantity: 13, version: 9 },
  ]);
});

test("a server that refuses says why at the line", async () => {
  const user = userEvent.setup();
  const api = withCart(cart());
  api.on("PATCH /api/cart/lines/*", () =>
    problem(422, { errors: [{ field: "quantity", code: "cart_too_dear", message: "That is more than a cart holds" }] }),
  );
  renderPage(<CartPage />, "/cart");
  await user.click(await screen.findByRole("button", { name: /^More of/ }));
  const sentence = await screen.findByText("That is more than a cart holds");
  expect(sentence.closest("[role=alert]")).toBeTruthy();
  expect((screen.getByLabelText(/^Quantity of/) as HTMLInputElement).value).toBe("12");
});

test("removing tells it, and Undo puts the line back with its texts", async () => {
  const user = userEvent.setup();
  const texts = [["REYES", "12"]];
  const first = cart({
    items: [card({ freeFormOptions: ["Name", "Number"], lineItems: [line({ freeForm: texts })] })],
  });
  const api = withCart(first);
  api.on("DELETE /api/cart/lines/*", () => ({
    ...change(cart({ version: 4, items: [] }), [], ["p100/navy"]),
    undo: "take-back",
  }));
  api.on("POST /api/cart/undo", () => ({ ...change({ ...first, version: 5 }, first.items), addedQuantity: 12 }));
  renderPage(<CartPage />, "/cart");
  await user.click(await screen.findByRole("button", { name: /^Remove Sideline/ }));
  await screen.findByRole("heading", { level: 1, name: "My Cart (0)" });
  expect(api.by("DELETE")[0]?.url).toBe("/api/cart/lines/line-FH-100-NVY-M?version=3");
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByRole("heading", { level: 1, name: "My Cart (12)" });
  expect(api.by("POST").map((sent) => [sent.url, sent.body])).toEqual([["/api/cart/undo", { undo: "take-back" }]]);
  expect(dataLayer().map((entry) => entry.event)).toEqual(["view_cart", "remove_from_cart", "add_to_cart"]);
  expect(dataLayer()[2]?.ecommerce).toMatchObject({ items: [{ item_id: "p100", size: "M", quantity: 12 }] });
  // The keyboard goes on at what came back.
  const back = screen.getByRole("group", { name: "Sideline Practice Jersey, Navy, size M" });
  expect(document.activeElement).toBe(back);
});

test("a step that cannot be taken keeps the focus on its button, and does nothing", async () => {
  const user = userEvent.setup();
  const api = withCart(cart({ items: [card({ lineItems: [line({ quantity: 2 })] })] }));
  const fewer = cart({ version: 4, items: [card({ lineItems: [line({ quantity: 1 })] })] });
  api.on("PATCH /api/cart/lines/*", () => change(fewer, fewer.items));
  renderPage(<CartPage />, "/cart");
  const less = await screen.findByRole("button", { name: /^Fewer of/ });
  less.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(less.getAttribute("aria-disabled")).toBe("true"));
  expect(document.activeElement).toBe(less);
  await waitFor(() => expect(api.by("PATCH")).toHaveLength(1));
  await user.keyboard("{Enter}");
  expect((screen.getByLabelText(/^Quantity of/) as HTMLInputElement).value).toBe("1");
  expect(api.by("PATCH")).toHaveLength(1);
  expect(document.activeElement).toBe(less);
});

test("names and numbers beyond six are unfolded by a press, and folded again", async () => {
  const user = userEvent.setup();
  const freeForm = Array.from({ length: 12 }, (_, nth) => [`PLAYER ${nth + 1}`]);
  withCart(cart({ items: [card({ freeFormOptions: ["Name"], lineItems: [line({ freeForm })] })] }));
  renderPage(<CartPage />, "/cart");
  const more = (await screen.findByText("Show 6 more")).closest("summary") as HTMLElement;
  const fold = more.closest("details") as HTMLDetailsElement;
  expect(fold.open).toBe(false);
  expect(screen.getByText("Name: PLAYER 6").closest("details")).toBeNull();
  await user.click(more);
  expect(fold.open).toBe(true);
  expect(screen.getByText("Name: PLAYER 12").closest("details")).toBe(fold);
  expect(within(more).getByText("Show fewer")).toBeTruthy();
});

test("whoever went on while a line is taken out keeps the focus where it is", async () => {
  const user = userEvent.setup();
  const both = cart({ items: [card({ lineItems: [line(), line({ lineItemId: "line-L", size: "L", quantity: 6 })] })] });
  const api = withCart(both);
  let answer: (change: object) => void = () => {};
  api.on("DELETE /api/cart/lines/*", () => new Promise<object>((resolve) => (answer = resolve)));
  renderPage(<CartPage />, "/cart");
  const [, large] = await screen.findAllByRole("button", { name: /^Remove Sideline/ });
  await user.click(large as HTMLElement);
  await waitFor(() => expect(api.by("DELETE")).toHaveLength(1));
  const share = screen.getByRole("button", { name: "Share cart" });
  share.focus();
  const left = [card({ lineItems: [line()] })];
  answer({ ...change(cart({ version: 4, items: left }), left), undo: "back" });
  await screen.findByText("Removed Sideline Practice Jersey, Navy, size L");
  expect(document.activeElement).toBe(share);
});

test("what was taken out is named and told, the keyboard goes on at the heading, and a failed Undo says why", async () => {
  const user = userEvent.setup();
  const both = cart({ items: [card({ lineItems: [line(), line({ lineItemId: "line-L", size: "L", quantity: 6 })] })] });
  const api = withCart(both);
  const left = [card({ lineItems: [line()] })];
  api.on("DELETE /api/cart/lines/*", () => ({ ...change(cart({ version: 4, items: left }), left), undo: "back" }));
  api.on("POST /api/cart/undo", () => problem(503));
  renderPage(<CartPage />, "/cart");
  const [, large] = await screen.findAllByRole("button", { name: /^Remove Sideline/ });
  await user.click(large as HTMLElement);
  expect(await screen.findByText("Removed Sideline Practice Jersey, Navy, size L")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  const [, removed] = dataLayer() as { event: string; ecommerce: { items: { size: string; quantity: number }[] } }[];
  expect(removed?.ecommerce.items).toMatchObject([{ size: "L", quantity: 6 }]);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("The store could not do this right now. Please try again.")).toBeTruthy();
  expect(dataLayer().map((entry) => entry.event)).toEqual(["view_cart", "remove_from_cart"]);
});

test("a line that could not be taken out stays with the reason, and nothing is told or offered", async () => {
  const user = userEvent.setup();
  const lineItems = [line(), line({ lineItemId: "line-L", size: "L" })];
  const api = withCart(cart({ items: [card({ lineItems })] }));
  api.on("DELETE /api/cart/lines/*", () => problem(503));
  api.on("POST /api/cart/removals", () => problem(503));
  renderPage(<CartPage />, "/cart");
  const [medium] = await screen.findAllByRole("button", { name: /^Remove Sideline/ });
  await user.click(medium as HTMLElement);
  await waitFor(() => expect(api.by("DELETE")).toHaveLength(1));
  await user.click(await screen.findByRole("button", { name: "Remove all sizes of Sideline Practice Jersey" }));
  await waitFor(() => expect(api.by("POST")).toHaveLength(1));
  await waitFor(() => expect(screen.getAllByText(/try again/i).length).toBeGreaterThan(1));
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  expect(dataLayer().map((entry) => entry.event)).toEqual(["view_cart"]);
});

test("a cart that could not be emptied says why; one that was empty already offers nothing", async () => {
  const user = userEvent.setup();
  let now: object = cart();
  const api = stubApi({ "GET /api/cart/active": () => now });
  api.on("DELETE /api/cart/lines*", () => problem(503));
  renderPage(<CartPage />, "/cart");
  await user.click(await screen.findByRole("button", { name: "Empty cart" }));
  await screen.findByRole("button", { name: "Dismiss" });
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  // Another window emptied it meanwhile.
  api.on("DELETE /api/cart/lines*", () => {
    now = cart({ version: 9, items: [] });
    return problem(409, { code: "version_conflict", currentVersion: 9 });
  });
  await user.click(screen.getByRole("button", { name: "Empty cart" }));
  await screen.findByRole("heading", { level: 1, name: "My Cart (0)" });
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Put everything back" })).toBeNull();
  expect(dataLayer().map((entry) => entry.event)).toEqual(["view_cart"]);
});

test("an emptied cart is told card by card, and taken back as it was", async () => {
  const user = userEvent.setup();
  const texts = [["REYES", "12"]];
  const first = cart({
    items: [
      card({ lineItems: [line({ freeForm: texts })] }),
      card({ key: "cap", id: "cap", name: "Cap", lineItems: [line({ lineItemId: "cap-1", sku: "CAP", quantity: 3 })] }),
    ],
  });
  const api = withCart(first);
  api.on("DELETE /api/cart/lines*", () => ({
    ...change(cart({ version: 4, items: [] }), [], ["p100/navy", "cap"]),
    undo: "all-back",
  }));
  api.on("POST /api/cart/undo", () => ({ ...change({ ...first, version: 5 }, first.items), addedQuantity: 15 }));
  renderPage(<CartPage />, "/cart");
  await user.click(await screen.findByRole("button", { name: "Empty cart" }));
  await screen.findByText("Your cart was emptied");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(dataLayer()).toHaveLength(4));
  const events = dataLayer() as { event: string; ecommerce: { items: { item_id: string; quantity: number }[] } }[];
  expect(events.map(({ event, ecommerce }) => [event, ecommerce.items.map((item) => item.item_id)])).toEqual([
    ["view_cart", ["p100", "cap"]],
    ["remove_from_cart", ["p100"]],
    ["remove_from_cart", ["cap"]],
    ["add_to_cart", ["p100", "cap"]],
  ]);
  expect(events[3]?.ecommerce.items.map((item) => item.quantity)).toEqual([12, 3]);
});

test("all sizes of a card go in one request, told once, and Undo brings them back", async () => {
  const user = userEvent.setup();
  const both = cart({
    items: [card({ lineItems: [line(), line({ lineItemId: "line-L", size: "L", sku: "FH-100-NVY-L" })] })],
  });
  const api = withCart(both);
  api.on("POST /api/cart/removals", () => ({
    ...change(cart({ version: 4, items: [] }), [], ["p100/navy"]),
    undo: "card-back",
  }));
  api.on("POST /api/cart/undo", () => ({ ...change({ ...both, version: 5 }, both.items), addedQuantity: 24 }));
  renderPage(<CartPage />, "/cart");
  await user.click(await screen.findByRole("button", { name: "Remove all sizes of Sideline Practice Jersey" }));
  await screen.findByText("Removed all sizes of Sideline Practice Jersey");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByRole("heading", { level: 1, name: "My Cart (24)" });
  expect(api.by("POST").map((sent) => sent.body)).toEqual([
    { lineItemIds: ["line-FH-100-NVY-M", "line-L"], version: 3 },
    { undo: "card-back" },
  ]);
  const events = dataLayer() as { event: string; ecommerce: { value?: number; items: { size: string }[] } }[];
  expect(events.map((entry) => entry.event)).toEqual(["view_cart", "remove_from_cart", "add_to_cart"]);
  for (const told of [1, 2]) expect(events[told]?.ecommerce.items.map((item) => item.size)).toEqual(["M", "L"]);
});

test("an emptied cart can be put back for as long as the page is open, and what cannot be undone any more says so", async () => {
  const user = userEvent.setup();
  let now: object | null = cart();
  const api = stubApi({ "GET /api/cart/active": () => now });
  api.on("DELETE /api/cart/lines*", () => {
    now = cart({ version: 4, items: [] });
    return { ...change(cart({ version: 4, items: [] }), [], ["p100/navy"]), undo: "all-back" };
  });
  api.on("POST /api/cart/undo", () => problem(404, { code: "undo_gone", title: "This can no longer be undone." }));
  renderPage(<CartPage />, "/cart");
  await user.click(await screen.findByRole("button", { name: "Empty cart" }));
  await screen.findByRole("heading", { level: 1, name: "My Cart (0)" });
  expect(api.by("DELETE")[0]?.url).toBe("/api/cart/lines?version=3");
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  await user.click(screen.getByRole("button", { name: "Put everything back" }));
  expect(await screen.findByText("This can no longer be undone.")).toBeTruthy();
  api.on("POST /api/cart/undo", () => {
    now = cart({ version: 5 });
    return { ...change(cart({ version: 5 }), cart().items), addedQuantity: 12 };
  });
  await user.click(screen.getByRole("button", { name: "Put everything back" }));
  await screen.findByRole("heading", { level: 1, name: "My Cart (12)" });
  expect(api.by("POST").at(-1)?.body).toEqual({ undo: "all-back" });
});

test("a big cart draws what is in sight, can be searched, and goes to paper whole", async () => {
  const user = userEvent.setup();
  const items = Array.from({ length: 60 }, (_, index) => {
    const lines = ["S", "M"].map((size) => line({ lineItemId: `${index}-${size}`, sku: `SKU-${index}-${size}`, size }));
    return card({ key: `card-${index}`, id: `p${index}`, name: `Jersey ${index}`, lineItems: lines });
  });
  withCart(cart({ items, lineCount: 120 }));
  renderPage(<CartPage />, "/cart");
  const find = await screen.findByRole("searchbox", { name: "Find in your cart" });
  expect(screen.queryAllByRole("article").length).toBeLessThan(60);
  await user.type(find, "jersey sku-41-m");
  expect(screen.getByText("1 of 60 products")).toBeTruthy();
  await user.clear(find);
  await user.type(find, "curling");
  expect(screen.getByText("0 of 60 products")).toBeTruthy();
  act(() => void window.dispatchEvent(new Event("beforeprint")));
  expect(screen.getAllByRole("article")).toHaveLength(60);
  act(() => void window.dispatchEvent(new Event("afterprint")));
  expect(screen.queryAllByRole("article").length).toBeLessThan(60);
});

test("a product without an id goes under the default key", async () => {
  withCart(cart({ items: [card({ id: "" })] }));
  renderPage(<CartPage />, "/cart");
  await screen.findByRole("heading", { level: 1, name: "My Cart (12)" });
  const [event] = dataLayer() as unknown as { ecommerce: { items: { item_id: string }[] } }[];
  expect(event?.ecommerce.items[0]?.item_id).toBe("defaultProductKey");
});

test("view_cart and begin_checkout are told once, in dollars from cents", async () => {
  const user = userEvent.setup();
  withCart(cart({ totalCents: 30001 }));
  const page = renderPage(<CartPage />, "/cart");
  await user.click(await screen.findByRole("button", { name: "Proceed To Checkout" }));
  await waitFor(() => expect(page.address()).toBe("/checkout/shipping"));
  const item = {
    item_id: "p100",
    item_name: "Sideline Practice Jersey",
    price: 25,
    quantity: 12,
    brand: "Northfield",
    variant: "Navy",
    size: "M",
  };
  expect(dataLayer()).toEqual([
    { event: "view_cart", ecommerce: { currency: "USD", value: 300.01, items: [item] } },
    { event: "begin_checkout", ecommerce: { currency: "USD", value: 300.01, items: [item] } },
  ]);
});

test("begin_checkout tells the cart without the line that is still being taken out", async () => {
  const user = userEvent.setup();
  const other = line({ sku: "FH-100-NVY-L", size: "L", quantity: 6 });
  const both = card({ lineItems: [line(), other] });
  const api = withCart(cart({ items: [both], totalLineItemQuantity: 18 }));
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  api.on("DELETE /api/cart/lines/*", async () => {
    await answered;
    const rest = card({ lineItems: [line()] });
    return change(cart({ version: 4, items: [rest] }), [rest]);
  });
  const page = renderPage(<CartPage />, "/cart");
  await user.click(await screen.findByRole("button", { name: /^Remove .*size L/ }));
  await screen.findByRole("heading", { level: 1, name: "My Cart (12)" });
  await user.click(screen.getByRole("button", { name: "Proceed To Checkout" }));
  answer();
  await waitFor(() => expect(page.address()).toBe("/checkout/shipping"));
  const [, , last] = dataLayer() as unknown as { event: string; ecommerce: { items: { size: string }[] } }[];
  expect(last?.event).toBe("begin_checkout");
  expect(last?.ecommerce.items.map((item) => item.size)).toEqual(["M"]);
});

test("what is marked keeps the shopper in the cart", async () => {
  const user = userEvent.setup();
  const bad = line({ errors: [{ field: "sku", code: "not_available", message: "This size is out of stock" }] });
  withCart(cart({ items: [card({ lineItems: [bad] })] }));
  const page = renderPage(<CartPage />, "/cart");
  await user.click(await screen.findByRole("button", { name: "Proceed To Checkout" }));
  expect(await screen.findByText("Please fix or remove the marked items first.")).toBeTruthy();
  expect(page.address()).toBe("/cart");
  expect(document.activeElement).toBe(screen.getByLabelText(/^Quantity of/));
  expect(dataLayer().map((entry) => entry.event)).toEqual(["view_cart"]);
});

test("a line that cannot be reached is told apart, and trying again brings the cart", async () => {
  const user = userEvent.setup();
  const api = stubApi({ "GET /api/cart/active": unreachable });
  renderPage(<CartPage />, "/cart");
  expect(await screen.findByText("You seem to be offline")).toBeTruthy();
  api.on("GET /api/cart/active", () => cart());
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { level: 1, name: "My Cart (12)" })).toBeTruthy();
});

test("a cart that cannot be read again stays, says that it may be old, and is asked for anew", async () => {
  const user = userEvent.setup();
  const api = stubApi({ "GET /api/cart/active": () => cart() });
  renderPage(<CartPage />, "/cart");
  expect(await screen.findByRole("heading", { level: 1, name: "My Cart (12)" })).toBeTruthy();
  api.on("GET /api/cart/active", unreachable);
  // Whoever comes back to the page sees it anew.
  act(() => void window.dispatchEvent(new Event("visibilitychange")));
  expect(await screen.findByText("This may not be the latest state of your cart.")).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1, name: "My Cart (12)" })).toBeTruthy();
  api.on("GET /api/cart/active", () => cart({ totalLineItemQuantity: 18 }));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { level: 1, name: "My Cart (18)" })).toBeTruthy();
  expect(screen.queryByText("This may not be the latest state of your cart.")).toBeNull();
});

test("a certificate on an empty cart is shown and can be removed", async () => {
  const user = userEvent.setup();
  const payment = {
    id: "pay-1",
    obj: {
      paymentMethodInfo: { method: "CERTIFICATE", paymentInterface: "SAP" },
      amountPlanned: { centAmount: 5000, fractionDigits: 2, currencyCode: "USD" },
      custom: { fields: { certificate_number: "GIFT-50-1" } },
    },
  };
  const holding = cart({
    items: [],
    totalCents: 0,
    paymentInfo: { payments: [payment] },
  } as unknown as Partial<CartView>);
  const api = withCart(holding);
  api.on("DELETE /api/cart/certificates/pay-1", () => cart({ items: [], version: 4 }));
  renderPage(<CartPage />, "/cart");
  expect(await screen.findByRole("link", { name: "Back To Shopping" })).toBeTruthy();
  const held = within(await screen.findByRole("list", { name: "Certificates" }));
  // Nothing of it is lost as long as nothing is ordered.
  expect(held.getByRole("listitem").textContent).toBe("GIFT-50-1 $50.00Remove");
  await user.click(held.getByRole("button", { name: "Remove certificate GIFT-50-1" }));
  await waitFor(() => expect(screen.queryByRole("list", { name: "Certificates" })).toBeNull());
  expect(api.by("DELETE")).toHaveLength(1);
  expect(document.activeElement?.textContent).toBe("Certificate GIFT-50-1 was removed.");
});

test.each([
  ["still being typed", ""],
  ["typed and left", "{Tab}"],
])("a line removed in another window while its quantity is %s says so", async (_when, leave) => {
  const user = userEvent.setup();
  const other = line({ sku: "FH-100-NVY-L", size: "L" });
  let current = cart({ items: [card({ lineItems: [line(), other] })] });
  const api = withCart(null);
  api.on("GET /api/cart/active", () => current);
  api.on("PATCH /api/cart/lines/*", () => problem(404));
  renderPage(<CartPage />, "/cart");
  const field = await screen.findByLabelText("Quantity of Sideline Practice Jersey, Navy, size M");
  await user.clear(field);
  await user.type(field, "30");
  current = cart({ version: 4, items: [card({ lineItems: [other] })] });
  if (leave) await user.keyboard(leave);
  else await act(async () => void window.dispatchEvent(new Event("visibilitychange")));
  expect(
    await screen.findByText(
      "Sideline Practice Jersey, Navy, size M was removed from your cart in another window. The quantity you typed was not saved.",
    ),
  ).toBeTruthy();
  expect(screen.queryByLabelText("Quantity of Sideline Practice Jersey, Navy, size M")).toBeNull();
  // It keeps nobody from checkout.
  await user.click(screen.getByRole("button", { name: "Proceed To Checkout" }));
  expect(screen.queryByText("Please fix or remove the marked items first.")).toBeNull();
});

test("what comes in no size is headed by what it was chosen by", async () => {
  const flavor = (sku: string, value: string) => line({ sku, size: "", attributes: [{ name: "flavor", value }] });
  const nextTier = { more: 6, minimumQuantity: 12, value: 2200, saves: 1800 };
  withCart(
    cart({
      items: [card({ color: "", nextTier, lineItems: [flavor("HP-LL", "Lemon Lime"), flavor("HP-G", "Grape")] })],
    }),
  );
  renderPage(<CartPage />, "/cart");
  const chips = within(await screen.findByRole("list", { name: "Options of Sideline Practice Jersey" }));
  expect(chips.getByText("Lemon Lime")).toBeTruthy();
  expect(chips.queryByText("One size")).toBeNull();
  expect(chips.getByLabelText("Quantity of Sideline Practice Jersey, Grape")).toBeTruthy();
  const foot = screen.getByRole("article").textContent;
  expect(foot).toContain("Add 6 more of any option and save $18.00");
  expect(foot).toContain("Edit options");
  expect(foot).toContain("Remove all options");
  expect(foot).not.toMatch(/\bsizes?\b/);
});

test("each line of a card tells its sku and what it comes to", async () => {
  const prices = { unitPrice: { regularPrice: 2500, discountedPrice: 2200 } };
  const lineItems = [
    line({ ...prices, quantity: 3, linePrice: { regularPrice: 7500, discountedPrice: 6600 } }),
    line({ sku: "FH-100-NVY-L", size: "L", quantity: 2, linePrice: { regularPrice: 5000, discountedPrice: null } }),
  ];
  withCart(cart({ items: [card({ lineItems })] }));
  renderPage(<CartPage />, "/cart");
  const chips = within(await screen.findByRole("list", { name: "Sizes of Sideline Practice Jersey" }));
  const [medium, large] = chips.getAllByRole("listitem").map((item) => item.textContent);
  for (const text of ["FH-100-NVY-M", "$22.00", "Line total$66.00"]) expect(medium).toContain(text);
  for (const text of ["FH-100-NVY-L", "$25.00", "Line total$50.00"]) expect(large).toContain(text);
});

test("another window's change is asked anew here", async () => {
  const another = otherWindow();
  let current = cart();
  stubApi({ "GET /api/cart/active": () => current, "GET /api/cart/head": () => change(current, []).head });
  const page = renderPage(<CartPage />, "/cart");
  await screen.findByRole("heading", { level: 1, name: "My Cart (12)" });
  current = cart({ version: 4, items: [card({ lineItems: [line({ quantity: 30 })] })] });
  await another.changed(4);
  expect(await screen.findByRole("heading", { level: 1, name: "My Cart (30)" })).toBeTruthy();
  page.unmount();
  another.close();
});

test("a cart that another window ordered is asked anew here, whatever its version was", async () => {
  const another = otherWindow();
  let current: CartView | null = cart({ version: 40 });
  stubApi({
    "GET /api/cart/active": () => current,
    "GET /api/cart/head": () => change(current ?? cart({ version: 0, items: [] }), []).head,
  });
  const page = renderPage(<CartPage />, "/cart");
  await screen.findByRole("heading", { level: 1, name: "My Cart (12)" });
  current = null;
  await another.changed(Number.POSITIVE_INFINITY);
  expect(await screen.findByRole("heading", { level: 1, name: "My Cart (0)" })).toBeTruthy();
  page.unmount();
  another.close();
});

test("a cart of 2,000 lines draws only what is in sight", async () => {
  // jsdom lays nothing out: without a height every card would be in sight.
  jest.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(300);
  const many = Array.from({ length: 250 }, (_, group) =>
    card({
      key: `p${group}/navy`,
      name: `Jersey ${group}`,
      lineItems: Array.from({ length: 8 }, (_unused, size) => line({ sku: `S-${group}-${size}`, size: `S${size}` })),
    }),
  );
  withCart(cart({ items: many }));
  renderPage(<CartPage />, "/cart");
  const list = await screen.findByRole("list", { name: "Items in your cart" });
  expect(list.querySelectorAll("article").length).toBeLessThan(40);
  expect(Number.parseInt(list.style.height, 10)).toBeGreaterThan(10_000);
});

test("a refused offer code does not keep the shopper from checkout", async () => {
  const user = userEvent.setup();
  const api = withCart(cart());
  api.on("POST /api/cart/flyer-code", () =>
    problem(422, { errors: [{ field: "code", code: "any", message: "This flyer code is invalid." }] }),
  );
  api.on("POST /api/cart/recalculate", () => cart());
  const page = renderPage(<CartPage />, "/cart");
  await user.type(await screen.findByLabelText("Offer code"), "nope{Enter}");
  await screen.findByText("This flyer code is invalid.");
  expect(screen.getByLabelText("Offer code").getAttribute("aria-invalid")).toBe("true");
  await user.click(screen.getByRole("button", { name: "Proceed To Checkout" }));
  await waitFor(() => expect(page.address()).toBe("/checkout/shipping"));
});
