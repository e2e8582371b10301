// Acts of shoppers in Chromium: with the processor slowed four times, how long until what was pressed or typed is painted
// (the browser's own event timing, the slowest of each act), a step from a list to a product, and Back out of the browser's
// keep of whole pages.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { keepingBrowser, leaveAndGoBack } from "../../e2e/back-forward.mjs";
import { binary, databaseOf, folder, json, median, plainSkus, startStore, stopStore } from "../stage.mjs";

export const title = "Acts in the browser";

const slowdown = 4;
const wanted = 50;
const grid = { colors: 10, sizes: 20 };

/** A style of 10 colors in 20 sizes: all its fields at once are a grid of 200. */
function importGrid(name) {
  const columns = ["style", "sku", "name", "category", "color", "size", "price", "stock", "color-name", "size-name"];
  const rows = Array.from({ length: grid.colors }, (_, color) =>
    Array.from({ length: grid.sizes }, (_, size) => {
      const shown = [`Color ${color + 1}`, String(20 + size)];
      return ["GRID", `GRID-${color}-${size}`, "Grid Pant", "Grid", ...shown, "19.99", "500", "color", "size"];
    }),
  ).flat();
  const file = join(folder, "grid.csv");
  writeFileSync(
    file,
    [columns, ...rows]
      .map((cells) => cells.map((cell) => `"${cell}"`).join(","))
      .join("\n")
      .concat("\n"),
  );
  const mapping = join(folder, "grid.toml");
  writeFileSync(
    mapping,
    `source = "grid"
sites = ["fieldhouse"]

[rows]
group-by = "style"

[product]
slug = "style"
id = "style"
sku = "style"
name = "name"
categories = { columns = ["category"], between = "/" }

[variant]
sku = "sku"
price = "price"
stock = "stock"
options = [{ name = "color-name", value = "color" }, { name = "size-name", value = "size" }]
`,
  );
  execFileSync(binary, ["import", file, "--mapping", mapping], {
    env: { ...process.env, DATABASE_URL: databaseOf(name) },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** Listens in every page for what the browser tells of interactions. */
function watchInteractions() {
  const scope = /** @type {any} */ (globalThis);
  scope.slowest = 0;
  new PerformanceObserver((list) => {
    for (const entry of /** @type {any[]} */ (list.getEntries()))
      if (entry.interactionId) scope.slowest = Math.max(scope.slowest, entry.duration);
  }).observe(/** @type {any} */ ({ type: "event", durationThreshold: 16, buffered: true }));
}

/** Two frames and a task later what was done is painted, and told of. */
const painted = (page) =>
  page.evaluate(
    () => new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(told, 0)))),
  );

/** Puts the pointer on a control, which it reaches before it presses; then presses. Nothing of the driver's is in the press. */
async function pressed(page, control) {
  // Not beneath what stays at an edge.
  await control.evaluate((node) => node.scrollIntoView({ block: "center", inline: "center" }));
  const { x, y, width, height } = await control.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await painted(page);
  return async () => {
    await page.mouse.down();
    await page.mouse.up();
  };
}

/**
 * How long each of these acts took to its paint, in milliseconds; the browser counts in eights and tells none below 16. Each makes
 * ready, and gives back what is timed.
 */
async function timesOf(page, acts) {
  const times = [];
  for (const ready of acts) {
    const act = await ready();
    await painted(page);
    await page.evaluate(() => {
      globalThis.slowest = 0;
    });
    await act();
    await painted(page);
    await painted(page);
    times.push(await page.evaluate(() => globalThis.slowest));
  }
  return times;
}

async function openPage(browser, base, path, { cookie = "", rate = slowdown } = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  if (cookie) {
    const [name, value] = cookie.split("=");
    await context.addCookies([{ name, value, url: base }]);
  }
  const page = await context.newPage();
  await page.addInitScript(watchInteractions);
  await page.goto(base + path);
  await settled(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate });
  return page;
}

const settled = (page) => page.locator("html[data-settled][data-whole]").waitFor({ state: "attached" });

function told(row, act, times, limit = wanted, how = `, ${slowdown} × slowdown`) {
  const most = Math.max(...times);
  row(
    `${act}${how}, slowest of ${times.length} (median)`,
    `≤ ${limit} ms`,
    `${most.toFixed(0)} ms (${median(times).toFixed(0)} ms)`,
    most <= limit,
  );
}

