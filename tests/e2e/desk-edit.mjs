// An order is edited at the desk: what it will be is said while one types, the buyer reads the same, and who was slower keeps
// what they typed.
import assert from "node:assert/strict";
import { findProduct, piecewise } from "./articles.mjs";
import { placeOrder } from "./buyers.mjs";
import { journey } from "./journey.mjs";
import { inLetters, inLetterTo } from "./letters.mjs";
import { phone } from "./shopper.mjs";
import { accept, invite } from "./staff.mjs";
import { journeys } from "./world.mjs";

const email = "coach.varga@lincoln.example";

function edits(world) {
  journey(world, "an order is edited: foretold, applied, read by its buyer", async ({ store, arrive }) => {
    const { sizes } = await findProduct(store, piecewise);
    const [first, second, third] = sizes.map(({ sku }) => sku);
    const lines = [
      { sku: first, quantity: 12 },
      { sku: second, quantity: 8 },
    ];
    const order = await placeOrder(store, { lines, email, poNumber: "PO-BEFORE" });
    const shopper = await arrive();
    const { page } = shopper;
    await accept(shopper, await invite(store, "edits@store.example"));
    await shopper.visit(`/desk/orders/${order.id}`);
    await shopper.heading(`Order ${order.number}`).waitFor();

    // By keyboard: the window opens, is typed into, and Escape leaves it with the focus where it was.
    const edit = page.getByRole("button", { name: "Edit", exact: true });
    const window = page.getByRole("dialog");
    await edit.focus();
    await page.keyboard.press("Enter");
    await window.getByLabel(`Pieces, ${first}`).waitFor();
    await window.getByText("Nothing is changed yet.").waitFor();
    await page.keyboard.press("Escape");
    await shopper.focusOn(edit);

    await page.keyboard.press("Enter");
    await window.getByLabel(`Pieces, ${first}`).fill("14");
    await window.getByText(/The total was \$[\d,.]+ and will be \$[\d,.]+\. The buyer is told by mail\./).waitFor();
    const price = window.getByLabel(`Price of a piece, ${first}`);
    assert.equal((await price.locator("option").allInnerTexts()).length, 2, "sold and today");
    await window.getByRole("button", { name: `Take out ${second}` }).click();
    await window.getByRole("button", { name: "Add an article" }).click();
    await window.getByLabel("Sku, added 1").fill("NO-SUCH");
    await window.getByText("We could not find this product").waitFor();
    // Picked by a fragment with the keys; a scanned sku counts as it is, and Enter applies nothing.
    const added = window.getByLabel("Sku, added 1");
    await added.fill(third.slice(1, -1).toLowerCase());
    await page.getByRole("option").filter({ hasText: third }).waitFor();
    await shopper.axe("picking an article to add");
    await added.press("ArrowDown");
    await page.locator('[role="option"][data-highlighted]').waitFor();
    await added.press("Enter");
    await page.locator('[role="option"]').first().waitFor({ state: "detached" });
    assert.ok((await added.inputValue()).includes(third.slice(1, -1)), "what was picked stands in the field");
    await added.fill(third.toLowerCase());
    await added.press("Enter");
    await window.getByText("Nothing is changed yet.").waitFor({ state: "detached" });
    assert.equal(await window.count(), 1, "the edit is still open");
    await window.getByLabel("Pieces, added 1").fill("3");
    await window.getByText(/a piece today/).waitFor();
    await window.getByRole("button", { name: "Another address" }).click();
    await window.getByLabel("ZIP code").fill("nowhere");
    await window.getByText(/ZIP/i).nth(1).waitFor();
    await window.getByLabel("ZIP code").fill("75202");
    await window.getByLabel("Purchase order").fill("PO-AFTER");
    await window.getByLabel("In words, for the buyer").fill("As we said on the phone");
    const apply = window.getByRole("button", { name: "Apply the changes" });
    await shopper.axe("the window that edits");
    await page.emulateMedia({ colorScheme: "dark" });
    await shopper.axe("the window that edits, dark");
    await page.emulateMedia({ colorScheme: "light" });
    await apply.click();
    await page.getByRole("status").getByText(`${order.number} is changed.`).waitFor();
    await page.getByText("PO-AFTER").first().waitFor();
    await page.getByRole("region", { name: "Timeline" }).getByText("14 instead of 12").first().waitFor();

    // The buyer reads it in the letter, and on the page that it opens.
    await inLetterTo(store.mailFolder, email, /14 instead of 12/);
    const link = await inLetters(store.mailFolder, "the change", (text) =>
      text.includes("was changed") ? /http\S+\/order\S*key=[\w.~-]+/.exec(text)?.[0] : undefined,
    );
    const { pathname, search } = new URL(link);
    const buyer = await arrive();
    await buyer.visit(`${pathname}${search}`);
    await buyer.page.getByText("Changed by the store.").first().waitFor();
    await buyer.page.getByText("As we said on the phone").first().waitFor();
    await buyer.page.getByText("PO-AFTER").first().waitFor();
    buyer.nothingWrong();

    // Kept for later; meanwhile somebody else is faster, and what was typed is still there.
    await edit.click();
    await window.getByLabel(`Pieces, ${first}`).fill("10");
    await window.getByRole("button", { name: "Keep it for later" }).click();
    await page.getByRole("status").getByText(`The edit of ${order.number} is kept for later.`).waitFor();
    // It waits at home and on the page of its order until somebody goes on with it.
    await page.keyboard.press("g");
    await page
      .getByRole("link", { name: /has an edit that is kept for later$|have an edit that is kept for later$/ })
      .click();
    await shopper.heading("Orders with an edit that is kept for later").waitFor();
    await page.getByRole("link", { name: order.number, exact: true }).click();
    await shopper.heading(`Order ${order.number}`).waitFor();
    const kept = page.getByText("An edit is kept for later.");
    await kept.waitFor();
    await shopper.axe("an order with a kept edit");
    await page.getByRole("button", { name: "Look at the edit" }).click();
    await window.getByRole("button", { name: "Take it over" }).click();
    assert.equal(await window.getByLabel(`Pieces, ${first}`).inputValue(), "10");
    const other = await arrive();
    await accept(other, await invite(store, "faster@store.example"));
    await other.visit(`/desk/orders/${order.id}`);
    // Each sees that the other has it open; nothing else moves.
    await other.page.getByRole("status").getByText("Dana Reyes has it open").waitFor();
    await shopper.page.getByText("Dana Reyes has it open").waitFor();
    await other.axe("an order that somebody else has open");
    await other.page.getByRole("button", { name: "Hold", exact: true }).click();
    const theirs = other.page.getByRole("dialog");
    await theirs.getByLabel("What the order waits for").selectOption("Stock");
    await theirs.getByRole("button", { name: "Hold the order" }).click();
    await other.page.getByRole("status").getByText(`${order.number} is on hold.`).waitFor();
    await apply.click();
    await window.getByText(/changed this order since you opened it/).waitFor();
    assert.equal(await window.getByLabel(`Pieces, ${first}`).inputValue(), "10");
    await apply.click();
    await page.getByRole("status").getByText(`${order.number} is changed.`).waitFor();
    // What was taken over and is applied is kept no longer.
    await kept.waitFor({ state: "detached" });

    // A changed edit is not shut without a question; another one is kept, and discarded.
    await edit.click();
    await window.getByLabel(`Pieces, ${first}`).fill("8");
    await page.keyboard.press("Escape");
    const leave = page.getByRole("dialog", { name: "Leave without keeping it?" });
    await leave.getByRole("button", { name: "Leave without keeping it" }).click();
    await shopper.focusOn(edit);
    await edit.click();
    await window.getByLabel(`Pieces, ${first}`).fill("9");
    await page.keyboard.press("Escape");
    await leave.waitFor();
    await shopper.axe("leaving a changed edit");
    await leave.getByRole("button", { name: "Stay here" }).click();
    await leave.waitFor({ state: "detached" });
    assert.equal(await window.getByLabel(`Pieces, ${first}`).inputValue(), "9");
    await window.getByRole("button", { name: "Keep it for later" }).click();
    await kept.waitFor();
    await page.getByRole("button", { name: "Look at the edit" }).click();
    await window.getByRole("button", { name: "Discard" }).click();
    await window.getByRole("button", { name: "Discard" }).waitFor({ state: "detached" });
    await kept.waitFor({ state: "detached" });
    shopper.problems = shopper.problems.filter((problem) => !problem.includes("409"));
    shopper.nothingWrong();
    other.nothingWrong();
  });
}

