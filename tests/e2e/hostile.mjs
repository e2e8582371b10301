// Hostile texts through every place a visitor or a file can put one, rendered in Chromium (R52, R53): nothing runs,
// nothing is asked for elsewhere, no attribute carries a script. First with the content security policy off, so that
// it is the storefront itself that holds; then the policy is seen on every answer.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe } from "node:test";
import { hostileContent } from "./hostile-content.mjs";
import { hostileAddresses, hostileTexts, hostileTextsOf, fileTexts as imported, sampled } from "./hostile-texts.mjs";
import { journey } from "./journey.mjs";
import { Store } from "./store.mjs";
import { Watched } from "./watched.mjs";
import { journeys } from "./world.mjs";

const mapping = `
source = "hostile"
format = "json-lines"
sites = ["fieldhouse"]
[rows]
group-by = "id"
[product]
slug = "slug"
name = "name"
brand = "text"
subtitle = "text"
description = "text"
features = "text"
flags = "text"
pricing-message = "text"
shipping-info = "text"
manufacturer = "text"
warnings = "text"
keywords = "text"
free-form-options = "text"
categories = { columns = ["text"], between = "|||" }
images = "image"
[product.attributes]
Material = "text"
[variant]
sku = "sku"
price = "price"
stock = "stock"
attributes = { color = "text", size = "text" }
`;

/** Products made of nothing but hostile texts, one a text. */
function hostileCatalogue(folder) {
  const lines = imported.map((text, index) =>
    JSON.stringify({
      id: `x${index}`,
      slug: `hostile-${index}`,
      sku: `XQ-${index}`,
      name: `Hostile ${text}`,
      text,
      image: hostileAddresses[index % hostileAddresses.length].trim().replaceAll("\t", ""),
      price: "12.50",
      stock: "500",
    }),
  );
  writeFileSync(path.join(folder, "hostile.jsonl"), `${lines.join("\n")}\n`);
  writeFileSync(path.join(folder, "hostile.toml"), mapping);
}

function hostileInput(world) {
  describe("hostile texts", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-hostile-"));
    // Its catalogue is the hostile one alone.
    const own = { store: new Store({ copied: false }), browser: undefined };
    before(async () => {
      own.browser = world.browser;
      hostileCatalogue(folder);
      await own.store.run("migrate");
      await own.store.import(path.join(folder, "hostile.jsonl"), path.join(folder, "hostile.toml"));
      await own.store.open();
    });
    after(async () => {
      await own.store.close();
      rmSync(folder, { recursive: true, force: true });
    });
    fromFiles(own);
    fromVisitors(own);
    fromAddresses(own);
    hostileContent(own, folder);
  });
}

/** A catalogue of hostile texts: lists, hits, products, quick view, cart, order. */
function fromFiles(world) {
  journey(
    world,
    "a catalogue of hostile texts harms nobody: lists, hits, products, quick view",
    async ({ store, arrive }) => {
      const visitor = await Watched.arrive(arrive, store);
      const { page } = visitor;
      for (let number = 1; number <= Math.ceil(imported.length / 24); number += 1) {
        await visitor.visit(`/search/?page=${number}`);
        await page
          .getByRole("heading", { name: /^Hostile / })
          .first()
          .waitFor();
        await visitor.harmless(`list, page ${number}`);
      }
      for (const text of sampled(imported)) {
        await visitor.visit(`/p/hostile-${imported.indexOf(text)}/`);
        const heading = await page.getByRole("heading", { level: 1 }).textContent();
        assert.equal(heading, `Hostile ${text}`.normalize("NFC").replace(/\s+/g, " "), "the text itself is shown");
        await visitor.harmless(text);
      }
      await visitor.visit("/");
      const box = page.getByRole("combobox", { name: "Search products" });
      for (const typed of ["hostile", "script", "onerror", "<img src", "xss()"]) {
        await box.fill(typed);
        await page.getByRole("listbox").or(page.getByText("No results found.")).first().waitFor();
        await visitor.harmless(`hits for ${typed}`);
      }
      await visitor.visit("/search/?query=hostile");
      await page
        .getByRole("button", { name: /^Quick View/ })
        .first()
        .click();
      await page
        .getByRole("dialog", { name: /quick view/i })
        .getByText(/XQ-/)
        .first()
        .waitFor();
      await visitor.harmless("quick view");
    },
  );
}

