// The first sale: search, size grid, cart, checkout as a guest, confirmation; then the machine dies and
// order and cart are still there.
import assert from "node:assert/strict";
import { findProduct, inPacks, piecewise } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { journeys } from "./world.mjs";

function guestOrder(world) {
  journey(
    world,
    "a guest finds, fills, changes and orders; order and cart survive the death of the server",
    async ({ store, arrive }) => {
      const { product, sizes } = await findProduct(store, inPacks);
      const shopper = await arrive();
      const { page } = shopper;

      await shopper.visit("/");
      const search = page.getByRole("combobox", { name: "Search products" });
      await search.fill(product.name);
      await page.getByRole("listbox").waitFor();
      await search.press("Enter");
      await page.waitForURL(/\/search\/\?query=/);
      await page.getByRole("main").getByRole("link", { name: product.name }).first().click();
      await shopper.heading(product.name).waitFor();

      const [first, second] = sizes;
      const minimum = Math.max(first.minOrderQty, first.deliveryUnit);
      const field = shopper.sizeField(first.text);
      await field.fill(String(minimum - 1));
      await field.press("Tab");
      await page.getByText(`Minimum Quantity is ${minimum}`).waitFor();
      await field.and(page.locator(":focus")).waitFor();
      assert.equal(await field.getAttribute("aria-invalid"), "true");
      await field.fill(String(minimum + 1));
      await field.press("Tab");
      await page.getByText(`Quantity must be in multiples of ${first.deliveryUnit}`).waitFor();

      const unit = first.deliveryUnit;
      const start = Math.ceil(minimum / unit) * unit;
      await shopper.fillGrid({ [first.text]: start, [second.text]: start });
      const miniCart = await shopper.addToCart();
      await miniCart.getByText(`${2 * start} pieces added to your cart`).waitFor();
      const adds = await page.evaluate(() => globalThis.dataLayer.filter(({ event }) => event === "add_to_cart"));
      assert.equal(adds.length, 1, "add_to_cart is told once");
      const told = adds[0].ecommerce.items.map((item) => [
        item.item_id,
        item.item_name,
        item.quantity,
        item.brand,
        item.size,
      ]);
      const expected = [first, second].map((size) => [product.id, product.name, start, product.brand, size.text]);
      assert.deepEqual(told, expected);
      await miniCart.getByRole("link", { name: "View Cart" }).click();
      await shopper.heading(`My Cart (${2 * start})`).waitFor();

      // One size more: the answer of the server is what stays.
      const quantity = page.getByRole("textbox", { name: new RegExp(`^Quantity of .*size ${first.text}$`) });
      const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
      await quantity.fill(String(start + unit));
      await quantity.press("Enter");
      const { head } = await (await saved).json();
      assert.equal(head.totalLineItemQuantity, 2 * start + unit);
      await shopper.heading(`My Cart (${2 * start + unit})`).waitFor();
      const summary = page.getByRole("region", { name: "Order Summary" });
      await summary.getByText(head.summary.total.text, { exact: true }).first().waitFor();
      await summary.getByText("Estimated Tax").waitFor();
      await page.reload();
      await shopper.heading(`My Cart (${2 * start + unit})`).waitFor();

      // A later step cannot be opened before its time.
      await shopper.visit("/checkout/review");
      await page.waitForURL(/\/checkout\/shipping$/);
      await shopper.heading("Shipping").waitFor();
      await page.goBack();
      await shopper.visit("/cart");
      await page.getByRole("button", { name: "Proceed To Checkout" }).click();
      await page.waitForURL(/\/checkout\/shipping$/);
      const zip = page.getByLabel("Zip/Postal Code *", { exact: true });
      await zip.focus();
      await zip.press("Tab");
      await page.getByText("Zip/Postal Code is required").waitFor();
      await shopper.fillShipping();
      const [method] = await page.getByRole("radio").all();
      await method.check();
      await page.getByRole("button", { name: "Continue To Payment" }).click();

      await shopper.heading("Payment").waitFor();
      await summary.getByText("--").waitFor({ state: "detached" });
      await page.getByLabel("Purchase order number *", { exact: true }).fill("PO-2027-0441");
      await page.getByRole("button", { name: "Review Order" }).click();

      await shopper.heading("Review your order").waitFor();
      await page.reload();
      await shopper.heading("Review your order").waitFor();
      await page.getByText("Purchase order PO-2027-0441").waitFor();
      await page.getByText("Dallas, TX 75201").waitFor();
      const placed = page.waitForResponse((response) => response.url().endsWith("/api/orders"));
      await page.getByRole("button", { name: "Place Order" }).dblclick();
      assert.equal((await placed).status(), 201);
      const order = await (await placed).json();
      await page.waitForURL(/\/order\?id=/);
      await shopper.heading("Thank you for your order").waitFor();
      await page.getByText(order.number).first().waitFor();
      await page.getByText(order.summary.total.text, { exact: true }).waitFor();
      const receipt = page.url();

      // What was ordered is no longer in the cart; something else is put in.
      await shopper.visit("/cart");
      await shopper.heading("My Cart (0)").waitFor();
      const next = await findProduct(store, piecewise);
      await shopper.visit(next.product.href);
      await shopper.fillGrid({ [next.sizes[0].text]: 3 });
      await shopper.addToCart();

      // The shopper looks elsewhere first: what a page still fetches while the store dies would fail, rightly.
      await page.goto("about:blank");
      await store.kill();
      await store.open();

      await page.goto(receipt);
      await shopper.heading("Thank you for your order").waitFor();
      await page.getByText(order.number).first().waitFor();
      await shopper.visit("/cart");
      await shopper.heading("My Cart (3)").waitFor();
      shopper.nothingWrong();
    },
  );
}

journeys([guestOrder]);
