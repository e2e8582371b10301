// People of a business unit: an administrator invites somebody, whose order waits until it is approved.
import assert from "node:assert/strict";
import { findProduct, piecewise } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { Keyboard } from "./keys.mjs";
import { inLetterTo } from "./letters.mjs";
import { phone } from "./shopper.mjs";
import { journeys } from "./world.mjs";

const password = "seven green llamas";
const invited = "sam@lakeside.example";
const unit = "Lakeside Youth Club";

function peopleOfAUnit(world) {
  journey(world, "an invited buyer's order waits until somebody approves it", async ({ store, arrive }) => {
    const administrator = await arrive();
    const { page } = administrator;
    await administrator.visit("/my-account/people/");
    await administrator.heading("Sign In").waitFor();
    await signIn(page, "director@demo.example");
    await administrator.heading("People").waitFor();
    const people = page.getByRole("region", { name: unit });
    await people.getByText("director@demo.example").waitFor();
    await administrator.axe("people");
    await administrator.fitsTheWindow("people");

    // By keyboard: refused at its field, then sent.
    const keys = new Keyboard(page);
    const form = page.getByRole("form", { name: `Invite somebody to ${unit}` });
    await keys.tabTo(form.getByRole("button", { name: "Send invitation" }), "Send invitation");
    await keys.press("Enter");
    await form.getByText("Please enter your Email").waitFor();
    await form.getByLabel("Email *").and(page.locator(":focus")).waitFor();
    administrator.problems.length = 0; // the refusal is in the console
    await keys.type(invited);
    await keys.press("Enter");
    await form.getByText(`We have sent an invitation to ${invited}.`).waitFor();
    await people
      .getByRole("list", { name: `Open invitations to ${unit}` })
      .getByText(invited, { exact: true })
      .waitFor();
    await administrator.axe("people with an invitation");
    const approval = page.getByRole("form", { name: `Approval for ${unit}` });
    await approval.getByLabel("Orders of buyers need approval above").fill("$10");
    await approval.getByRole("button", { name: "Save approval" }).click();
    await page
      .getByRole("form", { name: `Approval for ${unit}` })
      .locator('input[value="$10.00"]')
      .waitFor();
    // The only administrator stays one.
    await people.getByLabel("Role of Lee Margolis").selectOption("buyer");
    await people.getByRole("alert").getByText("A business unit needs an administrator.").waitFor();
    administrator.problems.length = 0;

    const link = await inLetterTo(store.mailFolder, invited, /\/account\/invitation\?token=[\w-]+/);
    const buyer = await arrive({ viewport: phone });
    await buyer.visit(link);
    await buyer.heading(`Invitation to ${unit}`).waitFor();
    const label = (name) => buyer.page.getByLabel(name, { exact: true });
    await label("Title *").waitFor();
    await buyer.axe("invitation");
    await buyer.fitsTheWindow("invitation");
    const typing = new Keyboard(buyer.page);
    await typing.tabTo(buyer.page.getByRole("button", { name: "Create account and accept" }), "the button");
    await typing.press("Enter");
    await label("Title *").and(buyer.page.locator(":focus")).waitFor();
    await typing.type("Equipment Manager");
    await typing.fill(label("Classification *"), "Club", "Classification");
    await typing.fill(label("First Name *"), "Sam", "First Name");
    await typing.fill(label("Last Name *"), "Whitfield", "Last Name");
    await typing.fill(label("Password *"), password, "Password");
    await typing.fill(label("Confirm Password *"), password, "Confirm Password");
    await typing.press("Enter");
    await buyer.heading("Welcome to the team").waitFor();
    await buyer.page.getByText(`You order for ${unit} now, as Buyer.`).waitFor();

    const { product, sizes } = await findProduct(store, piecewise);
    await checkOut(buyer, product, sizes[0].text);
    // Said before it is placed.
    const note = buyer.page.getByRole("region", { name: "Approval" });
    await note.getByText(`Orders for ${unit} above $10.00 need approval.`, { exact: false }).waitFor();
    await note.getByText("Lee Margolis can approve it", { exact: false }).waitFor();
    await buyer.axe("the review of an order that will wait");
    await buyer.fitsTheWindow("the review of an order that will wait");
    await place(buyer);
    await buyer.axe("an order that waits");

    await administrator.visit("/my-account/approvals/");
    await administrator.heading("Approvals").waitFor();
    // Others of the unit's orders may wait too.
    const list = page.getByRole("list", { name: "Orders that wait" });
    const waiting = list.getByRole("listitem").filter({ hasText: invited });
    await waiting.getByText(`Sam Whitfield (${invited}) for ${unit}`, { exact: false }).waitFor();
    await administrator.axe("approvals");
    await administrator.fitsTheWindow("approvals");
    await waiting.getByRole("button", { name: /^Decline order/ }).click();
    await waiting.getByText("Please say why the order is declined").waitFor();
    administrator.problems.length = 0;
    await waiting.getByLabel("Note to the buyer").fill("Within the budget.");
    await waiting.getByRole("button", { name: /^Approve order/ }).click();
    await page.getByText(/^Order FH-\d+ was approved\.$/).waitFor();
    await waiting.waitFor({ state: "detached" });
    administrator.nothingWrong();

    await buyer.page.reload();
    await buyer.page.getByText("Confirmed", { exact: true }).waitFor();
    await buyer.page.getByText("“Within the budget.”").waitFor();
    await inLetterTo(store.mailFolder, invited, /was approved by Lee Margolis/);

    // The next one is declined, comes back into the cart, and is taken out again.
    await checkOut(buyer, product, sizes[0].text);
    await place(buyer);
    await administrator.visit("/my-account/approvals/");
    await waiting.getByLabel("Note to the buyer").fill("One is enough.");
    await waiting.getByRole("button", { name: /^Decline order/ }).click();
    await page.getByText(/^Order FH-\d+ was declined\.$/).waitFor();
    await buyer.page.reload();
    await buyer.heading("Your order was declined").waitFor();
    await buyer.axe("a declined order");
    await buyer.page.getByRole("button", { name: "Put into my cart" }).click();
    await buyer.page.getByRole("link", { name: "View Cart" }).waitFor();
    await buyer.page.getByRole("link", { name: /^Cart, 2 items/ }).waitFor();
    await buyer.page.getByRole("button", { name: "Undo" }).click();
    await buyer.page.getByRole("link", { name: /^Cart, 0 items/ }).waitFor();
    await buyer.page.getByRole("button", { name: "Put into my cart" }).click();
    await buyer.page.getByRole("link", { name: "View Cart" }).waitFor();
    await buyer.axe("a declined order in the cart");
    await buyer.fitsTheWindow("a declined order in the cart");

    // The link works once.
    await buyer.visit(link);
    await buyer.page.getByRole("alert").getByText("cannot be accepted any more").waitFor();
    buyer.problems = buyer.problems.filter((problem) => !problem.includes("404"));
    buyer.nothingWrong();
    assert.equal(await page.getByRole("button", { name: /^Approve order/ }).count(), 0);
  });
}

/** Up to the review of two pieces. */
async function checkOut(buyer, product, size) {
  const { page } = buyer;
  await buyer.visit(product.href);
  await buyer.heading(product.name).waitFor();
  await buyer.fillGrid({ [size]: 2 });
  await buyer.addToCart();
  await buyer.visit("/checkout/shipping");
  await buyer.heading("Shipping").waitFor();
  await buyer.fillShipping({ email: invited });
  await page.getByRole("group", { name: "Shipping method" }).getByRole("radio").first().check();
  await page.getByRole("button", { name: "Continue To Payment" }).click();
  await buyer.heading("Payment").waitFor();
  await page.getByLabel("Purchase order number *", { exact: true }).fill("PO-77");
  await page.getByRole("button", { name: "Review Order" }).click();
  await buyer.heading("Review your order").waitFor();
}

async function place(buyer) {
  await buyer.page.getByRole("button", { name: "Place Order" }).click();
  await buyer.heading("Thank you for your order").waitFor();
  await buyer.page.getByText("Waiting for approval", { exact: true }).waitFor();
}

async function signIn(page, email) {
  await page.getByLabel("Email *", { exact: true }).fill(email);
  await page.getByLabel("Password *", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

journeys([peopleOfAUnit]);
