// A fifth brand is a folder and its articles: nothing is built for it. It is added to a store that has sold before, in
// a process of its own.
import assert from "node:assert/strict";
import path from "node:path";
import { journey } from "./journey.mjs";
import { phone } from "./shopper.mjs";
import { journeys } from "./world.mjs";

const site = "clubhouse";
const name = "Clubhouse & Championshipathletics";
const brands = path.resolve(import.meta.dirname, "../brands");

const mapping = `
source = "clubhouse"
sites = ["clubhouse"]

[rows]
group-by = "slug"
product-rows-have = "name"

[product]
slug = "slug"
id = "slug"
sku = "slug"
name = "name"
unit-of-measure = { value = "EA" }
call-to-order = { column = "phone", is = ["yes"] }

[variant]
sku = "sku"
price = "price"
stock = "stock"
options = [{ name = "option", value = "size" }]

[variant.option-names]
Size = "size"
`;

const columns = { sku: "", size: "", option: "", price: "", stock: "", name: "", phone: "" };

/** A row of the product, then one a size. */
const product = (slug, name, phone, sizes) => [
  { ...columns, slug, name, phone },
  ...sizes.map((size) => ({
    ...columns,
    slug,
    sku: `${slug}-${size}`,
    size,
    option: "Size",
    price: "12.50",
    stock: "500",
  })),
];

const articles = [
  ...product("club-tee", "Club Tee", "no", ["S", "M", "L"]),
  ...product("club-bus", "Club Bus", "yes", ["M"]),
];

function addedBrand(world) {
  journey(world, "a brand that was added sells: its name, its colors, its rules, its order number", async (given) => {
    const { store, arrive } = given;
    await store.kill();
    await store.import(store.rowsFile("club.jsonl", articles), store.textFile("club.toml", mapping));
    await store.open();
    const shopper = await arrive();
    const { page } = shopper;

    await shopper.visit("/", site);
    await page.getByRole("link", { name: `${name} home` }).waitFor();
    assert.equal(await page.title(), name);
    const drawn = await page.evaluate(() => {
      const color = getComputedStyle(document.documentElement).getPropertyValue("--brand-primary");
      const heading = getComputedStyle(document.documentElement).getPropertyValue("--brand-font-heading");
      return { color, heading: heading.split(",")[0] };
    });
    assert.deepEqual(drawn, { color: "#5b2a6e", heading: '"Baloo 2"' }, "its own colors in the letters of its design");
    const icon = await page.locator("link[rel=icon]").getAttribute("href");
    assert.match(await page.evaluate((address) => fetch(address).then((answer) => answer.text()), icon), /^<svg/);
    await shopper.axe("the start page of an added brand");

    // Only by phone: its own number, in the browser's rules and the server's.
    await shopper.visit("/p/club-bus/", site);
    await page.getByText("Please call 1-800-555-0199 to order this product.").waitFor();

    await shopper.visit("/p/club-tee/", site);
    await shopper.fillGrid({ S: 2, M: 3 });
    await shopper.addToCart();
    await shopper.visit("/cart", site);
    await shopper.heading("My Cart (5)").waitFor();
    // A change is forecast by the rules in the browser before the server answers.
    const quantity = page.getByRole("textbox", { name: /^Quantity of .*size M$/ });
    const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
    await quantity.fill("4");
    await quantity.press("Enter");
    assert.equal((await saved).status(), 200);
    await shopper.heading("My Cart (6)").waitFor();
    assert.equal(await page.getByRole("button", { name: "Add a certificate" }).count(), 0);

    await page.getByRole("button", { name: "Proceed To Checkout" }).click();
    await shopper.heading("Shipping").waitFor();
    await shopper.fillShipping();
    await page.getByRole("radio").first().check();
    await page.getByRole("button", { name: "Continue To Payment" }).click();
    await page.getByLabel("Purchase order number *", { exact: true }).fill("PO-1");
    await page.getByRole("button", { name: "Review Order" }).click();
    await shopper.heading("Review your order").waitFor();
    const placed = page.waitForResponse((response) => response.url().endsWith("/api/orders"));
    await page.getByRole("button", { name: "Place Order" }).click();
    assert.equal((await placed).status(), 201);
    assert.equal((await (await placed).json()).number, "CH-100001");
    await shopper.heading("Thank you for your order").waitFor();

    // The others go on as they did, and none sells what is the new one's.
    await shopper.visit("/", "usgames");
    await page.getByRole("link", { name: "US Games home" }).waitFor();
    assert.equal((await store.json("/api/search?query=club%20bus", "usgames")).hits.filter(isOfClub).length, 0);
    shopper.nothingWrong();
  });

  journey(world, "the roster page of an added brand knows it, on a phone", async ({ arrive }) => {
    const shopper = await arrive({ viewport: phone });
    const { page } = shopper;
    await shopper.visit("/", site);
    await shopper.fitsTheWindow("the start page of a brand with a long word for a name");
    await shopper.visit("/quick-order?tab=team-roster", site);
    await page.getByRole("textbox", { name: "Paste your rows here" }).fill("Player\tSize\nANA\tM\nBO\tXL");
    await page.getByRole("button", { name: "Read rows" }).click();
    await page.getByRole("textbox", { name: "Add a product" }).fill("club-tee");
    await page.getByRole("list", { name: "Products found" }).getByRole("button", { name: "Club Tee" }).first().click();
    await page.getByText("1 of 2 rows ready, 1 needs attention").first().waitFor();
    await shopper.fitsTheWindow("a roster");
    const edges = await Promise.all([
      page.getByRole("img", { name: `${name} home` }).boundingBox(),
      page.getByRole("banner").getByRole("link", { name: /^Cart/ }).first().boundingBox(),
    ]);
    assert.ok(edges[0].x + edges[0].width <= edges[1].x, `the mark lies under the cart: ${JSON.stringify(edges)}`);
    shopper.nothingWrong();
  });
}

const isOfClub = (tile) => tile.href.includes("club-bus");

journeys([addedBrand], { settings: { FIELDHOUSE_BRANDS: brands } });
