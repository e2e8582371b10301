// The desk of a store with a million orders and five million lines: lists, filters, fragments, counts, an order of 2,000 lines and an
// act on it, an edit of 200 lines, acts on 200 orders. The demo's orders are written down over and over by the database itself, with
// their lines and events. The same on either database (`desk-databases.mjs`).
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { placeOrder } from "../e2e/buyers.mjs";
import { deskOf } from "./desk-session.mjs";
import { json, median, p95, plainSkus, startStore, stopStore } from "./stage.mjs";

const ORDERS = Number(process.env.BENCH_ORDERS ?? 1_000_000);
const LINES = 2_000;
const EDITED = 200;
const CHOSEN = 200;
const ROUNDS = 40;
/** Rounds of what writes: each leaves the order, or the orders, another. */
const WRITING = 20;
const BULKS = 5;

/** What differs between the copies of an order; all else is the same. */
const own = {
  id: "o.id || '-' || g.value",
  number: "o.number || '-' || g.value",
  cart_id: "o.cart_id || '-' || g.value",
  po_number: "o.po_number || '-' || g.value",
  placed_at: "o.placed_at - g.value * 100003",
  changed_at: "o.changed_at - g.value * 100003",
};

/** The columns of a copy of a row `o`: as they are, but for what is `changed`. */
export const copyOf = (database, table, changed) =>
  database
    .columns(table)
    .map((name) => changed[name] ?? `o.${name}`)
    .join(", ");

/** Writes the orders of a store that is closed down over and over, until there are `wanted`. How many orders and lines. */
export function multiply(database, wanted) {
  const had = Number(database.sql("SELECT COUNT(*) FROM orders"));
  const copies = database.series(Math.ceil(wanted / had) - 1);
  const event = database.columns("event").filter((name) => name !== "seq");
  // The store fills its index of fragments and its sales figures itself, from the log.
  const placed = {
    subject: "o.subject || '-' || g.value",
    at: "o.at - g.value * 100003",
    to_index: "TRUE",
    // Figures are sums by day: every tenth order fills as many of them.
    to_count: "g.value % 10 = 0",
  };
  database.sql(`
    ${database.loading}
    CREATE TEMP TABLE one AS SELECT * FROM orders;
    CREATE TEMP TABLE line AS SELECT * FROM order_line;
    CREATE TEMP TABLE happened AS SELECT * FROM event WHERE kind = 'order.placed';
    BEGIN;
    INSERT INTO orders SELECT ${copyOf(database, "orders", own)} FROM one o, ${copies};
    INSERT INTO order_line SELECT ${copyOf(database, "order_line", { order_id: "o.order_id || '-' || g.value" })}
      FROM line o, ${copies};
    INSERT INTO event (${event.join(", ")})
      SELECT ${event.map((name) => placed[name] ?? `o.${name}`).join(", ")}
      FROM happened o, ${copies} ORDER BY 1;
    COMMIT;
    ${database.tidying}`);
  return database
    .sql("SELECT (SELECT COUNT(*) FROM orders) || ' ' || (SELECT COUNT(*) FROM order_line)")
    .split(" ")
    .map(Number);
}

/** Waits until the store has worked off what was written down beside it, its index of fragments and its sales figures. */
export async function workedOff(database) {
  for (const mark of ["to_index", "to_count"])
    while (Number(database.sql(`SELECT COUNT(*) FROM event WHERE ${mark}`)) > 0) await sleep(1000);
  database.sql(database.tidying);
}

/** How long an answer takes until all of it is there, and what it says. */
const answered = async (act) => {
  const began = performance.now();
  const text = await (await act()).text();
  return { milliseconds: performance.now() - began, text };
};

const timed = async (act) => (await answered(act)).milliseconds;

async function times(acts) {
  const found = [];
  for (let round = 0; round < ROUNDS; round++) for (const act of acts) found.push(await timed(act));
  return found;
}

/** The first orders of a queue, as a list tells them. */
async function firstOf(ask, queue, most) {
  const found = [];
  for (let after = ""; found.length < most; ) {
    const page = await json(
      await ask(`/desk/api/orders?queue=${queue}${after && `&after=${encodeURIComponent(after)}`}`),
    );
    found.push(...page.orders.map(({ id, version }) => ({ id, version })));
    if (!page.next) break;
    after = page.next;
  }
  return found.slice(0, most);
}

/** Filters of the list of orders, one of them of a buyer. */
export const filtersOf = (email) => [
  "?queue=on_hold",
  "?queue=delivered&site=usgames",
  `?email=${encodeURIComponent(email)}`,
  "?from=2026-02-01&to=2026-02-03",
  "?queue=late",
];

/** Fragments that orders are looked up by: an order's own, words that many have, and what none has. */
export const fragmentsOf = ({ number, poNumber }) => [
  `?q=${encodeURIComponent(number.slice(3))}`,
  `?q=${encodeURIComponent(poNumber || number)}`,
  "?q=willowbrook",
  "?q=lincoln+jersey",
  "?q=nothinghasthis",
];

