// The quick-edit drawer: what is in the cart stands in the grid, and one press makes it so.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, cart, change, line, product } from "../../../test/cart-samples";
import { renderPage } from "../../../test/render-page";
import { problem, stubApi } from "../../../test/stub-api";
import CartPage from "./CartPage";

const two = card({
  sku: "FH-100-NVY-S",
  lineItems: [line({ sku: "FH-100-NVY-S", size: "S", quantity: 6 }), line({ quantity: 12 })],
});

async function openDrawer(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole("button", { name: "Edit sizes of Sideline Practice Jersey" }));
  const drawer = await screen.findByRole("dialog", { name: "Edit Sideline Practice Jersey" });
  const field = (size: string) =>
    within(drawer).findByLabelText(`Navy, size ${size}, quantity`) as Promise<HTMLInputElement>;
  return { drawer, field };
}

test("one press sets, takes out and adds what differs, and nothing else", async () => {
  const user = userEvent.setup();
  let version = 3;
  const answer = () => {
    version += 1;
    return change(cart({ version, items: [two] }), [two]);
  };
  const api = stubApi({
    "GET /api/cart/active": () => cart({ version, items: [two] }),
    "GET /api/features/QuickEdit/?productId=FH-100-NVY-S": () => product(),
    "PATCH /api/cart/lines/*": answer,
    "DELETE /api/cart/lines/*": answer,
    "POST /api/cart/lines": answer,
  });
  renderPage(<CartPage />, "/cart");
  const { drawer, field } = await openDrawer(user);
  expect((await field("S")).value).toBe("6");
  expect((await field("M")).value).toBe("12");
  await user.clear(await field("S"));
  await user.clear(await field("M"));
  await user.type(await field("M"), "18");
  await user.type(await field("L"), "24");
  await user.click(within(drawer).getByRole("button", { name: "Update Cart" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(api.by("PATCH").map((sent) => sent.body)).toEqual([{ quantity: 18, version: 4 }]);
  expect(api.by("DELETE").map((sent) => sent.url)).toEqual(["/api/cart/lines/line-FH-100-NVY-S?version=3"]);
  expect(api.by("POST").map((sent) => sent.body)).toEqual([
    { lines: [{ sku: "FH-100-NVY-L", quantity: 24, freeForm: [] }] },
  ]);
});

test("a quantity that is not a multiple is marked and nothing is sent", async () => {
  const user = userEvent.setup();
  const api = stubApi({
    "GET /api/cart/active": () => cart({ items: [two] }),
    "GET /api/features/QuickEdit/?productId=FH-100-NVY-S": () => product(),
  });
  renderPage(<CartPage />, "/cart");
  const { drawer, field } = await openDrawer(user);
  await user.type(await field("L"), "7");
  await user.click(within(drawer).getByRole("button", { name: "Update Cart" }));
  expect(await within(drawer).findByText("Quantity must be in multiples of 6")).toBeTruthy();
  expect(screen.getByRole("dialog")).toBeTruthy();
  expect(api.sent.filter((sent) => sent.method !== "GET")).toEqual([]);
});

test("a product that cannot be loaded shows nothing", async () => {
  const user = userEvent.setup();
  stubApi({
    "GET /api/cart/active": () => cart({ items: [two] }),
    "GET /api/features/QuickEdit/?productId=FH-100-NVY-S": () => problem(404),
  });
  const warn = console.warn;
  const logged: unknown[] = [];
  console.warn = (...parts: unknown[]) => logged.push(parts);
  renderPage(<CartPage />, "/cart");
  await user.click(await screen.findByRole("button", { name: "Edit sizes of Sideline Practice Jersey" }));
  await waitFor(() => expect(logged).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  console.warn = warn;
});
