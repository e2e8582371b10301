// Personal prices on tile, product page and grid: loading, least price with the base struck, outage, one call a page.
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { useQueryClient } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useMemo, useState } from "react";
import { group, product, size, tile } from "../../../../test/product-samples";
import { quickProduct, article as sold } from "../../../../test/quick-order-samples";
import { renderBeforeScripts, renderPage } from "../../../../test/render-page";
import { problem, type Sent, stubApi } from "../../../../test/stub-api";
import { apiUrls } from "../../../shared/endpoints";
import { bareShell } from "../../../shared/site";
import { AddToCart } from "../../finding/catalog/AddToCart";
import { ProductHeading } from "../../finding/catalog/ProductHeading";
import { ProductTile } from "../../finding/catalog/ProductTile";
import { useViewItem } from "../../finding/catalog/track";
import SuggestionList from "../../finding/search/SuggestionList";
import { QuickOrderForm } from "../quick-order/QuickOrderForm";
import PasteListTab from "../roster/PasteListTab";
import { usePersonalPrices } from "./personal-prices";
import { usePersonalPricesOf } from "./prices-of-products";

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
  expect(await screen.findByText("$34.00")).toBeTruthy();
  expect(stub.by("POST")).toHaveLength(1);
});

test("quick order shows the personal price of the product and of what was chosen", async () => {
  const stub = stubApi({
    "GET /api/features/QuickOrder/?productId=GLV1": () => quickProduct(),
    [route]: answering({ "GLV-T-L": 1700, "GLV-T-R": 1600 }),
  });
  renderPage(<QuickOrderForm />);
  await userEvent.type(screen.getByRole("textbox", { name: "Product number, row 1" }), "glv1{Enter}");
  const found = (await screen.findByRole("link", { name: "Infield Glove" })).parentElement as HTMLElement;
  // The lowest of its articles.
  await waitFor(() => expect(within(found).getByText("$16.00")).toBeTruthy());
  expect(within(found).getByText("$20.00").closest("s")).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Hand, row 1" }), "Left");
  await userEvent.type(screen.getByRole("textbox", { name: "Quantity, row 1" }), "2");
  // The line and the sum.
  expect(screen.getAllByText("$34.00")).toHaveLength(2);
  expect(stub.by("POST").map((sent) => (sent.body as Body).products.map(({ sku }) => sku))).toEqual([
    ["GLV-T-L", "GLV-T-R", "GLV-B-R"],
  ]);
});

test("another row of the quick order asks for its own prices and for none again", async () => {
  const bat = { ...quickProduct({ colors: [sold("BAT-1", { size: "30 in" })] }), id: "bat", name: "Maple Bat" };
  const stub = stubApi({
    [route]: answering({ "GLV-T-L": 1700, "BAT-1": 900 }),
    "GET /api/features/QuickOrder/?productId=GLV1": () => quickProduct(),
    "GET /api/features/QuickOrder/?productId=BAT1": () => bat,
  });
  renderPage(<QuickOrderForm />);
  await userEvent.type(screen.getByRole("textbox", { name: "Product number, row 1" }), "glv1{Enter}");
  const first = (await screen.findByRole("link", { name: "Infield Glove" })).parentElement as HTMLElement;
  await waitFor(() => expect(within(first).getByText("$17.00")).toBeTruthy());
  await userEvent.type(screen.getByRole("textbox", { name: "Product number, row 2" }), "bat1{Enter}");
  const second = (await screen.findByRole("link", { name: "Maple Bat" })).parentElement as HTMLElement;
  await waitFor(() => expect(within(second).getByText("$9.00")).toBeTruthy());
  expect(within(first).getByText("$17.00")).toBeTruthy();
  expect(stub.by("POST").map((sent) => (sent.body as Body).products.map(({ sku }) => sku))).toEqual([
    ["GLV-T-L", "GLV-T-R", "GLV-B-R"],
    ["BAT-1"],
  ]);
});

