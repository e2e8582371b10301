// Offer codes and Program IDs on the brands that have boxes for them: applied, refused, taken away, and kept out of
// the brand that has none.
import assert from "node:assert/strict";
import { buyable, findProduct } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { desktop, phone } from "./shopper.mjs";
import { journeys } from "./world.mjs";

/** A product of a maker without names to print, and as few pieces of it as can be had. */
function of(maker) {
  return (product) => {
    if (product.brand !== maker || product.callToOrder || product.freeFormOptions.length > 0) return undefined;
    const sizes = buyable(product.variants[0] ?? { sizes: [] });
    const [size] = sizes.sort((one, other) => leastOf(one) - leastOf(other));
    return size ? { sku: size.sku, quantity: leastOf(size) } : undefined;
  };
}

/** The fewest pieces that break no rule of the demo catalogue: its minimums are multiples of its units. */
function leastOf(size) {
  return Math.max(1, size.minOrderQty, size.deliveryUnit);
}

/** Puts an article into the cart, as the storefront does. */
async function put(shopper, article) {
  const status = await shopper.page.evaluate(async ({ sku, quantity }) => {
    const body = JSON.stringify({ lines: [{ sku, quantity }] });
    const headers = { "content-type": "application/json" };
    return (await fetch("/api/cart/lines", { method: "POST", headers, body })).status;
  }, article);
  assert.equal(status, 200);
}

/** A refused code answers 422, which the browser notes in its console. */
function nothingElseWrong(shopper) {
  assert.deepEqual(
    shopper.problems.filter((problem) => !problem.includes("422")),
    [],
  );
}

function offerCodes(world) {
  for (const site of ["fieldhouse", "usgames", "varsitybrands"]) {
    journey(world, `codes at ${site}: chip, price, refusal, removal, Program ID`, async ({ store, arrive }) => {
      const training = await findProduct(store, of("Halfpace"), { query: "halfpace", site });
      const shopper = await arrive({ viewport: desktop });
      const { page } = shopper;
      await shopper.visit("/cart", site);
      await put(shopper, training);
      await page.reload();
      await shopper.heading(`My Cart (${training.quantity})`).waitFor();
      const panel = page.getByRole("region", { name: "Offer Code & Program ID" });
      const code = panel.getByLabel("Offer code", { exact: true });
      const summary = page.getByRole("region", { name: "Order Summary" });

      await code.press("Enter");
      await panel.getByText("Please provide a valid promotion code.").waitFor();
      await code.fill("t5");
      await code.press("Enter");
      const held = panel.getByRole("button", { name: "Remove offer code T5" });
      await held.waitFor();
      await summary.getByText("Savings", { exact: true }).waitFor();
      await page.getByText("Promo T5").waitFor();
      await shopper.axe(`the cart with a code at ${site}`);
      await page.reload();
      await held.waitFor();

      // The flyer prices bags alone: nothing in this cart. The code that holds stays, whatever is refused.
      await code.fill("teambags");
      await code.press("Enter");
      await panel.getByText("This flyer code is invalid...").waitFor();
      await page.reload();
      await held.waitFor();
      await summary.getByText("Savings", { exact: true }).waitFor();
      for (const [typed, message] of [
        ["BACK2SCHOOL", "This flyer code is invalid."],
        ["GLITCH", "This flyer code is invalid."],
        ["EARLYBIRD", "EARLYBIRD has ended. Our bags are on offer with TEAMBAGS."],
      ]) {
        await code.fill(typed);
        await code.press("Enter");
        await panel.getByText(message, { exact: true }).waitFor();
        assert.equal(await held.count(), 1, typed);
      }

      const bag = await findProduct(store, of("Packhorse"), { query: "packhorse", site });
      await put(shopper, bag);
      await page.reload();
      await shopper.heading(`My Cart (${training.quantity + bag.quantity})`).waitFor();
      await code.fill("teambags");
      await code.press("Enter");
      const chip = panel.getByRole("button", { name: "Remove offer code teambags" });
      await chip.waitFor();
      await panel.getByRole("link", { name: "Shop Packhorse bags" }).waitFor();
      await panel.getByRole("img", { name: "Packhorse Bags" }).waitFor();
      await chip.press("Enter");
      await chip.waitFor({ state: "detached" });

      const goods = await findProduct(store, of("Suremark"), { query: "suremark", site });
      await put(shopper, goods);
      const program = panel.getByLabel("Program ID", { exact: true });
      await program.fill("DISTRICT-1");
      await program.press("Enter");
      await panel.getByText("This Program ID is invalid.").waitFor();
      await program.fill("district-7");
      await program.press("Enter");
      await panel.getByText("Program ID DISTRICT-7 Applied").waitFor();
      await panel.getByRole("button", { name: "Remove Program ID DISTRICT-7" }).press("Enter");
      await program.waitFor();
      nothingElseWrong(shopper);
    });
  }

  journey(world, "on a phone the boxes open on the cart", async ({ store, arrive }) => {
    const training = await findProduct(store, of("Halfpace"), { query: "halfpace" });
    const shopper = await arrive({ viewport: phone });
    const { page } = shopper;
    await shopper.visit("/cart");
    await put(shopper, training);
    await page.reload();
    await page.getByRole("button", { name: "Offer Code & Program ID", expanded: false }).tap();
    await page.getByLabel("Offer code", { exact: true }).fill("T5");
    await page.getByRole("button", { name: "Apply" }).first().tap();
    await page.getByRole("button", { name: "Remove offer code T5" }).waitFor();
    await shopper.fitsTheWindow("the cart with a code");
    shopper.nothingWrong();
  });

  journey(world, "athleticconnection has no box, and a code in a cookie gives nothing", async ({ store, arrive }) => {
    const site = "athleticconnection";
    const training = await findProduct(store, of("Halfpace"), { query: "halfpace", site });
    const shopper = await arrive({ viewport: desktop });
    const { page } = shopper;
    await shopper.visit("/cart", site);
    await page.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: anybody may write it; that is the point
      document.cookie = "flyercode=T5; path=/";
    });
    await put(shopper, training);
    await page.reload();
    await shopper.heading(`My Cart (${training.quantity})`).waitFor();
    assert.equal(await page.getByLabel("Offer code", { exact: true }).count(), 0);
    assert.equal(await page.getByLabel("Program ID", { exact: true }).count(), 0);
    assert.equal(await page.getByText("Promo T5").count(), 0);
    assert.doesNotMatch(await page.evaluate(() => document.cookie), /flyercode/);
    shopper.nothingWrong();
  });
}

journeys([offerCodes]);
