// What was ordered is said where it is shown: at review, on the order, on paper to be signed, by the letter's link on
// another device, and after a look-up by number and e-mail.
import assert from "node:assert/strict";
import { buyable, findProduct, personalised } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { inLetterTo } from "./letters.mjs";
import { desktop, phone } from "./shopper.mjs";
import { journeys } from "./world.mjs";

const file = `purchase_order_${"signed_by_the_superintendent_".repeat(4)}final.pdf`;
const email = "coach.okafor@lincoln.example";

/** A product whose variants differ in the flavor alone. */
function flavored(product) {
  const flavors = product.variants.filter((group) => group.attributesData.some(({ name }) => name === "flavor"));
  const sizes = flavors.map((group) => buyable(group)[0]).filter((size) => size !== undefined);
  return !product.callToOrder && sizes.length >= 3 ? { sizes: sizes.slice(0, 3) } : undefined;
}

/** Three flavors of one drink, and eight pieces with names. */
async function fill(store, page) {
  const drink = await findProduct(store, flavored, { query: "drink" });
  const shirt = await findProduct(store, personalised);
  const few = ({ sku, minOrderQty, deliveryUnit }) => ({ sku, quantity: Math.max(1, minOrderQty, deliveryUnit) });
  const players = Array.from({ length: 8 }, (_, nth) =>
    shirt.product.freeFormOptions.map((label) => (/number/i.test(label) ? String(20 + nth) : `Player ${nth}`)),
  );
  const lines = drink.sizes.map(few);
  const named = { sku: shirt.sizes[0].sku, quantity: players.length, freeForm: players };
  const answer = await page.evaluate(
    async (sent) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch("/api/cart/lines", { method: "POST", headers, body: JSON.stringify(sent) });
      return { status: response.status, text: await response.text() };
    },
    { lines: [...lines, named] },
  );
  assert.equal(answer.status, 200, answer.text);
  return { lines, named, drink: drink.product, players };
}

/** Each line is told apart: its sku, and options that no other line of the drink has. */
async function toldApart(list, { lines, named, drink }) {
  for (const { sku } of [...lines, named]) await list.getByText(sku, { exact: true }).waitFor();
  const said = await list
    .getByRole("list", { name: `Lines of ${drink.name}` })
    .getByRole("listitem")
    .allInnerTexts();
  assert.equal(said.filter((text) => text.includes("Flavor: ")).length, lines.length, said.join("\n"));
  assert.equal(new Set(said).size, lines.length);
}

function ordered(world) {
  journey(world, "an order says all of itself: at review, on paper, by its link and after a look-up", async (trip) => {
    const { store, arrive } = trip;
    const shopper = await arrive();
    const { page } = shopper;
    await shopper.visit("/");
    const kit = await fill(store, page);
    await shopper.visit("/checkout/shipping");
    await shopper.heading("Shipping").waitFor();
    await toldApart(page.getByRole("list", { name: "Items of your order" }), kit);
    await shopper.axe("shipping with its items");
    await shopper.fillShipping({ email });
    await page.getByLabel("Notes for the carrier (optional)").fill("Gym entrance");
    await page.getByRole("button", { name: "Continue To Payment" }).click();
    await shopper.heading("Payment").waitFor();
    await page.getByLabel("Purchase order number *", { exact: true }).fill("PO-88");
    await page.getByLabel("Name of the purchase order file (optional)").fill(file);
    await page.getByRole("button", { name: "Review Order" }).click();
    await shopper.heading("Review your order").waitFor();
    await toldApart(page.getByRole("list", { name: "Items of your order" }), kit);
    await shopper.axe("review");
    // The name of a file is one long word: nothing lies over what is pressed, in a wide window and a narrow one.
    for (const viewport of [desktop, { width: 320, height: 640 }]) {
      await shopper.resize(viewport);
      await page.getByText(file).waitFor();
      await page.getByRole("link", { name: "Edit shipping method" }).click({ trial: true });
      await page.getByRole("button", { name: "Place Order" }).click({ trial: true });
      await shopper.fitsTheWindow("review");
    }
    await shopper.resize(desktop);
    const placed = page.waitForResponse((response) => response.url().endsWith("/api/orders"));
    await page.getByRole("button", { name: "Place Order" }).click();
    const order = await (await placed).json();
    await shopper.heading("Thank you for your order").waitFor();
    await onPaper(page, kit);
    await shopper.axe("an order with names");
    shopper.nothingWrong();

    // On a phone that never saw the store.
    const link = await inLetterTo(store.mailFolder, email, /\/order\?id=[\w-]+&key=[\w.-]+/);
    const guest = await arrive({ viewport: phone });
    await guest.visit(link);
    await guest.heading("Thank you for your order").waitFor();
    await toldApart(guest.page.getByRole("list", { name: "Items of this order" }), kit);
    await guest.fitsTheWindow("an order by its link");
    await guest.axe("an order by its link");
    guest.nothingWrong();

    // Without the letter.
    await guest.visit(`/order?id=${order.id}`);
    await guest.heading("We cannot find this order").waitFor();
    await guest.page.getByRole("link", { name: "Find Your Order" }).click();
    await guest.heading("Find Your Order").waitFor();
    await guest.axe("the look-up of an order");
    await guest.page.getByLabel(/^Order number/).fill(order.number);
    await guest.page.getByLabel(/^Email/).fill("somebody@else.example");
    await guest.page.getByRole("button", { name: "Find order" }).click();
    await guest.page.getByRole("alert").getByText("We found no order").waitFor();
    await guest.page.getByRole("alert").and(guest.page.locator(":focus")).waitFor();
    await guest.page.getByLabel(/^Email/).fill(email);
    await guest.page.getByRole("button", { name: "Find order" }).click();
    await guest.heading("Thank you for your order").waitFor();
    await guest.page.getByText(order.number).first().waitFor();
  });
}

/** Paper cannot be unfolded: every name is there, and a place to sign. */
async function onPaper(page, { players, named }) {
  const proof = page.getByRole("region", { name: "Proof" });
  for (const [name] of players)
    assert.equal(await page.getByText(name).filter({ visible: true }).count(), 1, "a team is read without a click");
  await page.emulateMedia({ media: "print" });
  await proof.getByRole("heading", { name: "Player list" }).waitFor();
  const rows = await proof.getByRole("row").allInnerTexts();
  assert.equal(rows.length, players.length + 1);
  for (const [place, texts] of players.entries()) {
    for (const text of [...texts, named.sku])
      assert.ok(rows[place + 1].includes(text), `${text} in ${rows[place + 1]}`);
  }
  for (const line of ["Signature", "Date"]) await proof.getByText(line, { exact: true }).waitFor();
  await page.getByText(file).waitFor();
  await page.getByText("Gym entrance").waitFor();
  assert.ok(await page.getByRole("button", { name: "Print" }).isHidden());
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `the sheet is ${wide} px too wide`);
  await page.emulateMedia({ media: "screen" });
  await proof.waitFor({ state: "hidden" });
}

journeys([ordered]);
