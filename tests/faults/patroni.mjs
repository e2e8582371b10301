// Three PostgreSQL servers of which Patroni decides who leads, and three nodes of the store before them, two through HAProxy and one that
// knows all three servers. The leader is killed, paused, cut off and its disk filled while people shop. What was acknowledged has to be
// there, no node may need a start anew, and each takes orders within five seconds of another server leading.
//   scripts/faults.sh patroni [killed paused unplugged forsaken standby full]
// FAULTS_LEADERS: how often it is killed (20). FAULTS_TIMES: each of the others (3). FAULTS_LOGS: a folder for what the servers said.
import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { plainSkus, stopAll } from "../load/stage.mjs";
import { check } from "./parts/check.mjs";
import { cluster, TTL } from "./parts/machines.mjs";
import { goneCarts, tooManyGone, whileShopping } from "./parts/shoppers.mjs";
import { balance, closeAll, folder, freePort, Node, pause, psql, settings } from "./parts/stage.mjs";
import { measuredBy, problemsOf, row, write } from "./parts/table.mjs";

const SHOPPERS = 4;
/** What a failover may cost the store beyond itself, in milliseconds. */
const BEYOND = 5_000;
const kills = Number(process.env.FAULTS_LEADERS ?? 20);
const times = Number(process.env.FAULTS_TIMES ?? 3);
const since = (from) => performance.now() - from;
const inSeconds = (ms) => (ms / 1000).toFixed(1);
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

let servers;
let nodes;
let skus;

/** Until a node is ready and has put something into a new cart. */
async function takes(node) {
  await node.ready();
  const headers = { host: "fieldhouse.localhost", "content-type": "application/json" };
  const body = JSON.stringify({ lines: [{ sku: skus[0], quantity: 1 }] });
  for (;;) {
    const signal = AbortSignal.timeout(15_000);
    const answer = await fetch(`${node.base}/api/cart/lines`, { method: "POST", headers, body, signal }).catch(
      () => undefined,
    );
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await pause(50);
  }
}

/** How long until every node takes what it is told, and an order was acknowledged. */
async function recovery(book) {
  const began = performance.now();
  const before = book.orders.size;
  await Promise.all(nodes.map(takes));
  while (book.orders.size === before) await pause(20);
  return since(began);
}

/** Breaks the leader, again and again: how long until another one led, and how long the store took beyond that. */
async function failovers(book, count, lose, mend) {
  const [led, beyond] = [[], []];
  for (let time = 0; time < count; time++) {
    const leader = await servers.whole();
    await pause(3_000);
    const began = performance.now();
    await lose(leader);
    const another = await servers.successor(leader);
    led.push(since(began));
    beyond.push(await recovery(book));
    console.log(
      `  ${leader.name} → ${another.name} after ${inSeconds(led.at(-1))} s, nodes ${inSeconds(beyond.at(-1))} s`,
    );
    await mend(leader, began);
  }
  await servers.whole();
  await pause(2_000);
  const longest = Math.max(...beyond);
  const note = `another one led after ${inSeconds(median(led))} s (${inSeconds(Math.max(...led))} at most); orders at all nodes ${inSeconds(longest)} s after that, at most`;
  return { times: count, note, late: longest > BEYOND };
}

/** For longer than a leader may be silent. */
const longEnough = (began) => pause(Math.max(0, (TTL + 10) * 1000 - since(began)));

