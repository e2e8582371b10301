// The same purchase without a mouse: Tab, arrows, Enter, Escape and typing only, and the focus always in sight.
import assert from "node:assert/strict";
import { findProduct, piecewise } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { Keyboard } from "./keys.mjs";
import { journeys } from "./world.mjs";

function keyboardOnly(world) {
  journey(world, "the whole purchase by keyboard only", async ({ store, arrive }) => {
    const { product, sizes } = await findProduct(store, piecewise);
    const shopper = await arrive();
    const { page } = shopper;
    const keyboard = new Keyboard(page);

    await shopper.visit("/");
    const search = page.getByRole("combobox", { name: "Search products" });
    await search.waitFor();
    // Alive once the cart's count was asked for.
    await page.getByRole("link", { name: "Cart, 0 items" }).waitFor();
    await keyboard.press("Tab");
    const first = page.locator(":focus");
    assert.match((await first.getAttribute("href")) ?? "", /#skipToMainContent$/, "the skip link comes first");
    await keyboard.fill(search, product.name, "the search field");
    await page.getByRole("listbox").waitFor();
    await keyboard.press("Escape");
    await page.getByRole("listbox").waitFor({ state: "detached" });
    await keyboard.press("Enter");
    await page.waitForURL(/\/search\/\?query=/);
    const hit = page.getByRole("main").getByRole("link", { name: product.name }).first();
    await keyboard.tabTo(hit, "the product in the list");
    await keyboard.press("Enter");
    await shopper.heading(product.name).waitFor();

    const [small, medium] = sizes;
    await keyboard.fill(shopper.sizeField(small.text), "2", "the first size");
    // The grid is walked like a spreadsheet.
    await keyboard.press("ArrowRight");
    await shopper.sizeField(medium.text).and(page.locator(":focus")).waitFor();
    await keyboard.type("3");
    await keyboard.tabTo(page.getByRole("button", { name: "Add to Cart" }), "Add to Cart");
    await keyboard.press("Enter");
    const miniCart = page.getByRole("dialog", { name: /^My Cart/ });
    await miniCart.getByText("5 pieces added to your cart").waitFor();
    await keyboard.tabTo(miniCart.getByRole("link", { name: "View Cart" }), "View Cart");
    await keyboard.press("Enter");
    await shopper.heading("My Cart (5)").waitFor();

    const quantity = page.getByRole("textbox", { name: new RegExp(`^Quantity of .*size ${small.text}$`) });
    await keyboard.fill(quantity, "4", "the quantity in the cart");
    await keyboard.press("Enter");
    await shopper.heading("My Cart (7)").waitFor();
    await keyboard.tabTo(page.getByRole("button", { name: "Proceed To Checkout" }), "Proceed To Checkout");
    await keyboard.press("Enter");
    await shopper.heading("Shipping").waitFor();

    const labelled = (label) => page.getByLabel(label, { exact: true });
    await keyboard.fill(labelled("E-mail *"), "coach.keys@lincoln.example", "E-mail");
    await keyboard.fill(labelled("First Name *"), "Kim", "First Name");
    await keyboard.fill(labelled("Last Name *"), "Okafor", "Last Name");
    await keyboard.fill(labelled("Phone Number *"), "555-201-7788", "Phone Number");
    await keyboard.fill(labelled("Address *"), "12 Field St", "Address");
    await keyboard.fill(labelled("City *"), "Dallas", "City");
    await keyboard.fill(labelled("State *"), "Texas", "State");
    await keyboard.fill(labelled("Zip/Postal Code *"), "75201", "Zip/Postal Code");
    const methods = page.getByRole("group", { name: "Shipping method" }).getByRole("radio");
    await keyboard.tabTo(methods.first(), "the shipping methods");
    await keyboard.press("ArrowDown");
    assert.ok(await methods.nth(1).isChecked());
    await keyboard.tabTo(page.getByRole("button", { name: "Continue To Payment" }), "Continue To Payment");
    await keyboard.press("Enter");
    await shopper.heading("Payment").and(page.locator(":focus")).waitFor();
    // An empty form leads the keyboard to what is missing.
    await keyboard.tabTo(page.getByRole("button", { name: "Review Order" }), "Review Order");
    await keyboard.press("Enter");
    const number = labelled("Purchase order number *");
    await number.and(page.locator(":focus")).waitFor();
    await keyboard.type("PO-KEYS-1");
    await keyboard.press("Enter");
    await shopper.heading("Review your order").waitFor();
    await keyboard.tabTo(page.getByRole("button", { name: "Place Order" }), "Place Order");
    await keyboard.press("Enter");
    await shopper.heading("Thank you for your order").waitFor();
    shopper.nothingWrong();
  });
}

journeys([keyboardOnly]);
