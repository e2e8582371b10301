// Three nodes whose lists are read from a server that follows (DATABASE_READ_URL): nobody misses what they did themselves, at whichever
// node; others see it within moments; and a follower that stands still or is gone is noticed by nobody.
//   scripts/faults.sh follower
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { plainSkus, stopAll } from "../load/stage.mjs";
import { pair } from "./parts/cluster.mjs";
import { closeAll, folder, freePort, Node, pause, psql } from "./parts/stage.mjs";

const host = "fieldhouse.localhost";
let cluster;
let nodes;
let skus;

/** A customer in a browser of their own, each of whose requests goes to another node. */
class Customer {
  #cookies = new Map();
  #turn = 0;

  async send(method, path, body) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { host, "idempotency-key": randomUUID() };
    if (cookie) headers.cookie = cookie;
    if (body) headers["content-type"] = "application/json";
    const node = nodes[this.#turn++ % nodes.length];
    const answer = await fetch(node.base + path, { method, headers, body: body && JSON.stringify(body) });
    for (const set of answer.headers.getSetCookie()) {
      const [name, value] = set.split(";")[0].split("=");
      this.#cookies.set(name, value);
    }
    assert(answer.status < 400, `${method} ${path}: ${answer.status} ${await answer.clone().text()}`);
    return answer.headers.get("content-type")?.includes("json") ? answer.json() : answer.text();
  }

  /** Ten seconds later the browser has it no more. */
  forgetMark() {
    assert(this.#cookies.delete("fieldhouse_wrote"), "whoever changed something is marked");
  }

  async signIn() {
    await this.send("POST", "/api/auth/signin", { email: "director@demo.example", password: "seven green llamas" });
    return this;
  }

  async order() {
    await this.send("POST", "/api/cart/lines", { lines: [{ sku: skus[0], quantity: 1 }] });
    const { reviewed, cartId, cartVersion, totalCents } = await this.#checkOut();
    const marks = reviewed.map(({ mark }) => mark);
    const { id } = await this.send("POST", "/api/orders", { cartId, cartVersion, totalCents, reviewed: marks });
    return id;
  }

  async #checkOut() {
    const address = {
      firstName: "Robin",
      lastName: "Coach",
      company: "Lincoln High School",
      phoneNumber: "555-555-0142",
      address: "100 Field Road",
      country: "US",
      city: "Austin",
      state: "TX",
      zip: "78701",
    };
    await this.send("PUT", "/api/checkout/shipping", {
      email: "director@demo.example",
      address,
      method: "standard",
      instructions: "",
    });
    return this.send("PUT", "/api/checkout/payment", { poNumber: "PO-1" });
  }

  async sees(id) {
    const { orders } = await this.send("GET", "/api/account/orders");
    return orders.some((order) => order.id === id);
  }
}

/** A figure of all nodes together. */
async function figure(name) {
  const texts = await Promise.all(nodes.map(async ({ base }) => (await fetch(`${base}/metrics`)).text()));
  return texts.reduce((sum, text) => sum + Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1] ?? 0), 0);
}
const reads = () => figure("fieldhouse_database_follower_reads_total");

/** Until every node says so. */
async function used(by) {
  while ((await figure("fieldhouse_database_follower_used")) !== by) await pause(50);
}

before(async () => {
  cluster = await pair("shop");
  // Its commits wait for nobody: here the follower may stand still.
  psql(cluster.leader.url, "ALTER SYSTEM SET synchronous_standby_names = ''");
  psql(cluster.leader.url, "SELECT pg_reload_conf()");
  const settings = {
    DATABASE_URL: cluster.leading,
    DATABASE_READ_URL: cluster.follower.url.replace(/postgres$/, "shop"),
    FIELDHOUSE_MAIL: `file:${folder}/mail`,
    FIELDHOUSE_LIMITS: "all=1000000",
    FIELDHOUSE_DEMO: "true",
  };
  nodes = [];
  for (const name of ["one", "two", "three"]) {
    const node = new Node(name, await freePort(), settings);
    await node.open();
    nodes.push(node);
  }
  skus = await plainSkus(nodes[0].base, 1);
  await used(3);
});

after(() => {
  closeAll();
  stopAll();
});

test("whoever ordered sees it at every node at once, though the follower stands still", async () => {
  const customer = await new Customer().signIn();
  psql(cluster.follower.url, "SELECT pg_wal_replay_pause()");
  try {
    const id = await customer.order();
    const before = await reads();
    for (let time = 0; time < 6; time++) assert(await customer.sees(id), `request ${time}`);
    assert.equal(await reads(), before, "read where it was written");
  } finally {
    psql(cluster.follower.url, "SELECT pg_wal_replay_resume()");
  }
  await used(3);
});

test("others read from the follower, and see it within moments", async () => {
  const [customer, colleague] = await Promise.all([new Customer().signIn(), new Customer().signIn()]);
  colleague.forgetMark();
  const before = await reads();
  const id = await customer.order();
  const ordered = performance.now();
  while (!(await colleague.sees(id))) assert(performance.now() - ordered < 2_000, "within two seconds");
  assert((await reads()) > before, "the follower was asked");
});

test("a follower that stands still is left alone before anything is later than said", async () => {
  const [customer, colleague] = await Promise.all([new Customer().signIn(), new Customer().signIn()]);
  colleague.forgetMark();
  psql(cluster.follower.url, "SELECT pg_wal_replay_pause()");
  try {
    const id = await customer.order();
    const ordered = performance.now();
    while (!(await colleague.sees(id))) {
      assert(performance.now() - ordered < 6_000, "five seconds, and the question");
      await pause(50);
    }
    await used(0);
    const before = await reads();
    assert(await colleague.sees(id));
    assert.equal(await reads(), before);
  } finally {
    psql(cluster.follower.url, "SELECT pg_wal_replay_resume()");
  }
  await used(3);
});

test("a follower that is gone fails no request, and is used again when it is back", async () => {
  const colleague = await new Customer().signIn();
  colleague.forgetMark();
  await cluster.follower.kill();
  for (let time = 0; time < 20; time++) await colleague.send("GET", "/api/account/orders");
  await used(0);
  await cluster.follower.open();
  await used(3);
  const before = await reads();
  await colleague.send("GET", "/api/account/orders");
  assert((await reads()) > before);
});