const numbers = "SKU\tQty\tName\nSCK-M\t2\tReyes\nSCK-L\t3\tLee\n";
const summary = () => within(screen.getByRole("region", { name: "Summary" }));

async function pasteList(): Promise<void> {
  await userEvent.click(await screen.findByRole("textbox", { name: "Paste your rows here" }));
  await userEvent.paste(numbers);
}

const socks = () => ({
  products: [
    {
      product: "p-2",
      name: "Team Sock",
      freeFormOptions: [],
      callToOrder: false,
      unitOfMeasure: "EA",
      sizeColumn: null,
      articles: [size("M", "SCK-M", { tiers: [] }), size("L", "SCK-L", { tiers: [] })],
    },
  ],
});

test("a pasted list shows personal prices once they came, asked for by skus alone", async () => {
  let answer: (() => void) | undefined;
  const stub = stubApi({
    "POST /api/catalog/articles": socks,
    [route]: (sent) =>
      new Promise((resolve) => {
        answer = () => resolve(answering({ "SCK-M": 1500 })(sent));
      }),
  });
  renderPage(<PasteListTab />);
  await pasteList();
  // Each row and the sum.
  await waitFor(() => expect(screen.getAllByText("Loading your price...")).toHaveLength(3));
  await waitFor(() => expect(answer).toBeDefined());
  answer?.();
  // 2 at $15.00 and 3 at the base of $20.00.
  await waitFor(() => expect(summary().getByText("$90.00")).toBeTruthy());
  expect(summary().getByText("$100.00").closest("s")).toBeTruthy();
  const [, first, second] = screen.getAllByRole("row").map((row) => within(row));
  expect(first?.getByText("$30.00")).toBeTruthy();
  expect(first?.getByText("$40.00").closest("s")).toBeTruthy();
  expect(second?.getByText("$60.00").closest("s")).toBeNull();
  const asked = stub.by("POST").filter((sent) => sent.url.endsWith("/all/"));
  expect(asked.map((sent) => sent.body)).toEqual([
    {
      storeKey: "fieldhouse",
      flyer: "AB",
      programId: "",
      products: ["SCK-M", "SCK-L"].map((sku) => ({ sku, quantity: 1, flyer: "AB", programId: "" })),
    },
  ]);
  expect(JSON.stringify(stub.sent)).not.toMatch(/Reyes|Lee/);
});

