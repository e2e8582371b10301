// What people wrote to the store, at the desk: a form is assigned, answered and closed, a change request declined, an address
// taken off the newsletter, and a letter that was kept is sent after all.
import assert from "node:assert/strict";
import { findProduct, piecewise } from "./articles.mjs";
import { placeOrder } from "./buyers.mjs";
import { journey } from "./journey.mjs";
import { letterHolding } from "./letters.mjs";
import { phone } from "./shopper.mjs";
import { accept, invite } from "./staff.mjs";
import { journeys } from "./world.mjs";

const buyer = "kept@club.example";

/** Sends something from the page a visitor is on. */
async function say(page, path, body) {
  const status = await page.evaluate(
    async ([address, sent]) => {
      const headers = { "content-type": "application/json" };
      const options = { method: "POST", headers, body: JSON.stringify(sent) };
      return (await fetch(/** @type {string} */ (address), options)).status;
    },
    [path, body],
  );
  assert.ok(status < 300, `${path}: ${status}`);
}

async function signedIn(arrive, email) {
  const shopper = await arrive();
  const { page } = shopper;
  await shopper.visit("/api/auth/signin");
  await page.getByLabel("Email *", { exact: true }).fill(email);
  await page.getByLabel("Password *", { exact: true }).fill("seven green llamas");
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL((address) => !address.pathname.includes("signin"));
  return shopper;
}

function answered(world) {
  journey(world, "a form is assigned, answered and closed, and who wrote has the answer", async ({ store, arrive }) => {
    const visitor = await arrive();
    await visitor.visit("/contact-us/");
    const values = {
      name: "Pat Margolis",
      email: "pat@club.example",
      organization: "North Club",
      phone: "214-555-0142",
      topic: "A quote",
      message: "Forty jerseys in twelve sizes.\nWhen could they be here?",
    };
    await say(visitor.page, "/api/forms/contact", { values, website: "" });

    const shopper = await arrive();
    const { page } = shopper;
    await accept(shopper, await invite(store, "inbox@store.example"));
    // The home page says that somebody waits, and leads there.
    await page.getByRole("link", { name: /5 messages wait for an answer/ }).click();
    await shopper.heading("Messages").waitFor();
    await shopper.axe("messages");
    await page.getByText("Forty jerseys in twelve sizes. When could they be here?").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByText("North Club").waitFor();
    await shopper.axe("a message");
    await shopper.resize(phone);
    await shopper.fitsTheWindow("a message on a phone");
    await shopper.resize({ width: 1440, height: 900 });

    await page.getByLabel("Looked after by").selectOption({ label: "Dana Reyes (me)" });
    await page.getByRole("button", { name: "Assign" }).click();
    await page.getByText("It is theirs to look after now.").waitFor();
    await page.getByLabel("Note for the house").fill("Price from the spring list");
    await page.getByRole("button", { name: "Write the note" }).click();
    await page.getByText("noted for the house").waitFor();
    await page.getByLabel("To pat@club.example").fill("By May 4, when we have the sizes.");
    await page.getByRole("button", { name: "Answer and close" }).click();
    await page.getByText("The letter to pat@club.example is on its way.").waitFor();
    await page.getByRole("heading", { name: "It was answered" }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.localName), "h1", "the focus is not lost");
    const letter = await letterHolding(store.mailFolder, "By May 4, when we have the sizes.");
    assert.ok(letter);
    await page.getByRole("button", { name: "Let it wait again" }).click();
    await page.getByRole("button", { name: "Close without an answer" }).waitFor();
    shopper.nothingWrong();
  });
}

function declined(world) {
  journey(world, "a change request is declined, and its customer reads why", async ({ store, arrive }) => {
    const customer = await signedIn(arrive, "buyer@demo.example");
    await say(customer.page, "/api/account/change-requests", {
      role: "sold-to",
      message: "We have moved",
      unit: "LINCOLN-HS",
    });
    const shopper = await arrive();
    const { page } = shopper;
    await accept(shopper, await invite(store, "requests@store.example"));
    await shopper.visit("/desk/messages?kind=change_request");
    await page.getByRole("link", { name: "Change of sold to" }).first().click();
    await page.getByText("We have moved").waitFor();
    await page.getByLabel("To buyer@demo.example").fill("Please send a letter of the district first.");
    await page.getByRole("button", { name: "Decline it" }).click();
    await page.getByText("The customer was told.").waitFor();
    await letterHolding(store.mailFolder, "Please send a letter of the district first.");
    await customer.visit("/my-account/address-book/");
    await customer.page.getByText("Please send a letter of the district first.").waitFor();
    shopper.nothingWrong();
  });
}

function others(world) {
  journey(
    world,
    "somebody is taken off the newsletter, and a letter that was kept is sent",
    async ({ store, arrive }) => {
      const visitor = await arrive();
      await visitor.visit("/");
      await say(visitor.page, "/api/features/Newsletter01", { email: "reader@club.example" });
      const { sizes } = await findProduct(store, piecewise);
      // One letter an hour to this mailbox: the second one is kept.
      const orders = [];
      for (const poNumber of ["PO-KEPT-1", "PO-KEPT-2"]) {
        const lines = [{ sku: sizes[0].sku, quantity: Math.max(2, sizes[0].minOrderQty) }];
        orders.push(await placeOrder(store, { lines, email: buyer, poNumber }));
      }
      const shopper = await arrive();
      const { page } = shopper;
      await accept(shopper, await invite(store, "kept@store.example"));
      await shopper.visit("/desk/newsletter?status=waiting");
      await page.getByLabel("A fragment of an address").fill("READER");
      await page.getByRole("button", { name: "Find" }).click();
      await page.getByRole("button", { name: "Take off: reader@club.example" }).click();
      await shopper.axe("taking somebody off");
      await page.getByRole("button", { name: "Take them off" }).click();
      await page.getByText("reader@club.example is off the newsletter.").waitFor();
      await page.getByText("Nobody is like that.").waitFor();

      await shopper.visit("/desk/jobs?state=held");
      await page.getByText("letters: order placed").waitFor();
      await page.getByRole("link", { name: orders[1].number, exact: true }).waitFor();
      await shopper.axe("parked work");
      await page.getByRole("button", { name: `Try again: letters: order placed, ${orders[1].number}` }).click();
      await page.getByText("It is on its way again.").waitFor();
      await letterHolding(store.mailFolder, orders[1].number);
      shopper.nothingWrong();
    },
  );
}

journeys([answered, declined, others], { settings: { FIELDHOUSE_LIMITS: "letter=1" } });
