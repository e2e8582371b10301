// Rosters: pasted rows become an order with names and numbers, wrong rows are put right, workbooks are read, a big
// roster stays quick to type in.
import assert from "node:assert/strict";
import path from "node:path";
import { findProduct } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { phone } from "./shopper.mjs";
import { journeys } from "./world.mjs";

const workbook = path.resolve(import.meta.dirname, "../../web/public/assets/sample-roster.v1.xlsx");

/** A product with name and number a piece, in M, L and XL, bought singly or with a minimum of six a size. */
function teamwear(product) {
  const group = product.variants[0];
  if (product.callToOrder || product.freeFormOptions.join() !== "Name,Number" || !group) return undefined;
  const sizes = ["M", "L", "XL"].map((text) => group.sizes.find((size) => size.text === text));
  const fits = sizes.every((size) => size && !size.unavailable && size.minOrderQty <= 6 && size.deliveryUnit <= 1);
  return fits ? { sizes } : undefined;
}

/** A product in M and L without texts, bought singly, in several colors. */
function plain(product) {
  const group = product.variants[0];
  if (product.callToOrder || product.freeFormOptions.length > 0 || product.variants.length < 2 || !group)
    return undefined;
  const sizes = ["M", "L"].map((text) => group.sizes.find((size) => size.text === text));
  const fits = sizes.every((size) => size && !size.unavailable && size.minOrderQty <= 1 && size.deliveryUnit <= 1);
  return fits ? { sizes, color: group.productVariant.title } : undefined;
}

async function choose(page, product) {
  await page.getByRole("textbox", { name: "Add a product" }).fill(product.sku);
  await page.getByRole("list", { name: "Products found" }).getByRole("button", { name: product.name }).first().click();
  await page.getByText("Everybody on the roster gets one of each").waitFor();
}

const summary = (page) => page.getByRole("region", { name: "Summary" });

