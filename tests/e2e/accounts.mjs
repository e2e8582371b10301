// A customer's way on each brand: register, sign in, the cart comes along, address book, a new password by letter.
import assert from "node:assert/strict";
import { journey } from "./journey.mjs";
import { inLetterTo } from "./letters.mjs";
import { phone } from "./shopper.mjs";
import { sites } from "./store.mjs";
import { journeys } from "./world.mjs";

const password = "seven green llamas";
const later = "nine purple giraffes";
const passwordLink = /\/account\/create-password\?token=[\w-]+/;

function customerAccounts(world) {
  for (const site of sites) {
    journey(world, `a customer registers, signs in and keeps an address book at ${site}`, async ({ store, arrive }) => {
      const email = `coach@${site}.example`;
      const customer = await arrive(site === "usgames" ? { viewport: phone } : {});
      const { page } = customer;

      await customer.visit("/account/register", site);
      await customer.heading("Create Account").waitFor();
      await customer.axe("create account");
      await customer.fitsTheWindow("create account");
      await customer.fillRegistration(email, password);
      await page.getByRole("button", { name: "Create account" }).click();
      await page.getByRole("button", { name: /12 Field St\b.*Use this address/ }).click();
      await customer.heading("Your account is ready").waitFor();

      // The account area asks for a sign-in and is come back to.
      await customer.visit("/my-account/address-book/", site);
      await customer.heading("Sign In").waitFor();
      const offered = await page.getByRole("main").getByRole("link", { name: "Create an account" }).count();
      assert.equal(offered, site === "athleticconnection" ? 0 : 1);
      await customer.axe("sign-in");
      await signIn(page, email.toUpperCase(), password);
      await customer.heading("Address Book").waitFor();
      await page.getByText("12 Field St", { exact: true }).waitFor();

      await page.getByRole("link", { name: "Add new address" }).click();
      await customer.heading("Add New Address").waitFor();
      await customer.axe("address form");
      await customer.fillAddress(["Dana", "Reyes"]);
      await page.getByRole("button", { name: "Save address" }).click();
      await page.getByRole("dialog", { name: "Check your address" }).waitFor();
      await customer.axe("suggested addresses");
      await page.getByRole("button", { name: /Use what I typed/ }).click();
      await page.getByText("99 Stadium Drive").first().waitFor();
      await page.getByRole("button", { name: /^Set as default 99 Stadium Drive/ }).click();
      await page.getByRole("button", { name: /^Set as default 12 Field St\b/ }).waitFor();
      await customer.axe("address book");
      await customer.fitsTheWindow("address book");

      await customer.visit("/my-account/", site);
      await customer.heading("Hello, Dana").waitFor();
      await customer.axe("dashboard");
      await page.getByRole("button", { name: "Not you? Sign out" }).click();
      await page.waitForURL(store.url("/", site));
      await customer.visit("/my-account/", site);
      await customer.heading("Sign In").waitFor();
      customer.nothingWrong();
    });
  }

  journey(world, "the rules of the account come with its pages, and are asked for again", async ({ arrive }) => {
    const customer = await arrive();
    const { page } = customer;
    const loaded = new Set();
    page.on("request", (request) => loaded.add(/\/fieldhouse_(\w+)_bg-[^/]*\.wasm$/.exec(request.url())?.[1]));
    const modules = () => [...loaded].filter((name) => name !== undefined).sort();
    await customer.visit("/");
    await page.getByRole("link", { name: /^Cart, 0 items/ }).waitFor();
    assert.deepEqual(modules(), ["rules"]);

    await page.route(/fieldhouse_account_bg/, (route) => route.abort());
    await customer.visit("/api/auth/signin");
    await customer.heading("That did not work").waitFor();
    await page.unroute(/fieldhouse_account_bg/);
    // What did not come is reported by the browser; that was asked for.
    customer.problems.length = 0;
    await page.getByRole("button", { name: "Try again" }).click();
    await customer.heading("Sign In").waitFor();
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.locator("input[aria-invalid=true]").first().waitFor();
    assert.deepEqual(modules(), ["account", "rules"]);
    customer.nothingWrong();
  });

  journey(world, "a forgotten password is set anew by a letter", async ({ store, arrive }) => {
    // At a brand of its own: other journeys sign in with the demo password at the flagship.
    const site = "usgames";
    const customer = await arrive();
    const { page } = customer;
    await customer.visit("/account/reset-password", site);
    await page.getByLabel("Email *").fill("coach@demo.example");
    await page.getByRole("button", { name: "Send link" }).click();
    await customer.heading("Check your email").waitFor();
    const link = await inLetterTo(store.mailFolder, "coach@demo.example", passwordLink);
    await customer.visit(link, site);
    await page.getByLabel("New Password *").fill(later);
    await page.getByLabel("Confirm Password *").fill(later);
    await page.getByRole("button", { name: "Save password" }).click();
    await customer.heading("Password set").waitFor();
    await page.getByRole("link", { name: "Sign in" }).last().click();
    await signIn(page, "coach@demo.example", later);
    await page.getByRole("button", { name: "Hi, Dana" }).first().waitFor();
    customer.nothingWrong();
    // The link works once.
    await customer.visit(link, site);
    await page.getByLabel("New Password *").fill(password);
    await page.getByLabel("Confirm Password *").fill(password);
    await page.getByRole("button", { name: "Save password" }).click();
    await page.waitForURL(/\/account\/reset-password\?isExpired=true$/);
    await page.getByRole("alert").getByText("This link has expired").waitFor();
  });
}

async function signIn(page, email, secret) {
  await page.getByLabel("Email *", { exact: true }).fill(email);
  await page.getByLabel("Password *", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Sign In" }).click();
}

journeys([customerAccounts]);