function ofAUnit(world) {
  journey(world, "orders of a business unit are asked for by a fragment of its name", async ({ store, arrive }) => {
    const shopper = await arrive();
    const { page } = shopper;
    await accept(shopper, await invite(store, "units@store.example"));
    await shopper.visit("/desk/orders");
    const unit = page.getByRole("combobox", { name: "Business unit" });
    await unit.fill("inco");
    await page.getByRole("option").filter({ hasText: "LINCOLN-HS" }).first().waitFor();
    await shopper.axe("picking a business unit");
    await unit.press("Enter");
    await page.waitForURL(/unit=LINCOLN-HS/);
    await page.getByRole("link", { name: "Any unit instead of LINCOLN-HS" }).waitFor();
    await shopper.resize(phone);
    // Folded there, so that orders are in sight.
    await unit.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: /^Filters, \d set$/ }).click();
    await unit.fill("adams");
    await page.getByRole("option").filter({ hasText: "ADAMS-MS" }).first().waitFor();
    await shopper.fitsTheWindow("picking on a phone");
    await page.getByRole("option").filter({ hasText: "ADAMS-MS" }).first().click();
    await page.waitForURL(/unit=ADAMS-MS/);
    // All of it is asked for together, and the focus stays where one typed.
    await page.getByLabel("Placed from").fill("2026-01-02");
    const buyer = page.getByLabel("E-mail of the buyer");
    await buyer.fill("coach@lincoln.example");
    await buyer.press("Enter");
    await page.waitForURL(/unit=ADAMS-MS&email=coach%40lincoln\.example&from=2026-01-02/);
    await shopper.focusOn(buyer);
    shopper.nothingWrong();
  });
}

journeys([edits, ofAUnit]);
