// Search: as you type on the demo catalogue and on 200,000 articles, what those cost, and how good the order is.
import http from "node:http";
import { performance } from "node:perf_hooks";
import { generalStore } from "../../ranking/general-store.mjs";
import { judge, judgeMade, writeCatalogue } from "../../ranking/ndcg.mjs";
import { typedQueries, writeBigCatalogue } from "../big-catalogue.mjs";
import { demoStore, folder, imported, lua, residentMegabytes, startStore, stopStore, wrk } from "../stage.mjs";

export const title = "Search";

const withoutDemo = { FIELDHOUSE_DEMO: "false" };

/** A store without content has no home page. */
const found = "/api/search?query=ball";

/** How long addresses take that nobody asked before, one after the other: the 99th of a hundred. */
async function asked(base, addresses) {
  const times = [];
  for (const address of addresses) {
    const began = performance.now();
    const response = await fetch(base + address);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${address}: ${response.status}`);
    times.push(performance.now() - began);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)];
}

/** Asks a store for JSON in the name of a site: Node resolves no *.localhost names, so the host goes in the header. */
const asking = (port) => (path, site) =>
  new Promise((resolve, reject) => {
    const headers = { host: `${site}.localhost:${port}` };
    const request = http.get({ host: "127.0.0.1", port, path, headers }, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      if (response.statusCode === 200) resolve(JSON.parse(text));
      else reject(new Error(`${path}: ${response.statusCode} ${text.slice(0, 300)}`));
    });
    request.once("error", reject);
  });

export async function measure(row) {
  const addresses = typedQueries().map((query) => `/api/search/suggest?query=${encodeURIComponent(query)}`);
  const script = lua(
    "typing.lua",
    `local paths = {${addresses.map((address) => JSON.stringify(address)).join(",")}}\nlocal at = 0\nrequest = function()\n  at = at % #paths + 1\n  return wrk.format("GET", paths[at])\nend\n`,
  );
  const typing = async (name, base, limit) => {
    // What asks is warm, what answers is not: the first hundreds of a process's own requests are the slowest of them all.
    await asked(base, Array(addresses.length).fill("/healthz"));
    const first = await asked(base, addresses);
    const { p99, perSecond } = await wrk(base, { script });
    row(
      `Search as you type, ${name}, ${addresses.length} different queries, 32 connections, p99`,
      `≤ ${limit} ms`,
      `${p99.toFixed(1)} ms at ${perSecond.toFixed(0)}/s (never asked before, one by one: ${first.toFixed(1)} ms)`,
      p99 <= limit && first <= limit,
    );
  };
  const judged = (catalogue, { results, all, held }) => {
    const told = ({ ours, fullText, bm25 }) => [ours, fullText, bm25].map((reached) => reached.toFixed(3)).join(" / ");
    row(
      `Order of results, ${catalogue}, ${results.length} judged queries, NDCG@10 beside FTS5 with field weights / plain BM25 (held-out half)`,
      "above both, held out ≥ 0.80",
      `${told(all)} (${told(held)})`,
      held.ours >= 0.8 && [all, held].every(({ ours, fullText, bm25 }) => ours > fullText && ours > bm25),
    );
  };

  const demo = await demoStore();
  await typing("demo catalogue", demo.base, 3);
  judged("demo catalogue", await judge("demo", asking(demo.port)));

  const spree = {
    file: "server/bin/tests/fixtures/spree/spree-products.csv",
    mapping: "server/import-mappings/spree.toml",
  };
  await imported("spree.db", spree, withoutDemo);
  const other = await startStore("spree.db", withoutDemo, found);
  judged("another store's catalogue", await judge("spree", asking(other.port)));
  await stopStore(other);

  const made = generalStore();
  await imported("general.db", writeCatalogue(made, folder), withoutDemo);
  const general = await startStore("general.db", withoutDemo, found);
  judged(`a general store of ${made.products.length} products`, await judgeMade(made, asking(general.port)));
  await stopStore(general);

  const seconds = await imported("big.db", await writeBigCatalogue(folder), withoutDemo);
  const big = await startStore("big.db", withoutDemo, found);
  const memory = residentMegabytes(big.child.pid);
  row(
    "200,000 articles: import, start to the first 200, resident memory",
    "–",
    `${seconds.toFixed(0)} s, ${(big.milliseconds / 1000).toFixed(1)} s, ${memory.toFixed(0)} MB`,
    true,
  );
  await typing("200,000 articles", big.base, 15);
  await stopStore(big);
}
