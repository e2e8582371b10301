// Three nodes on one PostgreSQL behind HAProxy, shoppers whose every request goes to another node, and one thing after the other
// broken. What was broken, how often and what was lost goes into docs/RELIABILITY.md; anything lost or doubled fails the run.
//   node tests/faults/run.mjs [kill rolling stopped clocks lock paused dripping late exhausted slow cut truncated pooler failover upgrade]
//   node tests/faults/run.mjs seen seenPooled     nothing is broken, and how soon every node shows what was changed is timed
// FAULTS_SECONDS: how long nodes are killed (600). FAULTS_SHORT: each of the others (60). FAULTS_FAILOVERS: how often (20).
// FAULTS_CHANGES: how often each kind is changed (100). FAULTS_FORMER: the earlier program that is upgraded; else it is built.
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { plainSkus, stopAll } from "../load/stage.mjs";
import { changes } from "./parts/changes.mjs";
import { check } from "./parts/check.mjs";
import { pair } from "./parts/cluster.mjs";
import { relay } from "./parts/relay.mjs";
import { goneCarts, tooManyGone, whileShopping } from "./parts/shoppers.mjs";
import {
  balance,
  binary,
  closeAll,
  freePort,
  Node,
  pause,
  pool,
  project,
  psql,
  serverProcesses,
  session,
  settings as settingsOf,
  startPostgres,
} from "./parts/stage.mjs";
import { dated, problemsOf, row, write } from "./parts/table.mjs";

const SHOPPERS = 6;
const seconds = Number(process.env.FAULTS_SECONDS ?? 600);
const short = Number(process.env.FAULTS_SHORT ?? 60);
const libfaketime = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";

const admin = startPostgres();
psql(admin, "CREATE DATABASE shop");
const database = new URL(admin);
database.pathname = "/shop";

const settings = (url, other = {}) => ({ ...settingsOf(url), ...other });

/** Three nodes at an address of the database, behind a balancer. */
async function three(url, others = [{}, {}, {}], program = binary) {
  const nodes = [];
  for (const [place, other] of others.entries())
    nodes.push(new Node(`node${place + 1}`, await freePort(), settings(url, other)));
  for (const node of nodes) node.program = program;
  await Promise.all(nodes.map((node) => node.open()));
  const balancer = await balance(nodes);
  const close = async () => {
    await balancer.close();
    await Promise.all(nodes.map((node) => node.stop()));
  };
  return { nodes, base: balancer.base, close };
}

/** The same with PgBouncer between. */
async function threePooled() {
  const bouncer = await pool(direct);
  const behind = { FIELDHOUSE_DATABASE_POOLER: "true", DATABASE_DIRECT_URL: direct };
  return { bouncer, shop: await three(bouncer.url, [behind, behind, behind]) };
}

/** How long until every node is ready again, in milliseconds. */
async function recovery(nodes) {
  const began = performance.now();
  await Promise.all(nodes.map((node) => node.ready()));
  return performance.now() - began;
}

/** Asks everything there is of a store that cannot reach its database: kept pages, and how long a refusal takes. */
async function whileAway(base, cookie) {
  const page = await fetch(`${base}/`, { headers: { host: "fieldhouse.localhost" } }).catch(() => undefined);
  const began = performance.now();
  const cart = await fetch(`${base}/api/cart/head`, { headers: { cookie } });
  await cart.arrayBuffer();
  return { page: page?.status === 200, refusal: performance.now() - began };
}

/** The path of a program whose schema has fewer steps. */
const buildFormer = () => execFileSync(join(project, "scripts/former.sh"), { encoding: "utf8" }).trim();