async function typing(row, browser, base) {
  const page = await openPage(browser, base, "/p/grid/");
  // A row stays as soon as something is in it.
  for (let color = 0; color < grid.colors; color++) {
    await page.getByRole("radio", { name: new RegExp(`^Color ${color + 1}$`) }).check({ force: true });
    await page.getByRole("textbox", { name: `Color ${color + 1}, size 20, quantity` }).fill("1");
  }
  const fields = page.locator("input[data-cell]");
  const count = await fields.count();
  if (count !== grid.colors * grid.sizes) throw new Error(`the grid has ${count} fields`);
  const key = (name) => async () => () => page.keyboard.press(name);
  const acts = Array.from({ length: 12 }, (_, nth) => [
    async () => {
      await fields.nth(nth * 16 + 3).focus();
      return () => page.keyboard.press("1");
    },
    key("2"),
    key("ArrowRight"),
  ]).flat();
  told(row, `Typing in a grid of ${count} sizes`, await timesOf(page, acts));
  await page.context().close();
}

async function flyouts(row, browser, base) {
  const page = await openPage(browser, base, "/");
  const menus = page.getByRole("navigation", { name: "Categories" }).getByRole("button");
  const acts = Array.from(
    { length: 2 * (await menus.count()) },
    (_, nth) => () => pressed(page, menus.nth(Math.floor(nth / 2))),
  );
  told(row, "Opening and closing the flyouts", await timesOf(page, acts));
  await page.context().close();
}

async function bigCart(row, browser, base) {
  const skus = await plainSkus(base, 2000);
  const response = await fetch(`${base}/api/cart/lines`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ lines: skus.map((sku) => ({ sku, quantity: 1 })) }),
  });
  await json(response);
  const [cookie] = response.headers.getSetCookie()[0].split(";");
  const page = await openPage(browser, base, "/cart", { cookie });
  const { lineCount } = await json(await page.request.get(`${base}/api/cart/active`));
  if (lineCount !== skus.length) throw new Error(`the cart has ${lineCount} lines`);
  const more = page.getByRole("button", { name: /^More of / });
  await more.first().waitFor();
  const answered = () => page.waitForResponse((answer) => answer.request().method() === "PATCH");
  const acts = Array.from({ length: 12 }, (_, nth) => async () => {
    const press = await pressed(page, more.nth(nth % 3));
    return async () => {
      const answer = answered();
      await press();
      await answer;
    };
  });
  told(row, `A change in a cart of ${lineCount.toLocaleString("en-US")} lines`, await timesOf(page, acts));
  await page.context().close();
}

/** From the press on a tile until the product's heading is on the screen. */
async function softNavigation(row, browser, base) {
  const page = await openPage(browser, base, "/search/?query=jersey", { rate: 1 });
  const times = [];
  for (let nth = 0; nth < 10; nth++) {
    const link = page.locator("article.product-tile a").nth(nth);
    // As a pointer comes before it presses.
    await link.hover();
    await painted(page);
    const name = await link.innerText();
    const time = page.evaluate(
      (name) =>
        new Promise((seen) => {
          let began = 0;
          document.addEventListener("click", ({ timeStamp }) => (began = timeStamp), { capture: true, once: true });
          const look = () => {
            if (document.querySelector("h1")?.textContent !== name || began === 0) return;
            watcher.disconnect();
            // The first moment after the frame that shows it.
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => seen(performance.now() - began);
              port2.postMessage(undefined);
            });
          };
          const watcher = new MutationObserver(look);
          watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
        }),
      name,
    );
    await link.click();
    times.push(/** @type {number} */ (await time));
    await page.goBack();
    await page.locator("article.product-tile").nth(nth).waitFor();
    await settled(page);
  }
  told(row, "From a list to a product", times, 100, "");
  await page.context().close();
}

/** Pages that Back shows as they were left. */
async function backForward(row, base) {
  const browser = await keepingBrowser();
  try {
    const list = await json(await fetch(`${base}/api/search?query=jersey`));
    const [{ href: product }] = list.hits;
    const pages = { home: "/", list: "/search/?query=jersey", product, cart: "/cart", checkout: "/checkout/shipping" };
    const told = [];
    for (const [name, path] of Object.entries(pages)) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(base + path);
      await settled(page);
      const { kept, reasons } = await leaveAndGoBack(page, `${base}/about-us/`);
      told.push({ kept, said: kept ? name : `not ${name} (${reasons.join(", ")})` });
      await context.close();
    }
    row(
      "Pages that Back shows as they were left (bfcache)",
      "all",
      told.map(({ said }) => said).join(", "),
      told.every(({ kept }) => kept),
    );
  } finally {
    await browser.close();
  }
}

export async function measure(row) {
  await stopStore(await startStore("acts.db"));
  importGrid("acts.db");
  const store = await startStore("acts.db");
  const { base } = store;
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium" });
  try {
    await typing(row, browser, base);
    await flyouts(row, browser, base);
    await bigCart(row, browser, base);
    await softNavigation(row, browser, base);
  } finally {
    await browser.close();
  }
  await backForward(row, base);
  await stopStore(store);
}
