// Ordering on the product page: the size grid, list mode, free texts, and what is sent.
import type { ProductView } from "@fieldhouse/rules";
import { expect, jest, test } from "@jest/globals";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Profiler, useMemo, useState } from "react";
import { card, line } from "../../../../test/cart-samples";
import { group, product, size } from "../../../../test/product-samples";
import { renderPage } from "../../../../test/render-page";
import { problem, stubApi, unreachable } from "../../../../test/stub-api";
import { everyonesPrices } from "../../buying/pricing/personal-prices";
import { AddToCart } from "./AddToCart";

const added = {
  head: { id: "c1", version: 1, totalLineItemQuantity: 18, lineCount: 2 },
  // What the cart charges: the quantity price of 18 pieces, and less for this shopper in L.
  cards: [
    card({
      id: "p1",
      name: "Team Tee",
      brand: "Ironline",
      color: "Navy",
      lineItems: [
        line({ sku: "N-S", size: "S", quantity: 12, unitPrice: { regularPrice: 2000, discountedPrice: 1800 } }),
        line({ sku: "N-L", size: "L", quantity: 30, unitPrice: { regularPrice: 2000, discountedPrice: 1650 } }),
      ],
    }),
  ],
  removedCards: [],
  addedQuantity: 18,
};
const events = window as Window & { dataLayer?: unknown[] };

function Page({ of }: { of: ProductView }) {
  const [selected, setSelected] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setSelected(1)}>
        Scarlet
      </button>
      <AddToCart product={of} selected={selected} onSelect={setSelected} />
    </>
  );
}

const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>("textbox", { name });
const add = () => screen.getByRole("button", { name: "Add to Cart" });
const packed = { minOrderQty: 6, deliveryUnit: 6 };

test("a quantity is judged when its field is left, marked, and focused once", async () => {
  stubApi();
  renderPage(
    <Page of={product({ variants: [group("Navy", [size("S", "N-S", packed), size("M", "N-M", packed)])] })} />,
  );
  const small = field("Navy, size S, quantity");
  await userEvent.type(small, "4");
  expect(small.getAttribute("aria-invalid")).toBeNull();
  await userEvent.tab();
  expect(screen.getByText("Minimum Quantity is 6")).toBeTruthy();
  expect(small.getAttribute("aria-invalid")).toBe("true");
  await waitFor(() => expect(document.activeElement).toBe(small));
  // Leaving again is allowed: nobody is held in a field.
  await userEvent.tab();
  expect(document.activeElement).toBe(field("Navy, size M, quantity"));
  await userEvent.clear(small);
  await userEvent.type(small, "8");
  await userEvent.tab();
  expect(screen.getByText("Quantity must be in multiples of 6")).toBeTruthy();
  await userEvent.clear(small);
  await userEvent.type(small, "0");
  await userEvent.tab();
  expect(screen.queryByText("Quantity must be in multiples of 6")).toBeNull();
});

test("a field that is left with nothing wrong in it draws nothing", async () => {
  stubApi();
  const drawn = jest.fn();
  renderPage(
    <Profiler id="page" onRender={drawn}>
      <Page of={product({ variants: [group("Navy", [size("S", "N-S", packed), size("M", "N-M", packed)])] })} />
    </Profiler>,
  );
  const small = field("Navy, size S, quantity");
  await userEvent.type(small, "12");
  // React looks once more at what was told anew, and then no more.
  fireEvent.blur(small);
  drawn.mockClear();
  fireEvent.blur(small);
  expect(drawn).not.toHaveBeenCalled();
  await userEvent.type(small, "1");
  fireEvent.blur(small);
  expect(small.getAttribute("aria-invalid")).toBe("true");
  await userEvent.type(small, "{Backspace}");
  expect(small.getAttribute("aria-invalid")).toBeNull();
});

/** As a browser does it: nothing waits until all that follows is drawn, too. */
async function asInABrowser(act: () => Promise<void>) {
  const scope = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  scope.IS_REACT_ACT_ENVIRONMENT = false;
  await act().finally(() => {
    scope.IS_REACT_ACT_ENVIRONMENT = true;
  });
}

