// How a page comes alive in Chromium: by the scripts its document names, what is far down after the rest, and out of the
// browser's keep of whole pages as it was left.
import assert from "node:assert/strict";
import { findProduct, piecewise } from "./articles.mjs";
import { keepingBrowser, leaveAndGoBack } from "./back-forward.mjs";
import { journey } from "./journey.mjs";
import { Shopper } from "./shopper.mjs";
import { journeys } from "./world.mjs";

/** Loads a page anew with the scripts alone that its document names; the answer lets the others come and tells them. */
async function reloadWithout(page) {
  const { script, modules } = await page.locator("script[data-modules]").evaluate(({ dataset }) => ({ ...dataset }));
  const named = new Set([script, ...modules.split(" ")]);
  const held = [];
  let open = false;
  await page.route("**/assets/*.js", async (route) => {
    const { pathname } = new URL(route.request().url());
    if (open || pathname.includes("/start.") || named.has(pathname)) await route.continue();
    else held.push({ pathname, go: () => route.continue() });
  });
  // It is not whole until the others have come, so it is not waited for as `reload` does.
  await page.evaluate(() => {
    document.documentElement.dataset.left = "";
    location.reload();
  });
  await page.locator("html[data-alive]:not([data-left])").waitFor({ state: "attached" });
  return async () => {
    open = true;
    for (const { go } of held) await go();
    return held.map(({ pathname }) => pathname);
  };
}

function named(world) {
  journey(
    world,
    "a page lives by the scripts its document names, before any other has come",
    async ({ store, arrive }) => {
      const { product, sizes } = await findProduct(store, piecewise);
      const shopper = await arrive();
      const { page } = shopper;
      await shopper.visit(product.href);
      const release = await reloadWithout(page);
      const field = shopper.sizeField(sizes[0].text);
      await field.fill("2");
      await page
        .getByText(/^2 pieces/)
        .first()
        .waitFor();
      // What lives later stands there as it came.
      const footer = page.locator("footer#footer");
      assert.ok((await footer.innerText()).length > 200, "the footer is there");
      assert.equal(await page.locator("html[data-whole]").count(), 0, "and known not to live yet");
      const before = await footer.elementHandle();
      await page.evaluate(() => {
        globalThis.moved = 0;
        const watcher = new PerformanceObserver((list) => {
          for (const entry of /** @type {any[]} */ (list.getEntries())) globalThis.moved += entry.value;
        });
        watcher.observe({ type: "layout-shift", buffered: true });
      });
      const others = await release();
      assert.ok(others.length > 0, "some came later");
      await page.locator("html[data-whole]").waitFor({ state: "attached" });
      assert.ok(await before?.evaluate((element) => element.isConnected), "it is the same footer");
      assert.equal(await field.inputValue(), "2");
      assert.ok((await page.evaluate(() => globalThis.moved)) <= 0.02, "nothing moved");
      shopper.nothingWrong();
    },
  );
}

function steps(world) {
  journey(world, "a step from a list to a product and Back asks for no document", async ({ arrive }) => {
    const shopper = await arrive();
    const { page } = shopper;
    await shopper.visit("/search/?query=jersey");
    const documents = [];
    page.on("request", (request) => request.isNavigationRequest() && documents.push(request.url()));
    const tile = page.locator("article.product-tile a").first();
    const name = await tile.innerText();
    await tile.click();
    await shopper.heading(name).waitFor();
    await page.locator("main").and(page.locator(":focus")).waitFor();
    assert.equal(await page.evaluate(() => scrollY), 0);
    await page.goBack();
    await shopper.heading(/jersey/i).waitFor();
    await page.goForward();
    await shopper.heading(name).waitFor();
    assert.deepEqual(documents, []);
    shopper.nothingWrong();
  });
}

function kept(world) {
  journey(world, "Back shows home, list, product, cart and checkout as they were left", async ({ store }) => {
    const { product } = await findProduct(store, piecewise);
    const browser = await keepingBrowser();
    try {
      for (const path of ["/", "/search/?query=jersey", product.href, "/cart", "/checkout/shipping"]) {
        const shopper = await Shopper.arrive(store, browser);
        await shopper.visit(path);
        const told = await leaveAndGoBack(shopper.page, store.url("/about-us/"));
        assert.deepEqual(told, { kept: true, reasons: [] }, path);
        await shopper.leave();
      }
    } finally {
      await browser.close();
    }
  });
}

journeys([named, steps, kept]);
