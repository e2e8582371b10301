// What stays where it is while a page fills: the layout shift of every personal page at both sizes, as the browser
// measures it; and how narrow a window checkout fits.
import assert from "node:assert/strict";
import { accountPages, personalPages } from "./addresses.mjs";
import { findProduct, piecewise } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { desktop, phone } from "./shopper.mjs";
import { journeys } from "./world.mjs";

/** Sum of the shifts that no touch or key asked for, since the page began. */
const shifted = () =>
  new Promise((resolve) => {
    let sum = 0;
    const observer = new PerformanceObserver((seen) => {
      for (const entry of /** @type {any[]} */ (seen.getEntries())) if (!entry.hadRecentInput) sum += entry.value;
    });
    observer.observe({ type: "layout-shift", buffered: true });
    // What was buffered is told before the second frame.
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum))));
  });

function steadyPages(world) {
  for (const [name, viewport] of Object.entries({ phone, desktop })) {
    journey(world, `no personal page jumps while it fills, ${name}`, async ({ store, arrive }) => {
      const shopper = await arrive({ viewport, isMobile: viewport === phone });
      const { page } = shopper;
      const { brand } = await store.json("/api/shell");
      const jumps = [];
      /** @param {{ address: string, heading: string | RegExp, filled?: any[] }} shown */
      const look = async ({ address, heading, filled }) => {
        await shopper.visit(address);
        await shopper.heading(heading).waitFor();
        if (filled) await page.getByRole(filled[0], { name: filled[1] }).first().waitFor();
        await page.waitForLoadState("networkidle");
        const sum = await page.evaluate(shifted);
        if (sum > 0.02) jumps.push(`${address}: ${sum.toFixed(3)}`);
      };
      for (const each of personalPages(brand)) await look(each);
      const { product, sizes } = await findProduct(store, piecewise);
      await shopper.visit(product.href);
      await shopper.fillGrid({ [sizes[0].text]: 2, [sizes[1].text]: 4 });
      await shopper.addToCart();
      await look({ address: "/cart", heading: "My Cart (6)" });
      await look({ address: "/checkout/shipping", heading: "Shipping" });
      await shopper.fillShipping();
      await page.getByRole("button", { name: "Continue To Payment" }).click();
      await shopper.heading("Payment").waitFor();
      await look({ address: "/checkout/payment", heading: "Payment" });
      await page.getByLabel("Purchase order number *", { exact: true }).fill("PO-1");
      await page.getByRole("button", { name: "Review Order" }).click();
      await shopper.heading("Review your order").waitFor();
      await look({ address: "/checkout/review", heading: "Review your order" });
      await page.getByRole("button", { name: "Place Order" }).click();
      await shopper.heading("Thank you for your order").waitFor();
      const placed = new URL(page.url());
      await look({ address: placed.pathname + placed.search, heading: "Thank you for your order" });

      await shopper.visit("/api/auth/signin");
      await page.getByLabel("Email *", { exact: true }).fill("director@demo.example");
      await page.getByLabel("Password *", { exact: true }).fill("seven green llamas");
      await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
      await page.waitForURL((address) => !address.pathname.includes("signin"));
      for (const each of accountPages) await look(each);

      // A buyer with a book of several addresses, who comes straight to the first step.
      await page.context().clearCookies();
      await shopper.visit("/api/auth/signin");
      await page.getByLabel("Email *", { exact: true }).fill("buyer@demo.example");
      await page.getByLabel("Password *", { exact: true }).fill("seven green llamas");
      await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
      await page.waitForURL((address) => !address.pathname.includes("signin"));
      await shopper.visit(product.href);
      await shopper.fillGrid({ [sizes[0].text]: 2, [sizes[1].text]: 4 });
      await shopper.addToCart();
      const book = ["group", "Use an address of your address book"];
      await look({ address: "/checkout/shipping", heading: "Shipping", filled: book });
      assert.deepEqual(jumps, []);
    });
  }

  journey(world, "checkout fits a window of 320 px, with everything that can be wrong", async ({ store, arrive }) => {
    const shopper = await arrive({ viewport: { width: 320, height: 640 }, isMobile: true });
    const { page } = shopper;
    const { product, sizes } = await findProduct(store, piecewise);
    await shopper.visit(product.href);
    await shopper.fitsTheWindow("the product page");
    await shopper.fillGrid({ [sizes[0].text]: 2, [sizes[1].text]: 4 });
    await shopper.addToCart();
    await shopper.visit("/cart");
    await shopper.heading("My Cart (6)").waitFor();
    await shopper.fitsTheWindow("the cart");
    await page.getByRole("button", { name: "Proceed To Checkout" }).click();
    await shopper.heading("Shipping").waitFor();
    await shopper.fitsTheWindow("shipping");
    await page.getByRole("button", { name: "Continue To Payment" }).click();
    await page.getByText(/fields need your attention/).waitFor();
    await shopper.fitsTheWindow("shipping with errors");
    await shopper.fillShipping();
    await page.getByRole("button", { name: "Continue To Payment" }).click();
    await shopper.heading("Payment").waitFor();
    await shopper.fitsTheWindow("payment");
    await page.getByLabel("Purchase order number *", { exact: true }).fill("PO-1");
    await page.getByRole("button", { name: "Review Order" }).click();
    await shopper.heading("Review your order").waitFor();
    await shopper.fitsTheWindow("review");
    await page.getByRole("button", { name: "Place Order" }).click();
    await shopper.heading("Thank you for your order").waitFor();
    await shopper.fitsTheWindow("the order");
  });
}

journeys([steadyPages]);
