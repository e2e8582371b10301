// Which functions a start and what shoppers do run: one each line, for the linker.
//   FIELDHOUSE_BIN=… node scripts/order.mjs CALLS FUNCTIONS     the binary writes CALLS when TRACED is set
import { readFileSync, writeFileSync } from "node:fs";
import { Guest, place, prepareOrder } from "../tests/e2e/buyers.mjs";
import { measuredSlug, plainSkus, startStore, stopAll, stopStore } from "../tests/load/stage.mjs";

const [calls, functions] = process.argv.slice(2);
const PAGES = ["/", "/c/football/", "/search/?query=jersey", "/api/search?query=red+ball", "/api/search/suggest?query=jer", "/desk"];

try {
  // Filling a database is not what a start does.
  await stopStore(await startStore("store.db"));
  const store = await startStore("store.db", { TRACED: "1" });
  for (const path of [...PAGES, `/p/${await measuredSlug(store.base)}/`]) await (await fetch(store.base + path)).text();
  const guest = new Guest(store, "fieldhouse");
  const lines = (await plainSkus(store.base, 3)).map((sku) => ({ sku, quantity: 1 }));
  await place(guest, await prepareOrder(guest, { lines, email: "coach@lincoln.example" }));
  await stopStore(store);
} finally {
  stopAll();
}

// A function is named where it is first told of: `fn=(12) name`, with a count behind it where it calls itself.
const named = readFileSync(calls, "utf8").matchAll(/^c?fn=\(\d+\) ([^\s']+)/gm);
const names = [...new Set(Array.from(named, ([, name]) => name))].filter((name) => !name.startsWith("0x"));
if (names.length < 1_000) throw new Error(`only ${names.length} functions were seen`);
writeFileSync(functions, `${names.toSorted().join("\n")}\n`);
console.log(`${names.length} functions of a start and of shoppers' acts stand beside each other.`);
