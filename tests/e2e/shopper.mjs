// A visitor with a browser of their own: what they do on the storefront, and everything that went wrong meanwhile.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";
import { smallTargets } from "./targets.mjs";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const phone = { width: 360, height: 740 };
export const desktop = { width: 1440, height: 900 };

/** Every request a page makes ends within this, also of a debug build on a busy machine. */
const patience = 30_000;

/** Chromium itself now and then dies while it starts on a busy machine: what is tested has not begun then. */
export async function openBrowser() {
  return launch().catch(launch);
}

function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    // Nothing but the store is to be talked to.
    args: [
      "--disable-background-networking",
      "--disable-component-update",
      "--no-first-run",
      "--disable-sync",
      "--disable-gpu",
    ],
  });
}

export class Shopper {
  /** Console errors, uncaught exceptions, broken policies, failed requests. */
  problems = [];
  /** Whether the browser runs scripts. */
  scripts = true;

  constructor(store, context, page) {
    this.store = store;
    this.context = context;
    this.page = page;
    this.#watch(page);
    // Scripts are fetched after the first paint: nobody types or presses before they have taken over.
    for (const way of ["goto", "reload"]) {
      const go = page[way].bind(page);
      page[way] = async (...told) => {
        const response = await go(...told);
        await this.alive();
        return response;
      };
    }
  }

  static async arrive(
    store,
    browser,
    { viewport = desktop, javaScriptEnabled = true, bypassCSP = false, isMobile = false } = {},
  ) {
    const context = await browser.newContext({
      viewport,
      javaScriptEnabled,
      bypassCSP,
      isMobile,
      hasTouch: viewport.width < 768,
      reducedMotion: "reduce",
    });
    context.setDefaultTimeout(patience);
    const shopper = new Shopper(store, context, await context.newPage());
    shopper.scripts = javaScriptEnabled;
    return shopper;
  }

  /** A second window of the same visitor. */
  async secondWindow() {
    return new Shopper(this.store, this.context, await this.context.newPage());
  }

  async leave() {
    await this.context.close();
  }

  async visit(address, site) {
    const response = await this.page.goto(this.store.url(address, site));
    return response;
  }

  /** Waits until the page shown has come alive, with what comes to life later; one without scripts never does, and is not waited for. */
  async alive() {
    if (!this.scripts || (await this.page.locator("script[data-script]").count()) === 0) return;
    await this.page.locator("html[data-alive][data-whole]").waitFor({ state: "attached" });
  }

  heading(name) {
    return this.page.getByRole("heading", { level: 1, name });
  }

  /** Fails when anything went wrong so far. */
  nothingWrong() {
    assert.deepEqual(this.problems, []);
  }

  /** Waits until no color and no place is on its way to another: halfway between two schemes nothing has contrast. */
  async settled() {
    await this.page.waitForFunction(() =>
      document
        .getAnimations()
        .every(({ playState, effect }) => playState !== "running" || effect?.getComputedTiming().endTime === Infinity),
    );
  }

