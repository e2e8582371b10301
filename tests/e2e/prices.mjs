// Personal prices at the club's storefront: on the tile, the product page and in the cart, and a buyer's contract prices;
// prices of quantities.
import assert from "node:assert/strict";
import { findProduct, piecewise } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { phone } from "./shopper.mjs";
import { journeys } from "./world.mjs";

const site = "athleticconnection";
const dollars = (text) => Math.round(Number(/\$([\d,]+\.\d\d)/.exec(text)[1].replaceAll(",", "")) * 100);

function personalPrices(world) {
  for (const viewport of [undefined, phone]) {
    const where = viewport ? "on a phone" : "on a desk";
    journey(world, `club prices show on tile, product page and cart ${where}`, async ({ store, arrive }) => {
      const { product, sizes } = await findProduct(store, piecewise, { site });
      const member = await arrive(viewport ? { viewport } : {});
      const { page } = member;
      const asked = page.waitForResponse((response) => response.url().endsWith("/api/erp/price-personalized/all/"));
      await member.visit(product.href, site);
      const answer = await (await asked).json();
      const prices = new Map(answer.data.results.map((line) => [line.sku, line.centAmount]));
      const club = prices.get(sizes[0].sku);
      assert.ok(club < sizes[0].price, "the club pays less");
      const least = Math.min(club, sizes[0].discountedPrice ?? club);
      const main = page.getByRole("main");
      await main.getByText("Your price").first().waitFor();
      await member.axe(`product page with personal prices ${where}`);
      await member.fitsTheWindow("product page with personal prices");
      await member.fillGrid({ [sizes[0].text]: 2 });
      await member.addToCart();
      await member.visit("/cart/", site);
      await member.heading("My Cart (2)").waitFor();
      const line = page.getByRole("list", { name: /^Sizes of/ }).first();
      assert.equal(dollars(await line.getByText("Your price").locator("..").textContent()), least);
      if (!viewport) await page.getByText("5% Off for Ordering Online").waitFor();
      await member.axe(`cart with personal prices ${where}`);
      await member.fitsTheWindow("cart with personal prices");
      member.nothingWrong();
    });
  }
}

/** A product whose first size costs less from a number of pieces on. */
function tiered(product) {
  const [size] = piecewise(product)?.sizes ?? [];
  const [tier] = size?.tiers ?? [];
  return tier && size.discountedPrice === null && tier.value < size.price ? { size, tier } : undefined;
}

function quantityPrices(world) {
  journey(
    world,
    "a quantity price holds from the very piece that is announced, in the browser and at the server",
    async ({ store, arrive }) => {
      const { product, size, tier } = await findProduct(store, tiered);
      const shopper = await arrive();
      const { page } = shopper;
      const main = page.getByRole("main");
      const shown = (cents) =>
        main.getByText(`$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`, { exact: true });
      await shopper.visit(product.href);
      await shopper.fillGrid({ [size.text]: tier.minimumQuantity - 1 });
      await shopper.addToCart();
      await shopper.visit("/cart");
      await shopper.heading(`My Cart (${tier.minimumQuantity - 1})`).waitFor();
      await shown(size.price * (tier.minimumQuantity - 1))
        .first()
        .waitFor();
      await page.getByRole("button", { name: /^More of / }).click();
      await shopper.heading(`My Cart (${tier.minimumQuantity})`).waitFor();
      await shown(tier.value * tier.minimumQuantity)
        .first()
        .waitFor();
      await page.reload();
      await shown(tier.value * tier.minimumQuantity)
        .first()
        .waitFor();
      shopper.nothingWrong();
    },
  );
}

journeys([personalPrices, quantityPrices]);
