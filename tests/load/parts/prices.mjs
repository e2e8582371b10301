// Personal prices: from the store's own conditions, and pages beside an ERP that is slow.
import { performance } from "node:perf_hooks";
import { besideSlowErp, startErp } from "../slow-erp.mjs";
import {
  demoStore,
  json,
  lua,
  measuredSlug,
  median,
  plainSkus,
  rounds,
  startStore,
  stopStore,
  wrk,
} from "../stage.mjs";

export const title = "Personal prices";

export async function measure(row) {
  const { base } = await demoStore();
  const skus = await plainSkus(base, 500);
  const asked = skus.map((sku) => ({ sku, quantity: 1, flyer: "T5", programId: "" }));
  const times = [];
  for (let round = 0; round < 40; round++) {
    const began = performance.now();
    const response = await fetch(`${base}/api/erp/price-personalized/all/`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: "flyercode=T5" },
      body: JSON.stringify({ storeKey: "fieldhouse", flyer: "T5", programId: "", products: asked }),
    });
    const answer = await json(response);
    times.push(performance.now() - began);
    if (!answer.data.results.some((line) => line.centAmount !== null)) throw new Error("the code T5 prices nothing");
  }
  row(
    "Personal prices of 500 skus in one call, own price conditions, median of 40",
    "≤ 20 ms",
    `${median(times).toFixed(1)} ms`,
    median(times) <= 20,
  );

  const erp = await startErp();
  const priced = await startStore("erp.db", { FIELDHOUSE_ERP: erp.address });
  const page = `${priced.base}/p/${await measuredSlug(base)}/`;
  // At the pace a busy shop has (1,500/s), not flat out: a generator that takes both cores measures only itself.
  const script = lua("paced.lua", "function delay() return 20 end\n");
  const slow = await besideSlowErp({
    base: priced.base,
    erp,
    sku: skus[0],
    rounds,
    measure: async () => (await wrk(page, { script })).p99,
  });
  await stopStore(priced);
  erp.close();
  row(
    "Product page at 1,500/s beside a slow ERP with all exchanges taken, p99 beside p99 alone",
    "≤ 1.2 ×",
    `${slow.ratio.toFixed(2)} × (${slow.slowest.toFixed(2)} ms beside ${slow.alone.toFixed(2)} ms)`,
    slow.ratio <= 1.2,
  );
}
