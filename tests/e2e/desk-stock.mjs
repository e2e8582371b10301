// Stock that the store counts itself: an article is counted, sells out, says so to shoppers with the day more is expected, is
// received and sold again. By keyboard, with axe, and on a phone.
import assert from "node:assert/strict";
import { placeOrder } from "./buyers.mjs";
import { journey } from "./journey.mjs";
import { phone } from "./shopper.mjs";
import { accept, invite } from "./staff.mjs";
import { journeys } from "./world.mjs";

const sku = "SM1424-CDWH";

/** A day from now: as somebody types it, and as a shopper reads it. */
function later(days) {
  const day = new Date(Date.now() + days * 86_400_000);
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0"));
  return { typed: `${month}/${date}/${day.getFullYear()}`, read: `${month}/${date}` };
}

/** Opens the article's page until it says something: what was bought shows within seconds. */
async function says(shopper, text) {
  await shopper.visit(`/p/${sku}/`);
  const said = shopper.page.getByRole("main").getByText(text).first();
  for (let visits = 0; visits < 20; visits += 1) {
    if (await said.isVisible()) return;
    await shopper.page.reload();
    await said.waitFor({ timeout: 1_000 }).catch(() => {});
  }
  assert.fail(`the article's page never says ${text}`);
}

function sold(world) {
  journey(world, "an article is counted, sold out, expected, received and sold again", async ({ store, arrive }) => {
    const customer = await arrive();
    const shopper = await arrive();
    const { page } = shopper;
    await accept(shopper, await invite(store, "stock@store.example"));
    await page.keyboard.press("s");
    await shopper.heading("Stock").waitFor();
    await page.getByRole("link", { name: "CH1460", exact: false }).first().waitFor();
    await shopper.axe("stock");
    await page.keyboard.press("j");
    await shopper.focusOn(page.locator("a[data-row]").first());

    await page.getByRole("button", { name: "Count an article" }).click();
    // Any fragment finds it; a scanner types all of it and presses Enter, and nothing else is picked for it.
    const asked = page.getByRole("combobox", { name: "Article" });
    await asked.fill(sku.slice(2, 9).toLowerCase());
    const rows = page.getByRole("option");
    await rows.filter({ hasText: sku }).waitFor();
    await shopper.axe("picking an article");
    await asked.fill("no-such-article");
    await page.getByText("Nothing has that in it.").waitFor();
    await asked.fill(sku.toLowerCase());
    await page.keyboard.press("Enter");
    await shopper.heading(sku).waitFor();
    await page.getByText("It can be bought as it was imported.").waitFor();
    await page.getByRole("button", { name: "Count", exact: true }).click();
    await page.getByRole("button", { name: "Count it" }).click();
    await page.getByText("Please enter how many there are, 0 or more").waitFor();
    await page.getByLabel("Pieces in the house").fill("3");
    await shopper.axe("counting");
    await page.keyboard.press("Enter");
    await page.getByText(`${sku} is counted.`).waitFor();
    await page.getByText("3 pieces counted by Dana Reyes").waitFor();

    const order = await placeOrder(store, { lines: [{ sku, quantity: 3 }], poNumber: "PO-LAST" });
    await says(customer, "Out of stock");
    await page.reload();
    await page.getByRole("link", { name: order.number }).waitFor();
    await page.getByText("−3 promised").or(page.getByText("+3 promised")).first().waitFor();
    await shopper.axe("an article that is out");

    const day = later(20);
    await page.getByRole("button", { name: "On its way" }).click();
    await page.getByLabel("Pieces", { exact: true }).fill("40");
    await page.getByLabel("Expected on").fill(day.typed);
    await page.getByLabel("Reference").fill("PO 7");
    await page.getByRole("button", { name: "Note it" }).click();
    await page.getByText(`40 pieces of ${sku} are on their way.`).waitFor();
    await says(customer, `Available on ${day.read}`);

    await page.getByRole("button", { name: `Receive 40 pieces on ${day.typed}` }).click();
    await page.getByLabel("Pieces that came").fill("41");
    await page.getByText("Only 40 are on their way").waitFor();
    await page.getByLabel("Pieces that came").fill("15");
    await page.getByRole("button", { name: "Receive 15 pieces" }).click();
    await page.getByText(`15 pieces of ${sku} received.`).waitFor();
    await page.getByText("15 of 40 came.").waitFor();
    await says(customer, "Add to Cart");
    await placeOrder(store, { lines: [{ sku, quantity: 2 }], poNumber: "PO-NEXT" });

    await page.getByRole("button", { name: "Correct" }).click();
    await page.getByLabel("Why").selectOption({ label: "Damaged" });
    await page.getByLabel("Pieces more or fewer").fill("-1");
    await page.getByText("17 pieces on hand instead of 18.").waitFor();
    await page.getByRole("button", { name: "Correct it" }).click();
    await page.getByText(`${sku} is corrected.`).waitFor();
    await shopper.resize(phone);
    await shopper.fitsTheWindow("an article's stock on a phone");
    await shopper.visit("/desk/stock?show=incoming&q=digit");
    await page.getByRole("link", { name: sku }).waitFor();
    await shopper.fitsTheWindow("stock on a phone");
    shopper.nothingWrong();
    customer.nothingWrong();
  });
}

journeys([sold]);
