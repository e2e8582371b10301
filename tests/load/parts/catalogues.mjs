// Large catalogues beside the demo's: how soon the first page is there, what they weigh, searches that nobody asked before, how
// soon a changed price shows, and what a whole import takes while people look at pages.
import { createReadStream, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { writeBigCatalogue } from "../big-catalogue.mjs";
import {
  demoStore,
  folder,
  imported,
  json,
  median,
  neverAsked,
  newWords,
  p99,
  plainSkus,
  residentMegabytes,
  rounds,
  startStore,
  stopStore,
  strolling,
  wrk,
} from "../stage.mjs";

export const title = "Large catalogues";

/** What is wanted of each: seconds to the first page, megabytes, milliseconds of a search, seconds for all articles anew (0: nothing). */
const SIZES = [
  { articles: 200_000, start: 1, memory: 200, search: 5, again: 5 },
  { articles: 1_000_000, start: 4, memory: 800, search: 15, again: 0 },
];
/** Until what a start used is given back. */
const IDLE = 10_000;
const STARTS = 3;
const CHANGES = 10;

const counted = (number) => number.toLocaleString("en-US");

/** The lines of the catalogue's file, each with its price and stock replaced by what is told of them. */
async function* changed(file, told) {
  let head = true;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    yield head
      ? line
      : line.replace(/"(\d+\.\d\d)","(\d+)","color","size"$/, (_, price, stock) => {
          const now = { price, stock, ...told(price) };
          return `"${now.price}","${now.stock}","color","size"`;
        });
    head = false;
  }
}

/** The rows of one style, at this price or with this stock. */
async function oneStyle(big, style, told) {
  const rows = [];
  for await (const line of changed(big.file, () => told))
    if (rows.length === 0 || line.startsWith(`"${style}"`)) rows.push(line);
    else if (rows.length > 1) break;
  const file = join(folder, "one-style.csv");
  writeFileSync(file, `${rows.join("\n")}\n`);
  return { file, mapping: big.mapping };
}

export async function measure(row) {
  const demo = await demoStore();
  const small = residentMegabytes(demo.child.pid);
  const most = Number(process.env.BENCH_ARTICLES ?? Number.POSITIVE_INFINITY);
  for (const size of SIZES.filter(({ articles }) => articles <= most)) await measureSize(row, size, small);
}

async function measureSize(row, { articles, start, memory, search, again }, small) {
  const name = `articles-${articles}.db`;
  const what = `${counted(articles)} articles`;
  const big = await writeBigCatalogue(folder, articles);
  // The demo's content and catalogue, beside which it stands.
  await stopStore(await startStore(name));
  const first = await imported(name, big);
  row(`${what}: the first import`, "–", `${first.toFixed(1)} s`, true);
  // One start reads them from the database and keeps them for the next.
  const began = Date.now();
  const anew = await startStore(name);
  const kept = await keptBeside(name, began);
  await stopStore(anew);
  const times = [];
  let store;
  for (let turn = 0; turn < STARTS; turn++) {
    if (store) await stopStore(store);
    store = await startStore(name);
    times.push(store.milliseconds);
  }
  const milliseconds = median(times);
  row(
    `${what}: start to the first page (the first time, from the database)`,
    `≤ ${start} s`,
    `${(milliseconds / 1000).toFixed(2)} s (${(anew.milliseconds / 1000).toFixed(2)} s)`,
    milliseconds <= start * 1000,
  );
  await sleep(IDLE);
  const resident = residentMegabytes(store.child.pid);
  row(
    `${what}: memory, idle`,
    `≤ ${memory} MB`,
    `${resident.toFixed(0)} MB, ${(((resident - small) * 1024 * 1024) / articles).toFixed(0)} bytes an article; ${(kept / 1024 / 1024).toFixed(0)} MB kept beside the database`,
    resident <= memory,
  );
  const asked = [];
  for (let round = 0; round < rounds; round++) asked.push(await wrk(store.base, { script: neverAsked() }));
  const slowest = median(asked.map((one) => one.p99));
  row(
    `${what}: searches nobody asked before, 24 hits with facets, 32 connections, p99`,
    `≤ ${search} ms`,
    `${slowest.toFixed(1)} ms at ${median(asked.map((one) => one.perSecond)).toFixed(0)}/s`,
    slowest <= search,
  );

  const worded = [];
  for (let round = 0; round < rounds; round++) worded.push(await wrk(store.base, { script: newWords() }));
  row(
    `${what}: the same, of words that nobody asked for before`,
    "–",
    `${median(worded.map((one) => one.p99)).toFixed(1)} ms at ${median(worded.map((one) => one.perSecond)).toFixed(0)}/s`,
    true,
  );

  // A style in the middle: how long from the command's end until product, page and list say its new price, or that it is out.
  const style = `B${String(Math.floor(articles / 40)).padStart(5, "0")}`;
  const { hits } = await json(await fetch(`${store.base}/api/search?query=${style}`));
  const page = hits[0].href;
  const paths = [`/api/catalog/products/${page.split("/")[2]}`, page, `/search/?query=${style}`];
  const untilShown = async (change, changes) => {
    const shown = [];
    for (const { told, says } of changes) {
      await imported(name, await oneStyle(big, style, told));
      const began = performance.now();
      for (const path of paths)
        while (!says(await (await fetch(store.base + path)).text()))
          if (performance.now() - began > 60_000) throw new Error(`${path} does not say ${JSON.stringify(told)}`);
      shown.push(performance.now() - began);
    }
    row(
      `${what}: ${change} is on product, page and list after the import's end, slowest of ${changes.length}`,
      "≤ 1 s",
      `${(Math.max(...shown) / 1000).toFixed(2)} s (median ${(median(shown) / 1000).toFixed(2)} s)`,
      Math.max(...shown) <= 1000,
    );
  };
  const turns = Array.from({ length: CHANGES }, (_, turn) => turn);
  const priced = (turn) => ({ price: (500 + turn).toFixed(2) });
  await untilShown(
    "a changed price",
    turns.map((turn) => ({ told: priced(turn), says: (text) => says(text, priced(turn).price) })),
  );
  const stocked = (turn) => ({ ...priced(CHANGES - 1), stock: turn % 2 === 0 ? 0 : 50 });
  await untilShown(
    "a stock that ran out, or came back,",
    turns.map((turn) => ({ told: stocked(turn), says: (text) => isOut(text) === (stocked(turn).stock === 0) })),
  );
  if (again) await measureAgain(row, { what, name, big, store, again });
  await stopStore(store);
}

