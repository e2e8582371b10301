// The quick-edit drawer: what is in the cart stands in the grid, and one press makes it so.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, cart, change, line, product } from "../../../../test/cart-samples";
import { renderPage } from "../../../../test/render-page";
import { problem, stubApi } from "../../../../test/stub-api";
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

const named = () =>
  card({
    sku: "FH-100-NVY-M",
    freeFormOptions: ["Name", "Number"],
    lineItems: [
      line({
        size: "M",
        quantity: 2,
        freeForm: [
          ["LEE", "7"],
          ["KIM", "4"],
        ],
      }),
      line({ sku: "FH-100-NVY-L", size: "L", quantity: 1, freeForm: [["CRUZ", "9"]] }),
    ],
  });

/** A cart of pieces with texts, and what is sent about it. */
function withTexts() {
  const singly = product();
  const sizes = (singly.variants[0]?.sizes ?? []).map((size) => ({ ...size, minOrderQty: 0, deliveryUnit: 0 }));
  const variants = singly.variants.map((group) => ({ ...group, sizes }));
  let version = 3;
  const answer = () => {
    version += 1;
    return change(cart({ version, items: [named()] }), [named()]);
  };
  return stubApi({
    "GET /api/cart/active": () => cart({ version, items: [named()] }),
    "GET /api/features/QuickEdit/?productId=FH-100-NVY-M": () => ({
      ...singly,
      variants,
      freeFormOptions: ["Name", "Number"],
    }),
    "PATCH /api/cart/lines/*": answer,
    "DELETE /api/cart/lines/*": answer,
    "POST /api/cart/lines": answer,
  });
}

test("names and numbers stand in the drawer, one is corrected, and a piece goes with its text", async () => {
  const user = userEvent.setup();
  const api = withTexts();
  renderPage(<CartPage />, "/cart");
  await user.click(await screen.findByRole("button", { name: "Edit sizes and texts of Sideline Practice Jersey" }));
  const drawer = within(await screen.findByRole("dialog", { name: "Edit Sideline Practice Jersey" }));
  const medium = within(await drawer.findByRole("group", { name: "Navy, M: 2 pieces" }));
  const texts = () => medium.getAllByRole<HTMLInputElement>("textbox").map((field) => field.value);
  expect(texts()).toEqual(["LEE", "7", "KIM", "4"]);
  const number = medium.getAllByRole("textbox")[1] as HTMLElement;
  await user.clear(number);
  await user.click(drawer.getByRole("button", { name: "Update Cart" }));
  await waitFor(() => expect(number.getAttribute("aria-invalid")).toBe("true"));
  expect(api.by("PATCH")).toEqual([]);
  await user.type(number, "8");
  await user.click(drawer.getByRole("button", { name: "Remove piece 2 of Navy, M" }));
  // The button went with the last piece: the one before it has the focus.
  await waitFor(() => expect(document.activeElement).toBe(drawer.getByDisplayValue("LEE")));
  await user.click(drawer.getByRole("button", { name: "Remove piece 1 of Navy, L" }));
  await user.click(drawer.getByRole("button", { name: "Update Cart" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(api.by("DELETE").map((sent) => sent.url)).toEqual(["/api/cart/lines/line-FH-100-NVY-L?version=3"]);
  expect(api.by("PATCH").map((sent) => sent.body)).toEqual([{ quantity: 1, freeForm: [["LEE", "8"]], version: 4 }]);
});

test("one piece more of a line with texts asks for its text instead of being refused", async () => {
  const user = userEvent.setup();
  const api = withTexts();
  renderPage(<CartPage />, "/cart");
  await user.click(await screen.findByRole("button", { name: "More of Sideline Practice Jersey, Navy, size M" }));
  const drawer = within(await screen.findByRole("dialog", { name: "Edit Sideline Practice Jersey" }));
  const medium = within(await drawer.findByRole("group", { name: "Navy, M: 3 pieces" }));
  const fields = medium.getAllByRole<HTMLInputElement>("textbox");
  await waitFor(() => expect(document.activeElement).toBe(fields[4]));
  await user.type(fields[4] as HTMLElement, "OKAFOR");
  await user.type(fields[5] as HTMLElement, "11");
  await user.click(drawer.getByRole("button", { name: "Update Cart" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(api.sent.filter((sent) => sent.method !== "GET").map((sent) => sent.body)).toEqual([
    {
      quantity: 3,
      freeForm: [
        ["LEE", "7"],
        ["KIM", "4"],
        ["OKAFOR", "11"],
      ],
      version: 3,
    },
  ]);
});

test("one piece less asks which, and a single piece with its text asks for the second's", async () => {
  const user = userEvent.setup();
  withTexts();
  renderPage(<CartPage />, "/cart");
  await user.click(await screen.findByRole("button", { name: "Fewer of Sideline Practice Jersey, Navy, size M" }));
  const drawer = within(await screen.findByRole("dialog", { name: "Edit Sideline Practice Jersey" }));
  expect(await drawer.findByText("Remove the pieces you no longer want.")).toBeTruthy();
  expect(drawer.getByRole("group", { name: "Navy, M: 2 pieces" })).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(screen.getByRole("button", { name: "More of Sideline Practice Jersey, Navy, size L" }));
  const again = within(await screen.findByRole("dialog", { name: "Edit Sideline Practice Jersey" }));
  expect(await again.findByRole("group", { name: "Navy, L: 2 pieces" })).toBeTruthy();
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
