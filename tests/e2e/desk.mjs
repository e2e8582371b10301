// A day at the desk: somebody is invited, signs in, finds an order by a fragment, holds it and lets it go, picks and ships it
// in two parts, cancels a part of it and credits another.
import assert from "node:assert/strict";
import { findProduct, piecewise } from "./articles.mjs";
import { placeOrder } from "./buyers.mjs";
import { journey } from "./journey.mjs";
import { inLetterTo } from "./letters.mjs";
import { accept, invite, signIn } from "./staff.mjs";
import { journeys } from "./world.mjs";

/** An order of two sizes, twelve and eight pieces. */
async function twentyPieces(store, told = {}) {
  const { sizes } = await findProduct(store, piecewise);
  const lines = [
    { sku: sizes[0].sku, quantity: 12 },
    { sku: sizes[1].sku, quantity: 8 },
  ];
  return { order: await placeOrder(store, { lines, ...told }), skus: lines.map(({ sku }) => sku) };
}

function aDay(world) {
  journey(world, "an order is found, held, released, picked, shipped in two parts, cut and credited", async (trip) => {
    const { store, arrive } = trip;
    const email = "coach.okafor@lincoln.example";
    const { order, skus } = await twentyPieces(store, { email, poNumber: "PO-77-OKAFOR" });
    const shopper = await arrive();
    const { page } = shopper;
    await accept(shopper, await invite(store, "owner@store.example"));

    // Any fragment finds it; what was searched for is in the address.
    await page.keyboard.press("/");
    await page.getByRole("searchbox", { name: "Search orders" }).fill("77-oka");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/desk\/orders\?q=77-oka$/);
    await page.getByRole("link", { name: order.number }).click();
    await shopper.heading(`Order ${order.number}`).waitFor();
    await shopper.focusOn(shopper.heading(`Order ${order.number}`));

    const window = page.getByRole("dialog");
    const said = (text) => page.getByRole("status").getByText(text).waitFor();
    await page.getByRole("button", { name: "Hold", exact: true }).click();
    await window.getByText("20 outstanding pieces will be neither picked nor shipped").waitFor();
    await window.getByRole("button", { name: "Hold the order" }).click();
    await window.getByText("Please choose what the order waits for").waitFor();
    await window.getByLabel("What the order waits for").selectOption("Address");
    await window.getByLabel("In words").fill("No such street in Dallas");
    await window.getByRole("button", { name: "Hold the order" }).click();
    await said(`${order.number} is on hold.`);
    const waits = page.getByRole("region", { name: "What waits" });
    await waits.getByText("No such street in Dallas").waitFor();
    await page.getByRole("button", { name: "Pick", exact: true }).waitFor({ state: "detached" });
    await waits.getByRole("button", { name: "Close the hold" }).click();
    await window.getByText("It is the last one: the order goes on.").waitFor();
    await window.getByRole("button", { name: "Close the hold" }).click();
    await waits.waitFor({ state: "detached" });

    // The first part: all of one line.
    await page.getByRole("button", { name: "Pick", exact: true }).click();
    await window.getByText("20 pieces on 2 lines go into shipment 1; 0 pieces stay on the shelf.").waitFor();
    await window.getByLabel(`Pieces to pick, ${skus[0]}`).fill("13");
    await window.getByText(`${skus[0]}: Only 12 are left to pick.`).waitFor();
    await window.getByLabel(`Pieces to pick, ${skus[0]}`).fill("12");
    await window.getByLabel(`Pieces to pick, ${skus[1]}`).fill("");
    await window.getByRole("button", { name: "Pick 12 pieces" }).click();
    await said("12 pieces picked into shipment 1.");
    await shopper.focusOn(page.getByRole("button", { name: "Pick", exact: true }));
    await page.getByRole("button", { name: "Ship: shipment 1" }).click();
    await window.getByLabel("Tracking number").fill("1Z999AA1<");
    await window.getByRole("button", { name: "Ship 12 pieces" }).click();
    await window.getByText("Please enter the tracking number as the carrier prints it").waitFor();
    await window.getByLabel("Tracking number").fill("1Z999AA10123456784");
    await window.getByRole("button", { name: "Ship 12 pieces" }).click();
    await said("Shipment 1 is shipped.");
    await page.getByRole("link", { name: "1Z999AA10123456784" }).waitFor();
    await inLetterTo(store.mailFolder, email, /1Z999AA10123456784/);

    // Three of the other line are canceled, the rest goes in a second part.
    await page.getByRole("button", { name: "Cancel pieces" }).click();
    await window.getByLabel(`Pieces to cancel, ${skus[1]}`).fill("3");
    await window.getByText("3 pieces on 1 line will be canceled. The buyer is told by mail.").waitFor();
    await window.getByLabel("Reason").selectOption("Not in stock");
    await window.getByRole("button", { name: "Cancel 3 pieces" }).click();
    await said(`3 pieces of ${order.number} canceled.`);
    await page.getByRole("button", { name: "Pick", exact: true }).click();
    await window.getByRole("button", { name: "Pick 5 pieces" }).click();
    await said("5 pieces picked into shipment 2.");
    // The button is gone: there is nothing more to pick.
    await shopper.focusOn(shopper.heading(`Order ${order.number}`));
    await page.getByRole("button", { name: "Pack: shipment 2" }).click();
    await window.getByRole("button", { name: "Pack 5 pieces" }).click();
    await said("Shipment 2 is packed.");
    await page.getByRole("button", { name: "Ship: shipment 2" }).click();
    await window.getByRole("button", { name: "Ship 5 pieces" }).click();
    await said("Shipment 2 is shipped.");
    await page.getByRole("main").getByText("On the way", { exact: true }).first().waitFor();

    // What arrived torn is credited: what was canceled is not charged.
    await page.getByText("Total after changes", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Credit", exact: true }).click();
    await window.getByLabel("Amount in dollars").fill("99999");
    await window.getByLabel("How it is given back").selectOption("Credit on the account");
    await window.getByLabel("What it is for").fill("Three torn seams");
    await window.getByRole("button", { name: "Credit $99,999.00" }).click();
    await window.getByText(/^At most \$[\d.,]+ can still be credited$/).waitFor();
    await window.getByLabel("Amount in dollars").fill("5");
    await window.getByLabel(`Pieces it is for, ${skus[1]}`).fill("3");
    await window.getByRole("button", { name: "Credit $5.00" }).click();
    await said(`$5.00 credited for ${order.number}.`);

    for (const number of [1, 2]) {
      await page.getByRole("button", { name: `Delivered: shipment ${number}` }).click();
      await window.getByRole("button", { name: /^Note the delivery of/ }).click();
      await said(`Shipment ${number} is delivered.`);
    }
    await page.getByText("noted a delivery").nth(1).waitFor();
    const timeline = page.getByRole("region", { name: "Timeline" }).getByRole("listitem");
    const told = await timeline.allInnerTexts();
    assert.match(told.at(-1), /placed the order/);
    assert.ok(told.some((text) => text.includes("3 pieces canceled on 1 line")));
    shopper.nothingWrong();
  });
}

