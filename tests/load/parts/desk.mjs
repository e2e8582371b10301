// The desk of a store with a million orders and five million lines: lists, filters, fragments, counts, an order of 2,000 lines and an
// act on it. The demo's orders are written down over and over by the database itself, with their lines and events.
import { execFileSync } from "node:child_process";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { placeOrder } from "../../e2e/buyers.mjs";
import { deskOf } from "../desk-session.mjs";
import { databaseOf, folder, median, p95, plainSkus, startStore, stopStore } from "../stage.mjs";

export const title = "The desk";

const ORDERS = Number(process.env.BENCH_ORDERS ?? 1_000_000);
const LINES = 2_000;
const ROUNDS = 40;

/** What differs between the copies of an order; all else is the same. */
const own = {
  id: "o.id || '-' || g.value",
  number: "o.number || '-' || g.value",
  cart_id: "o.cart_id || '-' || g.value",
  po_number: "o.po_number || '-' || g.value",
  placed_at: "o.placed_at - g.value * 100003",
  changed_at: "o.changed_at - g.value * 100003",
};

/** Runs SQL in the store's database. */
function sqlite(sql) {
  const file = `${folder}/desk.db`;
  return execFileSync("sqlite3", ["-batch", file], { input: sql, encoding: "utf8", maxBuffer: 1 << 26 }).trim();
}

function multiply() {
  const had = Number(sqlite("SELECT COUNT(*) FROM orders"));
  const copies = Math.ceil(ORDERS / had) - 1;
  const columns = (table) => sqlite(`SELECT name FROM pragma_table_info('${table}')`).split("\n");
  const select = (table, changed) =>
    columns(table)
      .map((name) => changed[name] ?? `o.${name}`)
      .join(", ");
  const event = columns("event").filter((name) => name !== "seq");
  // The store fills its index of fragments and its sales figures itself, from the log.
  const placed = {
    subject: "o.subject || '-' || g.value",
    at: "o.at - g.value * 100003",
    to_index: "1",
    to_count: "1",
  };
  sqlite(`
    PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; PRAGMA temp_store = MEMORY;
    CREATE TEMP TABLE one AS SELECT * FROM orders;
    CREATE TEMP TABLE line AS SELECT * FROM order_line;
    CREATE TEMP TABLE happened AS SELECT * FROM event WHERE kind = 'order.placed';
    BEGIN;
    INSERT INTO orders SELECT ${select("orders", own)} FROM one o, generate_series(1, ${copies}) g;
    INSERT INTO order_line SELECT ${select("order_line", { order_id: "o.order_id || '-' || g.value" })}
      FROM line o, generate_series(1, ${copies}) g;
    INSERT INTO event (${event.join(", ")})
      SELECT ${event.map((name) => placed[name] ?? `o.${name}`).join(", ")}
      FROM happened o, generate_series(1, ${copies}) g ORDER BY 1;
    COMMIT;
    ANALYZE;`);
  return sqlite("SELECT (SELECT COUNT(*) FROM orders) || ' ' || (SELECT COUNT(*) FROM order_line)")
    .split(" ")
    .map(Number);
}

const timed = async (act) => {
  const began = performance.now();
  await (await act()).arrayBuffer();
  return performance.now() - began;
};

async function times(acts) {
  const found = [];
  for (let round = 0; round < ROUNDS; round++) for (const act of acts) found.push(await timed(act));
  return found;
}

export async function measure(row) {
  await stopStore(await startStore("desk.db"));
  const [orders, lines] = multiply();
  const store = await startStore("desk.db");
  for (const mark of ["to_index", "to_count"])
    while (Number(sqlite(`SELECT COUNT(*) FROM event WHERE ${mark}`)) > 0) await sleep(1000);
  const ask = await deskOf(store.base, databaseOf("desk.db"));
  const show = async (figure, wanted, most, acts) => {
    await times(acts.slice(0, 1));
    const found = await times(acts);
    const told = `${p95(found).toFixed(1)} ms (${median(found).toFixed(1)} ms)`;
    row(`${figure}, p95 (median)`, wanted, told, p95(found) <= most);
  };
  const of = (query) => () => ask(`/desk/api/orders${query}`);
  const size = `${orders.toLocaleString("en-US")} orders, ${lines.toLocaleString("en-US")} lines`;
  const first = await (await ask("/desk/api/orders")).json();
  const deep = await (await ask("/desk/api/orders?to=2026-03-01")).json();
  const { number, email, poNumber } = first.orders[7];
  await show(`A page of all orders, first and in the middle (${size})`, "≤ 50 ms", 50, [
    of(""),
    of(`?after=${encodeURIComponent(first.next)}`),
    of(`?after=${encodeURIComponent(deep.next)}`),
  ]);
  await show("The first page of a filter: queue, brand, buyer, days, late", "≤ 100 ms", 100, [
    of("?queue=on_hold"),
    of("?queue=delivered&site=usgames"),
    of(`?email=${encodeURIComponent(email)}`),
    of("?from=2026-02-01&to=2026-02-03"),
    of("?queue=late"),
  ]);
  await show("A fragment: number, purchase order, name, sku", "≤ 100 ms", 100, [
    of(`?q=${encodeURIComponent(number.slice(3))}`),
    of(`?q=${encodeURIComponent(poNumber || number)}`),
    of("?q=willowbrook"),
    of("?q=lincoln+jersey"),
    of("?q=nothinghasthis"),
  ]);
  await show("Queues with their counts", "≤ 100 ms", 100, [() => ask("/desk/api/queues")]);
  await show("Sales figures at home", "≤ 100 ms", 100, [() => ask("/desk/api/reports/lines")]);

  const skus = await plainSkus(store.base, LINES);
  const long = await placeOrder({ port: store.port }, { lines: skus.map((sku) => ({ sku, quantity: 1 })) });
  const address = `/desk/api/orders/${long.id}`;
  await show(`An order of ${skus.length.toLocaleString("en-US")} lines opens`, "≤ 300 ms", 300, [() => ask(address)]);
  const bytes = (await (await ask(address)).arrayBuffer()).byteLength / 1024;
  row(`Its first answer`, "≤ 60 KiB", `${bytes.toFixed(0)} KiB`, bytes <= 60);
  const shipped = [];
  for (let position = 1; position <= 20; position++) {
    const { order } = await (await ask(address)).json();
    const draft = { lines: [{ position, quantity: 1 }] };
    shipped.push(await timed(() => ask(`${address}/shipments`, { version: order.version, draft })));
  }
  row(
    "One line of it is picked, p95 (median)",
    "≤ 50 ms",
    `${p95(shipped).toFixed(0)} ms (${median(shipped).toFixed(0)} ms)`,
    p95(shipped) <= 50,
  );
  await stopStore(store);
}
