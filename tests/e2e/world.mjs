// What a file of journeys walks in: a store of its own, on a copy of the template's data, and a browser. So files run
// side by side and in any order.
import { after, before } from "node:test";
import { openBrowser } from "./shopper.mjs";
import { Store } from "./store.mjs";

/**
 * Registers the journeys of a file; `browser: false` where a program is the visitor, `settings`: environment variables of
 * the store.
 */
export function journeys(parts, { browser = true, settings = {} } = {}) {
  const world = { store: new Store({ settings }), browser: undefined };

  before(async () => {
    if (browser) world.browser = await openBrowser();
    await world.store.open();
  });

  after(async () => {
    await world.browser?.close();
    await world.store.close();
  });

  for (const part of parts) part(world);
}
