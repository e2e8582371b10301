// Sales figures: an order that was placed is in them within moments, at home and in the report, which is read by keyboard, with
// axe, on a phone, and taken along as a file.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { placeOrder } from "./buyers.mjs";
import { journey } from "./journey.mjs";
import { phone } from "./shopper.mjs";
import { accept, invite } from "./staff.mjs";
import { journeys } from "./world.mjs";

const sku = "SM1424-CDWH";

/** The cells of a row of the table, by the names of their columns. */
async function row(page, name) {
  const heads = await page.getByRole("columnheader").allInnerTexts();
  const cells = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
  const told = await cells.getByRole("cell").allInnerTexts();
  return Object.fromEntries(told.map((text, place) => [heads[place + 1], text]));
}

const number = (text) => Number(text.replaceAll(/[$,]/g, ""));

/** Opens the report until all that happened is counted: within moments. What it tells in all. */
async function counted(shopper, address, pieces) {
  const { page } = shopper;
  for (let visits = 0; visits < 40; visits += 1) {
    await shopper.visit(address);
    await page.getByRole("rowheader", { name: "All", exact: true }).waitFor();
    const all = await row(page, "All");
    const waits = await page.getByText("not counted yet").count();
    if (waits === 0 && (pieces === undefined || number(all.Pieces) === pieces)) return all;
    await page.waitForResponse((response) => response.url().includes("/reports/"), { timeout: 500 }).catch(() => {});
  }
  return assert.fail(`the report never tells ${pieces} pieces`);
}

function figures(world) {
  journey(
    world,
    "an order is in the figures within moments, and the report is read, searched through and taken along",
    async ({ store, arrive }) => {
      const shopper = await arrive();
      const { page } = shopper;
      await accept(shopper, await invite(store, "figures@store.example"));
      await page.getByRole("heading", { name: "Sales", exact: true }).waitFor();
      const today = "/desk/reports?days=1&site=fieldhouse";
      const before = await counted(shopper, today);
      const pieces = number(before.Pieces);
      const order = await placeOrder(store, { lines: [{ sku, quantity: 3 }] });
      const after = await counted(shopper, today, pieces + 3);
      const goods = (number(after.Net) - number(before.Net)).toFixed(2);
      const { regularPrice, discountedPrice } = order.items[0].subtotal;
      assert.equal(goods, ((discountedPrice ?? regularPrice) / 100).toFixed(2));
      assert.equal(number(after.Orders), number(before.Orders) + 1);
      // The sentence, the line and the table say the same.
      await page.getByText(`${after.Net} net in `).first().waitFor();
      await page.locator("figcaption").getByText(after.Net).waitFor();
      for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
        await page.emulateMedia({ colorScheme });
        await shopper.axe(`a report, ${colorScheme}`);
      }
      await page.emulateMedia({ colorScheme: "light" });

      // By keyboard: other rows, and what is behind one.
      const rows = page.getByLabel("Rows", { exact: true });
      await rows.focus();
      await page.keyboard.type("Styles");
      await page.getByRole("columnheader", { name: "Styles" }).waitFor();
      const style = page.getByRole("table").getByRole("link");
      const name = await style.first().innerText();
      await style.first().focus();
      await page.keyboard.press("Enter");
      await page.getByRole("columnheader", { name: "Sizes" }).waitFor();
      assert.ok(number((await row(page, "All")).Pieces) > 0);
      await page.getByRole("button", { name: `${name}` }).click();
      await page.getByRole("button", { name: "show all" }).waitFor({ state: "detached" });

      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Download as CSV" }).click(),
      ]);
      assert.match(file.suggestedFilename(), /^sales-[\d-]+\.csv$/);
      const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
      assert.ok(lines.at(-1)?.includes(`"All","${pieces + 3}",`), lines.join("\n"));

      await shopper.visit("/desk");
      await page.getByText(`Today ${after.Net} in `).waitFor();
      await shopper.resize(phone);
      await shopper.fitsTheWindow("home on a phone");
      await shopper.visit(`${today}&by=unit`);
      await page.getByRole("rowheader", { name: "For themselves" }).waitFor();
      await shopper.fitsTheWindow("a report on a phone");
      await shopper.axe("a report on a phone");
      shopper.nothingWrong();
    },
  );
}

/** Opens a report until it shows a row: figures are written every few seconds. */
async function shows(shopper, address, name) {
  const { page } = shopper;
  const cell = page.getByRole("cell", { name, exact: true });
  for (let visits = 0; visits < 60; visits += 1) {
    await shopper.visit(address);
    await page
      .getByRole("main")
      .getByText(/found nothing/)
      .first()
      .waitFor();
    if ((await cell.count()) > 0) return cell;
    await page.waitForResponse((response) => response.url().includes("/reports/"), { timeout: 500 }).catch(() => {});
  }
  return assert.fail(`the report never tells ${name}`);
}

function missed(world) {
  journey(
    world,
    "what a shopper looks for in vain is told at the desk, and late shipments stand beside it",
    async ({ arrive, store }) => {
      const buyer = await arrive();
      await buyer.visit("/search?query=Xylophone");
      await buyer.page
        .getByText(/Xylophone/)
        .first()
        .waitFor();
      const shopper = await arrive();
      const { page } = shopper;
      await accept(shopper, await invite(store, "missed@store.example"));
      await page.getByRole("heading", { name: "Sales", exact: true }).waitFor();
      await shows(shopper, "/desk/reports/searches?days=7", "xylophone");
      await shopper.axe("searches without a result");
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Download as CSV" }).click(),
      ]);
      assert.match(await readFile(await file.path(), "utf8"), /"xylophone","1"/);
      await page.getByRole("navigation", { name: "Reports" }).getByRole("link", { name: "Late shipments" }).click();
      await shopper.heading("Late shipments").waitFor();
      await page
        .getByText(/late now\./)
        .first()
        .waitFor();
      await shopper.resize(phone);
      await shopper.fitsTheWindow("late shipments on a phone");
      shopper.nothingWrong();
    },
  );
}

journeys([figures, missed]);
