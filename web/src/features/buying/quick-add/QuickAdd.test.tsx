// The quick-add drawer: what it shows, what it drops, and where adding leads.
import { beforeEach, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect } from "react";
import { group, product, size, tile } from "../../../../test/product-samples";
import { renderPage } from "../../../../test/render-page";
import { problem, stubApi } from "../../../../test/stub-api";
import { useMiniCart } from "../../../shared/mini-cart";
import { useQuickView } from "../../../shared/quick-view";
import { bareShell } from "../../../shared/site";
import { ProductTile } from "../../finding/catalog/ProductTile";
import QuickAdd from "./QuickAdd";

const added = {
  head: { id: "c1", version: 1, totalLineItemQuantity: 5, lineCount: 1 },
  cards: [],
  removedCards: [],
  addedQuantity: 5,
};
const events = window as Window & { dataLayer?: { event: string }[] };

beforeEach(() => {
  events.dataLayer = [];
});

function Page() {
  const miniCart = useMiniCart();
  return (
    <>
      <ProductTile tile={tile()} listName="Apparel" />
      <output>{miniCart.open ? `mini-cart: ${miniCart.addedQuantity}` : "closed"}</output>
      <QuickAdd />
    </>
  );
}

async function openPanel(): Promise<HTMLElement> {
  await userEvent.click(screen.getByRole("button", { name: "Quick View: Team Tee" }));
  return screen.findByRole("dialog", { name: "Quick View" });
}

test("a tile opens it with picture, brand, name, sku, price, chooser and shipping line", async () => {
  stubApi({ "GET /api/catalog/products/team-tee": () => product({ subtitle: "Cotton", flags: ["New"] }) });
  renderPage(<Page />);
  const panel = within(await openPanel());
  expect((await panel.findByRole("link", { name: "Team Tee" })).getAttribute("href")).toBe("/p/team-tee/");
  for (const text of ["Ironline", "SKU TT1", "New", "Cotton", "$20.00", "Ships in 2-3 weeks"]) {
    expect(panel.getByText(text)).toBeTruthy();
  }
  expect(panel.getByRole<HTMLImageElement>("img", { name: "Tee in Navy" })).toBeTruthy();
  await userEvent.click(panel.getByRole("radio", { name: "Scarlet" }));
  expect(panel.getByRole("img", { name: "Tee in Scarlet" })).toBeTruthy();
  expect(panel.getByLabelText("Scarlet, size S, quantity")).toBeTruthy();
  expect(panel.getByRole("button", { name: "Add to Cart" })).toBeTruthy();
  expect(events.dataLayer?.map((each) => each.event)).toEqual(["select_item", "view_item"]);
});

test("Quick View has a heart where the brand has wishlists", async () => {
  const api = stubApi({
    "GET /api/catalog/products/team-tee": () => product(),
    "GET /api/wishlist": () => ({ items: [] }),
    "POST /api/wishlist": () => ({ items: [tile({ pid: product().id })] }),
  });
  const shown = renderPage(<Page />);
  const panel = within(await openPanel());
  const heart = await panel.findByRole<HTMLButtonElement>("button", { name: "Favorite Team Tee" });
  await waitFor(() => expect(heart.disabled).toBe(false));
  await userEvent.click(heart);
  await waitFor(() => expect(heart.getAttribute("aria-pressed")).toBe("true"));
  expect(api.by("POST")[0]?.body).toEqual({ productId: product().id });
  shown.unmount();
  renderPage(<Page />, "/", bareShell("usgames"));
  const bare = within(await openPanel());
  expect(await bare.findByRole("button", { name: "Add to Cart" })).toBeTruthy();
  expect(bare.queryByRole("button", { name: /^Favorite/ })).toBeNull();
});

