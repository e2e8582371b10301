// Every page of the journey in all four brands, at phone and desktop size: nothing for axe to find, no
// scrolling sideways, no error in the console, the brand's own look. The main ones at tablet widths too.
import assert from "node:assert/strict";
import { describe } from "node:test";
import { findProduct, piecewise } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { desktop, phone } from "./shopper.mjs";
import { sites } from "./store.mjs";

export function everyPage(world) {
  for (const site of sites) {
    for (const [name, viewport] of Object.entries({ phone, desktop })) {
      describe(`${site} at ${name} size`, () => everyPageOf(world, site, viewport));
    }
    describe(`${site} at tablet widths`, () => tablets(world, site));
  }
}

function tablets(world, site) {
  journey(world, "home, list, product and cart fit", async ({ store, arrive }) => {
    const { product, sizes } = await findProduct(store, piecewise, { site });
    const shopper = await arrive({ viewport: desktop });
    const { page } = shopper;
    const fits = async (what) => {
      for (const width of [768, 1024]) {
        await page.setViewportSize({ width, height: 900 });
        await shopper.fitsTheWindow(`${what} at ${width} px`);
      }
      await page.setViewportSize(desktop);
    };
    for (const address of ["/", product.categories.at(-1).href, product.href]) {
      await shopper.visit(address, site);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.getByRole("link", { name: /^Cart, 0 items/ }).waitFor();
      await fits(address);
    }
    await shopper.fillGrid({ [sizes[0].text]: 2, [sizes[1].text]: 4 });
    await shopper.addToCart();
    await shopper.visit("/cart", site);
    await shopper.heading("My Cart (6)").waitFor();
    await fits("the cart");
    shopper.nothingWrong();
  });
}

function everyPageOf(world, site, viewport) {
  const look = async (shopper, what) => {
    await shopper.axe(what);
    await shopper.fitsTheWindow(what);
    shopper.nothingWrong();
  };

  journey(world, "public pages", async ({ store, arrive }) => {
    const { product } = await findProduct(store, piecewise, { site });
    const shopper = await arrive({ viewport });
    const { page } = shopper;
    const shell = await store.json("/api/shell", site);
    for (const address of ["/", "/search/?query=jersey", product.categories.at(-1).href, product.href]) {
      await shopper.visit(address, site);
      await page.getByRole("heading", { level: 1 }).waitFor();
      // Alive once the cart's count was asked for.
      await page.getByRole("link", { name: /^Cart, 0 items/ }).waitFor();
      assert.equal(await page.locator("html").getAttribute("data-site"), site);
      await look(shopper, address);
    }
    const legal = shell.footer.legalLinks.find((link) => link.href.startsWith("/"));
    if (legal) {
      await shopper.visit(legal.href, site);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await look(shopper, legal.href);
    }
  });

  journey(world, "cart, checkout and order", async ({ store, arrive }) => {
    const { product, sizes } = await findProduct(store, piecewise, { site });
    const shopper = await arrive({ viewport });
    const { page } = shopper;
    await shopper.visit("/cart", site);
    await shopper.heading("My Cart (0)").waitFor();
    await look(shopper, "the empty cart");

    await shopper.visit(product.href, site);
    await shopper.fillGrid({ [sizes[0].text]: 2, [sizes[1].text]: 4 });
    await shopper.addToCart();
    await look(shopper, "the mini-cart");
    await shopper.visit("/cart", site);
    await shopper.heading("My Cart (6)").waitFor();
    await look(shopper, "the cart");
    if (viewport === phone) {
      await page.getByRole("button", { name: /^Order Summary/ }).click();
      await page.getByText("Merchandise Total").waitFor();
      await look(shopper, "the open order summary");
      await page.keyboard.press("Escape");
    }

    await page.getByRole("button", { name: "Proceed To Checkout" }).click();
    await shopper.heading("Shipping").waitFor();
    await page.getByRole("button", { name: "Continue To Payment" }).click();
    await page.getByText(/fields need your attention/).waitFor();
    await look(shopper, "shipping with errors");
    await shopper.fillShipping();
    await page.getByRole("button", { name: "Continue To Payment" }).click();
    await shopper.heading("Payment").waitFor();
    await look(shopper, "payment");
    await page.getByLabel("Purchase order number *", { exact: true }).fill("PO-1");
    await page.getByRole("button", { name: "Review Order" }).click();
    await shopper.heading("Review your order").waitFor();
    await look(shopper, "review");
    await page.getByRole("button", { name: "Place Order" }).click();
    await shopper.heading("Thank you for your order").waitFor();
    await look(shopper, "the order");
  });
}
