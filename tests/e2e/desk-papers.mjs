// Documents of a brand at the desk: a template is made, looked at as PDF, kept, and what is printed from then on has it. By keyboard,
// with axe, and on a phone.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { findProduct, piecewise } from "./articles.mjs";
import { placeOrder } from "./buyers.mjs";
import { journey } from "./journey.mjs";
import { accept, invite } from "./staff.mjs";
import { journeys } from "./world.mjs";

function edited(world) {
  journey(world, "a template is edited, looked at, kept and printed", async ({ store, arrive }) => {
    const { sizes } = await findProduct(store, piecewise);
    const order = await placeOrder(store, { lines: [{ sku: sizes[0].sku, quantity: 12 }] });
    const shopper = await arrive();
    const { page } = shopper;
    await accept(shopper, await invite(store, "papers@store.example"));
    const printed = (kind) =>
      page.evaluate(async (url) => {
        const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
        return Array.from(bytes).join();
      }, `/desk/api/orders/${order.id}/documents/${kind}`);
    const [before, list] = [await printed("acknowledgement"), await printed("pick-list")];

    await page.getByRole("navigation", { name: "Desk" }).getByRole("link", { name: "Documents" }).click();
    await shopper.heading("Documents").waitFor();
    await page.getByLabel("Document", { exact: true }).selectOption("Pick list");
    const columns = page.getByRole("group", { name: "Columns, from left to right" });
    await columns.getByLabel("Article", { exact: true }).press("Space");
    await columns.getByRole("button", { name: "To pick earlier" }).press("Enter");
    await shopper.focusOn(columns.getByRole("button", { name: "To pick earlier" }));
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      await shopper.axe(`a template, ${colorScheme}`);
    }
    const taken = page.waitForEvent("download");
    await page.getByRole("button", { name: "Preview (PDF)" }).press("Enter");
    const file = await taken;
    assert.equal(file.suggestedFilename(), "pick-list.pdf");
    assert.match((await readFile(await file.path())).subarray(0, 8).toString(), /%PDF-1\.7/);
    assert.equal(await printed("pick-list"), list, "nothing is kept yet");

    // What is not kept is asked about before it is left, by a link and by Back; another kind is part of the same.
    const leave = page.getByRole("dialog", { name: "Leave without keeping it?" });
    await page.getByRole("navigation", { name: "Desk" }).getByRole("link", { name: "Letters" }).click();
    await leave.waitFor();
    await shopper.axe("leaving a template");
    await leave.getByRole("button", { name: "Stay here" }).click();
    await page.goBack();
    await page.goBack();
    await leave.getByRole("button", { name: "Stay here" }).click();
    await page.getByLabel("Document", { exact: true }).selectOption("Pick list");

    // No column at all is refused where it is.
    for (const name of ["Done", "Item", "Size", "To pick"]) await columns.getByLabel(name, { exact: true }).uncheck();
    await page.getByRole("button", { name: "Keep for Fieldhouse" }).click();
    await columns.getByText("Please choose at least one column").waitFor();
    await shopper.axe("a template that is refused");
    for (const name of ["To pick", "Item"]) await columns.getByLabel(name, { exact: true }).check();
    await page.getByRole("button", { name: "Keep for Fieldhouse" }).click();
    await page.getByText("Documents of Fieldhouse are printed like this from now on.").waitFor();
    assert.notEqual(await printed("pick-list"), list);
    assert.equal(await printed("acknowledgement"), before, "other kinds are as they were");
    await page.reload();
    await columns.getByRole("button", { name: "Item later" }).waitFor();
    assert.equal(await columns.getByLabel("Done", { exact: true }).isChecked(), false);
    await shopper.resize({ width: 360, height: 780 });
    await shopper.fitsTheWindow("a template on a phone");

    // As the store has it, it is the same paper again.
    await page.getByRole("button", { name: "As the store has it" }).click();
    await page.getByRole("button", { name: "Keep for Fieldhouse" }).click();
    await page.getByText("Documents of Fieldhouse are printed like this from now on.").waitFor();
    assert.equal(await printed("pick-list"), list);
    shopper.problems = shopper.problems.filter((problem) => !/status of 422/.test(problem));
    shopper.nothingWrong();
  });
}

journeys([edited]);