function rosters(world) {
  journey(
    world,
    "a pasted roster is put right and becomes a cart with names and numbers",
    async ({ store, arrive }) => {
      const { product } = await findProduct(store, teamwear, { query: "jersey" });
      const shopper = await arrive();
      const { page } = shopper;
      const sent = [];
      page.on("request", (request) => sent.push(request.postData() ?? ""));
      await shopper.visit("/quick-order?tab=team-roster");
      const rows = Array.from({ length: 12 }, (_, row) => `PLAYER${row}\t${row + 1}\t${row % 2 ? "adult large" : "L"}`);
      rows[4] = "OKAFOR\t5\tgoalie";
      rows[7] = "REYES\t3\tLg";
      await page
        .getByRole("textbox", { name: "Paste your rows here" })
        .fill(`Player\tNo.\tJersey size\n${rows.join("\n")}`);
      await page.getByRole("button", { name: "Read rows" }).click();
      await choose(page, product);
      await summary(page).getByText("9 of 12 rows ready, 3 need attention").waitFor();
      await shopper.axe("a roster with rows that need attention");
      await page.getByRole("textbox", { name: "Jersey size, row 5" }).fill("large");
      await page.getByRole("textbox", { name: "No., row 8" }).focus();
      await page.keyboard.press("Control+Enter");
      await summary(page).getByText("12 of 12 rows ready").waitFor();
      assert.ok(!sent.some((body) => body.includes("OKAFOR")), "a name left the browser before it was added");
      await page.getByRole("button", { name: "Add all to Cart" }).click();
      await page.getByRole("dialog", { name: /^My Cart/ }).waitFor();
      await shopper.visit("/cart");
      await shopper.heading("My Cart (12)").waitFor();
      const main = await page.getByRole("main").textContent();
      for (const text of ["OKAFOR", "REYES", "PLAYER11"]) assert.ok(main.includes(text), text);
      shopper.nothingWrong();
    },
  );

  journey(world, "a workbook is read, its fixes are applied, on a phone too", async ({ store, arrive }) => {
    const { product } = await findProduct(store, teamwear, { query: "jersey" });
    const shopper = await arrive({ viewport: phone });
    const { page } = shopper;
    await shopper.visit("/quick-order?tab=team-roster");
    await page.getByLabel("Roster file").setInputFiles(workbook);
    await choose(page, product);
    await summary(page).getByText("20 of 24 rows ready, 4 need attention").waitFor();
    await shopper.fitsTheWindow("a roster");
    await page.getByRole("button", { name: "Review 2 proposed fixes" }).click();
    const told = page.getByRole("dialog", { name: "2 proposed fixes" });
    await told.getByText("Row 16, Jersey size: Meduim becomes M").waitFor();
    await shopper.axe("the proposed fixes");
    await told.getByRole("button", { name: "Apply 2 proposed fixes" }).click();
    // A missing size is asked for, not made up.
    await summary(page).getByText("23 of 24 rows ready, 1 needs attention").waitFor();
    await page.getByRole("textbox", { name: "Jersey size, row 12" }).fill("XL");
    await summary(page).getByText("24 of 24 rows ready").waitFor();
    await page.getByRole("button", { name: "Add all to Cart" }).click();
    await page.getByRole("dialog", { name: /^My Cart/ }).waitFor();
    shopper.nothingWrong();
  });

  journey(world, "what is said of an added roster lies over nothing of the mini-cart", async ({ store, arrive }) => {
    const { product } = await findProduct(store, teamwear, { query: "jersey" });
    for (const viewport of [{ width: 1280, height: 800 }, { width: 1024, height: 700 }, phone]) {
      const shopper = await arrive({ viewport });
      const { page } = shopper;
      await shopper.visit("/quick-order?tab=team-roster");
      const rows = Array.from({ length: 12 }, (_, row) => `PLAYER${row}\t${row + 1}\tL`);
      await page
        .getByRole("textbox", { name: "Paste your rows here" })
        .fill(`Player\tNo.\tJersey size\n${rows.join("\n")}`);
      await page.getByRole("button", { name: "Read rows" }).click();
      await choose(page, product);
      await summary(page).getByText("12 of 12 rows ready").waitFor();
      await page.getByRole("button", { name: "Add all to Cart" }).click();
      const miniCart = page.getByRole("dialog", { name: /^My Cart/ });
      await miniCart.getByText("12 pieces added to your cart").waitFor();
      const said = page.getByText("12 rows are in your cart");
      await said.waitFor({ state: "attached" });
      const covered = await miniCart.evaluate(
        (drawer) =>
          [drawer, ...drawer.querySelectorAll("button, a")].filter((part) => {
            const { left, right, top, bottom } = part.getBoundingClientRect();
            const corners = [left + 2, (left + right) / 2, right - 2].flatMap((x) =>
              [top + 2, bottom - 2].map((y) => [x, y]),
            );
            return corners.some(([x, y]) => !drawer.contains(document.elementFromPoint(x, y) ?? drawer));
          }).length,
      );
      assert.equal(covered, 0, `${viewport.width} px: parts of the mini-cart are covered`);
      // Beside it where there is room for both, else afterwards.
      assert.equal(await said.isVisible(), viewport !== phone);
      await page.keyboard.press("Escape");
      await miniCart.waitFor({ state: "detached" });
      await said.waitFor();
      shopper.nothingWrong();
    }
  });

  journey(world, "2,000 rows are drawn as they come into view and typed into at once", async ({ store, arrive }) => {
    const { product } = await findProduct(store, teamwear, { query: "jersey" });
    const shopper = await arrive();
    const { page } = shopper;
    await shopper.visit("/quick-order?tab=team-roster");
    const rows = Array.from({ length: 2000 }, (_, row) => `PLAYER${row},${row},L`);
    const file = {
      name: "club.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`Name,Number,Size\n${rows.join("\n")}`),
    };
    await page.getByLabel("Roster file").setInputFiles(file);
    await choose(page, product);
    await summary(page).getByText("2,000 of 2,000 rows ready").waitFor();
    const drawn = await page.getByRole("grid").getByRole("row").count();
    assert.ok(drawn < 80, `${drawn} rows are drawn`);
    await page.getByRole("textbox", { name: "Size, row 1", exact: true }).focus();
    await page.keyboard.press("Control+End");
    const last = page.getByRole("textbox", { name: "Size, row 2000" });
    await last.fill("goalie");
    await summary(page).getByText("1,999 of 2,000 rows ready, 1 needs attention").waitFor();
    await last.fill("XL");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("grid").waitFor();
    shopper.nothingWrong();
  });

  journey(
    world,
    "sizes across the top are ordered, and a style number asks for its options",
    async ({ store, arrive }) => {
      const { product, sizes, color } = await findProduct(store, plain);
      const shopper = await arrive();
      const { page } = shopper;
      const paste = page.getByRole("textbox", { name: "Paste your rows here" });
      await shopper.visit("/quick-order?tab=team-roster");
      await paste.fill(`Color,M,L,Total\n${color},2,3,5\nTotal,2,3,5\n`);
      await page.getByRole("button", { name: "Read rows" }).click();
      await choose(page, product);
      await summary(page).getByText("2 of 3 rows ready, 1 orders nothing").waitFor();
      await shopper.axe("a roster read from sizes across the top");
      await page
        .getByRole("button", { name: "Add 2 ready rows to Cart" })
        .or(page.getByRole("button", { name: "Add all to Cart" }))
        .click();
      await page.getByRole("dialog", { name: "My Cart (5)" }).waitFor();
      await shopper.visit("/quick-order?tab=paste-list");
      await paste.fill(`Style #\tColor\tSize\tQty\n${product.sku}\t${color}\t\t1\n`);
      await page.getByRole("button", { name: "Read rows" }).click();
      await page.getByText(`Choose the options of ${product.name}`).waitFor();
      await page.getByRole("button", { name: "Choose options, row 1" }).click();
      await page.getByRole("combobox", { name: "Color, row 1" }).selectOption(color);
      await shopper.axe("a style number with its options");
      await page.getByRole("combobox", { name: "Size, row 1" }).selectOption(sizes[1].text);
      await summary(page).getByText("1 of 1 row ready").waitFor();
      assert.equal(await page.getByRole("textbox", { name: "Style #, row 1" }).inputValue(), sizes[1].sku);
      await page.getByRole("button", { name: "Add all to Cart" }).click();
      await page.getByRole("dialog", { name: "My Cart (6)" }).waitFor();
      shopper.nothingWrong();
    },
  );

  journey(world, "a list of product numbers is priced and added", async ({ store, arrive }) => {
    const { product, sizes } = await findProduct(store, teamwear, { query: "jersey" });
    const shopper = await arrive();
    const { page } = shopper;
    await shopper.visit("/quick-order?tab=paste-list");
    const list = `SKU,Qty,Name,Number\n${sizes[0].sku},6,EAGLES,1\nNO-SUCH-1,2,A,2\n`;
    await page.getByRole("textbox", { name: "Paste your rows here" }).fill(list);
    await page.getByRole("button", { name: "Read rows" }).click();
    await summary(page).getByText("1 of 2 rows ready, 1 needs attention").waitFor();
    await page.getByText("We could not find this product").waitFor();
    await page.getByRole("button", { name: "Add 1 ready row to Cart" }).click();
    await page.getByRole("dialog", { name: /^My Cart/ }).waitFor();
    // What was not ready stays.
    await page.keyboard.press("Escape");
    await summary(page).getByText("0 of 1 row ready, 1 needs attention").waitFor();
    assert.equal(product.freeFormOptions.length, 2);
    shopper.nothingWrong();
  });
}

journeys([rosters]);
