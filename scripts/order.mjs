// Which functions a start runs, and which more what shoppers do: one each line, for the linker.
//   FIELDHOUSE_BIN=… node scripts/order.mjs FUNCTIONS     the binary writes what it calls to $TRACED when that is set
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Guest, place, prepareOrder } from "../tests/e2e/buyers.mjs";
import { enroll, PASSWORD } from "../tests/load/sign-ins.mjs";
import { folder, measuredSlug, plainSkus, startStore, stopAll, stopStore } from "../tests/load/stage.mjs";

const PAGES = [
  "/c/football/",
  "/search/?query=jersey",
  "/api/search?query=red+ball",
  "/api/search?query=jersey&price=10-2000",
  "/api/search/suggest?query=jer",
];
const KNOWN = { email: "known@bench.example", password: PASSWORD };
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

/** A store that is traced is slow, and sends some away until later. */
async function inTheEnd(act) {
  for (let tries = 1; ; tries++) {
    try {
      await act();
      return;
    } catch (refused) {
      if (tries === TRIES) throw refused;
    }
  }
}

/** What shoppers do, of pages and articles that are there. */
const shopping = (pages, lines) => async (store) => {
  const shopper = () => new Guest(store, "fieldhouse");
  for (const path of pages) await (await fetch(store.base + path)).text();
  await inTheEnd(async () => {
    const guest = shopper();
    await guest.send("POST", "/api/cart/lines", { lines });
    const { version, items } = await guest.send("GET", "/api/cart/active");
    const [first, second] = items.flatMap(({ lineItems }) => lineItems.map(({ lineItemId }) => lineItemId));
    const changed = await guest.send("PATCH", `/api/cart/lines/${first}`, { quantity: 3, version });
    await guest.send("DELETE", `/api/cart/lines/${second}?version=${changed.head.version}`);
    await guest.send("GET", "/api/cart/head");
  });
  await inTheEnd(() => enroll(store.port, KNOWN.email));
  await inTheEnd(async () => {
    const known = shopper();
    await known.send("POST", "/api/auth/signin", KNOWN);
    await known.send("GET", "/api/account/home");
  });
  await inTheEnd(async () => {
    const guest = shopper();
    await place(guest, await prepareOrder(guest, { lines, email: "coach@lincoln.example" }));
  });
};

try {
  // Filling a database is not what a start does.
  const filled = await startStore("store.db");
  const slug = await measuredSlug(filled.base);
  const pages = [...PAGES, `/p/${slug}/`, `/api/catalog/products/${slug}`];
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
