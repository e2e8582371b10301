// A test that walks the store: what its visitors saw last is kept when it fails.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { Shopper } from "./shopper.mjs";

const artifacts = path.join(import.meta.dirname, "artifacts");

/** `walk` gets `arrive`, which brings a new visitor; all of them leave at the end. */
export function journey(world, name, walk) {
  test(name, async () => {
    const shoppers = [];
    const arrive = async (options) => {
      const shopper = await Shopper.arrive(world.store, world.browser, options);
      shoppers.push(shopper);
      return shopper;
    };
    try {
      await walk({ store: world.store, arrive });
    } catch (failure) {
      await keep(world, name, shoppers);
      throw failure;
    } finally {
      for (const shopper of shoppers) await shopper.leave();
    }
  });
}

/** Pictures and markup of all windows, and what the server wrote. */
async function keep(world, name, shoppers) {
  mkdirSync(artifacts, { recursive: true });
  const base = path.join(artifacts, name.replace(/[^a-z0-9]+/gi, "-").slice(0, 60));
  const windows = shoppers.flatMap((shopper) => shopper.context.pages());
  for (const [index, page] of windows.entries()) {
    await page.screenshot({ path: `${base}-${index}.png`, fullPage: true }).catch(() => {});
    writeFileSync(`${base}-${index}.html`, `<!-- ${page.url()} -->\n${await page.content().catch(() => "")}`);
  }
  const problems = shoppers.flatMap((shopper) => shopper.problems);
  writeFileSync(`${base}.log`, `${problems.join("\n")}\n${world.store.said()}\n`);
}
