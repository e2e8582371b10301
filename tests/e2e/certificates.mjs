// A gift certificate at every brand: looked at on its page, redeemed, and paid with; one that exceeds the order
// needs no purchase order.
import assert from "node:assert/strict";
import { findProduct, piecewise } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { desktop, phone } from "./shopper.mjs";
import { journeys } from "./world.mjs";

const brands = { fieldhouse: 1, usgames: 1, athleticconnection: 2, varsitybrands: 3 };

function giftCertificates(world) {
  for (const [site, nth] of Object.entries(brands)) {
    journey(world, `a gift certificate pays an order at ${site}`, async ({ store, arrive }) => {
      const { product, sizes } = await findProduct(store, piecewise, { site });
      const shopper = await arrive({ viewport: site === "usgames" ? phone : desktop });
      const { page } = shopper;
      const number = `GIFT-5000-${nth}`;

      await shopper.visit("/gift-certificate", site);
      await page.getByText("Enter certificate code to see details").waitFor();
      await shopper.axe("the certificate page");
      const field = page.getByRole("textbox", { name: "Certificate number" });
      await field.fill("GIFT-VOIDED");
      await field.press("Enter");
      await page.getByRole("button", { name: "Status: Voided" }).waitFor();
      await field.fill(number.toLowerCase());
      await page.getByRole("button", { name: "Apply" }).click();
      await page.waitForURL(new RegExp(`id=${number}$`, "i"));
      await page.getByText("$5,000.00").waitFor();
      await page.getByText("Jordan Ellis").waitFor();
      await shopper.fitsTheWindow("the certificate page");
      await page.getByRole("button", { name: "Redeem Certificate" }).click();
      await page.getByRole("button", { name: "Added!" }).waitFor();
      await page.getByRole("link", { name: "Continue Shopping" }).click();

      await shopper.visit(product.href, site);
      await shopper.fillGrid({ [sizes[0].text]: 2 });
      await shopper.addToCart();
      await shopper.visit("/cart", site);
      await shopper.heading("My Cart (2)").waitFor();
      await page
        .getByText(/of this certificate cannot be used later/)
        .first()
        .waitFor({ state: "attached" });
      await shopper.fitsTheWindow("the cart with a certificate");
      await page.getByRole("button", { name: "Proceed To Checkout" }).click();
      await shopper.heading("Shipping").waitFor();
      await shopper.fillShipping();
      await page.getByRole("group", { name: "Shipping method" }).getByRole("radio").first().check();
      await page.getByLabel("Address *", { exact: true }).fill("12 Field St");
      await page.getByRole("button", { name: "Continue To Payment" }).click();
      // Nothing is left to pay: checkout goes on to the review by itself.
      await shopper.heading("Review your order").waitFor();
      await page.getByText(number).first().waitFor();
      await shopper.axe("the review with a certificate");
      const placed = page.waitForResponse((response) => response.url().endsWith("/api/orders"));
      await page.getByRole("button", { name: "Place Order" }).click();
      const order = await (await placed).json();
      assert.deepEqual([order.totalCents, order.poNumber], [0, ""]);
      assert.equal(order.certificates[0].certificateNumber, number);
      await shopper.heading("Thank you for your order").waitFor();
      await page.getByText(number).first().waitFor();

      await shopper.visit(`/gift-certificate?id=${number}`, site);
      await page.getByRole("button", { name: "Status: Redeemed" }).waitFor();
      shopper.nothingWrong();
    });
  }
}

/** On a phone the button goes with the last certificate: what is said of it has the focus and is in the window. */
function removedOnAnEmptyCart(world) {
  journey(world, "a certificate taken off an empty cart on a phone says so in the window", async ({ arrive }) => {
    const shopper = await arrive({ viewport: phone });
    const { page } = shopper;
    await shopper.visit("/gift-certificate?id=GIFT-50-19");
    await page.getByRole("button", { name: "Redeem Certificate" }).click();
    await page.getByRole("button", { name: "Added!" }).waitFor();
    await shopper.visit("/cart");
    await page.getByRole("button", { name: "Remove certificate GIFT-50-19" }).click();
    const said = page.getByRole("status").filter({ hasText: "Certificate GIFT-50-19 was removed." });
    await said.and(page.locator(":focus")).waitFor();
    const { top, bottom, height } = await said.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top, bottom, height: window.innerHeight };
    });
    assert.ok(top >= 0 && bottom <= height && bottom > top, `${top} to ${bottom} of ${height}`);
    shopper.nothingWrong();
  });
}

journeys([giftCertificates, removedOnAnEmptyCart]);
