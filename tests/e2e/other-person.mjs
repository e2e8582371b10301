// One browser, one person: once somebody signed out, neither Back nor another window shows the account any more, and no form of
// theirs is saved for who signs in next.
import assert from "node:assert/strict";
import { keepingBrowser, leaveAndGoBack, toGoBack } from "./back-forward.mjs";
import { journey } from "./journey.mjs";
import { Shopper } from "./shopper.mjs";
import { journeys } from "./world.mjs";

const buyer = "buyer@demo.example";
const director = "director@demo.example";
const book = "/my-account/address-book/";
const newAddress = `${book}address`;

async function signIn(shopper, email, address = book) {
  const { page } = shopper;
  await shopper.visit(`/api/auth/signin?callbackUrl=${encodeURIComponent(address)}`);
  await page.getByLabel("Email *", { exact: true }).fill(email);
  await page.getByLabel("Password *", { exact: true }).fill("seven green llamas");
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL((url) => url.pathname === address);
  await watched(page);
}

/** The script that watches over who is shown comes once somebody is known to be signed in. */
async function watched(page) {
  await page.getByRole("button", { name: /^Hi, / }).waitFor();
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => /\/same-person-[^/]*\.js$/.test(name)),
  );
}

/** Signs out beside a page of the account, which leads home. */
async function signOut({ page, store }) {
  await page.getByRole("main").getByRole("button", { name: "Sign Out" }).first().click();
  await page.waitForURL(store.url("/"));
}

/** A page with nothing of the one that was left in it. */
async function anew(page) {
  await page.waitForFunction(() => globalThis.leftHere === undefined && "alive" in document.documentElement.dataset);
}

const shown = (page) => page.evaluate(() => getComputedStyle(document.documentElement).opacity === "1");

/** Walks with a browser that keeps pages; what went wrong is looked at as in any other. */
async function inKeepingBrowser(store, walk) {
  const browser = await keepingBrowser();
  try {
    const shopper = await Shopper.arrive(store, browser);
    await walk(shopper);
    shopper.nothingWrong();
  } finally {
    await browser.close();
  }
}

function back(world) {
  journey(world, "Back shows an account as it was left, and after a sign-out asks for a sign-in", async ({ store }) => {
    await inKeepingBrowser(store, async (shopper) => {
      const { page } = shopper;
      await signIn(shopper, buyer);
      await shopper.heading("Address Book").waitFor();
      const told = await leaveAndGoBack(page, store.url("/about-us/"));
      assert.deepEqual(told, { kept: true, reasons: [] });
      await page.waitForFunction(() => getComputedStyle(document.documentElement).opacity === "1");
      assert.ok(await page.evaluate(() => globalThis.leftHere && !document.documentElement.inert), "as it was left");

      const goBack = await toGoBack(page);
      await signOut(shopper);
      assert.equal((await goBack()).kept, true);
      // Kept hidden: it is never seen before it has asked, and then it is another page.
      await anew(page);
      await shopper.heading("Sign In").waitFor();
      assert.ok(await shown(page));
      assert.equal(await page.getByText("Robin").count(), 0);
    });
  });
}

function windows(world) {
  journey(world, "a sign-out empties the other windows, and none writes for who comes next", async ({ arrive }) => {
    const first = await arrive();
    await signIn(first, buyer);
    const [second, third] = [await first.secondWindow(), await first.secondWindow()];
    await second.visit(newAddress);
    await second.heading("Add New Address").waitFor();
    await watched(second.page);
    await second.fillAddress(["Robin", "Okafor"]);
    await third.visit(book);
    await third.heading("Address Book").waitFor();
    await watched(third.page);

    await signOut(first);
    for (const window of [second, third]) {
      await window.heading("Sign In").waitFor();
      assert.ok(await shown(window.page));
      assert.equal(await window.page.getByText(/Robin|Stadium Drive/).count(), 0);
    }

    await signIn(first, director, newAddress);
    await second.visit(newAddress);
    await second.heading("Add New Address").waitFor();
    assert.equal(await second.page.getByLabel("Address *", { exact: true }).inputValue(), "");
    await watched(second.page);
    // Who signs in elsewhere as the same person disturbs nobody.
    await second.fillAddress(["Robin", "Okafor"]);
    await third.visit("/");
    await third.page.evaluate(() => new BroadcastChannel("fieldhouse-person").postMessage({}));
    await second.page.waitForFunction(() => getComputedStyle(document.documentElement).opacity === "1");
    assert.equal(await second.page.getByLabel("Address *", { exact: true }).inputValue(), "99 Stadium Drive");
    for (const window of [first, second, third]) window.nothingWrong();
  });
}

journeys([back, windows]);
