// Letters of a brand at the desk: looked at as they would be sent, switched off, told on the order as not sent, switched on again.
// By keyboard, with axe in light and dark, and on a phone.
import assert from "node:assert/strict";
import { findProduct, piecewise } from "./articles.mjs";
import { placeOrder } from "./buyers.mjs";
import { journey } from "./journey.mjs";
import { inLetterTo } from "./letters.mjs";
import { phone } from "./shopper.mjs";
import { accept, invite } from "./staff.mjs";
import { journeys } from "./world.mjs";

const email = "pat@letters.example";

function switched(world) {
  journey(world, "a letter is looked at, switched off and not sent, and goes again", async ({ store, arrive }) => {
    const { sizes } = await findProduct(store, piecewise);
    const order = await placeOrder(store, { lines: [{ sku: sizes[0].sku, quantity: 12 }], email });
    const shopper = await arrive();
    const { page } = shopper;
    await accept(shopper, await invite(store, "letters@store.example"));
    const window = page.getByRole("dialog");
    const row = (name) => page.getByRole("row", { name });

    await page.getByRole("navigation", { name: "Desk" }).getByRole("link", { name: "Letters" }).click();
    await shopper.heading("Letters").waitFor();
    await page.getByRole("button", { name: "Switch off: Order placed" }).waitFor();
    await shopper.axe("letters");
    await row("New password").getByText("Always sent: it has the only link to go on with").waitFor();
    assert.equal(await page.getByRole("button", { name: /^Switch o.*: New password$/ }).count(), 0);

    // How it reads: its own page in a frame, and its text.
    await page.getByRole("button", { name: "Preview: Order placed" }).press("Enter");
    await window.getByText(`Your Fieldhouse order ${order.number}`).waitFor();
    await window.getByText(`Order ${order.number}`, { exact: true }).waitFor();
    const inside = page.frameLocator("iframe");
    await inside.getByText(`Thank you for your order. Its number is ${order.number}.`).waitFor();
    assert.equal(
      await inside
        .locator("td")
        .first()
        .evaluate((cell) => getComputedStyle(cell).borderTopWidth),
      "1px",
    );
    await shopper.axe("a letter to look at");
    await window.getByRole("button", { name: "As text" }).press("Enter");
    await window.getByRole("region", { name: "The letter as text" }).getByText("See your order: http").waitFor();
    await shopper.axe("a letter as text");
    await page.keyboard.press("Escape");
    await shopper.focusOn(page.getByRole("button", { name: "Preview: Order placed" }));
    await page.getByRole("button", { name: "Preview: Invitation to the desk" }).click();
    await window.getByText("Sample facts").waitFor();
    await window.getByRole("button", { name: "Close" }).click();

    const off = page.getByRole("button", { name: "Switch off: Order canceled, in part or in full" });
    await off.press("Enter");
    await page.getByText("Fieldhouse does not send it any more: Order canceled, in part or in full.").waitFor();
    const on = page.getByRole("button", { name: "Switch on: Order canceled, in part or in full" });
    await shopper.focusOn(on);
    await row("Order canceled, in part or in full").getByText("Off", { exact: true }).waitFor();
    await row("Order canceled, in part or in full").getByText("Dana Reyes").last().waitFor();
    await page.getByLabel("Brand").selectOption({ label: "US Games" });
    await off.waitFor();
    await page.goBack();
    await on.waitFor();

    const cancel = async (pieces) => {
      await shopper.visit(`/desk/orders/${order.id}`);
      await page.getByRole("button", { name: "Cancel pieces" }).click();
      await window
        .getByRole("spinbutton")
        .or(window.getByLabel(/^Pieces to cancel/))
        .first()
        .fill(String(pieces));
      await window.getByLabel("Reason").selectOption("Not in stock");
      await window.getByRole("button", { name: `Cancel ${pieces} pieces` }).click();
      await page.getByRole("status").getByText(`${pieces} pieces of ${order.number} canceled.`).waitFor();
    };
    await cancel(2);
    const timeline = page.getByRole("region", { name: "Timeline" });
    await timeline.getByText("No letter was sent, for its kind is switched off").waitFor();
    assert.equal(await timeline.getByRole("button", { name: "Send the letter again: canceled pieces" }).count(), 0);

    await shopper.visit("/desk/letters");
    await on.click();
    await off.waitFor();
    await cancel(3);
    const told = await inLetterTo(store.mailFolder, email, /A change to your Fieldhouse order/);
    assert.ok(told, "the second one was told");
    await timeline.getByRole("button", { name: "Send the letter again: canceled pieces" }).first().waitFor();
    assert.equal(await timeline.getByText("No letter was sent, for its kind is switched off").count(), 1);

    await shopper.visit("/desk/letters");
    await off.waitFor();
    await page.getByLabel("Light or dark").selectOption("dark");
    await shopper.axe("letters in the dark");
    await page.getByRole("button", { name: "Preview: New password" }).click();
    await window.getByText("Sample facts").waitFor();
    await shopper.axe("a letter in the dark");
    await page.keyboard.press("Escape");
    await shopper.resize(phone);
    await shopper.fitsTheWindow("letters on a phone");
    await page.getByRole("button", { name: "Preview: Order placed" }).click();
    await inside.getByText("Thank you for your order").waitFor();
    await shopper.fitsTheWindow("a letter on a phone");
    shopper.nothingWrong();
  });
}

journeys([switched]);
