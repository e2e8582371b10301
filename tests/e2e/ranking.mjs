// The order of search results is better than what anybody gets without writing a search, on judged queries of three
// catalogues, also on those queries that it was never tuned to.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { generalStore } from "../ranking/general-store.mjs";
import { judge, judgeMade, writeCatalogue } from "../ranking/ndcg.mjs";
import { Store } from "./store.mjs";
import { journeys } from "./world.mjs";

/** @param {Awaited<ReturnType<typeof judge>>} judged */
function holds({ results, all, held }, least) {
  assert.ok(results.length >= 60);
  const worst = results.toSorted((one, other) => one.ours - other.ours).slice(0, 10);
  const told = JSON.stringify({ all, held, worst }, null, 1);
  for (const { ours, bm25, fullText } of [all, held]) assert.ok(ours > bm25 && ours > fullText, told);
  assert.ok(all.ours >= least && held.ours >= 0.8, told);
}

function goodOrder(world) {
  test("the order of results is better than BM25's on the demo catalogue", async () => {
    holds(await judge("demo", (address, site) => world.store.json(address, site)), 0.9);
  });

  test("the order of results is better than BM25's on another store's catalogue", async () => {
    const store = new Store({ demo: false });
    try {
      await store.import("server/bin/tests/fixtures/spree/spree-products.csv", "server/import-mappings/spree.toml");
      await store.open();
      holds(await judge("spree", (address, site) => store.json(address, site)), 0.85);
    } finally {
      await store.close();
    }
  });

  test("the order of results is better than full-text search's in a general store of 18,000 products", async () => {
    const store = new Store({ demo: false });
    const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-ranking-"));
    try {
      const made = generalStore();
      const { file, mapping } = writeCatalogue(made, folder);
      await store.import(file, mapping);
      await store.open();
      holds(await judgeMade(made, (address, site) => store.json(address, site), 11), 0.9);
    } finally {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

journeys([goodOrder], { browser: false });
