// A list that a coach keeps: saved from the cart, changed, ordered again in one act, shown to nobody else.
import assert from "node:assert/strict";
import { findProduct, piecewise } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { phone } from "./shopper.mjs";
import { journeys } from "./world.mjs";

const email = "director@demo.example";
const password = "seven green llamas";

function savedLists(world) {
  journey(world, "a cart is saved as a list, changed, and ordered again", async ({ store, arrive }) => {
    const { product, sizes } = await findProduct(store, piecewise);
    const shopper = await arrive();
    const { page } = shopper;
    await shopper.visit("/my-account/lists/");
    await shopper.heading("Sign In").waitFor();
    await page.getByLabel("Email *", { exact: true }).fill(email);
    await page.getByLabel("Password *", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await shopper.heading("Saved Lists").waitFor();
    await page.getByText("No saved lists yet").waitFor();
    await shopper.axe("no saved lists");

    const lines = sizes.slice(0, 2).map(({ sku, minOrderQty }) => ({ sku, quantity: Math.max(2, minOrderQty) }));
    const status = await page.evaluate(
      async (sent) => {
        const headers = { "content-type": "application/json" };
        return (await fetch("/api/cart/lines", { method: "POST", headers, body: JSON.stringify(sent) })).status;
      },
      { lines },
    );
    assert.equal(status, 200);
    await shopper.visit("/cart");
    const opener = page.getByRole("button", { name: "Save As A List" });
    await opener.focus();
    await page.keyboard.press("Enter");
    const window = page.getByRole("dialog");
    await window.getByLabel("Name").fill("Practice week");
    await shopper.axe("a cart becomes a list");
    await page.keyboard.press("Enter");
    await window.getByText("Saved.").waitFor();
    await window.getByRole("link", { name: "See your lists" }).click();
    await shopper.heading("Saved Lists").waitFor();
    await shopper.axe("saved lists");
    await page.getByRole("link", { name: "Practice week" }).click();
    await shopper.heading("Practice week").waitFor();
    await shopper.axe("a saved list");
    await shopper.fitsTheWindow("a saved list");
    await shopper.resize(phone);
    await shopper.fitsTheWindow("a saved list on a phone");

    // One article stays, and the list has another name.
    await page.getByRole("checkbox", { name: new RegExp(lines[1].sku) }).uncheck();
    await page.getByLabel("Name", { exact: true }).fill("Game week");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await shopper.heading("Game week").waitFor();
    await page.getByRole("button", { name: "Add 1 line to my cart" }).click();
    await page
      .getByRole("status")
      .getByText(/added|in your cart/i)
      .first()
      .waitFor();
    const held = await page.evaluate(async () => (await fetch("/api/cart/active")).json());
    const pieces = held.items
      .find((card) => card.id === product.id)
      .lineItems.find((line) => line.sku === lines[0].sku);
    assert.equal(pieces.quantity, 2 * lines[0].quantity);
    await page.getByRole("button", { name: "Remove This List" }).click();
    await page.getByRole("button", { name: "Remove The List" }).click();
    await page.getByText("No saved lists yet").waitFor();
    shopper.nothingWrong();
  });
}

journeys([savedLists]);