/** Types without waiting for what comes of it. */
function typeAtOnce(input: HTMLInputElement, text: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

test("a digit is drawn first and the sums after it, and what is added is what stands there", async () => {
  const { sent } = stubApi({ "POST /api/cart/lines": () => added });
  const tee = product({ variants: [group("Navy", [size("S", "N-S"), size("M", "N-M")])] });
  renderPage(<Page of={tee} />);
  const small = field("Navy, size S, quantity");
  await asInABrowser(async () => {
    typeAtOnce(small, "3");
    expect([small.value, screen.queryByText("3 pieces")]).toEqual(["3", null]);
    small.form?.requestSubmit();
    await waitFor(() => expect(sent.some(({ method }) => method === "POST")).toBe(true));
    await screen.findByText(/^0 pieces$/);
  });
  expect(sent.find(({ method }) => method === "POST")?.body).toMatchObject({ lines: [{ sku: "N-S", quantity: 3 }] });
});

test("prices that come while a quantity stands there are what it comes to", async () => {
  stubApi();
  const at = (price: number) => product({ variants: [group("Navy", [size("S", "N-S", { price, tiers: [] })])] });
  function Priced() {
    const [cents, setCents] = useState(2000);
    const [own, setOwn] = useState(everyonesPrices);
    return (
      <>
        <button type="button" onClick={() => setCents(1900)}>
          Reduced
        </button>
        <button type="button" onClick={() => setOwn({ ...everyonesPrices, of: () => 1500 })}>
          Own
        </button>
        <AddToCart product={useMemo(() => at(cents), [cents])} selected={0} personal={own} onSelect={() => {}} />
      </>
    );
  }
  renderPage(<Priced />);
  await userEvent.clear(field(/quantity/i));
  await userEvent.type(field(/quantity/i), "6");
  expect(screen.getByText("6 pieces, $120.00")).toBeTruthy();
  fireEvent.click(screen.getByText("Reduced"));
  expect(screen.getByText("6 pieces, $114.00")).toBeTruthy();
  fireEvent.click(screen.getByText("Own"));
  expect(screen.getByText("6 pieces, $90.00")).toBeTruthy();
});

test("the list begins with what stands in the grid, however late it was typed", async () => {
  stubApi();
  renderPage(<Page of={product({ variants: [group("Navy", [size("S", "N-S"), size("M", "N-M")])] })} />);
  await asInABrowser(async () => {
    typeAtOnce(field("Navy, size S, quantity"), "7");
    screen.getByRole("button", { name: "List" }).click();
    await waitFor(() => expect(screen.queryByRole("table")).toBeNull());
    await screen.findByDisplayValue("7");
  });
});

test("two wrong quantities do not send the focus from one to the other without end", async () => {
  stubApi();
  renderPage(
    <Page of={product({ variants: [group("Navy", [size("S", "N-S", packed), size("M", "N-M", packed)])] })} />,
  );
  const [small, medium] = [field("Navy, size S, quantity"), field("Navy, size M, quantity")];
  await userEvent.type(small, "4");
  await userEvent.tab();
  await waitFor(() => expect(document.activeElement).toBe(small));
  await userEvent.tab();
  await userEvent.keyboard("5");
  const focused: EventTarget[] = [];
  document.addEventListener("focusin", ({ target }) => target && focused.push(target));
  await userEvent.tab({ shift: true });
  await waitFor(() => expect(focused).toEqual([small, medium]));
  // Some frames later it is still there, and what is typed goes where it is.
  for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
  expect(focused).toEqual([small, medium]);
  await userEvent.keyboard("{Backspace}6");
  expect([small.value, medium.value]).toEqual(["4", "6"]);
});

test("arrows walk the grid like a spreadsheet and skip what cannot be typed in", async () => {
  stubApi();
  const sizes = [
    size("S", "N-S"),
    size("M", "N-M", { unavailable: true, availableDate: "12/18/2026" }),
    size("L", "N-L"),
  ];
  renderPage(
    <Page of={product({ variants: [group("Navy", sizes), group("Scarlet", [size("S", "S-S"), size("L", "S-L")])] })} />,
  );
  const small = field("Navy, size S, quantity");
  const medium = field("Navy, size M, quantity");
  expect(medium.disabled).toBe(true);
  expect(screen.getByText("Available on 12/18")).toBeTruthy();
  await userEvent.type(small, "2");
  await userEvent.keyboard("{ArrowRight}");
  expect(document.activeElement).toBe(field("Navy, size L, quantity"));
  await userEvent.keyboard("{ArrowLeft}");
  expect(document.activeElement).toBe(small);
  // A second variant adds a row; the first stays because it has pieces.
  await userEvent.click(screen.getByRole("button", { name: "Scarlet" }));
  await userEvent.click(small);
  await userEvent.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(field("Scarlet, size S, quantity"));
});

test("pieces of all sizes and colors count together, and the way to the next price is told", async () => {
  stubApi();
  renderPage(<Page of={product()} />);
  await userEvent.type(field("Navy, size S, quantity"), "6");
  const foot = screen.getByText("6 pieces").parentElement;
  expect(foot?.textContent).toContain("$120.00");
  expect(foot?.textContent).toContain("Add 6 more of any size and save $12.00");
  await userEvent.click(screen.getByRole("button", { name: "Scarlet" }));
  await userEvent.type(field("Scarlet, size L, quantity"), "6");
  expect(foot?.textContent).toContain("12 pieces");
  expect(foot?.textContent).toContain("$216.00");
});

test("at the foot of a phone's window the button has pieces and total beside it, in the drawer it stays in its place", async () => {
  stubApi();
  const page = renderPage(<Page of={product()} />);
  expect(add().closest("[data-order-bar]")?.className).toBe("order-bar");
  expect(screen.queryByText(/^0 pieces/)?.closest("[data-order-bar]")).toBeFalsy();
  await userEvent.type(field("Navy, size S, quantity"), "6");
  expect(screen.getByText("6 pieces, $120.00").closest("[data-order-bar]")).toBe(add().closest("[data-order-bar]"));
  page.unmount();
  renderPage(<AddToCart product={product()} selected={0} onSelect={() => {}} quick />);
  expect(add().closest(".order-bar, [data-order-bar]")).toBeNull();
});

test("adding sends every line once, and the same key again after a lost answer", async () => {
  events.dataLayer = [];
  const api = stubApi({ "POST /api/cart/lines": unreachable });
  renderPage(<Page of={product()} />);
  await userEvent.type(field("Navy, size S, quantity"), "12");
  await userEvent.type(field("Navy, size L, quantity"), "6");
  await userEvent.click(add());
  expect(await screen.findByText(/cannot be reached/)).toBeTruthy();
  expect(api.told).toEqual([]);
  expect(field("Navy, size S, quantity").value).toBe("12");
  api.on("POST /api/cart/lines", () => added);
  await userEvent.click(add());
  await waitFor(() => expect(field("Navy, size S, quantity").value).toBe(""));
  expect(api.told).toEqual(["addedToCart p1"]);
  // The price the cart charges, and as many as were added of each.
  const item = { item_id: "p1", item_name: "Team Tee", brand: "Ironline", variant: "Navy" };
  expect(events.dataLayer).toEqual([
    {
      event: "add_to_cart",
      ecommerce: {
        currency: "USD",
        items: [
          { ...item, size: "S", price: 18, quantity: 12 },
          { ...item, size: "L", price: 16.5, quantity: 6 },
        ],
      },
    },
  ]);
  const first = api.by("POST");
  expect(first[0]?.body).toEqual({
    lines: [
      { sku: "N-S", quantity: 12, freeForm: [] },
      { sku: "N-L", quantity: 6, freeForm: [] },
    ],
  });
  // However often it was tried, it is one intent.
  const keys = new Set(first.map((call) => call.headers.get("idempotency-key")));
  expect(first.length).toBeGreaterThan(1);
  expect(keys.size).toBe(1);
  // The same lines typed anew are another.
  await userEvent.type(field("Navy, size S, quantity"), "12");
  await userEvent.type(field("Navy, size L, quantity"), "6");
  await userEvent.click(add());
  await waitFor(() => expect(api.by("POST")).toHaveLength(first.length + 1));
  expect(keys.has(api.by("POST").at(-1)?.headers.get("idempotency-key") ?? null)).toBe(false);
});

test("the server's refusal stands at the field it speaks of", async () => {
  stubApi({
    "POST /api/cart/lines": () =>
      problem(422, {
        errors: [{ field: "lines.1.quantity", code: "quantity_too_large", message: "Maximum Quantity is 9999" }],
      }),
  });
  renderPage(<Page of={product()} />);
  await userEvent.type(field("Navy, size S, quantity"), "1");
  await userEvent.type(field("Navy, size M, quantity"), "2");
  await userEvent.click(add());
  expect(await screen.findByText("Maximum Quantity is 9999")).toBeTruthy();
  expect(field("Navy, size M, quantity").getAttribute("aria-invalid")).toBe("true");
  await waitFor(() => expect(document.activeElement).toBe(field("Navy, size M, quantity")));
});

test("other lines after a lost answer are another intent", async () => {
  const api = stubApi({ "POST /api/cart/lines": unreachable });
  renderPage(<Page of={product()} />);
  await userEvent.type(field("Navy, size S, quantity"), "12");
  await userEvent.click(add());
  const said = "The store cannot be reached. Nothing was added; your quantities are kept. Please try again.";
  expect(await screen.findByText(said)).toBeTruthy();
  api.on("POST /api/cart/lines", () => added);
  await userEvent.type(field("Navy, size L, quantity"), "6");
  await userEvent.click(add());
  await waitFor(() => expect(field("Navy, size S, quantity").value).toBe(""));
  const keys = api.by("POST").map((call) => call.headers.get("idempotency-key"));
  expect(keys.at(-1)).not.toBe(keys[0]);
});

test("what the store refuses of no line stands under the form, beside what it refuses of several", async () => {
  const refused = (at: string, message: string) => ({ field: at, code: "refused", message });
  stubApi({
    "POST /api/cart/lines": () =>
      problem(422, {
        errors: [
          refused("lines.0.quantity", "Too many of S."),
          refused("lines.0.sku", "S is not sold any more."),
          refused("lines.7.sku", "A line nobody sent."),
          refused("cart", "The cart is full."),
        ],
      }),
  });
  renderPage(<Page of={product()} />);
  await userEvent.type(field("Navy, size S, quantity"), "1");
  await userEvent.click(add());
  expect(await screen.findByText("Too many of S. S is not sold any more.")).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toBe("A line nobody sent. The cart is full.");
});

test("while what is added is on its way the button waits, and says nothing once it is known", async () => {
  let answer: (change: object) => void = () => {};
  const api = stubApi({ "POST /api/cart/lines": () => new Promise<object>((resolve) => (answer = resolve)) });
  renderPage(<Page of={product()} />);
  await userEvent.type(field("Navy, size S, quantity"), "1");
  await userEvent.click(add());
  await waitFor(() => expect(add().getAttribute("aria-busy")).toBe("true"));
  await userEvent.click(add());
  expect(api.by("POST")).toHaveLength(1);
  answer(added);
  await waitFor(() => expect(add().getAttribute("aria-busy")).toBeNull());
  expect(screen.getByRole("alert").textContent).toBe("");
});

test("the list takes any quantity while typing, but adding holds it to minimum and multiple", async () => {
  const api = stubApi({ "POST /api/cart/lines": () => added });
  renderPage(
    <Page of={product({ variants: [group("Navy", [size("S", "N-S", packed), size("M", "N-M", packed)])] })} />,
  );
  await userEvent.click(screen.getByRole("button", { name: "List" }));
  await userEvent.selectOptions(await screen.findByLabelText("Size, row 1"), "S");
  const quantity = screen.getByLabelText<HTMLInputElement>("Quantity, row 1");
  await userEvent.type(quantity, "4");
  await userEvent.tab();
  expect(quantity.getAttribute("aria-invalid")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Add another size" }));
  const second = screen.getByLabelText("Size, row 2");
  const taken = Array.from(second.querySelectorAll("option")).find((option) => option.textContent === "S");
  expect(taken?.disabled).toBe(true);
  await userEvent.click(add());
  expect(await screen.findByText("Minimum Quantity is 6")).toBeTruthy();
  expect(api.by("POST")).toHaveLength(0);
});

test("free texts are required for each piece, or once for all", async () => {
  const api = stubApi({ "POST /api/cart/lines": () => added });
  renderPage(<Page of={product({ freeFormOptions: ["Name", "Number"] })} />);
  await userEvent.type(field("Navy, size S, quantity"), "2");
  await userEvent.type(field(/Name \(Required\) ?, piece 1/), "RIVERA");
  await userEvent.click(add());
  await waitFor(() => expect(field(/Number \(Required\) ?, piece 1/).getAttribute("aria-invalid")).toBe("true"));
  expect(field(/Name \(Required\) ?, piece 1/).getAttribute("aria-invalid")).toBeNull();
  expect(api.by("POST")).toHaveLength(0);
  await userEvent.type(field(/Number \(Required\) ?, piece 1/), "7");
  await userEvent.type(field(/Name \(Required\) ?, piece 2/), "CHEN");
  await userEvent.type(field(/Number \(Required\) ?, piece 2/), "12");
  await userEvent.click(add());
  await waitFor(() => expect(api.by("POST")).toHaveLength(1));
  expect(api.by("POST")[0]?.body).toEqual({
    lines: [
      {
        sku: "N-S",
        quantity: 2,
        freeForm: [
          ["RIVERA", "7"],
          ["CHEN", "12"],
        ],
      },
    ],
  });
});

test("a product in one size starts with what can be ordered, and says when it is out of stock", async () => {
  stubApi();
  const page = renderPage(<Page of={product({ variants: [group("Navy", [size("One size", "N-1")])] })} />);
  expect(screen.getByLabelText<HTMLInputElement>("Quantity").value).toBe("1");
  page.unmount();
  renderPage(<Page of={product({ variants: [group("Navy", [size("One size", "N-1", { unavailable: true })])] })} />);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Out of stock" }).disabled).toBe(true);
});

test("variants in one size each have a stepper, not a table, and keep their pieces while others are looked at", async () => {
  const api = stubApi({ "POST /api/cart/lines": () => added });
  const flavors = [
    group("Lemon Lime", [size("One size", "HP-LL", { minOrderQty: 6, deliveryUnit: 6 })]),
    group("Scarlet", [size("One size", "HP-S")]),
  ];
  renderPage(<Page of={product({ variants: flavors })} />);
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.queryByText("One size")).toBeNull();
  expect(screen.queryByRole("group", { name: "Layout" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "One more: Lemon Lime" }));
  expect(field("Lemon Lime, quantity").value).toBe("6");
  await userEvent.click(screen.getByRole("button", { name: "One more: Lemon Lime" }));
  expect(field("Lemon Lime, quantity").value).toBe("12");
  await userEvent.click(screen.getByRole("button", { name: "Scarlet" }));
  await userEvent.type(field("Scarlet, quantity"), "1");
  expect(field("Lemon Lime, quantity").value).toBe("12");
  await userEvent.click(add());
  await waitFor(() => expect(api.by("POST")).toHaveLength(1));
  expect(api.by("POST")[0]?.body).toEqual({
    lines: [
      { sku: "HP-LL", quantity: 12, freeForm: [] },
      { sku: "HP-S", quantity: 1, freeForm: [] },
    ],
  });
});

test("a size grid that does not fit shows at its edge that it goes on", () => {
  stubApi();
  const wide = jest.spyOn(HTMLElement.prototype, "scrollWidth", "get").mockReturnValue(900);
  const box = jest.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(350);
  renderPage(<Page of={product()} />);
  const scrolled = screen.getByRole("table").parentElement as HTMLElement;
  const edges = () => [...document.querySelectorAll("[data-more]")].map((edge) => edge.getAttribute("data-more"));
  expect(edges()).toEqual(["right"]);
  scrolled.scrollLeft = 200;
  fireEvent.scroll(scrolled);
  expect(edges()).toEqual(["left", "right"]);
  scrolled.scrollLeft = 550;
  fireEvent.scroll(scrolled);
  expect(edges()).toEqual(["left"]);
  wide.mockRestore();
  box.mockRestore();
});

test("pressing Add with nothing typed says what is missing", async () => {
  const api = stubApi();
  renderPage(<Page of={product()} />);
  await userEvent.click(add());
  expect(screen.getByRole("alert").textContent).toContain("Enter a quantity for at least one size.");
  expect(document.activeElement).toBe(field("Navy, size S, quantity"));
  expect(api.by("POST")).toHaveLength(0);
});

test("what failed stands under the form with an attention icon", async () => {
  stubApi({ "POST /api/cart/lines": () => problem(503) });
  renderPage(<Page of={product()} />);
  await userEvent.type(field("Navy, size S, quantity"), "1");
  await userEvent.click(add());
  const said = await screen.findByText("This could not be added to your cart. Please try again.");
  const alert = said.closest("[role=alert]");
  expect(alert?.querySelector("svg")).toBeTruthy();
  expect(add().compareDocumentPosition(alert as Element) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test("an add that meets no session asks for an anonymous one and is made once more", async () => {
  let asked = 0;
  const api = stubApi({
    "GET /api/auth/session": () => ({ type: "anon" }),
    "POST /api/cart/lines": () => {
      asked += 1;
      return asked === 1 ? problem(401, { title: "No session" }) : added;
    },
  });
  renderPage(<Page of={product()} />);
  await userEvent.type(field("Navy, size S, quantity"), "18");
  await userEvent.click(add());
  await waitFor(() => expect(field("Navy, size S, quantity").value).toBe(""));
  const calls = api.sent.filter((call) => /session|lines/.test(call.url)).map((call) => `${call.method} ${call.url}`);
  expect(calls).toEqual(["POST /api/cart/lines", "GET /api/auth/session", "POST /api/cart/lines"]);
});

test("a session that stays null is logged, and nothing else happens", async () => {
  const api = stubApi({
    "GET /api/auth/session": () => null,
    "POST /api/cart/lines": () => problem(401, { title: "No session" }),
  });
  const warn = console.warn;
  const logged: unknown[] = [];
  console.warn = (...parts: unknown[]) => logged.push(...parts);
  renderPage(<Page of={product()} />);
  await userEvent.type(field("Navy, size S, quantity"), "18");
  await userEvent.click(add());
  await waitFor(() => expect(logged).toEqual(["Cannot add to cart, user session is null"]));
  console.warn = warn;
  expect(api.by("POST").filter((call) => call.url === "/api/cart/lines")).toHaveLength(2);
  expect(screen.getByRole("alert").textContent).toBe("");
  expect(field("Navy, size S, quantity").value).toBe("18");
});

test("the button reads 'Out of stock' while the selected variant or every variant is out", async () => {
  stubApi();
  const out = { unavailable: true };
  const page = renderPage(
    <Page
      of={product({
        variants: [group("Navy", [size("S", "N-S", out), size("M", "N-M", out)]), group("Scarlet", [size("S", "S-S")])],
      })}
    />,
  );
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Out of stock" }).disabled).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Scarlet" }));
  expect((add() as HTMLButtonElement).disabled).toBe(false);
  page.unmount();
  renderPage(<Page of={product({ variants: [group("Navy", [size("S", "N-S", out), size("M", "N-M", out)])] })} />);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Out of stock" }).disabled).toBe(true);
});

test("a product with a single variant starts at its minimum when that is above 1", async () => {
  const api = stubApi({ "POST /api/cart/lines": () => added });
  renderPage(<Page of={product({ variants: [group("Navy", [size("One size", "N-1", packed)])] })} />);
  const quantity = screen.getByLabelText<HTMLInputElement>("Quantity");
  expect(quantity.value).toBe("6");
  await userEvent.clear(quantity);
  await userEvent.type(quantity, "0");
  await userEvent.tab();
  expect(quantity.getAttribute("aria-invalid")).toBe("true");
  await userEvent.click(add());
  expect(api.by("POST")).toHaveLength(0);
});
