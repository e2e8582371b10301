// A buyer after the sale: finds an order of theirs again, reads what arrives when, orders it once more with other names, and
// cancels what nobody works on yet.
import assert from "node:assert/strict";
import { findProduct, personalised, piecewise } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { phone } from "./shopper.mjs";
import { journeys } from "./world.mjs";

const email = "director@demo.example";
const password = "seven green llamas";

async function fill(store, page) {
  const plain = await findProduct(store, piecewise);
  const shirt = await findProduct(store, personalised);
  const players = ["Rivera", "Okafor"].map((name, nth) =>
    shirt.product.freeFormOptions.map((label) => (/number/i.test(label) ? String(7 + nth) : name)),
  );
  const lines = [
    { sku: plain.sizes[0].sku, quantity: Math.max(1, plain.sizes[0].minOrderQty) },
    { sku: shirt.sizes[0].sku, quantity: players.length, freeForm: players },
  ];
  const answer = await page.evaluate(
    async (sent) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch("/api/cart/lines", { method: "POST", headers, body: JSON.stringify(sent) });
      return { status: response.status, text: await response.text() };
    },
    { lines },
  );
  assert.equal(answer.status, 200, answer.text);
  return { plain: plain.product, shirt: shirt.product };
}

function buyersOrders(world) {
  journey(world, "a buyer finds an order again, orders it once more with other names, and cancels it", async (trip) => {
    const { store, arrive } = trip;
    const shopper = await arrive();
    const { page } = shopper;
    await shopper.visit("/my-account/orders/");
    await shopper.heading("Sign In").waitFor();
    await page.getByLabel("Email *", { exact: true }).fill(email);
    await page.getByLabel("Password *", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await shopper.heading("Orders").waitFor();
    await page
      .getByRole("link", { name: /^Order / })
      .first()
      .waitFor();
    await shopper.axe("a year of orders");
    await shopper.visit("/my-account/orders/?q=nothing+is+called+this");
    await page.getByText("No orders found").waitFor();
    await shopper.axe("no orders");

    const { shirt } = await fill(store, page);
    await shopper.visit("/checkout/shipping");
    await shopper.heading("Shipping").waitFor();
    await shopper.fillShipping({ email });
    await page.getByRole("button", { name: "Continue To Payment" }).click();
    await shopper.heading("Payment").waitFor();
    await page.getByLabel("Purchase order number *", { exact: true }).fill("PO-2026");
    await page.getByRole("button", { name: "Review Order" }).click();
    await shopper.heading("Review your order").waitFor();
    const placed = page.waitForResponse((response) => response.url().endsWith("/api/orders"));
    await page.getByRole("button", { name: "Place Order" }).click();
    const order = await (await placed).json();
    await shopper.heading("Thank you for your order").waitFor();

    // Found by a player's name, by the keyboard, once the index has it.
    await shopper.visit("/my-account/orders/?po=PO-2026");
    await page.getByRole("link", { name: `Order ${order.number}` }).waitFor();
    await shopper.axe("orders");
    await shopper.fitsTheWindow("orders");
    await shopper.resize(phone);
    await shopper.fitsTheWindow("orders on a phone");
    const found = async () => {
      await page.getByRole("searchbox", { name: "Search" }).fill("Okafor");
      await page.getByRole("searchbox", { name: "Search" }).press("Enter");
      await page.waitForURL(/q=Okafor/);
    };
    await found();
    await page.getByRole("link", { name: `Order ${order.number}` }).click();
    await page.getByRole("region", { name: "What arrives when" }).getByText("still to come").waitFor();
    await shopper.axe("an order on a phone");
    await shopper.fitsTheWindow("an order on a phone");

    await page.getByRole("link", { name: "Order Again" }).click();
    await shopper.heading(`Order ${order.number} again`).waitFor();
    await shopper.axe("ordering again");
    await shopper.fitsTheWindow("ordering again on a phone");
    const field = page.getByRole("textbox", { name: new RegExp(`2 of ${shirt.name}`) }).first();
    await field.fill("Nguyen");
    const add = page.getByRole("button", { name: "Add 2 lines to my cart" });
    await add.click();
    await page.getByText("Please check the names and numbers").waitFor();
    shopper.problems.length = 0; // the refusal is in the console
    await page.getByRole("checkbox", { name: /I have checked the names/ }).check();
    await add.click();
    await page.getByRole("link", { name: "View Cart" }).waitFor();
    const cart = await page.evaluate(async () => (await fetch("/api/cart/active")).text());
    assert.ok(cart.includes("Nguyen") && cart.includes("Rivera") && !cart.includes("Okafor"), cart);

    // Canceled after all: said in numbers first, then told, and the focus stays with what is told.
    await shopper.visit(`/order?id=${order.id}`);
    await page.getByRole("button", { name: "Cancel Order" }).click();
    const asked = page.getByRole("dialog");
    await asked.getByText(`pieces of order ${order.number} will be canceled`, { exact: false }).waitFor();
    await shopper.axe("canceling");
    await asked.getByRole("button", { name: "Cancel Order" }).click();
    await shopper.heading("Your order was canceled").waitFor();
    await page.getByText(`Order ${order.number} was canceled.`).and(page.locator(":focus")).waitFor();
    await shopper.axe("a canceled order");
    await shopper.visit("/my-account/orders/?state=ended");
    await page.getByRole("link", { name: `Order ${order.number}` }).waitFor();
    shopper.nothingWrong();
  });
}

journeys([buyersOrders]);
