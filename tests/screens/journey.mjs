// Screenshots for docs/screens: home, list, product, cart, quick order and account of every brand at phone and
// desktop width, and the steps of a purchase, from the real binary with its demo catalogue.
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { findProduct, inPacks, piecewise } from "../e2e/articles.mjs";
import { openBrowser, Shopper } from "../e2e/shopper.mjs";
import { Store, sites } from "../e2e/store.mjs";

const folder = path.resolve(import.meta.dirname, "../../docs/screens");
/** In a repository pictures stay small. */
const mostBytes = 150_000;
const qualities = [78, 66, 54, 42, 30];

mkdirSync(folder, { recursive: true });
// The desk has screens of its own (desk.mjs).
const stale = new Set(readdirSync(folder).filter((name) => !name.startsWith("desk-")));

const store = new Store();
const browser = await openBrowser();
try {
  await store.open();
  for (const [width, viewport] of Object.entries({
    phone: { width: 390, height: 844 },
    desktop: { width: 1440, height: 900 },
  })) {
    for (const site of sites) await brandScreens(site, width, viewport);
    await purchase(width, viewport);
  }
  for (const name of stale) rmSync(path.join(folder, name));
} finally {
  await browser.close();
  await store.close();
}

async function arrive(width, viewport) {
  const shopper = await Shopper.arrive(store, browser, { viewport, isMobile: width === "phone" });
  const shoot = async (name) => {
    await shopper.page.waitForLoadState("networkidle");
    // No empty strip where a scroll bar would be.
    await shopper.page.evaluate(() => {
      document.documentElement.style.scrollbarGutter = "auto";
      window.scrollTo(0, 0);
    });
    const file = path.join(folder, `${name}-${width}.jpg`);
    for (const quality of qualities) {
      await shopper.page.screenshot({ path: file, type: "jpeg", quality });
      if (statSync(file).size < mostBytes) break;
    }
    stale.delete(path.basename(file));
    console.log(path.basename(file));
  };
  return { shopper, page: shopper.page, shoot };
}

async function brandScreens(site, width, viewport) {
  const { shopper, page, shoot } = await arrive(width, viewport);
  const { navigation } = await store.json("/api/shell", site);
  const { product, sizes } = await findProduct(store, piecewise, { site });
  await shopper.visit("/", site);
  await shoot(`home-${site}`);
  await shopper.visit(navigation[0].href, site);
  await shoot(`list-${site}`);
  await shopper.visit(product.href, site);
  await shopper.fillGrid({ [sizes[0].text]: 12, [sizes[1].text]: 18, [sizes[2].text]: 10 });
  await shoot(`product-${site}`);
  await shopper.addToCart();
  await shopper.visit("/cart", site);
  await shopper.heading("My Cart (40)").waitFor();
  await shoot(`cart-${site}`);
  await shopper.visit("/quick-order?tab=team-roster", site);
  await page.getByRole("button", { name: "Try a sample" }).click();
  await page.getByRole("textbox", { name: "Add a product" }).fill("tee");
  await page.getByRole("list", { name: "Products found" }).getByRole("button").first().click();
  await page
    .getByRole("region", { name: "Summary" })
    .getByText(/^[1-9]\d* of \d+ rows ready/)
    .waitFor();
  await shoot(`quick-order-${site}`);
  await shopper.visit("/api/auth/signin", site);
  await page.getByLabel("Email *", { exact: true }).fill("director@demo.example");
  await page.getByLabel("Password *", { exact: true }).fill("seven green llamas");
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL((address) => !address.pathname.includes("signin"));
  await shopper.visit("/my-account/", site);
  await shopper.heading(/^Hello, /).waitFor();
  await shoot(`account-${site}`);
  await shopper.leave();
}

async function purchase(width, viewport) {
  const { shopper, page, shoot } = await arrive(width, viewport);
  const { product, sizes } = await findProduct(store, inPacks);
  await shopper.visit(product.href);
  await shopper.heading(product.name).waitFor();
  const start = Math.max(sizes[0].minOrderQty, sizes[0].deliveryUnit);
  await shopper.fillGrid({ [sizes[0].text]: start, [sizes[1].text]: start });
  await shopper.addToCart();
  await shoot("mini-cart");
  await shopper.visit("/cart");
  await shopper.heading(/^My Cart/).waitFor();
  await page.getByRole("button", { name: "Proceed To Checkout" }).click();
  await shopper.heading("Shipping").waitFor();
  await shopper.fillShipping();
  await page.getByRole("group", { name: "Shipping method" }).getByRole("radio").first().check();
  await shoot("shipping");
  await page.getByRole("button", { name: "Continue To Payment" }).click();
  await page.getByLabel("Purchase order number *", { exact: true }).fill("PO-2027-0441");
  await page.getByRole("button", { name: "Review Order" }).click();
  await shopper.heading("Review your order").waitFor();
  await shoot("review");
  await page.getByRole("button", { name: "Place Order" }).click();
  await shopper.heading("Thank you for your order").waitFor();
  await shoot("order");
  await shopper.leave();
}
