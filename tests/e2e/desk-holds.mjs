// Holds at the desk by keyboard alone: an order is put on hold with kind, reason and day, handed to a colleague who finds it among
// theirs, put off, closed and released.
import assert from "node:assert/strict";
import { findProduct, piecewise } from "./articles.mjs";
import { placeOrder } from "./buyers.mjs";
import { journey } from "./journey.mjs";
import { Keyboard } from "./keys.mjs";
import { accept, invite } from "./staff.mjs";
import { journeys } from "./world.mjs";

/** A day as it is typed, and as the desk tells it. */
function dayIn(days) {
  const day = new Date(Date.now() + days * 86_400_000);
  const [year, month, date] = day.toISOString().slice(0, 10).split("-");
  const told = day.toLocaleDateString("en-US", { timeZone: "UTC", month: "short", day: "numeric", year: "numeric" });
  return { typed: `${month}/${date}/${year}`, told };
}

function held(world) {
  journey(world, "an order is held, handed over, put off and released by keyboard alone", async ({ store, arrive }) => {
    const { sizes } = await findProduct(store, piecewise);
    const lines = [{ sku: sizes[0].sku, quantity: 12 }];
    const { number } = await placeOrder(store, { lines, poNumber: "PO-CREST" });
    const [shopper, colleague] = [await arrive(), await arrive()];
    const link = await invite(store, "colleague@store.example", { role: "order_desk", name: "Kim Lee" });
    await accept(colleague, link);
    await accept(shopper, await invite(store, "holds@store.example"));
    const { page } = shopper;
    const keyboard = new Keyboard(page);
    const [soon, later] = [dayIn(5), dayIn(12)];

    const press = async (button, name) => {
      await keyboard.tabTo(button, name);
      await keyboard.press("Enter");
    };
    const button = (name) => page.getByRole("button", { name, exact: true });
    const window = page.getByRole("dialog");
    const said = (text) => page.getByRole("status").getByText(text).waitFor();
    const retype = async (field, text, what) => {
      await keyboard.tabTo(field, what);
      await keyboard.press("Control+a");
      await keyboard.type(text);
    };

    await keyboard.press("/");
    await shopper.focusOn(page.getByRole("searchbox", { name: "Search orders" }));
    await keyboard.type("po-crest");
    await keyboard.press("Enter");
    await page.getByRole("link", { name: number, exact: true }).waitFor();
    await keyboard.press("Escape");
    await keyboard.press("j");
    await shopper.focusOn(page.getByRole("link", { name: number, exact: true }));
    await keyboard.press("Enter");
    await shopper.focusOn(shopper.heading(`Order ${number}`));

    // What is wrong is said at its field, and nothing is held by it.
    await press(button("Hold"), "Hold");
    const kind = window.getByLabel("What the order waits for");
    await shopper.focusOn(kind);
    await keyboard.type("Other");
    await keyboard.fill(window.getByLabel("Look again by"), "soon", "the day");
    await keyboard.press("Enter");
    await window.getByText("Please say what the order waits for").waitFor();
    await window.getByText("Please enter the date as MM/DD/YYYY").waitFor();
    await keyboard.tabTo(kind, "the kind", "Shift+Tab");
    await keyboard.type("Art");
    await keyboard.fill(window.getByLabel("In words"), "The coach has to see the crest", "the reason");
    await retype(window.getByLabel("Look again by"), soon.typed, "the day");
    await keyboard.press("Enter");
    await said(`${number} is on hold.`);
    await shopper.focusOn(button("Hold"));
    const waits = page.getByRole("region", { name: "What waits" });
    await waits.getByText("On hold: Art proof. The coach has to see the crest").waitFor();
    await waits.getByText(`look again by ${soon.told}`).waitFor();
    // Who holds it looks after it.
    await waits.getByText("Dana Reyes").waitFor();
    assert.equal(await button("Release").count(), 0, "what waits is not released");

    // A colleague takes over, and it is looked at again a week later.
    await press(button("Hand over or put off"), "Hand over or put off");
    const owner = window.getByLabel("Looked after by");
    await window.getByRole("option", { name: "Kim Lee" }).waitFor({ state: "attached" });
    await shopper.focusOn(owner);
    assert.equal(await owner.locator("option:checked").innerText(), "Dana Reyes (me)");
    await keyboard.type("Kim");
    await retype(window.getByLabel("Look again by"), later.typed, "the day");
    await press(window.getByRole("button", { name: "Change the hold" }), "Change the hold");
    await said(`The hold of ${number} is changed.`);
    await shopper.focusOn(button("Hand over or put off"));
    await waits.getByText("Kim Lee").waitFor();
    await waits.getByText(`look again by ${later.told}`).waitFor();
    await colleague.visit("/desk/orders?queue=on_hold&owner=me");
    const row = colleague.page.getByRole("row", { name: new RegExp(number) });
    await row.getByText(`Art proof, by ${later.told}`).waitFor();
    await shopper.visit("/desk/orders?queue=on_hold&owner=me");
    await page.getByText("No order is like that").waitFor();
    await page.goBack();
    await shopper.heading(`Order ${number}`).waitFor();

    // Escape closes the window and nothing else.
    await press(button("Close the hold"), "Close the hold");
    await window
      .getByText("It is the last one: the order goes on to picking, unless orders are released by hand.")
      .waitFor();
    await keyboard.press("Escape");
    await window.waitFor({ state: "detached" });
    await shopper.focusOn(button("Close the hold"));
    await keyboard.press("Enter");
    await press(window.getByRole("button", { name: "Close the hold" }), "the button that closes it");
    await said(`The hold of ${number} is closed.`);
    await waits.waitFor({ state: "detached" });
    await shopper.focusOn(shopper.heading(`Order ${number}`));

    // Here somebody releases orders by hand.
    await press(button("Release"), "Release");
    await window.getByText("12 pieces on 1 line go to picking and to the ERP.").waitFor();
    await press(window.getByRole("button", { name: "Release the order" }), "Release the order");
    await said(`${number} is released.`);
    await button("Pick").waitFor();
    const told = await page.getByRole("region", { name: "Timeline" }).getByRole("listitem").allInnerTexts();
    for (const act of [/put the order on hold/, /changed a hold/, /closed a hold/, /released/]) {
      assert.ok(
        told.some((text) => act.test(text)),
        `${act} stands in the timeline: ${told.join(" | ")}`,
      );
    }
    shopper.nothingWrong();
    colleague.nothingWrong();
  });
}

journeys([held], { settings: { FIELDHOUSE_RELEASE_BY_HAND: "true" } });
