// What is someone else's looks exactly like what is not there.
import assert from "node:assert/strict";
import { findProduct, piecewise } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { journeys } from "./world.mjs";

async function order(shopper, product, size) {
  const { page } = shopper;
  await shopper.visit(product.href);
  await shopper.fillGrid({ [size.text]: 2 });
  await shopper.addToCart();
  await shopper.visit("/checkout/shipping");
  await shopper.fillShipping({ email: "owner@lincoln.example" });
  await page.getByRole("button", { name: "Continue To Payment" }).click();
  await page.getByLabel("Purchase order number *", { exact: true }).fill("PO-OWN-1");
  await page.getByRole("button", { name: "Review Order" }).click();
  await page.getByRole("button", { name: "Place Order" }).click();
  await shopper.heading("Thank you for your order").waitFor();
  return new URL(page.url());
}

function strangers(world) {
  journey(world, "another visitor's order looks like a missing one", async ({ store, arrive }) => {
    const { product, sizes } = await findProduct(store, piecewise);
    const owner = await arrive();
    const receipt = await order(owner, product, sizes[0]);
    owner.nothingWrong();

    const stranger = await arrive();
    const seen = [];
    for (const id of [receipt.searchParams.get("id"), "00000000-0000-4000-8000-000000000000"]) {
      const answered = stranger.page.waitForResponse((response) => response.url().includes("/api/orders/"));
      await stranger.visit(`/order?id=${id}`);
      const response = await answered;
      await stranger.heading("We cannot find this order").waitFor();
      const { requestId, ...body } = await response.json();
      assert.ok(requestId);
      seen.push({ status: response.status(), body, text: await stranger.page.getByRole("main").textContent() });
    }
    assert.deepEqual(seen[0], seen[1]);
    assert.equal(seen[0].status, 404);
    // The same order on another brand's storefront is not there either.
    await owner.visit(`${receipt.pathname}${receipt.search}`, "usgames");
    await owner.heading("We cannot find this order").waitFor();
  });
}

journeys([strangers]);
