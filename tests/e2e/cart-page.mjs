// The cart page's measures, what is taken back, and a cart shared with somebody else.
import assert from "node:assert/strict";
import { findProduct, personalised, piecewise } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { desktop, phone } from "./shopper.mjs";
import { journeys } from "./world.mjs";

async function withTwoSizes({ store, arrive }, options) {
  const { product, sizes } = await findProduct(store, piecewise);
  const shopper = await arrive(options);
  await shopper.visit(product.href);
  await shopper.fillGrid({ [sizes[0].text]: 2, [sizes[1].text]: 4 });
  await shopper.addToCart();
  await shopper.visit("/cart");
  await shopper.heading("My Cart (6)").waitFor();
  return { shopper, product };
}

function cartPage(world) {
  journey(
    world,
    "the page changes at 768 and 1024 px, the accordion takes 300 ms, a card is at most 782 px wide",
    async ({ store, arrive }) => {
      const { shopper } = await withTwoSizes({ store, arrive });
      const { page } = shopper;
      const wide = async (width) => shopper.resize({ width, height: 900 });
      const toggle = page.getByRole("button", { name: /^Order Summary/ });
      for (const width of [1024, 1440, 2560]) {
        await wide(width);
        await toggle.waitFor({ state: "detached" });
        await page.getByRole("heading", { name: "Order Summary" }).waitFor();
        const { width: card } = await page.getByRole("article").first().boundingBox();
        assert.ok(card <= 782, `${card} px at ${width}`);
        if (width === 2560) {
          assert.equal(card, 782);
          const { width: content } = await page.locator("main .page-width").first().boundingBox();
          assert.equal(content, 1440);
        }
      }
      await wide(1023);
      await toggle.waitFor();
      await page.emulateMedia({ reducedMotion: "no-preference" });
      const panel = page.locator(`[id="${await toggle.getAttribute("aria-controls")}"]`);
      assert.equal(await panel.evaluate((element) => getComputedStyle(element).transitionDuration), "0.3s");
      const height = () => panel.evaluate((element) => element.getBoundingClientRect().height);
      assert.equal(await height(), 0);
      await toggle.click();
      const done = (element) => Promise.all(element.getAnimations().map((animation) => animation.finished));
      await panel.evaluate(done);
      assert.ok((await height()) > 100);
      const locked = () => page.evaluate(() => getComputedStyle(document.documentElement).overflow);
      assert.equal(await locked(), "hidden");
      await page.keyboard.press("Escape");
      assert.notEqual(await locked(), "hidden");
      await page.emulateMedia({ reducedMotion: "reduce" });

      const { product: pictured } = await findProduct(store, (each) =>
        (each.variants[0]?.images.length ?? 0) > 1 ? {} : undefined,
      );
      await shopper.visit(pictured.href);
      const thumbnail = page.getByRole("button", { name: pictured.variants[0].images[1].alt, exact: true });
      const zoom = page.getByRole("dialog");
      await wide(768);
      await thumbnail.click();
      assert.equal(await zoom.count(), 0);
      await wide(767);
      await thumbnail.click();
      await zoom.waitFor();
      await page.keyboard.press("Escape");
      shopper.nothingWrong();
    },
  );

  journey(world, "a card and a whole cart are taken out and put back", async ({ store, arrive }) => {
    const { shopper } = await withTwoSizes({ store, arrive }, { viewport: phone });
    const { page } = shopper;
    await page.getByRole("button", { name: /^Remove all sizes of/ }).click();
    await shopper.heading("My Cart (0)").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await shopper.heading("My Cart (6)").waitFor();
    await page.getByRole("button", { name: "Empty cart" }).click();
    await shopper.heading("My Cart (0)").waitFor();
    await shopper.axe("the emptied cart");
    await shopper.fitsTheWindow("the emptied cart");
    await page.getByRole("button", { name: "Put everything back" }).click();
    await shopper.heading("My Cart (6)").waitFor();
    await page.reload();
    await shopper.heading("My Cart (6)").waitFor();
    shopper.nothingWrong();
  });

  journey(world, "the focus stays at the line: at its last step, and when it comes back", async ({ store, arrive }) => {
    const { shopper, product } = await withTwoSizes({ store, arrive });
    const { page } = shopper;
    const first = page.getByRole("group", { name: new RegExp(`^${product.name}, `) }).first();
    const name = await first.getAttribute("aria-label");
    const fewer = page.getByRole("button", { name: `Fewer of ${name}`, exact: true });
    await fewer.press("Enter");
    await shopper.heading("My Cart (5)").waitFor();
    await shopper.settled();
    assert.equal(await fewer.getAttribute("aria-disabled"), "true");
    await shopper.focusOn(fewer);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: `Remove ${name}`, exact: true }).press("Enter");
    await page.getByText(`Removed ${name}`).waitFor();
    await shopper.focusOn(shopper.heading("My Cart (4)"));
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await shopper.heading("My Cart (5)").waitFor();
    await shopper.focusOn(page.getByRole("group", { name, exact: true }));
    await shopper.axe("a line that came back");
    shopper.nothingWrong();
  });

  journey(world, "a merge at sign-in is told in one sentence and taken back", async ({ store, arrive }) => {
    const signIn = async (shopper) => {
      await shopper.visit("/api/auth/signin?callbackUrl=%2Fcart");
      await shopper.page.getByLabel("Email *", { exact: true }).fill("director@demo.example");
      await shopper.page.getByLabel("Password *", { exact: true }).fill("seven green llamas");
      await shopper.page.getByRole("button", { name: "Sign In" }).click();
    };
    const { shopper: first } = await withTwoSizes({ store, arrive });
    await signIn(first);
    await first.heading("My Cart (6)").waitFor();
    const { shopper: second } = await withTwoSizes({ store, arrive });
    await signIn(second);
    await second.heading("My Cart (12)").waitFor();
    await second.page.getByText("We added 6 items from this visit to the cart you had.").waitFor();
    await second.page.getByRole("button", { name: "Undo" }).click();
    await second.heading("My Cart (6)").waitFor();
    await second.page.getByText(/^Your cart is as it was\./).waitFor();
    // What the visit had is back after the sign-out.
    await second.visit("/my-account/");
    await second.page.getByRole("button", { name: "Not you? Sign out" }).click();
    await second.page.waitForURL(store.url("/"));
    await second.visit("/cart");
    await second.heading("My Cart (6)").waitFor();
    first.nothingWrong();
    second.nothingWrong();
  });

  for (const viewport of [phone, desktop]) {
    journey(world, `a shared cart is read and copied at ${viewport.width} px`, async ({ store, arrive }) => {
      const { product, sizes } = await findProduct(store, personalised);
      const { shopper: owner } = await withTwoSizes({ store, arrive }, { viewport });
      await owner.visit(product.href);
      await owner.fillGrid({ [sizes[0].text]: 1 });
      for (const label of product.freeFormOptions) await owner.page.getByLabel(`${label} (Required)`).fill("42");
      await owner.addToCart();
      await owner.visit("/cart");
      await owner.heading("My Cart (7)").waitFor();
      await owner.page.getByRole("button", { name: "Share cart" }).click();
      const dialog = owner.page.getByRole("dialog", { name: "Share cart" });
      await dialog.getByRole("button", { name: "Create link" }).click();
      const link = await dialog.getByLabel("Link to this cart").inputValue();
      await owner.axe("sharing the cart");
      await owner.fitsTheWindow("sharing the cart");

      const reader = await arrive({ viewport });
      const answer = await reader.page.goto(link);
      assert.equal(answer.headers()["cache-control"], "no-store");
      assert.equal(answer.headers()["x-robots-tag"], "noindex");
      await reader.heading("Shared Cart (7)").waitFor();
      await reader.axe("a shared cart");
      await reader.fitsTheWindow("a shared cart");
      await reader.page.getByRole("button", { name: "Copy to my cart" }).click();
      await reader.page.getByText("6 pieces added to your cart").waitFor();
      await reader.page.getByText("Could not be copied:").waitFor();
      await reader.axe("a copied cart");
      await reader.page.getByRole("link", { name: "View Cart" }).click();
      await reader.heading("My Cart (6)").waitFor();
      reader.nothingWrong();

      // No longer shared: the same link shows nothing.
      await dialog.getByRole("button", { name: /^Stop sharing/ }).click();
      await dialog.getByText("Shared until now").waitFor({ state: "detached" });
      await reader.page.goto(link);
      await reader.heading("This link shows no cart").waitFor();
      owner.nothingWrong();
    });
  }
}

journeys([cartPage]);
