// Every form of the account without a mouse: errors are tied to their fields and the first one has the focus; at each
// stop the focus is in sight, and axe finds nothing. Once on a desktop, once on a phone.
import assert from "node:assert/strict";
import { journey } from "./journey.mjs";
import { Keyboard } from "./keys.mjs";
import { inLetterTo } from "./letters.mjs";
import { desktop, phone } from "./shopper.mjs";
import { journeys } from "./world.mjs";

const password = "seven green llamas";
const later = "nine purple giraffes";
const last = "five orange walruses";

function accountByKeyboard(world) {
  for (const [site, viewport] of [
    ["fieldhouse", desktop],
    ["varsitybrands", phone],
  ]) {
    journey(world, `every form of the account by keyboard only at ${site}`, async ({ store, arrive }) => {
      const email = `keys@${site}.example`;
      const customer = await arrive({ viewport });
      const { page } = customer;
      const keys = new Keyboard(page);
      const field = (label) => page.getByLabel(label, { exact: true });
      const fill = (label, text) => keys.fill(field(label), text, label);
      const press = async (name) => {
        await keys.tabTo(page.getByRole("main").getByRole("button", { name, exact: true }), name);
        await keys.press("Enter");
      };
      /** Presses a button of a form that is not complete: its first wrong field has the focus and says what is wrong. */
      const refused = async (button, label, sentence) => {
        await press(button);
        await field(label).and(page.locator(":focus")).waitFor();
        const told = await field(label).evaluate((element) => ({
          invalid: element.getAttribute("aria-invalid"),
          said: (element.getAttribute("aria-describedby") ?? "")
            .split(" ")
            .map((id) => document.getElementById(id)?.textContent ?? "")
            .join(" "),
        }));
        assert.equal(told.invalid, "true", label);
        assert.ok(told.said.includes(sentence), `${label} says ${told.said}`);
        await customer.axe(`${label} is wrong`);
        await customer.fitsTheWindow(`${label} is wrong`);
      };

      // Registration, with the address dialog.
      await customer.visit("/account/register", site);
      await customer.heading("Create Account").waitFor();
      await refused("Create account", "Title *", "Please enter your Title");
      await keys.type("Head Coach");
      await fill("Classification *", "School");
      await fill("First Name *", "Dana");
      await fill("Last Name *", "Reyes");
      await fill("Phone Number *", "555-201-7788");
      await fill("Address *", "12 Field Street");
      await fill("City *", "Dallas");
      await fill("State *", "Texas");
      await fill("Zip/Postal Code *", "75201");
      await fill("Email *", email);
      await fill("Confirm Email *", email);
      await fill("Password *", password);
      await fill("Confirm Password *", password);
      await press("Create account");
      const dialog = page.getByRole("dialog", { name: "Check your address" });
      await dialog.waitFor();
      await customer.axe("suggested addresses");
      // It begins at the question: one Enter too many answers nothing.
      await customer.focusOn(dialog.getByText(/Which one should we use/));
      await keys.press("Enter");
      await keys.tabTo(dialog.getByRole("button", { name: /Use this address/ }), "what is proposed");
      await keys.press("Enter");
      await customer.heading("Your account is ready").waitFor();

      // A new password by letter.
      await customer.visit("/account/reset-password", site);
      await customer.heading("Reset Password").waitFor();
      await refused("Send link", "Email *", "Please enter your Email");
      await keys.type(email);
      await keys.press("Enter");
      await customer.heading("Check your email").waitFor();
      await customer.axe("reset sent");
      const link = await inLetterTo(store.mailFolder, email, /\/account\/create-password\?token=[\w-]+/);
      await customer.visit(link, site);
      await customer.heading("Create Password").waitFor();
      await refused("Save password", "New Password *", "Please enter a Password");
      await keys.type(later);
      await fill("Confirm Password *", later);
      await keys.press("Enter");
      await customer.heading("Password set").waitFor();
      await customer.axe("password set");

      // Sign-in, and on to the account.
      await customer.visit("/my-account/account-information/", site);
      await customer.heading("Sign In").waitFor();
      await refused("Sign In", "Email *", "Please enter a valid email");
      await keys.type(email);
      await fill("Password *", later);
      await keys.press("Enter");
      await customer.heading("Account Information").waitFor();
      await press("Edit");
      await keys.tabTo(field("Title *"), "Title");
      await keys.press("Backspace");
      await refused("Save", "Title *", "Please enter your Title");
      await keys.type("Athletic Director");
      await keys.press("Enter");
      await page.getByText("Athletic Director", { exact: true }).waitFor();
      await press("Edit");
      await press("Change password");
      await refused("Save password", "Current Password *", "Please enter your current Password");
      await keys.type(later);
      await fill("New Password *", last);
      await fill("Confirm Password *", last);
      await keys.press("Enter");
      // The page loads anew and is read-only again.
      await page.getByRole("button", { name: "Edit", exact: true }).waitFor();

      // An address, as it was typed.
      await customer.visit("/my-account/address-book/", site);
      await customer.heading("Address Book").waitFor();
      await keys.tabTo(page.getByRole("link", { name: "Add new address" }), "Add new address");
      await keys.press("Enter");
      await customer.heading("Add New Address").waitFor();
      await refused("Save address", "First Name *", "Please enter your First Name");
      await keys.type("Kim");
      await fill("Last Name *", "Okafor");
      await fill("Phone Number *", "555-201-7788");
      await fill("Address *", "99 Stadium Drive");
      await fill("City *", "Austin");
      await fill("State *", "Texas");
      await fill("Zip/Postal Code *", "78701");
      await press("Save address");
      // The window takes the focus a moment after it is there.
      await customer.focusOn(dialog.getByText("Which one should we use?"));
      await keys.tabTo(dialog.getByRole("button", { name: /Use what I typed/ }), "what was typed");
      await keys.press("Enter");
      await page.getByText("99 Stadium Drive", { exact: true }).waitFor();

      // Another device of the same customer is signed out from here.
      const other = await arrive();
      await other.visit("/my-account/", site);
      await other.heading("Sign In").waitFor();
      await other.page.getByLabel("Email *", { exact: true }).fill(email);
      await other.page.getByLabel("Password *", { exact: true }).fill(last);
      await other.page.getByRole("button", { name: "Sign In", exact: true }).click();
      await other.heading("Hello, Dana").waitFor();
      await customer.visit("/my-account/account-information/devices/", site);
      await customer.heading("Signed-in Devices").waitFor();
      await page.getByText("This device", { exact: true }).waitFor();
      await customer.axe("devices");
      await customer.fitsTheWindow("devices");
      await press("Sign out all other devices");
      await page.getByText("All other devices were signed out.").waitFor();
      await other.visit("/my-account/", site);
      await other.heading("Sign In").waitFor();
      customer.nothingWrong();
    });
  }
}

journeys([accountByKeyboard]);
