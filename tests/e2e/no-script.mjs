// Reading and links without any script: what a search engine, an old phone and a slow line get.
import assert from "node:assert/strict";
import { accountPages, personalPages, publicPages } from "./addresses.mjs";
import { findProduct, piecewise } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { inLetterTo, letterHolding } from "./letters.mjs";
import { phone } from "./shopper.mjs";
import { sites } from "./store.mjs";
import { journeys } from "./world.mjs";

function withoutScripts(world) {
  journey(world, "home, lists and products can be read and walked without scripts", async ({ store, arrive }) => {
    const { product } = await findProduct(store, piecewise);
    const reader = await arrive({ javaScriptEnabled: false });
    const { page } = reader;
    const home = await reader.visit("/");
    assert.equal(home.status(), 200);
    assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1);

    // The search field is a form.
    await page.getByRole("combobox", { name: "Search products" }).fill(product.name);
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.waitForURL(/\/search\/\?query=/);
    await page.getByRole("main").getByRole("link", { name: product.name }).first().click();
    await reader.heading(product.name).waitFor();
    assert.match(await page.getByRole("main").textContent(), /\$\d/);
    assert.match(
      (await page.locator("link[rel=canonical]").getAttribute("href")) ?? "",
      new RegExp(`${product.href}$`),
    );

    // Categories, pages of a list and the cart are links.
    const { categories } = product;
    await page
      .getByRole("main")
      .getByRole("link", { name: categories.at(-1).name, exact: true })
      .first()
      .click();
    await page.waitForURL(`**${categories.at(-1).href}`);
    const products = page.getByRole("main").locator("a[href^='/p/']");
    assert.ok((await products.count()) > 0);
    // On a phone the filters are all open: they come after the products, and a link leads to them.
    await reader.resize(phone);
    const filters = page.getByRole("complementary", { name: "Filters" });
    assert.ok((await filters.boundingBox()).y > (await products.last().boundingBox()).y);
    await page.getByRole("link", { name: "Filters", exact: true }).click();
    assert.ok((await filters.boundingBox()).y < phone.height);
    const missing = await reader.visit("/p/there-is-no-such-product/");
    assert.equal(missing.status(), 404);
    await page.getByRole("heading", { level: 1 }).waitFor();
  });

  journey(
    world,
    "contact form and newsletter are sent without scripts, and no address has a word of them",
    async (all) => {
      const { store, arrive } = all;
      const reader = await arrive({ javaScriptEnabled: false });
      const { page } = reader;
      const asked = [];
      page.on("request", (request) => asked.push(request.url()));
      await reader.visit("/contact-us/");
      const form = page.getByRole("form", { name: "Write to us" });
      await form.getByLabel("Your name *").fill("Sasha Plainfield");
      await form.getByLabel("Email *").fill("sasha");
      await form.getByRole("button", { name: "Send message" }).click();
      // What is wrong is said at its field, which has the focus; what was entered is still there.
      await page.getByText("3 fields need your attention.").waitFor();
      const email = page.getByLabel("Email *");
      assert.equal(await email.inputValue(), "sasha");
      assert.equal(await email.getAttribute("aria-invalid"), "true");
      assert.equal(await page.getByLabel("Your name *").inputValue(), "Sasha Plainfield");
      await email.fill("sasha@plainfield.example");
      await page.getByLabel("What is it about *").selectOption({ index: 1 });
      await page.getByLabel("Message *").fill("Sent by hand.");
      await page.getByRole("button", { name: "Send message" }).click();
      await page.getByText("Thank you, we received your form submission!").waitFor();
      await letterHolding(store.mailFolder, "Sent by hand.");
      await page.getByRole("link", { name: "Return to home page" }).click();

      const { blocks } = await store.json("/api/content/pages/home");
      const { newsletter } = blocks.find((block) => block.kind === "newsletter");
      const band = page.getByRole("form", { name: newsletter.headerTitle });
      await band.getByLabel(newsletter.placeholder).fill("news@plainfield.example");
      await band.getByRole("button", { name: newsletter.buttonText }).click();
      await reader.heading("Thank you for joining our Team!").waitFor();
      await inLetterTo(store.mailFolder, "news@plainfield.example", /\/newsletter\/confirm\/[^\s"<]+/);
      const telling = asked.filter((address) => /sasha|plainfield|hand/i.test(address));
      assert.deepEqual(telling, [], "nothing personal is in an address");
    },
  );

  journey(world, "a page whose files of scripts never come says what can be done", async ({ arrive }) => {
    const reader = await arrive({ javaScriptEnabled: true });
    const { page } = reader;
    reader.scripts = false;
    await page.route(/\/assets\/(?!start).*\.js$/, (route) => route.abort());
    for (const address of ["/cart", "/my-account/"]) {
      await reader.visit(address);
      const late = page.getByText("This takes longer than it should.");
      assert.equal(await late.isVisible(), false, "not at once");
      await page.evaluate(() => {
        for (const animation of document.getAnimations())
          if (animation instanceof CSSAnimation && animation.animationName === "said-late") animation.finish();
      });
      await late.waitFor();
      assert.match(await late.innerText(), /order by phone at \d/);
    }
  });

  for (const site of sites) {
    journey(world, `every page of ${site} says something without scripts`, async ({ store, arrive }) => {
      const reader = await arrive({ javaScriptEnabled: false });
      const { brand } = await store.json("/api/shell", site);
      const pages = [...(await publicPages(store, site)), ...personalPages(brand), ...accountPages];
      for (const { address } of pages) {
        await reader.visit(address, site);
        const heading = reader.page.getByRole("heading", { level: 1 });
        assert.equal(await heading.count(), 1, address);
        const words = (await reader.page.getByRole("main").innerText()).replace(await heading.innerText(), "");
        assert.ok(words.trim().length > 60, `${address}: ${words}`);
        assert.doesNotMatch(await reader.page.locator("body").innerText(), /Loading(?:\.\.\.| your)/, address);
        assert.ok((await reader.page.title()).includes(brand.name), address);
      }
    });
  }
}

journeys([withoutScripts]);
