// Who waits for a row that somebody holds keeps nobody else waiting (R77): whole purchases of others, kept pages and the
// question whether the store is ready, beside 200 requests for one row, on PostgreSQL.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { Shopper } from "../certificates.mjs";
import { folder, median, p99, plainSkus, rounds, seconds, startStore, stopStore, strolling, wrk } from "../stage.mjs";

export const title = "Rows that somebody holds";

const BLOCKED = 200;
/** Shoppers who buy one thing after the other, meanwhile. */
const OTHERS = 4;

/** Another program at the same database, in a transaction that does not end. */
class Holder {
  #psql;

  static async of(database, statement) {
    const holder = new Holder();
    holder.#psql = spawn("psql", ["-XqAt", "-v", "ON_ERROR_STOP=1", database], { stdio: ["pipe", "pipe", "inherit"] });
    holder.#psql.stdin.write(`BEGIN;\n${statement};\n\\echo held\n`);
    const [told] = await once(holder.#psql.stdout, "data");
    if (!String(told).includes("held")) throw new Error(`psql: ${told}`);
    return holder;
  }

  async end() {
    this.#psql.stdin.end("ROLLBACK;\n");
    await once(this.#psql, "exit");
  }
}

/** What each act of a purchase takes, over and over, for as long as a round, and how many of them failed. */
async function buying(base, sku) {
  const times = [];
  let failed = 0;
  const end = performance.now() + seconds * 1000;
  const one = async () => {
    while (performance.now() < end) {
      for await (const act of new Shopper(base).purchase(sku)) {
        const began = performance.now();
        const { status } = await act();
        times.push(performance.now() - began);
        if (status < 400) continue;
        failed += 1;
        break;
      }
    }
  };
  await Promise.all(Array.from({ length: OTHERS }, one));
  return { p99: p99(times), failed };
}

/** Asks over and over until it is told to stop; each is told to come back, and how often. */
function asking(acts) {
  const stop = new AbortController();
  let told = 0;
  const one = async (act) => {
    while (!stop.signal.aborted) {
      const { status, body } = await act();
      if (status !== 503) throw new Error(`a request that waits for a row: ${status} ${JSON.stringify(body)}`);
      told += 1;
    }
  };
  const all = Promise.all(acts.map(one));
  // Heard when it is asked for.
  all.catch(() => {});
  return async () => {
    stop.abort();
    await all;
    return told;
  };
}

async function beside(row, { base, database, sku, stroll }, { what, statement, acts }) {
  const alone = { acts: [], pages: [], ready: [], failed: 0 };
  const held = { acts: [], pages: [], ready: [], failed: 0 };
  const measureInto = async (into) => {
    const bought = await buying(base, sku);
    into.acts.push(bought.p99);
    into.failed += bought.failed;
    into.pages.push((await wrk(base, { script: stroll })).p99);
    into.ready.push((await wrk(`${base}/readyz`, { connections: 1 })).p99);
  };
  let told = 0;
  for (let round = 0; round < rounds; round += 1) {
    await measureInto(alone);
    const holder = await Holder.of(database, statement);
    const stop = asking(acts);
    await measureInto(held);
    told = await stop();
    await holder.end();
  }
  for (const [kind, figure] of [
    ["acts", "Purchases of others"],
    ["pages", "500 kept pages a second"],
    ["ready", "The question whether it is ready"],
  ]) {
    const [one, other] = [median(alone[kind]), median(held[kind])];
    const failed = kind === "acts" ? held.failed : 0;
    row(
      `${figure} beside ${BLOCKED} ${what}, p99 beside p99 alone`,
      "≤ 2 ×",
      `${(other / one).toFixed(2)} × (${other.toFixed(1)} ms beside ${one.toFixed(1)} ms; ${failed} failed, ${told} times told to come back)`,
      other <= 2 * one && failed === 0,
    );
  }
}

export async function measure(row) {
  const cluster = join(folder, "postgres");
  const postgres = (...words) => execFileSync("scripts/postgres.sh", [...words], { encoding: "utf8" }).trim();
  execFileSync("chmod", ["755", folder]);
  const database = postgres("start", cluster);
  try {
    const store = await startStore("blocked", { DATABASE_URL: database });
    const { base } = store;
    const [sku] = await plainSkus(base, 1);
    const list = await (await fetch(`${base}/api/search?query=jersey`)).json();
    const pages = [list.hits[0].href, list.hits[1].href, "/search/?query=jersey", "/"];
    for (const page of pages) await (await fetch(base + page)).text();
    const stage = { base, database, sku, stroll: strolling(pages) };

    const shoppers = Array.from({ length: BLOCKED }, () => new Shopper(base));
    for (const shopper of shoppers) await shopper.prepare(sku, "GIFT-50-1");
    await beside(row, stage, {
      what: "orders that wait for one certificate",
      statement:
        "INSERT INTO certificate_use (catalog, number, order_id, value_cents, used_at) SELECT catalog, number, 'elsewhere', 1, 1 FROM certificate WHERE number = 'GIFT-50-1'",
      acts: shoppers.map((shopper) => () => shopper.place()),
    });

    const crowd = new Shopper(base);
    const { body } = await crowd.add(sku);
    await beside(row, stage, {
      what: "changes that wait for one cart",
      statement: `UPDATE cart SET version = version WHERE id = '${body.head.id}'`,
      acts: Array.from({ length: BLOCKED }, () => () => crowd.add(sku)),
    });
    await stopStore(store);
  } finally {
    postgres("stop", cluster);
  }
}
