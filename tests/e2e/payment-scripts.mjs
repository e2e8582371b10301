// What runs where somebody pays (R65): the scripts of this build, each as it was built, and nothing else.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { findProduct, piecewise } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { journeys } from "./world.mjs";

const build = path.resolve(import.meta.dirname, "../../web/dist");

/** The build's scripts by their addresses. */
function inventory() {
  const manifest = JSON.parse(readFileSync(path.join(build, ".vite/manifest.json"), "utf8"));
  const files = Object.values(manifest).map(({ file }) => file);
  const scripts = ["assets/start.v2.js", ...files.filter((file) => file.endsWith(".js"))];
  return new Map(scripts.map((file) => [`/${file}`, readFileSync(path.join(build, file), "utf8")]));
}

function paymentScripts(world) {
  journey(world, "R65: the payment page runs the scripts of the build and nothing else", async ({ store, arrive }) => {
    const { product, sizes } = await findProduct(store, piecewise);
    const shopper = await arrive();
    const { page } = shopper;
    await shopper.visit(product.href);
    await shopper.fillGrid({ [sizes[0].text]: 2 });
    await shopper.addToCart();
    await shopper.visit("/checkout/shipping");
    await shopper.heading("Shipping").waitFor();
    await shopper.fillShipping();
    await page.getByRole("group", { name: "Shipping method" }).getByRole("radio").first().check();
    await page.getByRole("button", { name: "Continue To Payment" }).click();
    await shopper.heading("Payment").waitFor();

    const loaded = [];
    page.on("response", (response) => response.request().resourceType() === "script" && loaded.push(response));
    await page.reload();
    await shopper.heading("Payment").waitFor();
    const known = inventory();
    assert.ok(loaded.length > 5, `${loaded.length} scripts`);
    for (const response of loaded) {
      const url = new URL(response.url());
      assert.equal(url.origin, new URL(page.url()).origin);
      assert.ok(known.has(url.pathname), `${url.pathname} is of the build`);
      assert.equal(await response.text(), known.get(url.pathname), `${url.pathname} is as it was built`);
    }
    assert.equal(await page.locator("iframe").count(), 0, "and nobody else's page is in it");
    shopper.nothingWrong();

    // Somebody between store and shopper changes one script: it is not run, and so nothing is.
    const [named] = (await page.locator("script[data-modules]").getAttribute("data-modules")).split(" ");
    const whole = known.get(named);
    await page.route(`**${named}`, (route) =>
      route.fulfill({ contentType: "text/javascript", body: `${whole}\nglobalThis.tampered = true;` }),
    );
    const refused = page.waitForEvent("console", (message) => /integrity/.test(message.text()));
    // The page does not come alive, so it is not waited for as `visit` does.
    await page.evaluate(() => location.reload());
    await refused;
    assert.equal(await page.evaluate(() => "tampered" in globalThis), false);
  });
}

journeys([paymentScripts]);
