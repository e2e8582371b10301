// Sharing a cart and what whoever has the link can do with it.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, cart, change, line, summary } from "../../../../test/cart-samples";
import { type RenderedPage, renderPage } from "../../../../test/render-page";
import { problem, stubApi, unreachable } from "../../../../test/stub-api";
import { Route, Routes } from "../../../ui/router";
import CartPage from "../cart/CartPage";
import SharedCartPage from "./SharedCartPage";

const dataLayer = () => (window as Window & { dataLayer?: { event: string }[] }).dataLayer ?? [];

beforeEach(() => {
  window.scrollTo = () => {};
  (window as Window & { dataLayer?: unknown[] }).dataLayer = [];
});

const share = {
  id: "s1",
  path: "/cart/shared/t0ken",
  sharedAt: "2026-11-20T12:00:00Z",
  expiresAt: "2027-02-18T12:00:00Z",
  totalLineItemQuantity: 12,
  withTexts: false,
};

function clipboard(write: (text: string) => Promise<void>): void {
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: write } });
}

test("a link is made without names unless they are ticked, copied, and taken back", async () => {
  const user = userEvent.setup();
  const named = card({ freeFormOptions: ["Name"], lineItems: [line({ freeForm: [["REYES"]] })] });
  const api = stubApi({ "GET /api/cart/active": () => cart({ items: [named] }) });
  let open = [share];
  api.on("GET /api/cart/shares", () => ({ shares: open }));
  api.on("POST /api/cart/shares", () => share);
  api.on("DELETE /api/cart/shares/s1", () => {
    open = [];
    return { shares: [] };
  });
  const copied: string[] = [];
  renderPage(<CartPage />, "/cart");
  await user.click(await screen.findByRole("button", { name: "Share cart" }));
  // user-event brings a clipboard of its own.
  clipboard(async (text) => void copied.push(text));
  const dialog = await screen.findByRole("dialog", { name: "Share cart" });
  const names = within(dialog).getByRole("checkbox", { name: /^Include names and numbers/ });
  expect((names as HTMLInputElement).checked).toBe(false);
  await user.click(within(dialog).getByRole("button", { name: "Create link" }));
  const field = await within(dialog).findByLabelText("Link to this cart");
  expect((field as HTMLInputElement).value).toBe(`${location.origin}/cart/shared/t0ken`);
  expect(api.by("POST").map((sent) => sent.body)).toEqual([{ withTexts: false }]);
  await user.click(within(dialog).getByRole("button", { name: "Copy link" }));
  expect(copied).toEqual([`${location.origin}/cart/shared/t0ken`]);
  expect(within(dialog).getByText("Link copied")).toBeTruthy();

  await user.click(within(dialog).getByRole("button", { name: "Stop sharing 12 items, Nov 20, 2026" }));
  await waitFor(() => expect(within(dialog).queryByText("Shared until now")).toBeNull());
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("without a clipboard the link is marked to be copied by keyboard; a refusal is told", async () => {
  const user = userEvent.setup();
  const api = stubApi({ "GET /api/cart/active": () => cart(), "GET /api/cart/shares": () => ({ shares: [] }) });
  api.on("POST /api/cart/shares", () =>
    problem(422, { errors: [{ field: "", code: "cart_share_too_many", message: "You share 20 carts already." }] }),
  );
  renderPage(<CartPage />, "/cart");
  await user.click(await screen.findByRole("button", { name: "Share cart" }));
  clipboard(async () => {
    throw new Error("not allowed");
  });
  const dialog = await screen.findByRole("dialog", { name: "Share cart" });
  expect(within(dialog).queryByRole("checkbox")).toBeNull();
  await user.click(within(dialog).getByRole("button", { name: "Create link" }));
  expect(await within(dialog).findByText("You share 20 carts already.")).toBeTruthy();
  api.on("POST /api/cart/shares", () => share);
  await user.click(within(dialog).getByRole("button", { name: "Create link" }));
  const field = (await within(dialog).findByLabelText("Link to this cart")) as HTMLInputElement;
  await user.click(within(dialog).getByRole("button", { name: "Copy link" }));
  expect(await within(dialog).findByText("Press Ctrl+C or Cmd+C to copy the link")).toBeTruthy();
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length]);
});

const shared = {
  sharedAt: share.sharedAt,
  withTexts: false,
  items: cart().items,
  totalLineItemQuantity: 12,
  lineCount: 1,
  summary: summary(),
};

function openLink(): RenderedPage {
  const page = (
    <Routes>
      <Route path="/cart/shared/:token" element={<SharedCartPage />} />
    </Routes>
  );
  return renderPage(page, "/cart/shared/t0ken");
}

