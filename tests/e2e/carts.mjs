// Carts under use: fast clicking, two windows, a lost line, taking out and bringing back, and 2,000 lines.
import assert from "node:assert/strict";
import { buyable, findProduct, personalised, piecewise } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { desktop, phone } from "./shopper.mjs";
import { journeys } from "./world.mjs";

async function withThree({ store, arrive }) {
  const { product, sizes } = await findProduct(store, piecewise);
  const shopper = await arrive();
  await shopper.visit(product.href);
  await shopper.fillGrid({ [sizes[0].text]: 3 });
  await shopper.addToCart();
  await shopper.visit("/cart");
  await shopper.heading("My Cart (3)").waitFor();
  return { shopper, product, size: sizes[0] };
}

function sharedCarts(world) {
  journey(world, "twelve fast clicks end at the right quantity in few requests", async ({ store, arrive }) => {
    const { shopper } = await withThree({ store, arrive });
    const { page } = shopper;
    const sent = [];
    page.on("request", (request) => request.method() === "PATCH" && sent.push(request.postDataJSON().quantity));
    const more = page.getByRole("button", { name: /^More of/ });
    await more.evaluate((button) => {
      for (let click = 0; click < 12; click += 1) button.click();
    });
    await shopper.heading("My Cart (15)").waitFor();
    await page.locator("main [aria-busy=true]").first().waitFor({ state: "detached" });
    assert.equal(sent.at(-1), 15);
    assert.ok(sent.length <= 3, `sent ${sent}`);
    await page.reload();
    await shopper.heading("My Cart (15)").waitFor();
    shopper.nothingWrong();
  });

  journey(world, "two windows of one shopper show the same cart", async ({ store, arrive }) => {
    const { shopper } = await withThree({ store, arrive });
    const other = await shopper.secondWindow();
    await other.visit("/cart");
    await other.heading("My Cart (3)").waitFor();
    await other.page.getByRole("button", { name: /^More of/ }).click();
    await other.heading("My Cart (4)").waitFor();
    await shopper.heading("My Cart (4)").waitFor();
    await shopper.page.getByRole("button", { name: /^More of/ }).click();
    await other.heading("My Cart (5)").waitFor();
    shopper.nothingWrong();
    other.nothingWrong();
  });

  journey(
    world,
    "without a line nothing is lost: the change is refused in words and done once the line is back",
    async ({ store, arrive }) => {
      const { shopper } = await withThree({ store, arrive });
      const { page, context } = shopper;
      await context.setOffline(true);
      await page.getByRole("button", { name: /^More of/ }).click();
      await page.getByText("You seem to be offline. Your change was not saved yet.").waitFor();
      await shopper.heading("My Cart (3)").waitFor();
      await context.setOffline(false);
      await page.getByRole("button", { name: /^More of/ }).click();
      await shopper.heading("My Cart (4)").waitFor();
      await page.reload();
      await shopper.heading("My Cart (4)").waitFor();
    },
  );

  journey(
    world,
    "a cart changed in another window is told at review before it is ordered",
    async ({ store, arrive }) => {
      const { shopper } = await withThree({ store, arrive });
      const { page } = shopper;
      await page.getByRole("button", { name: "Proceed To Checkout" }).click();
      await shopper.fillShipping();
      await page.getByRole("button", { name: "Continue To Payment" }).click();
      await page.getByLabel("Purchase order number *", { exact: true }).fill("PO-2");
      await page.getByRole("button", { name: "Review Order" }).click();
      await shopper.heading("Review your order").waitFor();
      const total = page.getByRole("region", { name: "Order Summary" }).locator("dd.text-2xl");
      const before = await total.textContent();

      const other = await shopper.secondWindow();
      await other.visit("/cart");
      await other.page.getByRole("button", { name: /^More of/ }).click();
      await other.heading("My Cart (4)").waitFor();

      await page.getByText(/^Your order was changed since you opened this page/).waitFor();
      const after = await total.textContent();
      assert.notEqual(after, before);
      await page.locator("s", { hasText: before }).waitFor();
      await page.getByRole("button", { name: "Place Order" }).click();
      await shopper.heading("Thank you for your order").waitFor();
      await page.getByText(after, { exact: true }).waitFor();
      shopper.nothingWrong();
      other.nothingWrong();
    },
  );

  journey(world, "quick edit sets, adds and takes out sizes at once", async ({ store, arrive }) => {
    const { shopper, size } = await withThree({ store, arrive });
    const { page } = shopper;
    const { sizes } = await findProduct(store, piecewise);
    await page.getByRole("button", { name: /^Edit sizes/ }).click();
    const drawer = page.getByRole("dialog", { name: /^Edit / });
    const field = (text) => drawer.getByRole("textbox", { name: `size ${text}, quantity` }).first();
    await field(size.text).waitFor();
    assert.equal(await field(size.text).inputValue(), "3");
    await shopper.axe("quick edit");
    await field(size.text).fill("0");
    await field(sizes[1].text).fill("5");
    await field(sizes[2].text).fill("4");
    await drawer.getByRole("button", { name: "Update Cart" }).click();
    await drawer.waitFor({ state: "detached" });
    await shopper.heading("My Cart (9)").waitFor();
    await page.reload();
    await shopper.heading("My Cart (9)").waitFor();
    shopper.nothingWrong();
  });

  journey(world, "what is taken out can be brought back with its names", async ({ store, arrive }) => {
    const { product, sizes } = await findProduct(store, personalised);
    const shopper = await arrive();
    const { page } = shopper;
    await shopper.visit(product.href);
    await shopper.fillGrid({ [sizes[0].text]: 1 });
    for (const [index, label] of product.freeFormOptions.entries()) {
      await page.getByLabel(`${label} (Required)`).fill(`1${index}`);
    }
    await shopper.addToCart();
    await shopper.visit("/cart");
    const texts = product.freeFormOptions.map((label, index) => `${label}: 1${index}`).join(" · ");
    await page.getByText(texts).waitFor();
    await page.getByRole("button", { name: /^Remove / }).click();
    await shopper.heading("My Cart (0)").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await shopper.heading("My Cart (1)").waitFor();
    await page.getByText(texts).waitFor();
    // Told once the cart was read anew.
    await page.waitForFunction(() => globalThis.dataLayer.some((entry) => entry.event === "add_to_cart"));
    const events = await page.evaluate(() => globalThis.dataLayer.map((entry) => entry.event));
    for (const event of ["view_cart", "remove_from_cart", "add_to_cart"]) {
      assert.equal(events.filter((each) => each === event).length, 1, event);
    }
    shopper.nothingWrong();
  });

  journey(world, "a name in the cart is corrected, and one piece more asks for its own", async ({ store, arrive }) => {
    const { product, sizes } = await findProduct(store, personalised);
    const shopper = await arrive({ viewport: phone });
    const { page } = shopper;
    await shopper.visit(product.href);
    await shopper.fillGrid({ [sizes[0].text]: 1 });
    for (const [index, label] of product.freeFormOptions.entries()) {
      await page.getByLabel(`${label} (Required)`).fill(`1${index}`);
    }
    await shopper.addToCart();
    await shopper.visit("/cart");
    await page.getByRole("button", { name: /^More of / }).click();
    const drawer = page.getByRole("dialog", { name: /^Edit / });
    const texts = drawer.locator("[data-free-form]");
    await texts.first().waitFor();
    const count = product.freeFormOptions.length;
    assert.equal(await texts.count(), 2 * count);
    // The first blank text gets the focus.
    await shopper.focusOn(texts.nth(count));
    await shopper.axe("quick edit with texts");
    await shopper.fitsTheWindow("quick edit with texts");
    await texts.first().fill("99");
    for (let index = 0; index < count; index += 1) await texts.nth(count + index).fill(`2${index}`);
    await drawer.getByRole("button", { name: "Update Cart" }).click();
    await drawer.waitFor({ state: "detached" });
    await shopper.heading("My Cart (2)").waitFor();
    await page.reload();
    const line = (first, rest) =>
      product.freeFormOptions.map((label, index) => `${label}: ${index === 0 ? first : `${rest}${index}`}`);
    await page.getByText(line("99", 1).join(" · ")).waitFor();
    await page.getByText(line("20", 2).join(" · ")).waitFor();
    shopper.nothingWrong();
  });
}