test("a list whose prices could not be asked for shows base prices to be confirmed", async () => {
  stubApi({ "POST /api/catalog/articles": socks, [route]: () => problem(503, { code: "prices_unavailable" }) });
  renderPage(<PasteListTab />);
  await pasteList();
  await waitFor(() => expect(summary().getByText("Price to be confirmed")).toBeTruthy());
  expect(summary().getByText("$100.00").closest("s")).toBeNull();
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

function Viewed() {
  const of = useMemo(() => product({ variants: [group("Navy", [size("S", "N-S"), size("M", "N-M")])] }), []);
  useViewItem(of, usePersonalPrices(useMemo(() => ["N-S", "N-M"], [])));
  const client = useQueryClient();
  const change = () => {
    carry("flyercode=CD");
    client.setQueryData([apiUrls.cartCodes], {});
  };
  return (
    <button type="button" onClick={change}>
      Another code
    </button>
  );
}

test("a view is told with the shopper's own price, once it is known, and not again at other prices", async () => {
  const page = window as Window & { dataLayer?: unknown[] };
  page.dataLayer = [];
  let answer: (() => void) | undefined;
  const api = stubApi({
    [route]: (sent) =>
      new Promise((resolve) => {
        answer = () => resolve(answering({ "N-M": 1575 })(sent));
      }),
  });
  renderPage(<Viewed />);
  await waitFor(() => expect(answer).toBeDefined());
  expect(page.dataLayer).toEqual([]);
  answer?.();
  await waitFor(() => expect(page.dataLayer).toHaveLength(1));
  expect(page.dataLayer[0]).toMatchObject({
    event: "view_item",
    ecommerce: { items: [{ item_id: "p1", price: 15.75 }] },
  });
  await userEvent.click(screen.getByRole("button", { name: "Another code" }));
  await waitFor(() => expect(api.by("POST")).toHaveLength(2));
  answer?.();
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
  expect(page.dataLayer).toHaveLength(1);
});

function Asked({ products }: { products: string[][] }) {
  const [shown, setShown] = useState(1);
  const prices = usePersonalPricesOf(products.slice(0, shown));
  const state = prices.loading ? "loading" : prices.toBeConfirmed ? "to be confirmed" : "known";
  return (
    <>
      <output aria-label="prices">{`${state}: ${products.flat().map((sku) => String(prices.of(sku)))}`}</output>
      <button type="button" onClick={() => setShown(shown + 1)}>
        One more
      </button>
    </>
  );
}

const state = () => screen.getByRole("status", { name: "prices" }).textContent;

test("a sku is asked for once, none that is empty, and nothing else is asked", async () => {
  const api = stubApi({ [route]: answering({ A: 900 }) });
  const page = renderPage(<Asked products={[["A", "", "A"]]} />);
  await waitFor(() => expect(state()).toBe("known: 900,null,900"));
  expect(api.sent.map(({ url, body }) => [url, (body as Body).products.map(({ sku }) => sku)])).toEqual([
    ["/api/erp/price-personalized/all/", ["A"]],
  ]);
  page.unmount();
  const nobody = stubApi({ [route]: answering({}) });
  renderPage(<Asked products={[["", ""]]} />);
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
  expect([state(), nobody.sent]).toEqual(["known: null,null", []]);
});

test("where the prices of one product could not be asked for, that is told, and those of the others stay", async () => {
  const api = stubApi({ [route]: answering({ A: 900 }) });
  renderPage(<Asked products={[["A"], ["B"]]} />);
  await waitFor(() => expect(state()).toBe("known: 900,null"));
  api.on(route, () => problem(503));
  await userEvent.click(screen.getByRole("button", { name: "One more" }));
  await waitFor(() => expect(state()).toBe("to be confirmed: 900,null"));
});

test("while the prices of one product are asked for, those of the others are known already", async () => {
  const api = stubApi({ [route]: answering({ A: 900, B: 700 }) });
  renderPage(<Asked products={[["A"], ["B"]]} />);
  await waitFor(() => expect(state()).toBe("known: 900,null"));
  let answer = () => {};
  api.on(
    route,
    (sent) =>
      new Promise((resolve) => {
        answer = () => resolve(answering({ B: 700 })(sent));
      }),
  );
  await userEvent.click(screen.getByRole("button", { name: "One more" }));
  await waitFor(() => expect(api.by("POST")).toHaveLength(2));
  expect(state()).toBe("loading: 900,null");
  await act(async () => answer());
  await waitFor(() => expect(state()).toBe("known: 900,700"));
});

test("each site, each code and each product has prices of its own", async () => {
  const api = stubApi({ [route]: answering({ A: 900 }) });
  const page = renderPage(<Asked products={[["A"]]} />, "/", bareShell("usgames"));
  await waitFor(() => expect(state()).toBe("known: 900"));
  page.unmount();
  forget();
  // Where everything costs less online, everybody is asked for.
  renderPage(<Asked products={[["A"]]} />, "/", bareShell("athleticconnection"));
  await waitFor(() => expect(state()).toBe("known: 900"));
  expect(api.by("POST").map(({ body }) => [(body as Body).storeKey, (body as Body).flyer])).toEqual([
    ["usgames", "AB"],
    ["athleticconnection", ""],
  ]);
});

test("the page as it comes from the server asks for nothing personal", () => {
  const api = stubApi({ [route]: answering({ A: 900 }) });
  renderBeforeScripts(<Asked products={[["A"]]} />);
  expect([state(), api.sent]).toEqual(["known: null", []]);
});
