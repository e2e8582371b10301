// The product page as a shopper meets it: pictures, variants, what is told to the data layer; and the tile.
import { beforeEach, expect, jest, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import "../../../app/all-parts";
import { group, product, size, tile } from "../../../../test/product-samples";
import { renderPage } from "../../../../test/render-page";
import { stubApi } from "../../../../test/stub-api";
import { Route, Routes } from "../../../ui/router";
import { ProductPage } from "./ProductPage";
import { ProductTile } from "./ProductTile";

const told = () => (window as Window & { dataLayer?: { event: string; ecommerce: object }[] }).dataLayer ?? [];
const media = (matches: (query: string) => boolean) => {
  window.matchMedia = (query) =>
    ({ matches: matches(query), addEventListener() {}, removeEventListener() {} }) as never;
};

beforeEach(() => {
  (window as Window & { dataLayer?: unknown[] }).dataLayer = [];
  localStorage.clear();
  media(() => false);
});

function page(of = product(), asked = "team-tee") {
  stubApi({ "GET /api/catalog/products/*": () => of });
  return renderPage(
    <Routes>
      <Route path="/p/:slugOrSku" element={<ProductPage />} />
    </Routes>,
    `/p/${asked}/`,
  );
}

const pictures = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({
    href: `/images/tee-${nth}.svg`,
    alt: `View ${nth}`,
    width: 8,
    height: 8,
  }));
const manyPictures = product({ variants: [{ ...group("Navy", [size("S", "N-S")]), images: pictures(6) }] });

