// What a phone's window has at its foot and in its hero.
import assert from "node:assert/strict";
import { findProduct, piecewise } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { phone } from "./shopper.mjs";
import { sites } from "./store.mjs";
import { journeys } from "./world.mjs";

function phones(world) {
  journey(
    world,
    "the product page's bar has Add to Cart with pieces and total, other pages have the form's",
    async ({ store, arrive }) => {
      const shopper = await arrive({ viewport: phone, isMobile: true });
      const { page } = shopper;
      const { product, sizes } = await findProduct(store, piecewise);
      const { formDrawer } = await store.json("/api/shell");
      const quote = page.getByRole("button", { name: formDrawer.stickyButtonText }).locator("visible=true");
      const add = page.getByRole("button", { name: "Add to Cart" });
      const atFoot = (control) =>
        control.evaluate((element) => {
          const { bottom, top } = element.getBoundingClientRect();
          const over = document.elementFromPoint(innerWidth / 2, (top + bottom) / 2);
          return bottom <= innerHeight && bottom > innerHeight - 40 && element.contains(over);
        });
      await shopper.visit(product.href);
      await add.waitFor();
      assert.equal(await atFoot(add), true, "at the first sight");
      assert.equal(await quote.count(), 0);
      await shopper.fillGrid({ [sizes[0].text]: 2, [sizes[1].text]: 4 });
      const bar = page.locator("[data-order-bar]");
      await bar.getByText(/^6 pieces,\s\$\d/).waitFor();
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      assert.equal(await bar.getByText(/^6 pieces/).isVisible(), true);
      await shopper.canBeHit("the product page with its bar");
      await shopper.addToCart();
      await page.keyboard.press("Escape");
      await shopper.visit("/about-us/");
      await quote.waitFor();
      assert.equal(await atFoot(quote), true);
      shopper.nothingWrong();
    },
  );

  journey(world, "at 320 px the way to the product is whole, and its bar stays as high as it was", async (walk) => {
    const { store, arrive } = walk;
    const shopper = await arrive({ viewport: { width: 320, height: 640 }, isMobile: true });
    const { page } = shopper;
    for (const site of sites) {
      const { product, sizes } = await findProduct(store, piecewise, { site });
      await shopper.visit(product.href, site);
      const cut = await page
        .getByRole("navigation", { name: "Breadcrumb" })
        .getByRole("listitem")
        .evaluateAll((crumbs) =>
          crumbs.filter((crumb) => crumb.getBoundingClientRect().right > innerWidth).map((crumb) => crumb.textContent),
        );
      assert.deepEqual(cut, [], `${site}: parts of the way are cut`);
      const bar = page.locator("[data-order-bar]");
      const add = bar.getByRole("button", { name: "Add to Cart" });
      /** Heights of the bar, and of the button's words. */
      const heights = async () => [
        (await bar.boundingBox()).height,
        await add.evaluate((button) => {
          const words = document.createRange();
          words.selectNodeContents(button.lastChild);
          return words.getBoundingClientRect().height;
        }),
      ];
      const empty = await heights();
      for (const pieces of [6, 6000]) {
        await shopper.fillGrid({ [sizes[0].text]: pieces });
        await bar.getByText(pieces.toLocaleString("en-US")).waitFor();
        assert.deepEqual(await heights(), empty, `${site}: with ${pieces} pieces`);
      }
      await shopper.fitsTheWindow(`${site}: the product page`);
    }
    shopper.nothingWrong();
  });

  journey(world, "a hero's scene is seen on a phone, above its words", async ({ arrive }) => {
    const shopper = await arrive({ viewport: phone, isMobile: true });
    const { page } = shopper;
    for (const site of sites) {
      await shopper.visit("/", site);
      const hero = page.locator("main section").first();
      const picture = hero.locator("img, video").first();
      const words = hero.getByRole("heading", { level: 1 });
      if ((await picture.count()) === 0) continue;
      const [scene, heading] = [await picture.boundingBox(), await words.boundingBox()];
      assert.ok(scene.height > 150 && scene.y + scene.height <= heading.y + 1, `${site}: ${JSON.stringify(scene)}`);
      assert.ok(heading.y + heading.height <= phone.height, `${site}: the heading is in the first window`);
    }
    shopper.nothingWrong();
  });
}

journeys([phones]);