test("whoever has the link reads the cart and copies it; what could not be copied is told", async () => {
  const user = userEvent.setup();
  const api = stubApi({ "GET /api/cart/shared/t0ken": () => shared });
  openLink();
  expect(await screen.findByRole("heading", { level: 1, name: "Shared Cart (12)" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Sideline Practice Jersey" })).toBeTruthy();
  expect(screen.queryByLabelText(/^Quantity of/)).toBeNull();
  expect(screen.getByText(/Names and numbers of players are not shown/)).toBeTruthy();
  let tries = 0;
  api.on("POST /api/cart/shared/t0ken/copy", () => {
    tries += 1;
    if (tries === 1) unreachable();
    const leftOut = {
      sku: "JRS200-NAV-S",
      name: "Name Jersey",
      size: "S",
      quantity: 2,
      href: "/p/JRS200-NAV-S/",
      errors: [{ field: "lines.1.freeForm", code: "free_form_required", message: "Player name (Required)" }],
    };
    return { change: { ...change(cart(), cart().items), addedQuantity: 12 }, leftOut: [leftOut] };
  });
  await user.click(screen.getByRole("button", { name: "Copy to my cart" }));
  expect(await screen.findByText(/You seem to be offline/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Copy to my cart" }));
  expect(await screen.findByText("12 pieces added to your cart")).toBeTruthy();
  expect(screen.getByText("Player name (Required)")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Name Jersey, S" }).getAttribute("href")).toBe("/p/JRS200-NAV-S/");
  expect(screen.getByRole("link", { name: "View Cart" }).getAttribute("href")).toBe("/cart");
  const keys = api.by("POST").map((sent) => sent.headers.get("idempotency-key"));
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(dataLayer().map((entry) => entry.event)).toEqual(["add_to_cart"]);
  expect(screen.queryByText(/You seem to be offline/)).toBeNull();
  // Copied again on purpose is another intent.
  await user.click(screen.getByRole("button", { name: "Copy to my cart" }));
  await waitFor(() => expect(api.by("POST")).toHaveLength(3));
  const again = api.by("POST")[2]?.headers.get("idempotency-key");
  expect(again).toMatch(/^[0-9a-f-]{36}$/);
  expect(again).not.toBe(keys[0]);
});

test("while it is being copied a second press sends nothing; where nothing was added, none is told", async () => {
  const user = userEvent.setup();
  const api = stubApi({ "GET /api/cart/shared/t0ken": () => ({ ...shared, withTexts: true }) });
  let answer: (copied: object) => void = () => undefined;
  const pending = new Promise<object>((resolve) => {
    answer = resolve;
  });
  api.on("POST /api/cart/shared/t0ken/copy", () => pending);
  openLink();
  const copy = await screen.findByRole("button", { name: "Copy to my cart" });
  expect(screen.getByText(/^As it was on/).textContent).toBe(
    "As it was on November 20, 2026, at your prices of today.",
  );
  expect(screen.getByRole("alert").textContent).toBe("");
  await user.click(copy);
  await waitFor(() => expect(api.by("POST")).toHaveLength(1));
  expect(copy.getAttribute("aria-busy")).toBe("true");
  expect(screen.getByRole("alert").textContent).toBe("");
  await user.click(copy);
  const errors = [{ field: "", code: "article_unavailable", params: {}, message: "No longer sold" }];
  answer({ change: null, leftOut: [{ sku: "X", name: "Cap", size: "", quantity: 1, href: "/p/X/", errors }] });
  expect(await screen.findByText("No longer sold")).toBeTruthy();
  expect(api.by("POST")).toHaveLength(1);
  expect(copy.getAttribute("aria-busy")).toBeNull();
  expect(screen.queryByRole("link", { name: "View Cart" })).toBeNull();
  expect(dataLayer()).toEqual([]);
});

test("a shared cart that cannot be read can be asked for again", async () => {
  const user = userEvent.setup();
  let answer: (response: Response) => void = () => undefined;
  const pending = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  const api = stubApi({ "GET /api/cart/shared/t0ken": () => pending });
  openLink();
  expect(await screen.findByText("Loading the shared cart")).toBeTruthy();
  expect(screen.queryByRole("heading", { level: 1 })).toBeNull();
  answer(problem(500));
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(screen.queryByText("Loading the shared cart")).toBeNull();
  expect(screen.queryByText("This link shows no cart")).toBeNull();
  api.on("GET /api/cart/shared/t0ken", () => shared);
  await user.click(again);
  expect(await screen.findByRole("heading", { level: 1, name: "Shared Cart (12)" })).toBeTruthy();
});

test("a link that opens nothing says so", async () => {
  stubApi();
  openLink();
  expect(await screen.findByRole("heading", { level: 1, name: "This link shows no cart" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Back To Shopping" }).getAttribute("href")).toBe("/");
});