function bigCarts(world) {
  journey(
    world,
    "a cart of 2,000 lines draws little, scrolls to its end and answers at once",
    async ({ store, arrive }) => {
      const shopper = await arrive({ viewport: desktop });
      const { page } = shopper;
      const skus = await manySkus(store, 2000);
      await shopper.visit("/cart");
      await shopper.heading("My Cart (0)").waitFor();
      const status = await page.evaluate(
        async (lines) =>
          (
            await fetch("/api/cart/lines", {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: JSON.stringify({ lines }),
            })
          ).status,
        skus.map(({ sku, quantity }) => ({ sku, quantity })),
      );
      assert.equal(status, 200);
      await page.reload();
      const pieces = skus.reduce((sum, each) => sum + each.quantity, 0);
      await shopper.heading(`My Cart (${pieces})`).waitFor();
      const drawn = () => page.getByRole("main").getByRole("article").count();
      const settled = () => page.locator("main [aria-busy=true]").first().waitFor({ state: "detached" });
      assert.ok((await drawn()) < 60, "only what is in sight is drawn");
      const field = page.getByRole("textbox", { name: /^Quantity of/ }).first();
      const before = Number(await field.inputValue());
      const unit = skus[0].unit;
      await field.press("ArrowUp");
      await shopper.heading(`My Cart (${pieces + unit})`).waitFor();
      assert.equal(Number(await field.inputValue()), before + unit);
      await page.keyboard.press("Escape");
      await settled();
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await page.waitForFunction(() => {
        const list = document.querySelector("main ul[aria-label='Items in your cart']");
        const last = list?.querySelector(`[aria-posinset="${list.querySelector("[aria-setsize]")?.ariaSetSize}"]`);
        return last !== null && last !== undefined;
      });
      assert.ok((await drawn()) < 60, "and no more at its end");

      // What is not drawn is found by the cart's own search, and stands on paper.
      const last = await page.evaluate(async () => (await (await fetch("/api/cart/active")).json()).items.at(-1));
      await page.getByRole("searchbox", { name: "Find in your cart" }).fill(last.lineItems[0].sku);
      await page.getByText(/^1 of \d+ products$/).waitFor();
      await page.getByRole("article", { name: last.name }).waitFor();
      await shopper.axe("the search in a big cart");
      await page.getByRole("searchbox", { name: "Find in your cart" }).fill("");
      await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
      const quantities = await page.getByRole("textbox", { name: /^Quantity of/ }).count();
      assert.equal(quantities, 2000);
      await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
      await page.waitForFunction(() => document.querySelectorAll("main article").length < 60);

      // Twenty fast clicks far down: few requests, small answers, the right end.
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
      // The list follows the scrolling in its own time: until then its buttons are those of another place.
      await page.waitForFunction(() => {
        const drawn = [...document.querySelectorAll("main li[aria-posinset]")];
        const size = Number(drawn[0]?.ariaSetSize);
        return drawn.length > 0 && drawn.every(({ ariaPosInSet: at }) => Number(at) > 20 && Number(at) < size - 20);
      });
      const answers = [];
      page.on("response", (response) => response.request().method() === "PATCH" && answers.push(response));
      // Found and pressed in one task, as the list may be drawn anew between two.
      await page.evaluate(() => {
        const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (
          document.querySelectorAll("main button[aria-label^='More of']")
        );
        const button = [...buttons].at(-1);
        for (let click = 0; click < 20; click += 1) button.click();
      });
      await settled();
      assert.ok(answers.length >= 1 && answers.length <= 3, `${answers.length} requests`);
      for (const answer of answers) assert.ok((await answer.body()).length < 100_000, "only what changed comes back");

      // Everything out and back again.
      await page.evaluate(() => window.scrollTo(0, 0));
      const heading = await page.getByRole("heading", { level: 1 }).textContent();
      await page.getByRole("button", { name: "Empty cart" }).click();
      await shopper.heading("My Cart (0)").waitFor();
      await page.getByRole("button", { name: "Put everything back" }).click();
      await shopper.heading(heading).waitFor();
      shopper.nothingWrong();
    },
  );
}

/** Lines of `count` different skus, each at the smallest quantity its product allows. */
async function manySkus(store, count) {
  const lines = [];
  for (let page = 1; lines.length < count; page += 1) {
    const list = await store.json(`/api/search${page > 1 ? `?page=${page}` : ""}`);
    if (list.hits.length === 0) throw new Error(`the catalogue has only ${lines.length} skus that fit`);
    for (const tile of list.hits) {
      const product = await store.json(`/api/catalog/products/${encodeURIComponent(tile.href.split("/")[2])}`);
      if (product.callToOrder || product.freeFormOptions.length > 0) continue;
      for (const size of product.variants.flatMap(buyable)) {
        const unit = Math.max(1, size.deliveryUnit);
        const quantity = Math.ceil(Math.max(1, size.minOrderQty) / unit) * unit;
        lines.push({ sku: size.sku, quantity, unit });
      }
    }
  }
  return lines.slice(0, count);
}

journeys([sharedCarts, bigCarts]);
