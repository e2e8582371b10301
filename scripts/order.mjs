// Which functions a start runs, and which more what shoppers do: one each line, for the linker.
//   FIELDHOUSE_BIN=… node scripts/order.mjs FUNCTIONS     the binary writes what it calls to $TRACED when that is set
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Guest, place, prepareOrder } from "../tests/e2e/buyers.mjs";
import { folder, measuredSlug, plainSkus, startStore, stopAll, stopStore } from "../tests/load/stage.mjs";

const PAGES = ["/c/football/", "/search/?query=jersey", "/api/search?query=red+ball", "/api/search/suggest?query=jer"];

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

async function shop(store) {
  for (const path of [...PAGES, `/p/${await measuredSlug(store.base)}/`]) await (await fetch(store.base + path)).text();
  const guest = new Guest(store, "fieldhouse");
  const lines = (await plainSkus(store.base, 3)).map((sku) => ({ sku, quantity: 1 }));
  await place(guest, await prepareOrder(guest, { lines, email: "coach@lincoln.example" }));
}

try {
  // Filling a database is not what a start does.
  await stopStore(await startStore("store.db"));
  const start = await functionsOf("start", untilReady);
  const acts = await functionsOf("acts", shop);
  const more = [...acts].filter((name) => !start.has(name));
  const names = [...[...start].toSorted(), ...more.toSorted()];
  writeFileSync(process.argv[2], `${names.join("\n")}\n`);
  console.log(`${start.size} functions of a start, and ${more.length} more of shoppers' acts, stand together.`);
} finally {
  stopAll();
}