const scenarios = {
  killed: async (book) => ({
    what: "the leader's machine killed (PostgreSQL, Patroni and etcd, -9)",
    ...(await failovers(
      book,
      kills,
      (leader) => leader.kill(),
      (leader) => leader.open(),
    )),
  }),
  paused: async (book) => ({
    what: `the leader's machine paused (SIGSTOP) for ${TTL + 10} s`,
    ...(await failovers(
      book,
      times,
      (leader) => leader.signal("SIGSTOP"),
      async (leader, began) => {
        await longEnough(began);
        leader.signal("SIGCONT");
      },
    )),
  }),
  unplugged: async (book) => ({
    what: `the leader cut off from everybody for ${TTL + 10} s`,
    ...(await failovers(
      book,
      times,
      (leader) => leader.unplug(),
      async (leader, began) => {
        await longEnough(began);
        leader.plug();
      },
    )),
  }),
  forsaken: async (book) => ({
    what: `the leader cut off from the other servers and etcd, not from the nodes, for ${TTL + 10} s`,
    ...(await failovers(
      book,
      times,
      (leader) => leader.forsake(servers.all),
      async (leader, began) => {
        await longEnough(began);
        leader.reconcile();
      },
    )),
  }),
  async standby(book) {
    const waited = [];
    for (let time = 0; time < times; time++) {
      const leader = await servers.whole();
      await pause(3_000);
      const { members } = await leader.says("cluster");
      const name = members.find(({ role }) => role === "sync_standby")?.name;
      const standby = servers.all.find((one) => one.name === name);
      await standby.kill();
      waited.push(await recovery(book));
      await pause(2_000);
      standby.open();
    }
    await servers.whole();
    const note = `orders at all nodes ${inSeconds(Math.max(...waited))} s after it, at most`;
    // Patroni has to look before commits wait for another one.
    return {
      what: "the server that has each commit as well killed",
      times,
      note,
      late: Math.max(...waited) > TTL * 1000,
    };
  },
  async full(book) {
    const beyond = [];
    let handed = 0;
    for (let time = 0; time < times; time++) {
      const leader = await servers.whole();
      await pause(3_000);
      const until = Date.now() + 40_000;
      let another;
      while (!another && Date.now() < until) {
        if (leader.free() > 0) leader.fill();
        await pause(500);
        if (!(await leader.says("primary")).ok) another = await servers.leader(leader);
      }
      handed += Number(another !== undefined);
      if (another) beyond.push(await recovery(book));
      leader.clear();
      if (!another) beyond.push(await recovery(book));
      console.log(
        `  ${leader.name} full, ${another ? `→ ${another.name}` : "still led"}, nodes ${inSeconds(beyond.at(-1))} s`,
      );
    }
    await servers.whole();
    const longest = Math.max(...beyond);
    const note = `another one took over ${handed} times, else it led on; orders at all nodes ${inSeconds(longest)} s after that or after there was room, at most`;
    return { what: "the leader's disk full for 40 s or until another one leads", times, note, late: longest > BEYOND };
  },
};

const wanted = process.argv.slice(2);
const names = wanted.length > 0 ? wanted : Object.keys(scenarios);
const rows = [];
const acknowledged = new Map();
let broken = 0;
try {
  servers = await cluster();
  const first = await servers.whole();
  psql(first.url("postgres"), "CREATE DATABASE shop");
  const demo = new Node("demo", await freePort(), { ...settings(servers.balanced), FIELDHOUSE_DEMO: "true" });
  await demo.open();
  skus = await plainSkus(demo.base, 40);
  await demo.stop();
  nodes = [];
  for (const [place, url] of [servers.balanced, servers.balanced, servers.several].entries())
    nodes.push(new Node(`node${place + 1}`, await freePort(), settings(url)));
  await Promise.all(nodes.map((node) => node.open()));
  const shop = await balance(nodes);
  const clock = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
  const ask = async (sql) => Number(psql((await servers.whole()).url("shop"), sql)[0][0]);
  const begun = await ask(clock);
  for (const name of names) {
    const from = await ask(clock);
    const began = performance.now();
    console.log(`${name}:`);
    const { book, told } = await whileShopping(shop.base, skus, SHOPPERS, scenarios[name], { cartsMayGo: true });
    told.note = [told.note, goneCarts(book)].filter(Boolean).join("; ");
    for (const [id, pieces] of book.orders) acknowledged.set(id, pieces);
    const found = check((await servers.whole()).url("shop"), book.orders, from);
    const dead = nodes.filter((node) => !node.lives()).map((node) => node.name);
    const problems = [
      ...problemsOf(book, found),
      ...tooManyGone(book, told.times * SHOPPERS),
      ...(dead.length > 0 ? [`ended by themselves: ${dead.join(", ")}`] : []),
      ...(told.late ? ["a node did not take orders in time"] : []),
    ];
    const measured = row(told, book, found.lost, found.doubled);
    rows.push(measured);
    console.log(`${name}, ${Math.round(since(began) / 1000)} s: ${measured[1]}`);
    for (const problem of problems) console.log(`  ${problem}`);
    for (const id of found.lost) console.log(`  lost ${id}: ${book.stories.get(id)}`);
    for (const id of found.untold) console.log(`  nobody was told of ${id}`);
    broken += problems.length;
    write(rows, "patroni", measuredBy("scripts/faults.sh patroni"));
  }
  // A server that led once, follows and leads again must not have brought anything back or taken it along.
  const { lost, doubled } = check((await servers.whole()).url("shop"), acknowledged, begun);
  console.log(`all of it again: ${acknowledged.size} orders, ${lost.length} lost, ${doubled} nobody was told of`);
  broken += lost.length + doubled;
} catch (error) {
  broken += 1;
  console.error(error);
  for (const node of nodes ?? []) console.error(`${node.name}: ${node.said}`);
} finally {
  if (process.env.FAULTS_LOGS) {
    mkdirSync(process.env.FAULTS_LOGS, { recursive: true });
    for (const name of readdirSync(folder).filter((one) => one.endsWith(".log")))
      copyFileSync(join(folder, name), join(process.env.FAULTS_LOGS, name));
  }
  await servers?.close();
  closeAll();
  stopAll();
}
process.exit(broken === 0 ? 0 : 1);