export async function measureDesk(row, database) {
  const open = () => startStore("desk.db", { DATABASE_URL: database.url });
  await stopStore(await open());
  const [orders, lines] = multiply(database, ORDERS);
  const store = await open();
  await workedOff(database);
  const ask = await deskOf(store.base, database.url);
  const tell = (figure, wanted, most, found, digits = 0) => {
    const told = `${p95(found).toFixed(digits)} ms (${median(found).toFixed(digits)} ms)`;
    row(`${figure}, p95 (median)`, wanted, told, p95(found) <= most);
  };
  const show = async (figure, wanted, most, acts) => {
    await times(acts.slice(0, 1));
    tell(figure, wanted, most, await times(acts), 1);
  };
  const of = (query) => () => ask(`/desk/api/orders${query}`);
  const size = `${orders.toLocaleString("en-US")} orders, ${lines.toLocaleString("en-US")} lines`;
  const first = await json(await ask("/desk/api/orders"));
  const deep = await json(await ask("/desk/api/orders?to=2026-03-01"));
  const { number, email, poNumber } = first.orders[7];
  await show(`A page of all orders, first and in the middle (${size})`, "≤ 50 ms", 50, [
    of(""),
    of(`?after=${encodeURIComponent(first.next)}`),
    of(`?after=${encodeURIComponent(deep.next)}`),
  ]);
  const [filters, fragments] = [filtersOf(email), fragmentsOf({ number, poNumber })].map((queries) => queries.map(of));
  await show("The first page of a filter: queue, brand, buyer, days, late", "≤ 100 ms", 100, filters);
  await show("A fragment: number, purchase order, name, sku", "≤ 100 ms", 100, fragments);
  await show("Queues with their counts", "≤ 100 ms", 100, [() => ask("/desk/api/queues")]);
  await show("Sales figures at home", "≤ 100 ms", 100, [() => ask("/desk/api/reports/lines")]);

  const skus = await plainSkus(store.base, LINES);
  const long = await placeOrder({ port: store.port }, { lines: skus.map((sku) => ({ sku, quantity: 1 })) });
  const address = `/desk/api/orders/${long.id}`;
  await show(`An order of ${skus.length.toLocaleString("en-US")} lines opens`, "≤ 300 ms", 300, [() => ask(address)]);
  const bytes = (await (await ask(address)).arrayBuffer()).byteLength / 1024;
  row(`Its first answer`, "≤ 60 KiB", `${bytes.toFixed(0)} KiB`, bytes <= 60);
  const versionOf = async (path) => (await json(await ask(path))).order.version;
  const shipped = [];
  for (let position = 1; position <= 20; position++) {
    const version = await versionOf(address);
    const draft = { lines: [{ position, quantity: 1 }] };
    shipped.push(await timed(() => ask(`${address}/shipments`, { version, draft })));
  }
  tell("One line of it is picked", "≤ 50 ms", 50, shipped);

  await edits(tell, { ask, versionOf, store, skus: skus.slice(0, EDITED) });
  await bulks(tell, ask);
  await stopStore(store);
  row(`The database of ${size}`, "–", `${(database.size() / 1024 ** 3).toFixed(2)} GiB`, true);
}

/** All lines of an order are edited over and over: foretold, as the window asks while one types, and saved, as its button does. */
async function edits(tell, { ask, versionOf, store, skus }) {
  const order = await placeOrder({ port: store.port }, { lines: skus.map((sku) => ({ sku, quantity: 2 })) });
  const address = `/desk/api/orders/${order.id}`;
  const [foretold, saved] = [[], []];
  for (let round = 0; round < WRITING; round++) {
    // Fewer, then as many as before: no article runs out.
    const quantity = 1 + (round % 2);
    const draft = { amounts: { lines: skus.map((_, nth) => ({ position: nth + 1, quantity })) } };
    const version = await versionOf(address);
    const { milliseconds, text } = await answered(() => ask(`${address}/edits/preview`, { version, draft }));
    const { preview } = JSON.parse(text);
    if (preview.entries.length !== skus.length) throw new Error(`the edit says ${JSON.stringify(preview.errors)}`);
    foretold.push(milliseconds);
    saved.push(
      await timed(async () => {
        const { id } = await json(await ask(`${address}/edits`, { version, draft }));
        return ask(`${address}/edits/${id}/apply`, { version });
      }),
    );
  }
  tell(`An edit of ${skus.length} lines: what the order would come to`, "–", Number.POSITIVE_INFINITY, foretold);
  tell("It is staged and applied", "≤ 500 ms", 500, saved);
}

/** Orders that are chosen and held, or picked, in one act; others each time. A small trial has fewer to choose from. */
async function bulks(tell, ask) {
  const acts = [
    ["hold", "put on hold", { kind: "stock", reason: "Comes in on the next truck", due: "" }],
    ["pick", "picked", undefined],
  ];
  const waiting = await firstOf(ask, "to_pick", CHOSEN * BULKS * acts.length);
  const many = Math.min(CHOSEN, Math.floor(waiting.length / (BULKS * acts.length)));
  for (const [act, done, hold] of acts) {
    const found = [];
    for (let round = 0; round < BULKS; round++) {
      const orders = waiting.splice(0, many);
      const { milliseconds, text } = await answered(() => ask("/desk/api/orders/bulk", { act, orders, hold }));
      if (JSON.parse(text).done !== many) throw new Error(`not all were ${done}: ${text}`);
      found.push(milliseconds);
    }
    tell(`${many} chosen orders are ${done} in one act`, "≤ 5,000 ms", 5000, found);
  }
}
