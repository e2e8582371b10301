// What stays where it is while a page fills: the layout shift of every personal page at both sizes, as the browser
// measures it; how narrow a window checkout fits; and that one long word makes no page wider than its window.
import assert from "node:assert/strict";
import { accountPages, personalPages } from "./addresses.mjs";
import { findProduct, piecewise } from "./articles.mjs";
import { journey } from "./journey.mjs";
import { desktop, phone } from "./shopper.mjs";
import { journeys } from "./world.mjs";

/** 69 characters without a place to break, as purchasing departments have them. */
const longEmail = "athleticdepartmentpurchasing27@consolidatedindependentschools.example";
const password = "seven green llamas";
/** What a club brings that is one word: a name, a number, an address that was pasted. */
const longWord = "Wolverhamptonshirewanderersathleticassociation";

/** Sum of the shifts that no touch or key asked for, since the page began. */
const shifted = () =>
  new Promise((resolve) => {
    let sum = 0;
    const observer = new PerformanceObserver((seen) => {
      for (const entry of /** @type {any[]} */ (seen.getEntries())) if (!entry.hadRecentInput) sum += entry.value;
    });
    observer.observe({ type: "layout-shift", buffered: true });
    // What was buffered is told before the second frame.
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum))));
  });

function steadyPages(world) {
  for (const [name, viewport] of Object.entries({ phone, desktop })) {
    journey(world, `no personal page jumps while it fills, ${name}`, async ({ store, arrive }) => {
      const shopper = await arrive({ viewport, isMobile: viewport === phone });
      const { page } = shopper;
      const { brand } = await store.json("/api/shell");
      const jumps = [];
      /** @param {{ address: string, heading: string | RegExp, filled?: any[] }} shown */
      const look = async ({ address, heading, filled }) => {
        await shopper.visit(address);
        await shopper.heading(heading).waitFor();
        if (filled) await page.getByRole(filled[0], { name: filled[1] }).first().waitFor();
        await page.waitForLoadState("networkidle");
        const sum = await page.evaluate(shifted);
        if (sum > 0.02) jumps.push(`${address}: ${sum.toFixed(3)}`);
      };
      for (const each of personalPages(brand)) await look(each);
      const { product, sizes } = await findProduct(store, piecewise);
      await shopper.visit(product.href);
      await shopper.fillGrid({ [sizes[0].text]: 2, [sizes[1].text]: 4 });
      await shopper.addToCart();
      await look({ address: "/cart", heading: "My Cart (6)" });
      await look({ address: "/checkout/shipping", heading: "Shipping" });
      await shopper.fillShipping();
      await page.getByRole("button", { name: "Continue To Payment" }).click();
      await shopper.heading("Payment").waitFor();
      await look({ address: "/checkout/payment", heading: "Payment" });
      await page.getByLabel("Purchase order number *", { exact: true }).fill("PO-1");
      await page.getByRole("button", { name: "Review Order" }).click();
      await shopper.heading("Review your order").waitFor();
      await look({ address: "/checkout/review", heading: "Review your order" });
      await page.getByRole("button", { name: "Place Order" }).click();
      await shopper.heading("Thank you for your order").waitFor();
      const placed = new URL(page.url());
      await look({ address: placed.pathname + placed.search, heading: "Thank you for your order" });

      await shopper.visit("/api/auth/signin");
      await page.getByLabel("Email *", { exact: true }).fill("director@demo.example");
      await page.getByLabel("Password *", { exact: true }).fill("seven green llamas");
      await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
      await page.waitForURL((address) => !address.pathname.includes("signin"));
      for (const each of accountPages) await look(each);

      // A buyer with a book of several addresses, who comes straight to the first step.
      await page.context().clearCookies();
      await shopper.visit("/api/auth/signin");
      await page.getByLabel("Email *", { exact: true }).fill("buyer@demo.example");
      await page.getByLabel("Password *", { exact: true }).fill("seven green llamas");
      await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
      await page.waitForURL((address) => !address.pathname.includes("signin"));
      await shopper.visit(product.href);
      await shopper.fillGrid({ [sizes[0].text]: 2, [sizes[1].text]: 4 });
      await shopper.addToCart();
      const book = ["group", "Use an address of your address book"];
      await look({ address: "/checkout/shipping", heading: "Shipping", filled: book });
      assert.deepEqual(jumps, []);
    });
  }

  journey(world, "checkout fits a window of 320 px, with everything that can be wrong", async ({ store, arrive }) => {
    const shopper = await arrive({ viewport: { width: 320, height: 640 }, isMobile: true });
    const { page } = shopper;
    const { product, sizes } = await findProduct(store, piecewise);
    await shopper.visit(product.href);
    await shopper.fitsTheWindow("the product page");
    await shopper.fillGrid({ [sizes[0].text]: 2, [sizes[1].text]: 4 });
    await shopper.addToCart();
    await shopper.visit("/cart");
    await shopper.heading("My Cart (6)").waitFor();
    await shopper.fitsTheWindow("the cart");
    await page.getByRole("button", { name: "Proceed To Checkout" }).click();
    await shopper.heading("Shipping").waitFor();
    await shopper.fitsTheWindow("shipping");
    await page.getByRole("button", { name: "Continue To Payment" }).click();
    await page.getByText(/fields need your attention/).waitFor();
    await shopper.fitsTheWindow("shipping with errors");
    await shopper.fillShipping({ email: longEmail });
    await page.getByRole("button", { name: "Continue To Payment" }).click();
    await shopper.heading("Payment").waitFor();
    await shopper.fitsTheWindow("payment");
    await page.getByLabel("Purchase order number *", { exact: true }).fill("PO-1");
    await page.getByRole("button", { name: "Review Order" }).click();
    await shopper.heading("Review your order").waitFor();
    await shopper.fitsTheWindow("review");
    await page.getByRole("button", { name: "Place Order" }).click();
    await shopper.heading("Thank you for your order").waitFor();
    await page.getByText(longEmail).first().waitFor();
    await shopper.fitsTheWindow("the order");
    await shopper.resize({ width: 390, height: 844 });
    await shopper.fitsTheWindow("the order at 390 px");
  });

  journey(world, "no long word makes a page of the account wider than 320 px", async ({ store, arrive }) => {
    const { product, sizes } = await findProduct(store, piecewise);
    const narrow = { viewport: { width: 320, height: 640 }, isMobile: true };
    const customer = await arrive(narrow);
    const { page } = customer;
    const wide = [];
    const fits = (what) => customer.fitsTheWindow(what).catch(({ message }) => wide.push(message));
    await customer.visit("/account/register");
    await customer.fillRegistration(longEmail, password);
    const field = (label, text) => page.getByLabel(label, { exact: true }).fill(text);
    await field("First Name *", longWord.slice(0, 30));
    await field("Last Name *", longWord.slice(0, 30));
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("button", { name: /12 Field St\b.*Use this address/ }).click();
    await customer.heading("Your account is ready").waitFor();
    await fits("an account that is ready");
    await signIn(customer, longEmail);
    await customer.visit(product.href);
    await customer.fillGrid({ [sizes[0].text]: 1 });
    await customer.addToCart();
    await customer.visit("/checkout/shipping");
    await page.getByRole("group", { name: "Use an address of your address book" }).waitFor();
    await fits("shipping");
    await page.getByRole("button", { name: "Continue To Payment" }).click();
    await customer.heading("Payment").waitFor();
    await page.getByLabel("Purchase order number *", { exact: true }).fill(longWord.slice(0, 30).toUpperCase());
    await page.getByRole("button", { name: "Review Order" }).click();
    await customer.heading("Review your order").waitFor();
    await fits("review");
    await page.getByRole("button", { name: "Place Order" }).click();
    await customer.heading("Thank you for your order").waitFor();
    for (const width of [320, 390]) {
      await customer.resize({ width, height: 640 });
      await fits(`the order at ${width} px`);
    }
    await customer.resize(narrow.viewport);
    const pages = [
      ["/my-account/", /^Hello, /, page.getByText(longEmail)],
      ["/my-account/account-information/", "Account Information", page.getByText(longEmail)],
      ["/my-account/address-book/", "Address Book", page.getByRole("heading", { name: "Ship to" })],
      ["/my-account/orders/", "Orders", page.getByText(/Purchase order WOLVER/)],
    ];
    for (const [address, heading, filled] of pages) {
      await customer.visit(address);
      await customer.heading(heading).waitFor();
      await filled.first().waitFor();
      await fits(address);
    }
    customer.nothingWrong();

    const director = await arrive(narrow);
    await signIn(director, "director@demo.example");
    await director.visit("/my-account/people/");
    const form = director.page.getByRole("form", { name: /^Invite somebody to / }).first();
    await form.getByLabel("Email *").fill(`p.${longEmail.slice(2)}`);
    await form.getByRole("button", { name: "Send invitation" }).click();
    await form.getByText(/^We have sent an invitation to /).waitFor();
    await director.fitsTheWindow("people").catch(({ message }) => wide.push(message));
    director.nothingWrong();
    assert.deepEqual(wide, []);
  });

  for (const viewport of [{ width: 320, height: 640 }, phone, desktop]) {
    journey(world, `a pasted link is searched for and fits at ${viewport.width} px`, async ({ arrive }) => {
      const shopper = await arrive({ viewport, isMobile: viewport.width < 768 });
      const { page } = shopper;
      for (const typed of ["w".repeat(150), `https://shop.example/${"catalog-item/".repeat(12)}?ref=coach`]) {
        await shopper.visit(`/search/?query=${encodeURIComponent(typed)}`);
        await page
          .getByRole("heading", { level: 1 })
          .filter({ hasText: typed.slice(0, 20) })
          .waitFor();
        await shopper.fitsTheWindow(`results for ${typed}`);
        await page.getByRole("searchbox").or(page.getByRole("combobox")).first().fill(typed);
        await page.waitForLoadState("networkidle");
        await shopper.fitsTheWindow(`suggestions for ${typed}`);
      }
      shopper.nothingWrong();
    });
  }

  journey(world, "one long word that the content search does not find fits its window", async ({ arrive }) => {
    const reader = await arrive();
    const { page } = reader;
    await reader.visit("/", "varsitybrands");
    await page.getByRole("button", { name: "I'm looking for..." }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("searchbox").fill("w".repeat(150));
    const said = dialog.getByText(/^No results for /);
    await said.waitFor();
    for (const width of [1440, 320]) {
      await reader.resize({ width, height: 640 });
      const room = await said.evaluate((element) => element.scrollWidth - element.clientWidth);
      assert.ok(room <= 0, `${room} px beyond at ${width} px`);
    }
    reader.nothingWrong();
  });
}

async function signIn(shopper, email) {
  const { page } = shopper;
  await shopper.visit("/api/auth/signin");
  await page.getByLabel("Email *", { exact: true }).fill(email);
  await page.getByLabel("Password *", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL((address) => !address.pathname.includes("signin"));
}

journeys([steadyPages]);
