// Documents of orders: one of 500 lines, two hundred packing slips in one file, and what shoppers feel of it.
import { performance } from "node:perf_hooks";
import { placeOrder } from "../../e2e/buyers.mjs";
import { deskOf } from "../desk-session.mjs";
import { databaseOf, demoStore, json, median, p95, plainSkus, rounds, strolling, wrk } from "../stage.mjs";

export const title = "Documents";

const LINES = 500;
const SLIPS = 200;

/** Shipments of the demo's orders, as many as slips are printed. */
async function shipmentsOf(ask) {
  const found = [];
  for (let after = ""; ; ) {
    const list = await (await ask(`/desk/api/orders${after && `?after=${encodeURIComponent(after)}`}`)).json();
    for (const { id } of list.orders) {
      const { shipments } = await (await ask(`/desk/api/orders/${id}`)).json();
      found.push(...shipments.filter(({ state }) => state !== "cancelled").map((shipment) => shipment.id));
    }
    if (found.length >= SLIPS || !list.next) break;
    after = list.next;
  }
  if (found.length < SLIPS) throw new Error(`the demo has ${found.length} shipments`);
  return found.slice(0, SLIPS);
}

const timed = async (act) => {
  const began = performance.now();
  const bytes = (await (await act()).arrayBuffer()).byteLength;
  return { milliseconds: performance.now() - began, bytes };
};

export async function measure(row) {
  const { base, port } = await demoStore();
  const ask = await deskOf(base, databaseOf("store.db"));
  const skus = await plainSkus(base, LINES);
  const order = await placeOrder({ port }, { lines: skus.map((sku) => ({ sku, quantity: 2 })) });
  const long = () => timed(() => ask(`/desk/api/orders/${order.id}/documents/acknowledgement`));
  await long();
  const times = [];
  let size = 0;
  for (let time = 0; time < 40; time++) {
    const { milliseconds, bytes } = await long();
    times.push(milliseconds);
    size = bytes / 1024;
  }
  row(
    `Acknowledgement of ${LINES} lines, p95 (median)`,
    "≤ 150 ms",
    `${p95(times).toFixed(0)} ms (${median(times).toFixed(0)} ms)`,
    p95(times) <= 150,
  );
  row(`Acknowledgement of ${LINES} lines`, "≤ 200 KiB", `${size.toFixed(0)} KiB`, size <= 200);

  const shipments = await shipmentsOf(ask);
  const slips = () => timed(() => ask("/desk/api/packing-slips", { shipments }));
  const alone = await slips();
  const { hits } = await json(await fetch(`${base}/api/search?query=jersey`));
  const script = strolling(["/", ...hits.slice(0, 5).map(({ href }) => href)]);
  const stroll = () => wrk(base, { script });
  await stroll();
  const [without, beside] = [[], []];
  for (let round = 0; round < rounds; round++) {
    without.push((await stroll()).p99);
    const ending = new AbortController();
    const printing = (async () => {
      while (!ending.signal.aborted) await slips();
    })();
    beside.push((await stroll()).p99);
    ending.abort();
    await printing;
  }
  const ratio = median(beside) / median(without);
  row(
    `${SLIPS} packing slips in one file`,
    "≤ 5 s",
    `${(alone.milliseconds / 1000).toFixed(2)} s, ${(alone.bytes / 1024).toFixed(0)} KiB`,
    alone.milliseconds <= 5000,
  );
  row(
    `Pages at 500/s while ${SLIPS} slips are printed over and over, p99 beside without`,
    "≤ 1.2 ×",
    `${ratio.toFixed(2)} × (${median(beside).toFixed(2)} ms beside ${median(without).toFixed(2)} ms)`,
    ratio <= 1.2,
  );
}