/** What a visitor types: into the search, the cart, the order, forms, the account. */
function fromVisitors(world) {
  journey(world, "what is searched for is shown, not run", async ({ store, arrive }) => {
    const visitor = await Watched.arrive(arrive, store);
    for (const text of sampled(hostileTexts)) {
      await visitor.visit(`/search/?query=${encodeURIComponent(text)}`);
      await visitor.page.getByRole("heading", { level: 1 }).waitFor();
      await visitor.harmless(`search for ${text}`);
    }
  });

  journey(world, "names, notes and numbers on an order are shown, not run", async ({ store, arrive }) => {
    const visitor = await Watched.arrive(arrive, store);
    const { page } = visitor;
    // Texts a piece, an order's worth of them, by the very door the storefront uses.
    const printed = imported.filter((text) => text.length <= 40).slice(0, 20);
    await visitor.visit("/cart");
    const refused = await page.evaluate(
      async ({ texts, skus }) => {
        const refusals = [];
        for (const [index, text] of texts.entries()) {
          const body = JSON.stringify({ lines: [{ sku: skus[index], quantity: 1, freeForm: [[text]] }] });
          const headers = { "content-type": "application/json" };
          const answer = await fetch("/api/cart/lines", { method: "POST", headers, body });
          if (answer.status !== 200) refusals.push(`${answer.status} ${await answer.text()}`);
        }
        return refusals;
      },
      { texts: printed, skus: printed.map((text) => `XQ-${imported.indexOf(text)}`) },
    );
    assert.deepEqual(refused, []);
    await visitor.visit("/cart");
    await page.getByRole("heading", { level: 1, name: `My Cart (${printed.length})` }).waitFor();
    await visitor.harmless("the cart");

    await page.getByRole("button", { name: "Proceed To Checkout" }).click();
    await page.getByRole("heading", { level: 1, name: "Shipping" }).waitFor();
    await visitor.shopper.fillShipping();
    const pieces = hostileTextsOf(38);
    const lines = [
      "First Name *",
      "Last Name *",
      "School or company (optional)",
      "Address *",
      "Address line 2 (optional)",
      "City *",
    ];
    for (const [index, label] of lines.entries()) {
      await page.getByLabel(label, { exact: true }).fill(pieces[index % pieces.length]);
    }
    await page.getByLabel("Notes for the carrier (optional)").fill(hostileTextsOf(400)[0]);
    await page.getByRole("button", { name: "Continue To Payment" }).click();
    await page.getByLabel("Purchase order number *", { exact: true }).fill("<svg/onload=xss()>");
    await page.getByRole("button", { name: "Review Order" }).click();
    await page.getByRole("heading", { level: 1, name: "Review your order" }).waitFor();
    await visitor.harmless("review");
    await page.getByRole("button", { name: "Place Order" }).click();
    await page.getByRole("heading", { level: 1, name: "Thank you for your order" }).waitFor();
    await visitor.harmless("the order");
  });

  journey(world, "rosters, forms, codes and accounts of hostile texts harm nobody", async ({ store, arrive }) => {
    const visitor = await Watched.arrive(arrive, store);
    const { page } = visitor;
    await visitor.visit("/quick-order?tab=team-roster");
    const rows = hostileTexts.map((text, index) => `${text.replace(/[\t\n]/g, " ")}\t${index}\tL`);
    await page
      .getByRole("textbox", { name: "Paste your rows here" })
      .fill(`Player\tNo.\tJersey size\n${rows.join("\n")}`);
    await page.getByRole("button", { name: "Read rows" }).click();
    await page.getByRole("textbox", { name: "Jersey size, row 5" }).waitFor();
    await visitor.harmless("a roster");

    await visitor.visit("/contact-us/");
    const form = page.getByRole("form", { name: "Write to us" });
    await form.getByLabel("Your name *").fill(hostileTextsOf(60)[0]);
    await form.getByLabel("Email *").fill('"<svg/onload=xss()>"@x.example');
    await form.getByLabel("Message *").fill(hostileTexts.join("\n"));
    await form.getByRole("button", { name: "Send message" }).click();
    await form.getByText("Please fill in this field").or(form.getByText(/email/i)).first().waitFor();
    await visitor.harmless("a form");

    await visitor.visit("/cart");
    await page.evaluate(() =>
      fetch("/api/cart/lines", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ lines: [{ sku: "XQ-0", quantity: 1, freeForm: [["x"]] }] }),
      }),
    );
    await visitor.visit("/cart");
    for (const label of ["Offer code", "Program ID", "Certificate number"]) {
      const field = page.getByLabel(label, { exact: true });
      await field.fill("<img src=x onerror=xss()>");
      await field.press("Enter");
      await visitor.harmless(label);
    }
    await visitor.visit(`/gift-certificate?id=${encodeURIComponent("<img src=x onerror=xss()>")}`);
    await visitor.harmless("a certificate");
  });

  journey(world, "50 kB in any field neither hangs nor breaks a page (R68)", async ({ store, arrive }) => {
    const visitor = await Watched.arrive(arrive, store);
    const { page } = visitor;
    const long = hostileTexts
      .join(" ")
      .replace(/[\t\n]/g, " ")
      .repeat(40)
      .slice(0, 50_000);
    for (const address of [
      "/",
      "/contact-us/",
      "/account/register",
      "/account/reset-password",
      "/gift-certificate",
      "/quick-order",
      "/quick-order?tab=paste-list",
      "/p/hostile-0/",
    ]) {
      await visitor.visit(address);
      const fields = page
        .locator("input:not([type=checkbox], [type=radio], [type=file]), textarea")
        .locator("visible=true");
      await fields.first().waitFor();
      for (const field of await fields.all()) {
        if (!(await field.isEditable().catch(() => false))) continue;
        await field.fill(long);
        await field.press("Tab");
      }
      // It still answers: a link leads on.
      await page.getByRole("link", { name: /^Cart, / }).click();
      await page.getByRole("heading", { level: 1, name: /^My Cart/ }).waitFor();
      await visitor.harmless(address);
    }
  });
}

