// Where the focus and the page are after each act in account and forms: only a browser can see it. Whatever was
// pressed, the focus is somewhere, and what is said is in the window.
import assert from "node:assert/strict";
import { journey } from "./journey.mjs";
import { phone } from "./shopper.mjs";
import { journeys } from "./world.mjs";

const password = "seven green llamas";

/** Nothing falls to the body; waits for what takes the focus after the page was drawn. */
async function focused(page, what) {
  await page.waitForFunction(() => document.activeElement !== null && document.activeElement !== document.body);
  return page.evaluate((told) => {
    const { tagName, textContent, id } = document.activeElement;
    return { told, tagName, id, text: (textContent ?? "").trim().slice(0, 200) };
  }, what);
}

/** What says it has the focus and lies whole in the window, below the header. */
async function told(page, locator) {
  await locator.waitFor();
  await page.waitForFunction(
    (element) => (element.closest("[role=status], [role=alert]") ?? element).contains(document.activeElement),
    await locator.elementHandle(),
  );
  const { top, bottom, height } = await locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { top, bottom, height: window.innerHeight };
  });
  assert.ok(top >= 0 && bottom <= height, `${top} to ${bottom} of ${height}`);
}

async function signIn(page, email) {
  await page.getByLabel("Email *", { exact: true }).fill(email);
  await page.getByLabel("Password *", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL((url) => url.pathname === "/");
}

export function accountFocus(world) {
  for (const site of ["fieldhouse", "usgames"]) {
    journey(world, `the page scrolls to and focuses what is said at ${site}`, async ({ arrive }) => {
      const customer = await arrive({ viewport: phone });
      const { page } = customer;
      await customer.visit("/account/register", site);
      const field = (label, text) => page.getByLabel(label, { exact: true }).fill(text);
      await customer.fillRegistration("coach@demo.example", password);
      // The long list is asked while the password is typed.
      await field("Password *", "elephant!7777");
      await page.getByText(/too common and easily guessed/).waitFor();
      await field("Password *", password);
      const create = page.getByRole("button", { name: "Create account" });
      await create.click();
      await page.getByRole("button", { name: /12 Field St\b.*Use this address/ }).click();
      // Refused: the banner stands above everything that was typed, and is in the window.
      await told(page, page.getByRole("alert").filter({ hasText: "Sign in" }));
      assert.equal(
        await page.getByLabel("Address *", { exact: true }).inputValue(),
        "12 Field St",
        "the suggestion stays",
      );
      // Done: so is the confirmation. The browser itself reports the refusal that was meant.
      assert.equal(customer.problems.splice(0).filter((problem) => !problem.includes("409")).length, 0);
      const email = `focus@${site}.example`;
      await field("Email *", email);
      await field("Confirm Email *", email);
      await create.click();
      await told(page, page.getByRole("heading", { level: 1, name: "Your account is ready" }));
      customer.nothingWrong();
    });

    journey(world, `the focus is never lost in the account area at ${site}`, async ({ arrive }) => {
      const customer = await arrive();
      const { page } = customer;
      await customer.visit("/api/auth/signin", site);
      await signIn(page, "buyer@demo.example");
      await customer.visit("/my-account/account-information/", site);
      await page.getByRole("button", { name: "Edit", exact: true }).press("Enter");
      assert.equal((await focused(page, "Edit")).tagName, "INPUT");
      await page.getByRole("button", { name: "Cancel", exact: true }).first().press("Enter");
      assert.equal((await focused(page, "Cancel")).text, "Edit");
      await page.getByRole("button", { name: "Edit", exact: true }).press("Enter");
      await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
      await told(page, page.getByText("Your account information is saved."));

      await customer.visit("/my-account/address-book/", site);
      const makeDefault = page.getByRole("button", { name: /^Set as default/ }).first();
      await makeDefault.press("Enter");
      await told(page, page.getByText(/is your default ship-to address now\.$/));
      const book = () => page.evaluate(async () => (await fetch("/api/account/addresses")).json());
      const before = await book();
      await page
        .getByRole("button", { name: /^Remove / })
        .first()
        .press("Enter");
      await page
        .getByRole("dialog", { name: "Remove this address?" })
        .getByRole("button", { name: "Remove" })
        .press("Enter");
      await told(page, page.getByText(/ was removed\.$/));
      await page.getByRole("button", { name: "Undo" }).press("Enter");
      await told(page, page.getByText(/is back in your address book\.$/));
      assert.deepEqual(await book(), before, "the very address, where it was");
      // Once it is done, nothing says any more that it is under way.
      await page.getByText("Updating customer...").waitFor({ state: "detached" });
      // The last press of a button that then is gone.
      const more = page.getByRole("button", { name: "Load more addresses" });
      while ((await more.count()) > 0) await more.press("Enter");
      await focused(page, "Load more addresses");

      await page.getByRole("button", { name: /^Request a change of sold to/ }).press("Enter");
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      assert.match((await focused(page, "Escape")).text, /^Request a change of sold to/);

      // Sent: the link of the only unit is gone with it.
      await page.getByRole("button", { name: /^Request a change of sold to/ }).press("Enter");
      const ask = page.getByRole("dialog", { name: "Change sold to" });
      await ask.getByLabel("What should be changed? *").fill("We have moved to 12 Field St.");
      await ask.getByRole("button", { name: "Send request" }).press("Enter");
      await told(page, page.getByText(/^Change requested on .* for /));

      // An address that was edited is told on the page it leads to.
      await page
        .getByRole("link", { name: /^Edit / })
        .first()
        .press("Enter");
      await customer.heading("Edit Address").waitFor();
      await page.getByRole("button", { name: "Save address" }).press("Enter");
      const suggested = page.getByRole("button", { name: /Use what I typed/ });
      const saved = page.getByText(/ is saved in your address book\.$/);
      await suggested.or(saved).waitFor();
      if (await suggested.isVisible()) await suggested.press("Enter");
      await told(page, saved);
      customer.nothingWrong();
    });
  }

  journey(world, "a button that its own press disables leaves the focus with what it lies in", async ({ arrive }) => {
    const reader = await arrive();
    const { page } = reader;
    await reader.visit("/");
    await page.evaluate(() => {
      const box = document.querySelector("main").appendChild(document.createElement("div"));
      box.id = "around";
      const once = box.appendChild(document.createElement("button"));
      once.textContent = "Only once";
      once.addEventListener("click", () => once.setAttribute("disabled", ""));
    });
    await page.getByRole("button", { name: "Only once" }).press("Enter");
    await page.waitForFunction(() => document.activeElement?.id === "around");
    reader.nothingWrong();
  });

  journey(world, "the focus that was put somewhere before the page came alive is kept too", async ({ arrive }) => {
    const reader = await arrive();
    const { page } = reader;
    await reader.visit("/");
    const held = [];
    let released = false;
    await page.route(/\.js$/, (route) => (released ? route.continue() : held.push(route)));
    // What loads a page by name waits until it is alive.
    await page.evaluate(() => {
      document.documentElement.dataset.left = "";
      location.reload();
    });
    await page.locator("html:not([data-left]) main").waitFor();
    await page.locator("main a").first().focus();
    assert.equal(await page.locator("html[data-alive]").count(), 0);
    released = true;
    for (const route of held) await route.continue();
    await reader.alive();
    const id = await page.evaluate(() => {
      const from = document.activeElement;
      const around = from.parentElement;
      around.id ||= "around";
      from.remove();
      return around.id;
    });
    await page.waitForFunction((around) => document.activeElement?.id === around, id);
    reader.nothingWrong();
  });

  journey(world, "Escape leads back from the form drawer and the content search", async ({ arrive }) => {
    const reader = await arrive();
    const { page } = reader;
    await reader.visit("/about-us/", "fieldhouse");
    const tab = page.locator("aside button:visible").first();
    const name = (await tab.textContent()).trim();
    await tab.press("Enter");
    await page.getByRole("dialog").getByRole("textbox").first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.equal((await focused(page, "the drawer")).text, name);

    await reader.visit("/", "varsitybrands");
    const search = page.getByRole("button", { name: "I'm looking for..." }).first();
    await search.press("Enter");
    await page.getByRole("dialog").getByRole("searchbox").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.equal((await focused(page, "the search")).text, "I'm looking for...");
    reader.nothingWrong();
  });
}

journeys([accountFocus]);