/** Prices are told in cents or as text. */
const says = (text, price) => text.includes(`$${price}`) || text.includes(String(Math.round(Number(price) * 100)));

/** Said of an article, or of all of a style, that cannot be bought. */
const isOut = (text) => /out of stock|"unavailable":true/i.test(text);

/** Bytes of the file kept for the next start, once it was written after that time. */
async function keptBeside(name, after) {
  const file = join(folder, `${name}.catalog`);
  for (;;) {
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs > after) return found.size;
    await sleep(200);
  }
}

/** Begins a cart every 20 ms until it is told to stop: how long each took, and how many were not begun. */
function beginCarts(base, sku) {
  const times = [];
  let failed = 0;
  const begin = async () => {
    const began = performance.now();
    const answer = await fetch(`${base}/api/cart/lines`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ lines: [{ sku, quantity: 2 }] }),
    });
    await answer.text();
    if (answer.ok) times.push(performance.now() - began);
    else failed += 1;
  };
  const all = [];
  const timer = setInterval(() => all.push(begin()), 20);
  return async () => {
    clearInterval(timer);
    await Promise.all(all);
    return { slowest: Math.max(...times), p99: p99(times), failed };
  };
}

/** All articles once more at other prices, while people look at pages, and once more while they begin carts. */
async function measureAgain(row, { what, name, big, store, again }) {
  const found = await (await fetch(`${store.base}/api/search?query=jersey`)).json();
  const pages = [...found.hits.slice(0, 4).map(({ href }) => href), "/search/?query=ball", "/"];
  for (const page of pages) await (await fetch(store.base + page)).text();
  const script = strolling(pages);
  const other = join(folder, "other-prices.csv");
  const out = [];
  for await (const line of changed(big.file, (was) => ({ price: (Number(was) + 1).toFixed(2) }))) out.push(line);
  writeFileSync(other, `${out.join("\n")}\n`);
  const [alone, beside, taken] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    alone.push((await wrk(store.base, { script })).p99);
    const strolled = wrk(store.base, { script });
    taken.push(await imported(name, round % 2 === 0 ? { ...big, file: other } : big));
    beside.push((await strolled).p99);
  }
  row(
    `${what}: all of them imported again at other prices`,
    `≤ ${again} s`,
    `${median(taken).toFixed(1)} s`,
    median(taken) <= again,
  );
  const [one, many] = [median(alone), median(beside)];
  row(
    `${what}: 500 pages a second meanwhile, p99 beside p99 alone`,
    "≤ 1.5 ×",
    `${(many / one).toFixed(2)} × (${many.toFixed(1)} ms beside ${one.toFixed(1)} ms)`,
    many <= 1.5 * one,
  );
  const sku = (await plainSkus(store.base, 1))[0];
  const begun = [];
  for (let round = 0; round < rounds; round++) {
    const stop = beginCarts(store.base, sku);
    await imported(name, round % 2 === rounds % 2 ? { ...big, file: other } : big);
    begun.push(await stop());
  }
  const failed = begun.reduce((sum, one) => sum + one.failed, 0);
  row(
    `${what}: 50 carts begun a second meanwhile, p99 (slowest)`,
    "0 refused, ≤ 500 ms",
    `${median(begun.map((one) => one.p99)).toFixed(0)} ms (${Math.max(...begun.map((one) => one.slowest)).toFixed(0)} ms), ${failed} refused`,
    failed === 0 && median(begun.map((one) => one.p99)) <= 500,
  );
}
