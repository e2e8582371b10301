// What stands around the shop, in all four brands: menus by keyboard, content search, forms, newsletter,
// learning corner, wishlist, report pages.
import assert from "node:assert/strict";
import { findProduct, piecewise } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { inLetterTo, letterHolding } from "./letters.mjs";
import { phone } from "./shopper.mjs";
import { sites } from "./store.mjs";
import { journeys } from "./world.mjs";

function aroundTheShop(world) {
  for (const site of sites) {
    journey(world, `contact form, newsletter and learning corner at ${site}`, async ({ store, arrive }) => {
      const visitor = await arrive(site === "usgames" ? { viewport: phone } : {});
      const { page } = visitor;
      const look = async (what) => {
        await visitor.axe(what);
        await visitor.fitsTheWindow(what);
      };

      await visitor.visit("/contact-us/", site);
      const form = page.getByRole("form", { name: "Write to us" });
      await page.getByRole("link", { name: /^Cart, 0 items/ }).waitFor();
      await look("contact us");
      await form.getByRole("button", { name: "Send message" }).click();
      await form.getByText("Please fill in this field").first().waitFor();
      await visitor.focusOn(form.getByLabel("Your name *"));
      await look("contact us with errors");
      // Chromium reports the answer 422 as an error; it is what was asked for.
      visitor.problems.length = 0;
      await form.getByLabel("Your name *").fill("Dana Reyes");
      await form.getByLabel("Email *").fill(`dana@${site}.example`);
      await form.getByLabel("What is it about *").selectOption({ index: 1 });
      await form.getByLabel("Message *").fill(`Twelve gowns for ${site}.`);
      await form.getByRole("button", { name: "Send message" }).click();
      await page.getByText("Thank you, we received your form submission!").waitFor();
      await look("contact us, sent");
      await letterHolding(store.mailFolder, `Twelve gowns for ${site}.`);
      await page.getByRole("link", { name: "Return to home page" }).click();
      await page.waitForURL(store.url("/", site));

      const shell = await store.json("/api/content/pages/home", site);
      const { newsletter } = shell.blocks.find((block) => block.kind === "newsletter");
      const band = page.getByRole("region", { name: newsletter.headerTitle });
      await band.getByLabel(newsletter.placeholder).fill(`news@${site}.example`);
      await band.getByRole("button", { name: newsletter.buttonText }).click();
      await band.getByText("Thank you for joining our Team!").waitFor();
      // Looking at the letter's page is no consent; its button needs no script.
      const link = await inLetterTo(store.mailFolder, `news@${site}.example`, /\/newsletter\/confirm\/[^\s"<]+/);
      await visitor.visit(link, site);
      await visitor.heading("Confirm your subscription").waitFor();
      await look("the newsletter's question");
      await page.getByRole("button", { name: "Confirm your subscription" }).press("Enter");
      await visitor.heading("Your subscription is confirmed").waitFor();
      await look("the newsletter's confirmation");

      await visitor.visit("/learning-corner/", site);
      await page.getByRole("heading", { level: 1, name: "Learning corner" }).waitFor();
      await look("the learning corner");
      const article = page.getByRole("link", { name: /^Read on: / }).first();
      const title = (await article.getAttribute("aria-label")).replace("Read on: ", "");
      await article.click();
      await visitor.heading(title).waitFor();
      await look("an article");

      await visitor.visit("/club-select/", site);
      await page.getByRole("heading", { level: 1, name: "Club select" }).waitFor();
      await look("club select");
      await visitor.visit("/order-status/", site);
      await page.getByText("our system is still working on it").waitFor();
      await look("order status");
      await visitor.visit("/ship-to-home-styles/?BookshelfFilter=&SITEID=evil", site);
      const frame = page.frameLocator("iframe");
      await frame.getByRole("heading", { level: 1, name: "Catalogs" }).waitFor();
      await look("styles");
      visitor.nothingWrong();
    });
  }

  journey(world, "the content search opens and closes as it should, and leads to an article", async ({ arrive }) => {
    const visitor = await arrive();
    const { page } = visitor;
    await visitor.visit("/", "varsitybrands");
    const opener = page.getByRole("button", { name: "I'm looking for..." });
    const overlay = page.getByRole("dialog", { name: "Search the learning corner" });
    await opener.click();
    await overlay.getByPlaceholder("I'm looking for...").fill("zebra");
    await overlay.getByText("No results for zebra").waitFor();
    await page.keyboard.press("Escape");
    await overlay.waitFor({ state: "hidden" });
    await opener.click();
    await overlay.waitFor();
    await page.mouse.click(700, 850);
    await overlay.waitFor({ state: "hidden" });
    await opener.click();
    await overlay.getByPlaceholder("I'm looking for...").fill("gowns");
    await overlay.getByRole("link", { name: /Measuring a class for gowns/ }).waitFor();
    await visitor.axe("the content search");
    await overlay.getByRole("link", { name: /Measuring a class for gowns/ }).click();
    await visitor.heading("Measuring a class for gowns").waitFor();
    visitor.nothingWrong();
  });

  journey(world, "the account menu and the form drawer by keyboard only", async ({ arrive }) => {
    const visitor = await arrive();
    const { page } = visitor;
    await visitor.visit("/about-us/", "fieldhouse");
    const menu = page.getByRole("button", { name: "Account", exact: true });
    await menu.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Create an account" }).waitFor();
    await visitor.axe("the account menu");
    await page.keyboard.press("Tab");
    await visitor.focusOn(page.getByText("Sign in", { exact: true }));
    await page.keyboard.press("Escape");
    assert.equal(await menu.getAttribute("aria-expanded"), "false");
    await visitor.focusOn(menu);

    const tab = page.getByRole("button", { name: "Get a quote" }).locator("visible=true");
    await tab.focus();
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name: "Get a team quote" });
    await drawer.getByLabel("Your name *").waitFor();
    await visitor.axe("the form drawer");
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "hidden" });
    await page.getByRole("link", { name: "Privacy choices" }).click();
    await page.getByRole("dialog", { name: "Privacy choices" }).getByLabel("Your choice *").waitFor();
    visitor.nothingWrong();
  });

  journey(world, "a heart keeps a product among the favourites", async ({ store, arrive }) => {
    const { product } = await findProduct(store, piecewise, { site: "fieldhouse" });
    const visitor = await arrive({ viewport: phone });
    const { page } = visitor;
    await visitor.visit(product.href, "fieldhouse");
    // The heart is shown pressed before the answer; what is kept is kept only with it.
    const kept = page.waitForResponse((response) => response.request().method() === "POST" && response.ok());
    await page.getByRole("button", { name: `Favorite ${product.name}`, pressed: false }).click();
    await page.getByRole("button", { name: `Favorite ${product.name}`, pressed: true }).waitFor();
    await kept;
    await visitor.visit("/favourite", "fieldhouse");
    await page.getByRole("link", { name: product.name }).waitFor();
    await visitor.axe("favourites");
    await visitor.fitsTheWindow("favourites");
    await page.getByRole("button", { name: `Favorite ${product.name}` }).click();
    await page.getByRole("link", { name: "Find something to keep" }).waitFor();
    visitor.nothingWrong();
  });
}

journeys([aroundTheShop]);
