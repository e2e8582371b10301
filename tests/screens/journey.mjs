// Screenshots of the journey for docs/screens: home and list of every brand, then the purchase, at phone
// and desktop width, from the real binary with its demo catalogue.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { findProduct, inPacks } from "../e2e/articles.mjs";
import { openBrowser, Shopper } from "../e2e/shopper.mjs";
import { Store, sites } from "../e2e/store.mjs";

const folder = path.resolve(import.meta.dirname, "../../docs/screens");
mkdirSync(folder, { recursive: true });

const store = new Store();
const browser = await openBrowser();
try {
  await store.open();
  const { product, sizes } = await findProduct(store, inPacks);
  for (const [width, viewport] of Object.entries({
    phone: { width: 390, height: 844 },
    desktop: { width: 1440, height: 900 },
  })) {
    const shopper = await Shopper.arrive(store, browser, { viewport });
    const { page } = shopper;
    const shoot = async (name) => {
      await page.waitForLoadState("networkidle");
      await page.screenshot({ path: path.join(folder, `${name}-${width}.jpg`), type: "jpeg", quality: 82 });
      console.log(`${name}-${width}.jpg`);
    };
    for (const site of sites) {
      await shopper.visit("/", site);
      await shoot(`home-${site}`);
    }
    for (const site of sites) {
      const { navigation } = await store.json("/api/shell", site);
      await shopper.visit(navigation[0].href, site);
      await shoot(`list-${site}`);
    }
    await shopper.visit(product.href);
    await shopper.heading(product.name).waitFor();
    const start = Math.max(sizes[0].minOrderQty, sizes[0].deliveryUnit);
    await shopper.fillGrid({ [sizes[0].text]: start, [sizes[1].text]: start });
    await shoot("product");
    await shopper.addToCart();
    await shoot("mini-cart");
    await shopper.visit("/cart");
    await shopper.heading(/^My Cart/).waitFor();
    await shoot("cart");
    await page.getByRole("button", { name: "Proceed To Checkout" }).click();
    await shopper.heading("Shipping").waitFor();
    await shopper.fillShipping();
    await page.getByRole("radio").first().check();
    await shoot("shipping");
    await page.getByRole("button", { name: "Continue To Payment" }).click();
    await page.getByLabel("Purchase order number *", { exact: true }).fill("PO-2027-0441");
    await shoot("payment");
    await page.getByRole("button", { name: "Review Order" }).click();
    await shopper.heading("Review your order").waitFor();
    await shoot("review");
    await page.getByRole("button", { name: "Place Order" }).click();
    await shopper.heading("Thank you for your order").waitFor();
    await shoot("order");
    await shopper.leave();
  }
} finally {
  await browser.close();
  await store.close();
}
