// The order of search results is better than plain BM25's on judged queries, also on those it was never tuned to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { judge } from "../ranking/ndcg.mjs";
import { Store } from "./store.mjs";
import { journeys } from "./world.mjs";

/** @param {Awaited<ReturnType<typeof judge>>} judged */
function holds({ results, ours, bm25, heldOurs, heldBm25 }, least) {
  assert.ok(results.length >= 60);
  const worst = results.toSorted((one, other) => one.ours - other.ours).slice(0, 10);
  const told = JSON.stringify({ ours, bm25, heldOurs, heldBm25, worst }, null, 1);
  assert.ok(ours > bm25 && heldOurs > heldBm25, told);
  assert.ok(ours >= least, told);
}

function goodOrder(world) {
  test("the order of results is better than BM25's on the demo catalogue", async () => {
    holds(await judge("demo", (address, site) => world.store.json(address, site)), 0.9);
  });

  test("the order of results is better than BM25's on another store's catalogue", async () => {
    const store = new Store({ demo: false });
    try {
      await store.import("server/tests/fixtures/spree/spree-products.csv", "server/import-mappings/spree.toml");
      await store.open();
      holds(await judge("spree", (address, site) => store.json(address, site)), 0.85);
    } finally {
      await store.close();
    }
  });
}

journeys([goodOrder], { browser: false });