  /**
   * Shows what a page lays out only when it comes near (`.later`): its colors stand still at the start of their change until
   * then, and axe would read those.
   */
  async whole() {
    await this.page.evaluate(async () => {
      const parts = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".later"));
      for (const part of parts) part.style.contentVisibility = "visible";
      for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    });
  }

  /** Fails with the rules axe finds broken, and where. */
  async axe(what) {
    await this.whole();
    await this.settled();
    await this.page.evaluate(axeSource);
    const { violations, passes } = await this.page.evaluate(() =>
      globalThis.axe.run(document, {
        // What passes is only counted: one element a rule is enough.
        resultTypes: ["violations"],
        // Style sheets are asked for again for an experiment alone.
        preload: false,
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
        // Of wcag21a, but left out as an experiment unless it is named.
        rules: { "label-content-name-mismatch": { enabled: true } },
      }),
    );
    assert.ok(passes.length > 10, `axe looked at ${what}`);
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary?.split("\n")[1] ?? ""}`).join("; ")}`,
    );
    assert.deepEqual(found, [], what);
  }

  /** Waits until a control has the focus: it gets it in the frame after the one that shows it. */
  async focusOn(control) {
    await control.and(this.page.locator(":focus")).waitFor();
  }

  /** Another size of the window: the page is laid out some time after it was asked for, and only then looked at. */
  async resize(size) {
    await this.page.setViewportSize(size);
    await this.page.waitForFunction(
      ({ width, height }) => matchMedia(`(width: ${width}px) and (height: ${height}px)`).matches,
      size,
    );
  }

  /** Fails when the page can be scrolled sideways. */
  async fitsTheWindow(what) {
    const beyond = await this.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.ok(beyond <= 0, `${what} is ${beyond} px wider than the window`);
  }

  /** Fails when a control is too small for a finger. */
  async canBeHit(what) {
    assert.deepEqual(await this.page.evaluate(smallTargets), [], `${what}: too small to hit`);
    await this.page.evaluate(() => window.scrollTo(0, 0));
  }

  /** Fills the grid of the product page shown: pieces by size. */
  async fillGrid(pieces) {
    for (const [size, quantity] of Object.entries(pieces)) {
      await this.sizeField(size).fill(String(quantity));
    }
  }

  sizeField(size) {
    return this.page.getByRole("textbox", { name: `size ${size}, quantity` }).first();
  }

  /** Adds what the product page shows and closes the mini-cart again. */
  async addToCart() {
    await this.page.getByRole("button", { name: "Add to Cart" }).click();
    const miniCart = this.page.getByRole("dialog", { name: /^My Cart/ });
    await miniCart.getByText(/added to your cart/).waitFor();
    return miniCart;
  }

  /** Fills the fields of somebody's address, as forms of account and address book have them. */
  async fillAddress([firstName, lastName], [street, city, zip] = ["99 Stadium Drive", "Austin", "78701"]) {
    const { page } = this;
    const field = (label, text) => page.getByLabel(label, { exact: true }).fill(text);
    await field("First Name *", firstName);
    await field("Last Name *", lastName);
    await field("Phone Number *", "555-201-7788");
    await field("Address *", street);
    await field("City *", city);
    await page.getByLabel("State *", { exact: true }).selectOption("TX");
    await field("Zip/Postal Code *", zip);
  }

  /** Fills the form of a new account. */
  async fillRegistration(email, password) {
    const { page } = this;
    const field = (label, text) => page.getByLabel(label, { exact: true }).fill(text);
    await field("Title *", "Head Coach");
    await page.getByLabel("Classification *", { exact: true }).selectOption("School");
    await this.fillAddress(["Dana", "Reyes"], ["12 Field Street", "Dallas", "75201"]);
    await field("Email *", email);
    await field("Confirm Email *", email);
    await field("Password *", password);
    await field("Confirm Password *", password);
  }

  async fillShipping(address = {}) {
    const { page } = this;
    const field = (label, text) => page.getByLabel(label, { exact: true }).fill(text);
    await field("E-mail *", address.email ?? "coach.reyes@lincoln.example");
    await field("First Name *", "Dana");
    await field("Last Name *", "Reyes");
    await field("School or company (optional)", "Lincoln High School");
    await field("Phone Number *", "555-201-7788");
    await field("Address *", "12 Field St");
    await field("City *", "Dallas");
    await page.getByLabel("State *", { exact: true }).selectOption("TX");
    await field("Zip/Postal Code *", "75201");
  }

  #watch(page) {
    page.setDefaultTimeout(patience);
    page.on("pageerror", (error) => this.problems.push(`uncaught: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error") this.problems.push(`console: ${message.text()} (${message.location().url})`);
    });
    page.on("requestfailed", (request) => {
      // What a page no longer needs when it is left is called off, and that is fine.
      if (request.failure()?.errorText !== "net::ERR_ABORTED") {
        this.problems.push(`failed: ${request.url()} ${request.failure()?.errorText}`);
      }
    });
  }
}
