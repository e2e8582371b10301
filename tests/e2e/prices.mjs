// Personal prices at the club's storefront: on the tile, the product page and in the cart, and a buyer's contract prices.
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

journeys([personalPrices]);
