// What a release's compiler is shown: starts of the demo, what shoppers do there, and a large catalogue that is taken over, searched
// and changed. How often each act comes is how much it weighs.
//   FIELDHOUSE_BIN=… LLVM_PROFILE_FILE=… node scripts/train.mjs     the binary counts what it runs
import { Guest, place, prepareOrder } from "../tests/e2e/buyers.mjs";
import { writeBigCatalogue } from "../tests/load/big-catalogue.mjs";
import { folder, imported, json, plainSkus, startStore, stopAll, stopStore } from "../tests/load/stage.mjs";

const STARTS = 4;
const ARTICLES = 100_000;
const VISITORS = 16;
const ROUNDS = 25;
const WORDS = "jersey ball short bag glove helmet red navy youth mesh hoodie cone net pad tee".split(" ");

const get = async (store, path) => {
  const answer = await fetch(store.base + path);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return text;
};

/** A search that nobody asked before, and what is proposed while its word is typed. */
const search = async (store, nth) => {
  const word = WORDS[nth % WORDS.length];
  await get(store, `/api/search?query=${word}&price=${nth % 90}-${2_000 + nth}`);
  await get(store, `/api/search?query=${word}+${WORDS[(nth * 7) % WORDS.length]}&page=${1 + (nth % 2)}`);
  await get(store, `/api/search/suggest?query=${word.slice(0, 2 + (nth % 3))}`);
};

/** A visitor looks at pages, searches, fills a cart, reads it, changes its lines, takes one out, and orders. */
async function visit(store, { pages, skus }, nth) {
  const guest = new Guest(store, "fieldhouse");
  for (let turn = 0; turn < ROUNDS; turn++) {
    const page = pages[(nth * ROUNDS + turn) % pages.length];
    await get(store, page);
    await get(store, `/api/catalog/products/${page.split("/")[2]}`);
    await search(store, nth * ROUNDS + turn);
    await new Guest(store, "fieldhouse").send("POST", "/api/cart/lines", { lines: [{ sku: skus[turn], quantity: 2 }] });
  }
  await guest.send("POST", "/api/cart/lines", { lines: skus.slice(0, 50).map((sku) => ({ sku, quantity: 1 })) });
  for (let turn = 0; turn < ROUNDS; turn++) {
    const { version, items } = await guest.send("GET", "/api/cart/active");
    const path = `/api/cart/lines/${items[turn % items.length].lineItems[0].lineItemId}`;
    await guest.send("PATCH", path, { quantity: 2 + turn, version });
  }
  for (let turn = 0; turn < 4; turn++) {
    const buyer = new Guest(store, "fieldhouse");
    const lines = skus.slice(turn, turn + 3).map((sku) => ({ sku, quantity: 1 }));
    await place(buyer, await prepareOrder(buyer, { lines }));
  }
}

try {
  await stopStore(await startStore("store.db"));
  for (let turn = 1; turn < STARTS; turn++) await stopStore(await startStore("store.db"));
  const store = await startStore("store.db");
  while ((await fetch(`${store.base}/readyz`)).status !== 200);
  const pages = [];
  for (const word of WORDS) {
    const { hits } = await json(await fetch(`${store.base}/api/search?query=${word}`));
    pages.push(...hits.map(({ href }) => href));
  }
  const known = { pages, skus: await plainSkus(store.base, 60) };
  await Promise.all(Array.from({ length: VISITORS }, (_, nth) => visit(store, known, nth)));
  await stopStore(store);

  const big = await writeBigCatalogue(folder, ARTICLES);
  await imported("store.db", big);
  await stopStore(await startStore("store.db"));
  const large = await startStore("store.db");
  while ((await fetch(`${large.base}/readyz`)).status !== 200);
  await Promise.all(
    Array.from({ length: VISITORS }, async (_, nth) => {
      for (let turn = 0; turn < ROUNDS; turn++) await search(large, nth * ROUNDS + turn);
    }),
  );
  await imported("store.db", big);
  await stopStore(large);
} finally {
  stopAll();
}