/** A server's time, in milliseconds. */
const now = (url) => Number(psql(url, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")[0][0]);

let skus;
/** An answer takes ten seconds at most, whatever is broken; the way there and back takes its time, too. */
const LONGEST = 12_000;
/** Breaks something on an interval while people shop. */
const every = (times, between, act) => async () => {
  for (let time = 0; time < times; time++) {
    await pause(between);
    await act(time);
  }
  await pause(between);
  return times;
};

const direct = database.href;

/** A database that nodes reach as ever and that does not answer in time, again and again for four seconds. */
async function withoutAnswers(shop, what, begin, end) {
  for (const node of shop.nodes) {
    const warm = await fetch(`${node.base}/`, { headers: { host: "fieldhouse.localhost" } });
    await warm.arrayBuffer();
  }
  const body = JSON.stringify({ lines: [{ sku: skus[0], quantity: 1 }] });
  const headers = { "content-type": "application/json" };
  const begun = await fetch(`${shop.base}/api/cart/lines`, { method: "POST", headers, body });
  const cookie = begun.headers.getSetCookie()[0].split(";")[0];
  return whileShopping(shop.base, skus, SHOPPERS, async () => {
    const [refusals, recoveries] = [[], []];
    let pages = 0;
    const times = Math.max(2, Math.round(short / 15));
    for (let time = 0; time < times; time++) {
      await pause(3_000);
      begin();
      try {
        await pause(4_000);
        const { page, refusal } = await whileAway(shop.base, cookie);
        pages += Number(page);
        refusals.push(refusal);
      } finally {
        end();
      }
      recoveries.push(await recovery(shop.nodes));
    }
    const [refusal, back] = [refusals, recoveries].map((all) => (Math.max(...all) / 1000).toFixed(1));
    const note = `503 after ${refusal} s at most, kept pages ${pages} of ${times}, all nodes ready ${back} s after`;
    const late = Math.max(...recoveries) > 5_000 || Math.max(...refusals) > 2_000 || pages < times;
    return { what, times, note, late };
  });
}

/** The same by a line that behaves so. */
async function behaving(what, manner) {
  const line = await relay(direct);
  const shop = await three(line.url);
  const [begin, end] = [() => line.behave(manner), () => line.behave({})];
  return { shop, line, ...(await withoutAnswers(shop, what, begin, end)) };
}

const scenarios = {
  async kill() {
    const shop = await three(direct);
    const ran = await whileShopping(shop.base, skus, SHOPPERS, async () => {
      let kills = 0;
      // Each comes back while the next one falls.
      const coming = shop.nodes.map(() => Promise.resolve());
      for (const until = Date.now() + seconds * 1000; Date.now() < until; kills++) {
        await pause(5_000);
        await coming[kills % 3];
        const node = shop.nodes[kills % 3];
        await node.kill();
        coming[kills % 3] = node.open();
      }
      await Promise.all(coming);
      return { what: "kill -9 of one of three nodes every 5 s", times: kills };
    });
    return { shop, ...ran };
  },
  async rolling() {
    const shop = await three(direct);
    const times = Math.max(3, Math.round(short / 10));
    const ran = await whileShopping(shop.base, skus, SHOPPERS, async () => {
      for (let time = 0; time < times; time++) {
        const node = shop.nodes[time % 3];
        await node.stop();
        await node.open();
        await pause(2_000);
      }
      return { what: "SIGTERM of one node after the other, started again", times };
    });
    return { shop, ...ran };
  },
  /** As whoever's machine is paused, or lost without a word: what it holds others wait for. */
  async stopped() {
    const shop = await three(direct);
    const times = Math.max(2, Math.round(short / 20));
    const ran = await whileShopping(shop.base, skus, SHOPPERS, async (book) => {
      for (let time = 0; time < times; time++) {
        const node = shop.nodes[time % 3];
        await pause(3_000);
        node.signal("SIGSTOP");
        await pause(30_000);
        node.signal("SIGCONT");
        await recovery(shop.nodes);
      }
      // HAProxy gives a node fifteen seconds; by then the server has let go of what it held.
      const problems = book.slowest > 25_000 ? ["a change waited for a node that was paused"] : [];
      return { what: "one of three nodes paused (SIGSTOP) for 30 s", times, problems };
    });
    return { shop, ...ran };
  },
  async clocks() {
    const faked = (offset) => ({
      LD_PRELOAD: libfaketime,
      FAKETIME: offset,
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      DONT_FAKE_MONOTONIC: "1",
    });
    const shop = await three(direct, [faked("-5m"), {}, faked("+10m")]);
    const ran = await whileShopping(shop.base, skus, SHOPPERS, async () => {
      await pause(short * 1000);
      return { what: "nodes' clocks 5 minutes behind and 10 ahead", times: 1 };
    });
    return { shop, ...ran };
  },
  async lock() {
    const shop = await three(direct);
    const ran = await whileShopping(shop.base, skus, SHOPPERS, async (book) => {
      await pause(3_000);
      const holder = session(direct);
      await holder.say("BEGIN");
      await holder.say("SELECT * FROM cart WHERE status = 'open' ORDER BY changed_at DESC LIMIT 1 FOR UPDATE");
      const before = book.orders.size;
      await pause(30_000);
      const meanwhile = book.orders.size - before;
      await holder.close();
      await pause(3_000);
      return { what: "a row held for 30 s by somebody else", times: 1, note: `${meanwhile} orders meanwhile` };
    });
    return { shop, ...ran };
  },
  async paused() {
    const shop = await three(direct);
    let stopped = [];
    const begin = () => {
      stopped = serverProcesses();
      for (const pid of stopped) process.kill(pid, "SIGSTOP");
    };
    const end = () => {
      for (const pid of stopped) process.kill(pid, "SIGCONT");
    };
    return { shop, ...(await withoutAnswers(shop, "PostgreSQL paused (SIGSTOP) for 4 s", begin, end)) };
  },
  async dripping() {
    return behaving("a line to the database that lets a byte of an answer through each second, for 4 s", {
      drip: 1_000,
    });
  },
  async late() {
    return behaving("a line to the database that is 2 s late for 4 s", { delay: 2_000 });
  },
  /** Three nodes with as few connections as they can have, and five times as many shoppers as all others meet. */
  async exhausted() {
    const few = { FIELDHOUSE_DATABASE_CONNECTIONS: "1" };
    const shop = await three(direct, [few, few, few]);
    const ran = await whileShopping(shop.base, skus, 5 * SHOPPERS, async (book) => {
      await pause(3_000);
      // What nobody may write for five seconds keeps the only connections that orders have.
      const holder = session(direct);
      await holder.say("BEGIN");
      await holder.say("LOCK TABLE orders IN SHARE MODE");
      await pause(5_000);
      await holder.close();
      const before = book.orders.size;
      await pause(short * 500);
      const problems = book.orders.size > before ? [] : ["no order after connections were there again"];
      const what = "one connection a pool for thirty shoppers, and each held for 5 s";
      return { what, times: 1, note: `${book.orders.size - before} orders afterwards`, problems };
    });
    return { shop, ...ran };
  },
  async slow() {
    const line = await relay(direct);
    const shop = await three(line.url);
    const ran = await whileShopping(shop.base, skus, SHOPPERS, async () => {
      line.behave({ delay: 200 });
      await pause(short * 1000);
      line.behave({});
      return { what: "a line to the database that is 200 ms late", times: 1 };
    });
    return { shop, line, ...ran };
  },
  async cut() {
    const line = await relay(direct);
    const shop = await three(line.url);
    const break_ = every(Math.max(3, Math.round(short / 3)), 3_000, () => line.cut());
    const ran = await whileShopping(shop.base, skus, SHOPPERS, async () => {
      return { what: "every line to the database cut", times: await break_() };
    });
    return { shop, line, ...ran };
  },
  async truncated() {
    const line = await relay(direct);
    const shop = await three(line.url);
    const ran = await whileShopping(shop.base, skus, SHOPPERS, async () => {
      line.behave({ breakAfter: 60_000 });
      await pause(short * 1000);
      line.behave({});
      return { what: "lines to the database that break off in an answer, each after 60 kB", times: 1 };
    });
    return { shop, line, ...ran };
  },
  async pooler() {
    const { bouncer, shop } = await threePooled();
    const times = Math.max(2, Math.round(short / 10));
    const kills = every(times, 10_000, async (time) => {
      const node = shop.nodes[time % 3];
      await node.kill();
      await node.open();
    });
    const ran = await whileShopping(shop.base, skus, SHOPPERS, async () => {
      return { what: "nodes behind PgBouncer by transaction, one killed every 10 s", times: await kills() };
    });
    return { shop, line: bouncer, ...ran };
  },
};

/** What is timed and not broken. No NOTIFY tells a node of a change, each asks the database for itself, with PgBouncer between as without. */
const timed = {
  async seen() {
    const shop = await three(direct);
    return { shop, ...(await whileChanging(shop, "nodes on PostgreSQL")) };
  },
  async seenPooled() {
    const { bouncer, shop } = await threePooled();
    return { shop, line: bouncer, ...(await whileChanging(shop, "nodes behind PgBouncer by transaction")) };
  },
};

const whileChanging = (shop, where) =>
  whileShopping(shop.base, skus, SHOPPERS, async () => {
    const seen = await changes(shop, direct, Number(process.env.FAULTS_CHANGES ?? 100));
    return { what: `nothing; changes until all three ${where} show them`, ...seen };
  });

/** A database that the program of an earlier commit filled, whose schema has fewer steps. */
async function filledBy(program) {
  psql(admin, "CREATE DATABASE former");
  const url = new URL(admin);
  url.pathname = "/former";
  const first = new Node("first", await freePort(), settings(url.href, { FIELDHOUSE_DEMO: "true" }));
  first.program = program;
  await first.open();
  await first.stop();
  return url.href;
}

const ofServers = {
  async upgrade() {
    const former = process.env.FAULTS_FORMER ?? buildFormer();
    const url = await filledBy(former);
    const begun = now(url);
    const shop = await three(url, undefined, former);
    const runs = (program, words) =>
      spawnSync(program, words, { env: { ...process.env, ...settings(url) }, encoding: "utf8" });
    const ran = await whileShopping(shop.base, skus, SHOPPERS, async (book) => {
      await pause(5_000);
      const taken = runs(binary, ["migrate"]);
      const before = book.orders.size;
      await pause(short * 500);
      const beside = book.orders.size - before;
      const late = runs(former, ["serve", "--port", "0"]);
      for (const node of shop.nodes) {
        node.program = binary;
        await node.stop();
        await node.open();
        await pause(2_000);
      }
      const problems = [
        ...(taken.status === 0 ? [] : [`the steps were not taken: ${taken.stderr}`]),
        ...(late.status !== 0 && late.stderr.includes("knows those up to")
          ? []
          : ["an earlier program started on a later schema"]),
        ...(beside > 0 ? [] : ["no order by an earlier program on a later schema"]),
      ];
      const note = `${beside} orders by nodes of the earlier program beside the later schema, on which it does not start again and says why`;
      return { what: "an earlier program's nodes upgraded one after the other", times: 3, note, problems };
    });
    return { shop, database: url, begun, ...ran };
  },
  async failover() {
    const cluster = await pair("shop");
    const first = new Node("first", await freePort(), settings(cluster.url, { FIELDHOUSE_DEMO: "true" }));
    await first.open();
    await first.stop();
    // The demo brings orders of its own, the last of them of this very day.
    const begun = now(cluster.leading);
    const shop = await three(cluster.url);
    const times = Number(process.env.FAULTS_FAILOVERS ?? 20);
    const act = async (book) => {
      const recoveries = [];
      for (let time = 0; time < times; time++) {
        await pause(5_000);
        await cluster.failOver();
        const before = book.orders.size;
        const began = performance.now();
        while (book.orders.size === before) await pause(20);
        await recovery(shop.nodes);
        recoveries.push(performance.now() - began);
        await cluster.rejoin();
      }
      const longest = Math.max(...recoveries);
      const ready = `orders and all nodes ready ${(longest / 1000).toFixed(1)} s after the other one led, at most`;
      return {
        what: "leader of two PostgreSQL servers killed, the other one takes over",
        times,
        note: `${ready}; ${goneCarts(book)}`,
        problems: tooManyGone(book, times * SHOPPERS),
        late: longest > 5_000,
      };
    };
    const ran = await whileShopping(shop.base, skus, SHOPPERS, act, { cartsMayGo: true });
    return { shop, line: cluster, database: cluster.leading, begun, ...ran };
  },
};

const wanted = process.argv.slice(2);
const breaking = { ...scenarios, ...ofServers };
const names = wanted.length > 0 ? wanted : Object.keys(breaking);
const rows = [];
let broken = 0;
try {
  const first = new Node("first", await freePort(), settings(direct, { FIELDHOUSE_DEMO: "true" }));
  await first.open();
  skus = await plainSkus(first.base, 40);
  await first.stop();
  for (const name of names) {
    const since = now(direct);
    const began = performance.now();
    const { shop, line, book, told, database: at = direct, begun = since } = await { ...breaking, ...timed }[name]();
    const dead = shop.nodes.filter((node) => !node.lives()).map((node) => node.name);
    await shop.close();
    const found = check(at, book.orders, begun);
    await line?.close();
    const problems = [
      ...problemsOf(book, found),
      ...(book.slowestAnswer > LONGEST ? [`an answer took ${(book.slowestAnswer / 1000).toFixed(1)} s`] : []),
      ...(dead.length > 0 ? [`ended by themselves: ${dead.join(", ")}`] : []),
      ...(told.late
        ? ["a node was not ready within 5 s, a refusal took longer than 2 s, or a kept page was gone"]
        : []),
      ...(told.problems ?? []),
    ];
    const took = Math.round((performance.now() - began) / 1000);
    const measured = row(dated(told), book, found.lost, found.doubled);
    rows.push(measured);
    console.log(`${name}, ${took} s: ${measured[1]}`);
    for (const problem of problems) console.log(`  ${problem}`);
    broken += problems.length;
    write(rows);
  }
} finally {
  closeAll();
  stopAll();
}
process.exit(broken === 0 ? 0 : 1);
