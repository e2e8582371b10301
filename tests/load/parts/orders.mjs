// What follows an order: the letter about each act, ordering all of it again, and what placing costs when its articles are counted.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, watch } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { Guest, place, prepareOrder } from "../../e2e/buyers.mjs";
import { deskOf } from "../desk-session.mjs";
import { databaseOf, folder, median, p95, plainSkus, startStore, stopStore } from "../stage.mjs";

export const title = "Orders";

const LINES = 500;
const LETTERS = 20;
const WAITING = 5_000;
const PLACINGS = 15;

const timed = async (act) => {
  const began = performance.now();
  await act();
  return performance.now() - began;
};

const told = (times) => `${p95(times).toFixed(0)} ms (${median(times).toFixed(0)} ms)`;

export async function measure(row) {
  const mail = join(folder, "orders-mail");
  mkdirSync(mail);
  const store = await startStore("orders.db", { FIELDHOUSE_MAIL: `file:${mail}` });
  const ask = await deskOf(store.base, databaseOf("orders.db"));
  const skus = await plainSkus(store.base, LINES);
  const lines = skus.map((sku) => ({ sku, quantity: 1 }));

  // From the answer of the act to the letter in the mail folder.
  const late = async (act) => {
    const letters = watch(mail);
    const letter = once(letters, "change");
    await act();
    const time = await timed(() => letter);
    letters.close();
    return time;
  };
  const [confirmed, shipped] = [[], []];
  for (let time = 0; time < LETTERS; time++) {
    const guest = new Guest(store, "fieldhouse");
    const prepared = await prepareOrder(guest, { lines: lines.slice(0, 3), email: `coach-${time}@lincoln.example` });
    let order;
    confirmed.push(
      await late(async () => {
        order = await place(guest, prepared);
      }),
    );
    const path = `/desk/api/orders/${order.id}`;
    const { version } = (await (await ask(path)).json()).order;
    const draft = { lines: [{ position: 1, quantity: 1 }] };
    const picked = await (await ask(`${path}/shipments`, { version, draft })).json();
    const ship = `${path}/shipments/${picked.shipments[0].id}/ship`;
    shipped.push(await late(() => ask(ship, { version: picked.order.version, draft: {} })));
  }
  row("A letter after its order was placed, p95 (median)", "≤ 1,000 ms", told(confirmed), p95(confirmed) <= 1000);
  row("A letter after a parcel left, p95 (median)", "≤ 1,000 ms", told(shipped), p95(shipped) <= 1000);

  const guest = new Guest(store, "fieldhouse");
  const { id } = await place(guest, await prepareOrder(guest, { lines }));
  const path = `/api/orders/${id}/reorder`;
  const looked = [];
  const again = [];
  for (let time = 0; time < PLACINGS; time++) {
    let found;
    looked.push(
      await timed(async () => {
        found = await guest.send("GET", path);
      }),
    );
    const draft = found.lines.map(({ position, quantity }) => ({ position, quantity }));
    again.push(await timed(() => guest.send("POST", path, { lines: draft })));
  }
  row(`What an order of ${LINES} lines would be today, p95 (median)`, "≤ 500 ms", told(looked), p95(looked) <= 500);
  row(`${LINES} lines ordered again into a cart, p95 (median)`, "≤ 500 ms", told(again), p95(again) <= 500);

  const placing = async () => {
    const somebody = new Guest(store, "fieldhouse");
    const prepared = await prepareOrder(somebody, { lines });
    return timed(() => place(somebody, prepared));
  };
  const uncounted = [];
  for (let time = 0; time < PLACINGS; time++) uncounted.push(await placing());
  for (const sku of skus) {
    const count = { onHand: 100_000, lowAt: 0, note: "Counted" };
    await ask(`/desk/api/stock/${encodeURIComponent(sku)}/count`, { version: 0, draft: count });
  }
  const counted = [];
  for (let time = 0; time < PLACINGS; time++) counted.push(await placing());
  const ratio = median(counted) / median(uncounted);
  row(
    `Placing ${LINES} lines whose articles are counted, two rows a line more, beside the same uncounted (medians)`,
    "≤ 2 ×",
    `${ratio.toFixed(2)} × (${median(counted).toFixed(0)} ms)`,
    ratio <= 2,
  );
  await stopStore(store);
  await drained(row, mail);
}

/** Letters that waited while no node sent any: one of the confirmations, written down over and over. */
async function drained(row, mail) {
  const copied =
    "id, queue, kind, site, subject, ordered_by, dedupe_key, counted_for, payload, attempts, created_at, due_at, state, state_at, last_error";
  const own = copied
    .replace(/^id/, "id || '-' || g.value")
    .replace("ordered_by", "ordered_by || g.value")
    // Due at once: the one that is written down was claimed, and would be due again when its claim had run out.
    .replace(", due_at,", ", 0,")
    .replace(", state,", ", 'waiting',");
  const sql = `INSERT INTO job (${copied}) SELECT ${own}
    FROM (SELECT * FROM job WHERE queue = 'letters' ORDER BY seq LIMIT 1) j, generate_series(1, ${WAITING}) g;`;
  execFileSync("sqlite3", ["-batch", join(folder, "orders.db")], { input: sql });
  const before = readdirSync(mail).length;
  const letters = () => readdirSync(mail).filter((name) => name.endsWith(".eml")).length - before;
  const store = await startStore("orders.db", { FIELDHOUSE_MAIL: `file:${mail}` });
  const began = performance.now();
  const there = letters();
  const watching = watch(mail);
  while (letters() < WAITING) await once(watching, "change");
  const perSecond = ((WAITING - there) * 1000) / (performance.now() - began);
  watching.close();
  await stopStore(store);
  const figure = `${WAITING.toLocaleString("en-US")} confirmations that waited, sent into a folder`;
  row(figure, "≥ 500/s", `${perSecond.toFixed(0)}/s`, perSecond >= 500);
}
