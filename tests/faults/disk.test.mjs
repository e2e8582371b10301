// A store on SQLite whose disk fails while people order: writing is refused (EIO, ENOSPC), cut in the middle, syncing fails (EIO) or
// waits, each time from another call on, by a library that is loaded before it (parts/disk.c). It has to refuse in words, keep reading,
// and take orders again as soon as the disk does, without being started anew; what it acknowledged has to be there, and on the disk before
// (R25, R26). Figures go into docs/RELIABILITY.md.
// Debian: sqlite3.      DISK_FAULTS: how many of each kind (50)
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readSync, realpathSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { plainSkus, stopAll } from "../load/stage.mjs";
import { check } from "./parts/check.mjs";
import { whileShopping } from "./parts/shoppers.mjs";
import { ask, closeAll, folder, freePort, Node, pause, project, settings } from "./parts/stage.mjs";
import { dated, problemsOf, row, write } from "./parts/table.mjs";

const SHOPPERS = 4;
const each = Number(process.env.DISK_FAULTS ?? 50);
/** How long syncing waits, in milliseconds: less than an answer may take. */
const WAITS = 3_000;
const SYNC_WAITS = 5;

const home = join(realpathSync(folder), "store");
mkdirSync(home);
const file = join(home, "fieldhouse.db");
const database = `sqlite:${file}`;
const library = join(home, "disk.so");
const source = join(project, "tests/faults/parts/disk.c");
const switchFile = join(home, "switch");
writeFileSync(switchFile, Buffer.alloc(16));
const opened = openSync(switchFile, "r+");

/** What goes wrong from now on, and after how many calls that still go well. */
function fail(number, well) {
  const said = Buffer.alloc(12);
  said.writeInt32LE(number, 0);
  said.writeInt32LE(well, 4);
  writeSync(opened, said, 4, 8, 4);
  writeSync(opened, said, 0, 4, 0);
}

/** How many calls went wrong since then. */
function wentWrong() {
  const said = Buffer.alloc(16);
  readSync(opened, said, 0, 16, 0);
  return said.readInt32LE(8);
}

const node = new Node("store", await freePort(), {
  ...settings(database, home),
  FIELDHOUSE_DEMO: "true",
  LD_PRELOAD: library,
  DISK_SWITCH: switchFile,
  DISK_FILES: file,
});
let skus;

before(async () => {
  execFileSync("cc", ["-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", "-o", library, source, "-ldl"]);
  await node.open();
  skus = await plainSkus(node.base, 40);
});

after(async () => {
  closeSync(opened);
  closeAll();
  stopAll();
});

/** Pages, carts and searches that are not read as if nothing had happened. */
async function unread() {
  const answers = await Promise.all(
    ["/", "/api/shell", "/api/cart/head", "/api/search?query=jersey"].map((path) =>
      fetch(node.base + path, { headers: { host: "fieldhouse.localhost" } }),
    ),
  );
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  return answers.filter(({ status }) => status !== 200).map(({ url, status }) => `${url}: ${status}`);
}

/** Until something is so; the store has to live. */
async function until(isSo) {
  while (!isSo()) {
    if (!node.lives()) throw new Error(`the store ended by itself\n${node.said}`);
    await pause(5);
  }
}

/** People order while `act` breaks the disk; nothing may be lost or doubled, and the file has to be whole. */
async function ordering(act) {
  const [[since]] = ask(database, "SELECT COALESCE(MAX(placed_at), 0) + 1 FROM orders");
  const { book, told } = await whileShopping(node.base, skus, SHOPPERS, act).finally(() => fail(0, 0));
  await node.ready();
  const found = check(database, book.orders, Number(since));
  write([row(dated(told), book, found.lost, found.doubled)]);
  assert.deepEqual([...told.problems, ...problemsOf(book, found)], []);
  assert.deepEqual(ask(database, "PRAGMA integrity_check"), [["ok"]]);
  return told;
}

/** A kind of fault, as often as wanted. */
async function failing(number, what) {
  const told = await ordering(async (book) => {
    const [recoveries, problems] = [[], []];
    let calls = 0;
    for (let nth = 0; nth < each; nth++) {
      const refused = book.unavailable;
      fail(number, nth);
      // Until shoppers were refused: an order is not acknowledged on such a disk.
      await until(() => wentWrong() > 0 && book.unavailable > refused);
      const placed = book.orders.size;
      problems.push(...(await unread()));
      calls += wentWrong();
      fail(0, 0);
      const began = performance.now();
      // Those that were on their way may be among them: as many more as there are shoppers.
      await until(() => book.orders.size >= placed + SHOPPERS);
      recoveries.push(performance.now() - began);
    }
    const longest = (Math.max(...recoveries) / 1000).toFixed(1);
    const note = `${calls} calls failed; orders again after ${longest} s at most`;
    return { what: `SQLite: ${what}`, times: each, note, problems };
  });
  console.log(told.what, told.note);
}

test("r26 writes that fail (EIO) are refused in words, read past, and over when the disk is well", () =>
  failing(1, "writing the database file fails (EIO)"));

test("r26 a disk that is full from the n-th write on (ENOSPC) is no other", () =>
  failing(2, "the disk is full (ENOSPC)"));

test("r26 a write that is cut in half leaves the file whole", () =>
  failing(3, "half of a piece is written, then the disk is full"));

test("r26 a sync that fails (EIO) acknowledges nothing", () => failing(4, "syncing the database file fails (EIO)"));

test("r25 no order is acknowledged before the disk has synced it", async () => {
  const times = Math.max(2, Math.round(each / 10));
  await ordering(async (book) => {
    const problems = [];
    for (let time = 0; time < times; time++) {
      const before = book.orders.size;
      await until(() => book.orders.size > before);
      fail(SYNC_WAITS, 0);
      await until(() => wentWrong() > 0);
      // Answers that were on their way when it began.
      await pause(300);
      const acknowledged = book.orders.size;
      await pause(WAITS);
      if (book.orders.size !== acknowledged)
        problems.push(`${book.orders.size - acknowledged} orders were acknowledged while the disk did not sync`);
      fail(0, 0);
      await until(() => book.orders.size >= acknowledged + SHOPPERS);
    }
    const note = "0 orders acknowledged meanwhile";
    return { what: `SQLite: syncing waits for ${WAITS / 1000} s`, times, note, problems };
  });
});
