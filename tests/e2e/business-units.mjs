// Somebody who buys for several schools: default information and read-only addresses, a request for a change, the
// picker at checkout.
import assert from "node:assert/strict";
import { findProduct, piecewise } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { phone } from "./shopper.mjs";
import { journeys } from "./world.mjs";

const book = "/my-account/address-book/";
const director = "director@demo.example";

function businessUnits(world) {
  journey(world, "a member of business units asks for a change of bill to", async ({ arrive }) => {
    const customer = await arrive();
    const { page } = customer;
    await customer.visit(book);
    await signIn(page);
    await customer.heading("Address Book").waitFor();
    await page.getByRole("heading", { level: 2, name: "Default information" }).waitFor();
    // Three sold-to units; the district that pays for two of them stands there once.
    const streets = await page.getByText("9400 Ross Avenue", { exact: true }).count();
    assert.equal(streets, 2, "as bill to and as payer");
    assert.equal(await page.getByRole("link", { name: /^Edit (48|50) Stadium Drive/ }).count(), 0, "read-only");
    await page.getByText("48 Stadium Drive", { exact: true }).waitFor();

    await page.getByRole("button", { name: "Request a change of bill to" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Change bill to" });
    await dialog.getByRole("button", { name: "Send request" }).press("Enter");
    await dialog.getByText("Please tell us what should be changed").waitFor();
    await customer.axe("change request");
    customer.problems.length = 0; // the refusal is in the console
    await dialog.getByText("Please choose the business unit").waitFor();
    await dialog.getByLabel("Business unit *").selectOption("Lincoln High School (LINCOLN-HS)");
    await dialog.getByLabel("What should be changed? *").fill("Our invoices go to 12 Field St now.");
    await dialog.getByRole("button", { name: "Send request" }).press("Enter");
    await page.getByText(/^Change requested on .* for Lincoln High School$/).waitFor();
    // The others are as free as before: one request each.
    for (const left of [2, 1]) {
      await page.getByRole("button", { name: "Request a change of bill to" }).press("Enter");
      const choice = dialog.getByLabel("Business unit *");
      if (left === 2) {
        assert.equal(await choice.getByRole("option", { name: /Lincoln High School/ }).count(), 0);
        await choice.selectOption({ index: 1 });
      } else {
        await dialog.getByLabel("What should be changed? *").waitFor();
        assert.equal(await choice.count(), 0, "the last unit is named, not asked for");
      }
      await dialog.getByLabel("What should be changed? *").fill("And ours.");
      await dialog.getByRole("button", { name: "Send request" }).press("Enter");
      await dialog.waitFor({ state: "detached" });
    }
    await page
      .getByText(/^Change requested on/)
      .nth(2)
      .waitFor();
    await page.reload();
    await page.getByText("Our invoices go to 12 Field St now.").waitFor();
    assert.equal(await page.getByText(/^Change requested on .* for /).count(), 3);
    assert.equal(await page.getByRole("button", { name: "Request a change of bill to" }).count(), 0);
    await customer.axe("default information");
    await customer.fitsTheWindow("default information");
    customer.nothingWrong();
  });

  journey(world, "the club connection says whom to ask", async ({ arrive }) => {
    const customer = await arrive({ viewport: phone });
    const { page } = customer;
    await customer.visit(book, "athleticconnection");
    await signIn(page);
    await page.getByText("To change your default information, please contact us.").waitFor();
    assert.equal(await page.getByRole("button", { name: /^Request a change/ }).count(), 0);
    await page.getByText("9400 Ross Avenue", { exact: true }).first().waitFor();
    await customer.axe("default information on a phone");
    await customer.fitsTheWindow("default information on a phone");
    customer.nothingWrong();
  });
}

function orderedForWhatShips(world) {
  journey(world, "a ship-to that orders nothing itself is ordered for the school that ships to it", async (trip) => {
    const { store, arrive } = trip;
    const { product, sizes } = await findProduct(store, piecewise, {});
    const customer = await arrive();
    const { page } = customer;
    await customer.visit(product.href);
    await customer.fillGrid({ [sizes[0].text]: 1 });
    await customer.addToCart();
    await customer.visit(book);
    await signIn(page);
    await customer.heading("Address Book").waitFor();
    await customer.visit("/checkout/shipping");
    const choice = page.getByLabel("You order for");
    await choice.selectOption("Lakeside Youth Club");
    await page.getByText("Prices are those of your choice now.").waitFor();
    await page.getByRole("radio", { name: /48 Stadium Drive/ }).check();
    await page.getByText("This address belongs to Lincoln High School: you order for it now, at its prices.").waitFor();
    assert.equal(await choice.locator("option:checked").textContent(), "Lincoln High School");
    customer.nothingWrong();
  });
}

async function signIn(page) {
  await page.getByLabel("Email *", { exact: true }).fill(director);
  await page.getByLabel("Password *", { exact: true }).fill("seven green llamas");
  await page.getByRole("button", { name: "Sign In" }).click();
}

journeys([businessUnits, orderedForWhatShips]);