test("the gallery shows the first picture and at most four to choose from", async () => {
  page(manyPictures);
  expect(await screen.findByRole("button", { name: "Zoom: View 0" })).toBeTruthy();
  const thumbnails = screen.getAllByRole("button", { name: /^View \d$/ });
  expect(thumbnails.map((button) => button.getAttribute("aria-label"))).toEqual([
    "View 0",
    "View 1",
    "View 2",
    "View 3",
  ]);
  await userEvent.click(screen.getByRole("button", { name: "View 2" }));
  expect(screen.getByRole("button", { name: "Zoom: View 2" })).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("on a phone a thumbnail opens the zoom, which locks the page", async () => {
  media((query) => query === "(width < 768px)");
  page(manyPictures);
  await userEvent.click(await screen.findByRole("button", { name: "View 1" }));
  const zoom = await screen.findByRole("dialog", { name: "View 1" });
  await waitFor(() => expect(document.documentElement.style.overflowY).toBe("hidden"));
  await userEvent.click(within(zoom).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("choosing a color changes picture, title and sizes", async () => {
  page();
  expect(await screen.findByRole("button", { name: "Zoom: Tee in Navy" })).toBeTruthy();
  const colors = screen.getByRole("group", { name: "Color: Navy" });
  await userEvent.click(within(colors).getByRole("radio", { name: /Scarlet/ }));
  expect(screen.getByRole("button", { name: "Zoom: Tee in Scarlet" })).toBeTruthy();
  expect(screen.getByRole("group", { name: "Color: Scarlet" })).toBeTruthy();
  expect(screen.getByRole("textbox", { name: "Scarlet, size S, quantity" })).toBeTruthy();
});

test("the variant chooser names the sku of the choice, or says that there is none", async () => {
  const nameless = group("Scarlet", [size("S", "")]);
  page(product({ variants: [group("Navy", [size("S", "N-S")]), nameless] }));
  expect(await screen.findByText("N-S")).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: /Scarlet/ }));
  expect(screen.getByText("no sku")).toBeTruthy();
});

test("a color that cannot be bought says whether it is out of stock or when it comes back", async () => {
  const out = { unavailable: true };
  const back = { unavailable: true, availableDate: "12/18/2026" };
  const variants = [
    group("Navy", [size("S", "N-S"), size("M", "N-M", out)]),
    group("Scarlet", [size("S", "R-S", back), size("M", "R-M", back)]),
    group("White", [size("S", "W-S", out), size("M", "W-M", back)]),
  ];
  page(product({ variants }));
  const colors = within(await screen.findByRole("group", { name: "Color: Navy" }));
  const names = colors.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent);
  expect(names).toEqual(["Navy", "Scarlet, Available on 12/18", "White, Out of stock"]);
});

test("a product without a key is told as 'defaultProductKey'", async () => {
  page(product({ id: "" }));
  await waitFor(() => expect(told()).toHaveLength(1));
  expect(told()[0]).toMatchObject({ event: "view_item", ecommerce: { items: [{ item_id: "defaultProductKey" }] } });
});

test("an address by sku opens the variant it names", async () => {
  page(product(), "S-M");
  expect(await screen.findByRole("button", { name: "Zoom: Tee in Scarlet" })).toBeTruthy();
});

test("what is ordered by phone says so, without price and fields", async () => {
  page(product({ callToOrder: true }));
  expect(await screen.findByText("Please call 1-800-555-0142 to order this product.")).toBeTruthy();
  expect(screen.getByText("Price Not Available")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Add to Cart" })).toBeNull();
});

test("quantity prices read 'Buy N+ for price unit', as far as a discount does not beat them", async () => {
  const shown = page(product({ unitOfMeasure: "PR" }));
  const list = await screen.findByRole("list", { name: "Quantity prices" });
  expect(
    within(list)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual(["Buy 12+ for $18.00 pair", "Buy 24+ for $15.00 pair"]);
  shown.unmount();
  page(product({ variants: [group("Navy", [size("S", "N-S", { discountedPrice: 1700 })])] }));
  const fewer = await screen.findByRole("list", { name: "Quantity prices" });
  expect(
    within(fewer)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual(["Buy 24+ for $15.00"]);
});

test("a view is told once, in dollars from cents, and remembered for the next page", async () => {
  const variants = [group("Navy", [size("S", "N-S", { discountedPrice: 1999 }), size("M", "N-M")])];
  page(product({ variants, categories: [{ path: "apparel", name: "Apparel", href: "/c/apparel/" }] }));
  await screen.findByRole("heading", { level: 1, name: "Team Tee" });
  await waitFor(() => expect(told()).toHaveLength(1));
  expect(told()).toEqual([
    {
      event: "view_item",
      ecommerce: {
        currency: "USD",
        items: [{ item_id: "p1", item_name: "Team Tee", brand: "Ironline", item_category: "Apparel", price: 19.99 }],
      },
    },
  ]);
  expect(localStorage.getItem("recentlyViewed")).toBe("p1");
});

test("what was seen before is shown newest first, at most four, without the product itself", async () => {
  localStorage.setItem("recentlyViewed", "a,b,p1,c,d,e");
  const asked = jest.fn();
  const api = stubApi({ "GET /api/catalog/products/*": () => product() });
  api.on("GET /api/features/RecentlyViewed/*", (sent) => {
    asked(decodeURIComponent(sent.url));
    return [tile({ pid: "e", productText: { title: "Other Tee", brand: "" } })];
  });
  renderPage(
    <Routes>
      <Route path="/p/:slugOrSku" element={<ProductPage />} />
    </Routes>,
    "/p/team-tee/",
  );
  expect(await screen.findByRole("heading", { name: "Recently viewed" })).toBeTruthy();
  expect(await screen.findByRole("link", { name: "Other Tee" })).toBeTruthy();
  expect(asked).toHaveBeenCalledTimes(1);
  expect(asked).toHaveBeenCalledWith("/api/features/RecentlyViewed/?productIds=e,d,c,b");
});

test("a tile shows brand or a dash, three swatches and the rest as a number, sizes, stock and price", async () => {
  stubApi();
  const colors = ["Navy", "Scarlet", "Gold", "White", "Black", "Royal"].map((title) => ({
    title,
    alt: `Tee in ${title}`,
    hex: ["#12355B"],
    image: null,
  }));
  renderPage(
    <ProductTile
      tile={tile({ productText: { title: "Team Tee", brand: "" }, colors, outOfStock: true })}
      listName="Search"
    />,
  );
  const shown = screen.getByRole("article");
  expect(within(shown).getByText("–")).toBeTruthy();
  const swatches = within(shown).getByRole("list", { name: "6 colors" });
  expect(
    within(swatches)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual(["Tee in Navy", "Tee in Scarlet", "Tee in Gold", "+2"]);
  expect(within(shown).getByText("3 sizes")).toBeTruthy();
  const plain = renderPage(<ProductTile tile={tile({ colors: colors.slice(0, 1), sizes: 1 })} listName="Search" />);
  const second = screen.getAllByRole("article")[1] as HTMLElement;
  expect(within(second).getByRole("list", { name: "1 color" }).textContent).toBe("Tee in Navy");
  expect(within(second).getByText("1 size")).toBeTruthy();
  plain.unmount();
  expect(within(shown).getByText("Temporarily out of stock")).toBeTruthy();
  expect(shown.querySelector("s")?.textContent).toContain("$20.00");
  const link = within(shown).getByRole("link", { name: "Team Tee" });
  expect(link.getAttribute("href")).toBe("/p/team-tee/");
  await userEvent.click(link);
  expect(told()).toEqual([
    {
      event: "select_item",
      ecommerce: {
        item_list_name: "Search",
        items: [{ item_id: "p1", item_name: "Team Tee", brand: "", item_category: "Apparel", price: 15 }],
      },
    },
  ]);
});
