// Papers of several orders are printed at once: pick lists before anything is picked, packing slips of what is packed, one file each.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { findProduct, piecewise } from "./articles.mjs";
import { placeOrder } from "./buyers.mjs";
import { journey } from "./journey.mjs";
import { readPdf } from "./pdf.mjs";
import { accept, invite } from "./staff.mjs";
import { journeys } from "./world.mjs";

const email = "coach.print@lincoln.example";

function together(world) {
  journey(world, "pick lists and packing slips of several orders arrive as one file each", async (trip) => {
    const { store, arrive } = trip;
    const { sizes } = await findProduct(store, piecewise);
    const placed = [];
    for (const nth of [1, 2, 3]) {
      const lines = sizes.slice(0, 2).map(({ sku }) => ({ sku, quantity: nth + 1 }));
      placed.push(await placeOrder(store, { lines, email, poNumber: `PO-PRINT-${nth}` }));
    }
    const shopper = await arrive();
    const { page } = shopper;
    await accept(shopper, await invite(store, "print@store.example"));
    await shopper.visit(`/desk/orders?email=${email}`);
    const all = page.getByRole("checkbox", { name: "Choose all orders of this page" });
    const bar = page.getByRole("region", { name: "Chosen orders" });
    const said = (text) => page.getByRole("status").getByText(text).waitFor();
    /** What the browser keeps when a button is pressed. */
    const kept = async (button) => {
      const coming = page.waitForEvent("download");
      await bar.getByRole("button", { name: button }).click();
      const file = await coming;
      return { name: file.suggestedFilename(), ...readPdf(await readFile(await file.path())) };
    };

    for (const { number } of placed) await page.getByRole("link", { name: number, exact: true }).waitFor();
    await all.check();
    await bar.getByText("3 orders chosen").waitFor();
    const lists = await kept("Print pick lists");
    await said("The pick lists of 3 orders are in one file.");
    assert.equal(lists.name, "pick-lists.pdf");
    assert.equal(lists.pages, 3);

    // Nothing is packed: no file comes, and it is said why.
    let files = 0;
    page.on("download", () => {
      files += 1;
    });
    await bar.getByRole("button", { name: "Print packing slips" }).click();
    await said("None of these orders has such a document as it stands");
    assert.equal(files, 0);

    // Two are picked: of the third there is no slip.
    await page.getByRole("checkbox", { name: `Choose ${placed[0].number}` }).uncheck();
    await bar.getByText("2 orders chosen").waitFor();
    await bar.getByRole("button", { name: "Pick", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Pick all that is left of 2 orders" }).click();
    await said("2 orders picked.");
    await all.check();
    const slips = await kept("Print packing slips");
    await said("The packing slips of 2 orders are in one file. 1 other order: nothing is packed.");
    assert.equal(slips.name, "packing-slips.pdf");
    assert.equal(slips.pages, 2);

    // Whoever opens the box reads no price; what tells amounts has the character that they begin with.
    const bytes = await page.evaluate(async (id) => {
      const answer = await fetch(`/desk/api/orders/${id}/documents/acknowledgement`);
      return [...new Uint8Array(await answer.arrayBuffer())];
    }, placed[0].id);
    assert.deepEqual(
      [readPdf(Buffer.from(bytes)), slips, lists].map(({ has }) => has("$")),
      [true, false, false],
    );
    shopper.problems = shopper.problems.filter((problem) => !/status of 422/.test(problem));
    shopper.nothingWrong();
  });
}

journeys([together]);
