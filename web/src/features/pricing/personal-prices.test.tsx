// Personal prices on tile, product page and grid: loading, least price with the base struck, outage, one call a page.
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { group, product, size, tile } from "../../../test/product-samples";
import { renderPage } from "../../../test/render-page";
import { problem, type Sent, stubApi } from "../../../test/stub-api";
import { AddToCart } from "../catalog/AddToCart";
import { ProductHeading } from "../catalog/ProductHeading";
import { ProductTile } from "../catalog/ProductTile";
import { SuggestionList } from "../search/SuggestionList";
import { usePersonalPrices } from "./personal-prices";

const route = "POST /api/erp/price-personalized/all/";

function carry(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the server writes it, and jsdom has no cookie store
  document.cookie = cookie;
}

function forget(): void {
  for (const name of ["flyercode", "programId", "certFlyerCode"]) carry(`${name}=; Max-Age=0`);
}

beforeEach(() => {
  carry("flyercode=AB");
});
afterEach(forget);

interface Body {
  storeKey: string;
  flyer: string;
  programId: string;
  products: { sku: string; quantity: number }[];
}

/** Every sku asked for at prices by sku; what has none is answered ZW483. */
const answering = (prices: Record<string, number>) => (sent: Sent) => ({
  data: {
    results: (sent.body as Body).products.map(({ sku }) => ({
      sku,
      unitPrice: prices[sku] === undefined ? null : (prices[sku] / 100).toFixed(2),
      currencyCode: "USD",
      centAmount: prices[sku] ?? null,
      metadata: { messageCode: prices[sku] === undefined ? "ZW483" : "" },
    })),
  },
});

function Tiles() {
  return (
    <>
      <ProductTile tile={tile({ sku: "N-S" })} listName="List" />
      <ProductTile
        tile={tile({ pid: "p2", sku: "S-S", productText: { title: "Second", brand: "" } })}
        listName="List"
      />
    </>
  );
}

const article = (name: string) => {
  const found = screen.getByRole("link", { name }).closest("article");
  if (!found) throw new Error(`no tile of ${name}`);
  return within(found);
};

test("a tile says 'Loading your price...', then the least price with the base struck through", async () => {
  let answer: (() => void) | undefined;
  const stub = stubApi({
    [route]: (sent) =>
      new Promise((resolve) => {
        answer = () => resolve(answering({ "N-S": 1200, "S-S": 1900 })(sent));
      }),
  });
  renderPage(<Tiles />);
  expect(await screen.findAllByText("Loading your price...")).toHaveLength(2);
  await waitFor(() => expect(answer).toBeDefined());
  answer?.();
  await waitFor(() => expect(article("Team Tee").getByText("$12.00")).toBeTruthy());
  expect(article("Team Tee").getByText("$20.00").closest("s")).toBeTruthy();
  // The discounted price is lower than the personal one: it stays.
  expect(article("Second").getByText("$15.00")).toBeTruthy();
  // One call for both, with quantity 1 and the codes carried.
  const posted = stub.by("POST");
  expect(posted).toHaveLength(1);
  expect(posted[0]?.body).toEqual({
    storeKey: "fieldhouse",
    flyer: "AB",
    programId: "",
    products: ["N-S", "S-S"].map((sku) => ({ sku, quantity: 1, flyer: "AB", programId: "" })),
  });
});

test("without a code nobody is asked", async () => {
  forget();
  const stub = stubApi({ [route]: answering({}) });
  renderPage(<Tiles />);
  expect(await screen.findByRole("link", { name: "Team Tee" })).toBeTruthy();
  expect(article("Team Tee").getByText("$15.00")).toBeTruthy();
  expect(stub.by("POST")).toHaveLength(0);
});

test("an outage shows base prices to be confirmed", async () => {
  stubApi({ [route]: () => problem(503, { code: "prices_unavailable" }) });
  renderPage(<Tiles />);
  await waitFor(() => expect(article("Team Tee").getByText("Price to be confirmed")).toBeTruthy());
  expect(article("Team Tee").getByText("$15.00")).toBeTruthy();
});

const shirt = product({ variants: [group("Navy", [size("S", "N-S"), size("M", "N-M", { price: 2400 })])] });

function ProductPart() {
  const personal = usePersonalPrices(["N-S", "N-M"]);
  return (
    <>
      <ProductHeading product={shirt} variant={shirt.variants[0]} phone="" personal={personal} />
      <AddToCart product={shirt} selected={0} personal={personal} onSelect={() => {}} />
    </>
  );
}

test("the product page shows the lowest personal price, the grid each one, and the sum follows it", async () => {
  const stub = stubApi({ [route]: answering({ "N-S": 1700, "N-M": 1650 }) });
  renderPage(<ProductPart />);
  // Once in the heading, once in the grid.
  await waitFor(() => expect(screen.getAllByText("$16.50")).toHaveLength(2));
  const grid = screen.getByRole("table");
  expect(within(grid).getByText("$17.00")).toBeTruthy();
  expect(within(grid).getByText("$16.50")).toBeTruthy();
  await userEvent.type(screen.getByRole("textbox", { name: "Navy, size S, quantity" }), "2");
  expect(within(grid).getByText("$34.00")).toBeTruthy();
  expect(within(grid).getByText("$40.00").closest("s")).toBeTruthy();
  // A quantity price above the personal one is no price to advertise; the one below it is.
  const quantityPrices = screen.getByRole("list", { name: "Quantity prices" });
  expect(within(quantityPrices).queryByText("Buy 12+ for $18.00")).toBeNull();
  expect(within(quantityPrices).getByText("Buy 24+ for $15.00")).toBeTruthy();
  // List mode sums the same way.
  await userEvent.click(screen.getByRole("button", { name: "List" }));
  expect(screen.getByText("$34.00")).toBeTruthy();
  expect(stub.by("POST")).toHaveLength(1);
});

test("the hits under the search field show the personal price", async () => {
  stubApi({ [route]: answering({ "N-S": 1100 }) });
  const hit = {
    name: "Team Tee",
    highlights: [],
    slug: "team-tee",
    price: 2000,
    discountedPrice: null,
    thumbnail: "",
    masterVariant: "N-S",
    variantSKUs: ["N-S"],
    callToOrder: false,
  };
  const view = { query: "tee", hits: [hit], nbHits: 1, redirect: "" };
  renderPage(<SuggestionList id="s" query="tee" view={view} active={-1} onActive={() => {}} onLeave={() => {}} />);
  const option = screen.getByRole("option", { name: /Team Tee/ });
  expect(within(option).getByText("Loading your price...")).toBeTruthy();
  await waitFor(() => expect(within(option).getByText("$11.00")).toBeTruthy());
  expect(within(option).getByText("$20.00")).toBeTruthy();
});
