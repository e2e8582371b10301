// Somebody of the store shops as a customer: found at the desk, begun with a reason, an order placed, ended; and what the
// customer reads of it.
import assert from "node:assert/strict";
import { findProduct, inPacks } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { desktop, phone } from "./shopper.mjs";
import { accept, invite } from "./staff.mjs";
import { journeys } from "./world.mjs";

const reason = "Orders by phone";

/** Chromium tells of each refused call; those that were meant are taken off the list. */
function refusedAsMeant(shopper) {
  const meant = shopper.problems.filter((problem) =>
    /status of 403 .*\/api\/account|somebody from the store shops/.test(problem),
  );
  assert.ok(meant.length > 0);
  shopper.problems = shopper.problems.filter((problem) => !meant.includes(problem));
}

async function begin(shopper) {
  const { page } = shopper;
  await shopper.visit("/desk/customers?site=fieldhouse");
  await page.getByLabel("A fragment of name, e-mail or unit").fill("coach@demo");
  await page.getByRole("button", { name: "Find" }).click();
  await shopper.axe("customers");
  await page.getByRole("main").getByRole("link").first().click();
  await page.getByText("coach@demo.example").first().waitFor();
  for (const colorScheme of /** @type {const} */ (["dark", "light"])) {
    await page.emulateMedia({ colorScheme });
    await shopper.axe(`a customer, ${colorScheme}`);
  }
  await page.getByRole("button", { name: "Shop as this customer" }).click();
  await page.getByLabel("Why").fill("Tel");
  await page.getByRole("button", { name: "Shop at Fieldhouse" }).click();
  await page.getByText("5 characters or more").waitFor();
  await shopper.axe("why somebody shops as a customer");
  await page.getByLabel("Why").fill(reason);
  const customer = page.url();
  await page.getByRole("button", { name: "Shop at Fieldhouse" }).click();
  await page.waitForURL((address) => address.pathname === "/");
  await shopper.alive();
  return customer;
}

const bannerOf = (page) => page.getByRole("complementary", { name: "Shopping as a customer" });

function ordered(world) {
  journey(world, "staff order as a customer, who reads who it was and why", async ({ store, arrive }) => {
    const shopper = await arrive();
    const { page } = shopper;
    await accept(shopper, await invite(store, "phone@store.example", { role: "order_desk", name: "Kim Lee" }));
    const customer = await begin(shopper);
    const banner = bannerOf(page);
    await banner.getByText(/^You are shopping as .+ \(Orders by phone\) – \d+ minutes left$/).waitFor();
    await shopper.axe("the home page with the banner");
    await shopper.resize(phone);
    await shopper.fitsTheWindow("the banner on a phone");
    await shopper.resize(desktop);

    const { product, sizes } = await findProduct(store, inPacks);
    await shopper.visit(`/p/${product.slug}/`);
    await banner.waitFor();
    await shopper.fillGrid({ [sizes[0].text]: Math.max(sizes[0].minOrderQty, sizes[0].deliveryUnit) });
    await shopper.addToCart();
    await page.keyboard.press("Escape");
    await shopper.visit("/cart/");
    // The banner stays in sight however far one scrolls.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    assert.ok((await banner.boundingBox())?.y === 0);
    await page.getByRole("button", { name: "Proceed To Checkout" }).click();
    await shopper.heading("Shipping").waitFor();
    await shopper.fillShipping({ email: "coach@demo.example" });
    await page.getByRole("button", { name: "Continue To Payment" }).click();
    await shopper.heading("Payment").waitFor();
    await page.getByLabel("Purchase order number *", { exact: true }).fill("PO-PHONE");
    await page.getByRole("button", { name: "Review Order" }).click();
    await shopper.heading("Review your order").waitFor();
    const placed = page.waitForResponse((response) => response.url().endsWith("/api/orders"));
    await page.getByRole("button", { name: "Place Order" }).click();
    const { number } = await (await placed).json();
    await page.getByText("Placed for you by the store.").waitFor();
    shopper.nothingWrong();

    // The account is the customer's own.
    await shopper.visit("/my-account/account-information/");
    await page.getByRole("heading", { name: "This is closed now" }).waitFor();
    await page.getByText(/while somebody from the store shops for a customer/).waitFor();
    refusedAsMeant(shopper);

    await banner.getByRole("button", { name: "End" }).click();
    await page.waitForURL(customer);
    const told = page.getByRole("region", { name: "Who shopped as this customer" });
    await told.getByText(reason).waitFor();
    await told.getByRole("link", { name: number }).click();
    await page.getByText("Placed in the buyer's name by").waitFor();
    await page
      .getByText(new RegExp(`^For .+: ${reason}$`))
      .first()
      .waitFor();
    await shopper.visit("/");
    await page.getByRole("banner").first().waitFor();
    assert.equal(await banner.count(), 0);

    const own = await arrive();
    await own.visit("/api/auth/signin");
    await own.page.getByLabel("Email *", { exact: true }).fill("coach@demo.example");
    await own.page.getByLabel("Password *", { exact: true }).fill("seven green llamas");
    await own.page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
    await own.page.waitForURL((address) => !address.pathname.includes("signin"));
    await own.visit("/my-account/account-information/devices/");
    const activity = own.page.getByRole("region", { name: "Shopped for you by the store" });
    await activity.getByText("Kim Lee").waitFor();
    await activity.getByText(reason).waitFor();
    await own.axe("what was shopped for a customer");
    await activity.getByRole("link", { name: number }).click();
    await own.page.getByText("Placed for you by the store.").waitFor();
    own.nothingWrong();
    shopper.nothingWrong();
  });
}

function elsewhere(world) {
  journey(
    world,
    "a window from before says who shops, too, and without scripts it is said and ended",
    async ({ store, arrive }) => {
      const shopper = await arrive();
      await accept(shopper, await invite(store, "window@store.example", { role: "support" }));
      const before = await shopper.secondWindow();
      await before.visit("/");
      await begin(shopper);
      // A window from before asks again who it is when it is looked at.
      await before.visit("/c/");
      await bannerOf(before.page).waitFor();

      const plain = await arrive({ javaScriptEnabled: false });
      await plain.context.addCookies(await shopper.context.cookies());
      await plain.visit("/");
      await bannerOf(plain.page).getByText(reason).waitFor();
      await bannerOf(plain.page).getByRole("button", { name: "End" }).click();
      await plain.page.waitForURL(/\/desk\/customers\//);
      // The first window hears of it.
      await shopper.page.reload();
      await shopper.heading(/./).first().waitFor();
      assert.equal(await bannerOf(shopper.page).count(), 0);
    },
  );
}

journeys([ordered, elsewhere]);
