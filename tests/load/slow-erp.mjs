// The product page beside an ERP that is slow: personal prices are asked for all the while (R32).
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

// Exchanges the store has under way at once, at most.
const BULKHEAD = 20;
const ASKING = 2 * BULKHEAD;

/** An ERP that prices everything, `delay` milliseconds after it was asked. */
export async function startErp() {
  const erp = { delay: 0, under: 0, most: 0, asked: 0 };
  const server = createServer(async (request, response) => {
    erp.asked += 1;
    erp.under += 1;
    erp.most = Math.max(erp.most, erp.under);
    response.once("close", () => {
      erp.under -= 1;
    });
    const { products = [] } = JSON.parse(Buffer.concat(await request.toArray()).toString() || "{}");
    await pause(erp.delay, undefined, { ref: false });
    const line = ({ sku }) => ({ sku, unitPrice: "10.00", currencyCode: "USD", metadata: { messageCode: "" } });
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ data: { results: products.map(line) } }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  erp.address = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}/`;
  erp.close = () => {
    server.close();
    server.closeAllConnections();
  };
  return erp;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

let pieces = 0;

/** What `measure` tells while more buyers than the bulkhead has places wait for their prices. */
async function besideAsking(base, sku, measure) {
  const stop = new AbortController();
  const buyer = async () => {
    while (!stop.signal.aborted) {
      // Another quantity each time: a price that is known already is not asked for.
      pieces += 1;
      const response = await fetch(`${base}/api/erp/price-personalized/`, {
        method: "POST",
        headers: { "content-type": "application/json", cookie: "flyercode=S1" },
        body: JSON.stringify({ sku, storeKey: "fieldhouse", quantity: pieces }),
        signal: stop.signal,
      });
      await response.arrayBuffer();
      if (![200, 503].includes(response.status)) throw new Error(`a price: ${response.status}`);
      // Who is refused at once asks again a second later.
      if (response.status === 503) await pause(1000, undefined, { signal: stop.signal });
    }
  };
  const buyers = Array.from({ length: ASKING }, () =>
    buyer().catch((error) => {
      if (error.name !== "AbortError") throw error;
    }),
  );
  try {
    return await Promise.race([measure(), Promise.all(buyers)]);
  } finally {
    stop.abort();
    await Promise.allSettled(buyers);
  }
}

/**
 * The p99 `measure` tells, alone and beside two slow ERPs, turn by turn: one that answers in time, which keeps all
 * places of the bulkhead taken, and one that answers after 30 s, which the store soon leaves alone. Medians.
 */
export async function besideSlowErp({ base, erp, sku, rounds, measure }) {
  const alone = [];
  const beside = [];
  for (const delay of [1200, 30000]) {
    const slow = [];
    for (let round = 0; round < rounds; round++) {
      alone.push(await measure());
      Object.assign(erp, { delay, most: 0, asked: 0 });
      slow.push(await besideAsking(base, sku, measure));
      if (delay < 2000 && erp.most < BULKHEAD) throw new Error(`only ${erp.most} exchanges with the ERP at once`);
      if (round === 0 && erp.asked < BULKHEAD) throw new Error(`the ERP was asked only ${erp.asked} times`);
    }
    beside.push(median(slow));
  }
  const slowest = Math.max(...beside);
  return { alone: median(alone), slowest, ratio: slowest / median(alone) };
}