/** What stands in a link somebody was sent: paths, parameters, the hash; and in cookies and the browser's storage. */
function fromAddresses(world) {
  journey(world, "hostile paths, parameters and hashes harm nobody", async ({ store, arrive }) => {
    const visitor = await Watched.arrive(arrive, store);
    const all = hostileTextsOf(1200).map(encodeURIComponent);
    const worst = [
      "<img src=x onerror=xss()>",
      '"><script>xss()</script>',
      "</script><script>xss()</script>",
      "javascript:xss()",
    ].map(encodeURIComponent);
    const addresses = [
      ...all.flatMap((text) => [
        `/?x=${text}#${text}`,
        `/search/?sort=${text}&page=${text}&brand=${text}&color=${text}`,
        `/ship-to-home-styles/?BookshelfFilter=${text}&SITEID=${text}`,
      ]),
      ...worst.flatMap((text) => [
        `/${text}/`,
        `/p/${text}/`,
        `/c/${text}/`,
        `/shop/${text}/`,
        `/learning-corner/${text}/`,
        `/order?id=${text}`,
        `/cart/shared/${text}`,
        `/gift-certificate?id=${text}`,
        `/quick-order?tab=${text}`,
        `/account/create-password?token=${text}&magentouser=true`,
        `/account/reset-password?isExpired=${text}`,
        `/api/auth/signin?error=${text}`,
        `/order-status/?EMAILORCUSTNUM=${text}`,
        `/contact-us/#${text}`,
      ]),
      ...hostileAddresses.map((address) => `/api/auth/signin?callbackUrl=${encodeURIComponent(address)}`),
    ];
    for (const address of addresses) {
      await visitor.shopper.visit(address);
      await visitor.page.getByRole("heading", { level: 1 }).first().waitFor();
      await visitor.harmless(address);
    }
  });

  journey(world, "hostile cookies and storage harm nobody", async ({ store, arrive }) => {
    const visitor = await Watched.arrive(arrive, store);
    const { context } = visitor.shopper;
    for (const text of [
      "<img src=x onerror=xss()>",
      '"><svg onload=xss()>',
      "javascript:xss()",
      "T5<script>xss()</script>",
    ]) {
      const value = encodeURIComponent(text);
      await context.addCookies(
        ["flyercode", "friendlyFlyercode", "certFlyerCode", "programId", "pmToken"].flatMap((name) =>
          [value, text.replace(/[;,"\s]/g, "")].slice(0, 1).map((one) => ({ name, value: one, url: store.url("/") })),
        ),
      );
      await visitor.visit("/");
      await visitor.page.evaluate((stored) => {
        for (const name of ["recentlyViewed", "roster", "fieldhouse"]) localStorage.setItem(name, stored);
      }, text);
      for (const address of ["/", "/cart", "/p/hostile-1/", "/search/?query=hostile"]) {
        await visitor.visit(address);
        await visitor.harmless(`${address} with ${text}`);
      }
    }
  });
}

journeys([hostileInput]);