test("it drops zero, takes the absolute value, closes, clears and opens the mini-cart with what was added", async () => {
  const api = stubApi({
    "GET /api/catalog/products/team-tee": () => product(),
    "POST /api/cart/lines": () => added,
  });
  renderPage(<Page />);
  const panel = within(await openPanel());
  await userEvent.type(await panel.findByLabelText("Navy, size S, quantity"), "-5");
  await userEvent.type(panel.getByLabelText("Navy, size M, quantity"), "0");
  await userEvent.tab();
  await userEvent.click(panel.getByRole("button", { name: "Add to Cart" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(api.by("POST").map((sent) => sent.body)).toEqual([{ lines: [{ sku: "N-S", quantity: 5, freeForm: [] }] }]);
  expect(screen.getByText("mini-cart: 5")).toBeTruthy();
  const again = within(await openPanel());
  expect((await again.findByLabelText<HTMLInputElement>("Navy, size S, quantity")).value).toBe("");
});

test("minimum and multiple hold in it, and what fails stays open", async () => {
  const packed = { minOrderQty: 12, deliveryUnit: 6 };
  const api = stubApi({
    "GET /api/catalog/products/team-tee": () =>
      product({ variants: [group("Navy", [size("S", "N-S", packed), size("M", "N-M", packed)])] }),
  });
  renderPage(<Page />);
  const panel = within(await openPanel());
  await userEvent.type(await panel.findByLabelText("Navy, size S, quantity"), "-8");
  await userEvent.click(panel.getByRole("button", { name: "Add to Cart" }));
  expect(await panel.findByText("Minimum Quantity is 12")).toBeTruthy();
  expect(screen.getByRole("dialog")).toBeTruthy();
  expect(api.by("POST")).toHaveLength(0);
});

function OpenedWith({ slug }: { slug: string }) {
  const { openQuickView } = useQuickView();
  useEffect(() => openQuickView(slug), [openQuickView, slug]);
  return <QuickAdd />;
}

test.each(["", "gone"])("without a product (%p) it says 'No product defined yet'", async (slug) => {
  stubApi({ "GET /api/catalog/products/gone": () => problem(404) });
  renderPage(<OpenedWith slug={slug} />);
  expect(await screen.findByText("No product defined yet")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Add to Cart" })).toBeNull();
});

test("what is ordered by phone says so and cannot be added", async () => {
  stubApi({ "GET /api/catalog/products/custom": () => product({ callToOrder: true }) });
  renderPage(<OpenedWith slug="custom" />);
  expect(await screen.findByText("Please call 1-800-555-0142 to order this product.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Add to Cart" })).toBeNull();
});

test("a store that fails says so and can be asked again; while it answers a shape stands there", async () => {
  let answer: (response: Response) => void = () => {};
  const api = stubApi({
    "GET /api/catalog/products/team-tee": () => new Promise<Response>((resolve) => (answer = resolve)),
  });
  renderPage(<Page />);
  const panel = within(await openPanel());
  expect(panel.getByText("Loading the product")).toBeTruthy();
  answer(problem(500));
  const again = await panel.findByRole("button", { name: "Try again" });
  expect(panel.queryByText("No product defined yet")).toBeNull();
  api.on("GET /api/catalog/products/team-tee", () => product());
  await userEvent.click(again);
  expect(await panel.findByRole("button", { name: "Add to Cart" })).toBeTruthy();
});

test("it closes by its button and by following the product's link, and is empty then", async () => {
  stubApi({ "GET /api/catalog/products/team-tee": () => product() });
  const page = renderPage(<Page />);
  const panel = within(await openPanel());
  await userEvent.click(panel.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const again = within(await openPanel());
  await userEvent.click(await again.findByRole("link", { name: "Team Tee" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(page.address()).toBe("/p/team-tee/");
});

test("prices of this shopper are asked for once they count; of what is ordered by phone never", async () => {
  const personal = "POST /api/erp/price-personalized/all/";
  // biome-ignore lint/suspicious/noDocumentCookie: the server writes it, and jsdom has no cookie store
  document.cookie = "flyercode=AB";
  const api = stubApi({
    "GET /api/catalog/products/team-tee": () => product({ variants: [group("Navy", [size("S", "N-S")])] }),
    "GET /api/catalog/products/custom": () => product({ callToOrder: true }),
    [personal]: () => ({ data: { results: [{ sku: "N-S", unitPrice: "9.00", centAmount: 900 }] } }),
  });
  const shown = renderPage(<OpenedWith slug="team-tee" />);
  expect((await screen.findAllByText("$9.00")).length).toBeGreaterThan(0);
  shown.unmount();
  renderPage(<OpenedWith slug="custom" />);
  await screen.findByText(/^Please call/);
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = "flyercode=; Max-Age=0";
  expect(api.by("POST")).toHaveLength(1);
});