function atTheDoor(world) {
  journey(world, "a session that ended is told in words, and whoever signs in is where they were", async (trip) => {
    const { store, arrive } = trip;
    const { order } = await twentyPieces(store, { poNumber: "PO-DOOR" });
    const shopper = await arrive();
    const { page } = shopper;
    const { app, codes } = await accept(shopper, await invite(store, "second@store.example"));
    assert.equal(codes.length, 10);
    await page.getByRole("link", { name: "All orders" }).click();
    await page.getByRole("link", { name: order.number }).click();
    await shopper.heading(`Order ${order.number}`).waitFor();
    const place = page.url();

    await shopper.context.clearCookies();
    await page.getByRole("button", { name: "Hold", exact: true }).click();
    const window = page.getByRole("dialog");
    await window.getByLabel("What the order waits for").selectOption("Stock");
    await window.getByRole("button", { name: "Hold the order" }).click();
    await shopper.heading("Your session has ended").waitFor();
    assert.equal(page.url(), place);
    await signIn(shopper, "second@store.example", "000000");
    await page.getByRole("alert").waitFor();
    await signIn(shopper, "second@store.example", app.code());
    await shopper.heading(`Order ${order.number}`).waitFor();
    assert.equal(page.url(), place);
    // The browser says that it was answered 401.
    shopper.problems = shopper.problems.filter((problem) => !problem.includes("401"));
    shopper.nothingWrong();
  });
}

journeys([aDay, atTheDoor]);
