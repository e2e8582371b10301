// Which functions a start runs, and which more what shoppers do: one each line, for the linker.
//   FIELDHOUSE_BIN=… node scripts/order.mjs FUNCTIONS     the binary writes what it calls to $TRACED when that is set
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Guest, place, prepareOrder } from "../tests/e2e/buyers.mjs";
import { folder, measuredSlug, plainSkus, startStore, stopAll, stopStore } from "../tests/load/stage.mjs";

const PAGES = ["/c/football/", "/search/?query=jersey", "/api/search?query=red+ball", "/api/search/suggest?query=jer"];
const TRIES = 10;

/** The functions that a store runs from its start to its end. */
async function functionsOf(name, act) {
  const calls = join(folder, name);
  const store = await startStore("store.db", { TRACED: calls });
  await act(store);
  await stopStore(store);
  // A function is named where it is first told of: `fn=(12) name`, with a count behind it where it calls itself.
  const named = Array.from(readFileSync(calls, "utf8").matchAll(/^c?fn=\(\d+\) ([^\s']+)/gm), ([, found]) => found);
  const names = new Set(named.filter((found) => !found.startsWith("0x")));
  if (names.size < 1_000) throw new Error(`only ${names.size} functions were seen`);
  return names;
}

async function untilReady({ base }) {
  while ((await fetch(`${base}/readyz`)).status !== 200);
}

/** What shoppers do, of pages and articles that are there. A store that is traced is slow, and sends some away until later. */
const shopping = (pages, lines) => async (store) => {
  for (const path of pages) await (await fetch(store.base + path)).text();
  for (let tries = 1; ; tries++) {
    try {
      const guest = new Guest(store, "fieldhouse");
      await place(guest, await prepareOrder(guest, { lines, email: "coach@lincoln.example" }));
      return;
    } catch (refused) {
      if (tries === TRIES) throw refused;
    }
  }
};

try {
  // Filling a database is not what a start does.
  const filled = await startStore("store.db");
  const pages = [...PAGES, `/p/${await measuredSlug(filled.base)}/`];
  const lines = (await plainSkus(filled.base, 3)).map((sku) => ({ sku, quantity: 1 }));
  await stopStore(filled);
  const start = await functionsOf("start", untilReady);
  const acts = await functionsOf("acts", shopping(pages, lines));
  const more = [...acts].filter((name) => !start.has(name));
  const names = [...[...start].toSorted(), ...more.toSorted()];
  writeFileSync(process.argv[2], `${names.join("\n")}\n`);
  console.log(`${start.size} functions of a start, and ${more.length} more of shoppers' acts, stand together.`);
} finally {
  stopAll();
}
