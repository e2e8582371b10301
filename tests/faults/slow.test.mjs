// Slow clients of every kind, thousands at a time, and ten thousand that only stay: each that is slow is cut off within 15 seconds,
// and others are served meanwhile as if nobody else were there: a page within 100 ms, where the machine has nothing else to do. On a
// loopback of its own, against the real binary.
//   scripts/faults.sh slow
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Worker } from "node:worker_threads";
import { p99, stopAll } from "../load/stage.mjs";
import { closeAll, folder, freePort, Node, pause } from "./parts/stage.mjs";

const SLOW = 5_000;
/** Of those who ask a lot: twenty pages each. */
const ASKING = 1_000;
const IDLE = 10_000;
const CUT = 15_000;
const head = "GET / HTTP/1.1\r\nHost: fieldhouse.localhost\r\n";
let node;

/** A connection that takes nothing and whose end is nobody's trouble; they come from several addresses, as ports of one are few. */
const dial = (turn) =>
  new Promise((resolve) => {
    const socket = connect({ port: node.port, host: "127.0.0.1", localAddress: `127.0.1.${1 + (turn % 200)}` });
    socket.pause();
    socket.on("error", () => resolve(socket)).once("connect", () => resolve(socket));
  });

/** Many of them, fifty at once: the next ones come when these have got what their kind waits for. */
async function dialled(count, kind) {
  const all = [];
  for (let turn = 0; turn < count; turn += 50) {
    const some = await Promise.all(Array.from({ length: Math.min(50, count - turn) }, (_, at) => dial(turn + at)));
    await Promise.all(some.map(kind));
    all.push(...some);
  }
  return all;
}

/** How many connections the server has open, its own word for it: those of the system's table. */
const open = () => {
  const port = node.port.toString(16).toUpperCase().padStart(4, "0");
  const lines = readFileSync("/proc/net/tcp", "utf8").split("\n");
  return lines.filter((line) => new RegExp(`^\\s*\\d+: \\w{8}:${port} \\S+ 01 `).test(line)).length;
};

/** Now and then a byte. */
const drip = (socket) => {
  const timer = setInterval(() => (socket.writable ? socket.write("a") : clearInterval(timer)), 1_000);
  socket.once("close", () => clearInterval(timer));
};

/** Somebody who looks at pages, twenty a second, until told to stop: a thread of its own, which has nothing to do with the slow ones. */
const looking = `
  const { parentPort, workerData: url } = require("node:worker_threads");
  let told = false;
  parentPort.once("message", () => { told = true; });
  (async () => {
    const took = [];
    while (!told) {
      const began = performance.now();
      const answer = await fetch(url, { headers: { host: "fieldhouse.localhost", connection: "close" } });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(String(answer.status));
      took.push(performance.now() - began);
      // Somebody who looks twenty times a second, and waits for nothing here.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    parentPort.postMessage(took);
  })();`;

function others() {
  const worker = new Worker(looking, { eval: true, workerData: `${node.base}/` });
  const done = Promise.race([once(worker, "message"), once(worker, "error").then(([error]) => Promise.reject(error))]);
  return async () => {
    worker.postMessage("stop");
    const [took] = await done;
    return took;
  };
}

/** What one in a hundred of them takes with nobody else there: where that is long, the machine is busy with something else. */
let alone;
const inTime = (took) => alone > 50 || p99(took) <= 100;
const saidOf = (took) => `others' p99 ${p99(took).toFixed(0)} ms, ${alone.toFixed(0)} ms without`;

before(async () => {
  // Small, so that who reads nothing is soon one for whom nothing more fits in; of this network alone.
  if (process.env.FAULTS_APART)
    for (const name of ["tcp_rmem", "tcp_wmem"]) writeFileSync(`/proc/sys/net/ipv4/${name}`, "4096 16384 65536");
  node = new Node("store", await freePort(), {
    DATABASE_URL: `sqlite:${join(folder, "slow.db")}`,
    FIELDHOUSE_MAIL: `file:${join(folder, "mail")}`,
    FIELDHOUSE_LIMITS: "all=1000000000",
    FIELDHOUSE_DEMO: "true",
    // More than stay: else others wait in the system's queue until somebody of these is cut.
    FIELDHOUSE_MAX_CONNECTIONS: "12000",
  });
  await node.open();
  // The first ones find nothing that is kept yet.
  const first = others();
  await pause(3_000);
  await first();
  const told = others();
  await pause(5_000);
  alone = p99(await told());
});

after(() => {
  closeAll();
  stopAll();
});

const kinds = [
  [SLOW, "five thousand that say nothing", () => undefined],
  [SLOW, "five thousand that say half a head", (socket) => socket.write(head)],
  [
    SLOW,
    "five thousand that drip a head",
    (socket) => {
      socket.write(`${head}X-Slow: `);
      drip(socket);
    },
  ],
  [
    SLOW,
    "five thousand that drip a body",
    (socket) => {
      socket.write(
        "POST /api/cart/lines HTTP/1.1\r\nHost: fieldhouse.localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{",
      );
      drip(socket);
    },
  ],
  [ASKING, "a thousand that ask a lot and read none of it", (socket) => socket.write(`${head}\r\n`.repeat(20))],
];

for (const [count, what, kind] of kinds)
  test(`r60 ${what} are cut off, and others notice nothing`, async (context) => {
    const before = open();
    const told = others();
    const began = performance.now();
    const all = await dialled(count, kind);
    const dialling = performance.now() - began;
    const most = open();
    while (open() > before + 5 && performance.now() - began < CUT + dialling) await pause(100);
    const cut = performance.now() - began - dialling;
    const left = open() - before;
    const took = await told();
    for (const socket of all) socket.destroy();
    const said = `${most} open, all cut ${(cut / 1000).toFixed(1)} s after the last came, ${saidOf(took)}`;
    context.diagnostic(said);
    assert(left <= 5, `${left} are still open: ${said}`);
    assert(inTime(took), said);
  });

test("r60 ten thousand idle ones disturb nobody", async (context) => {
  const told = others();
  let answered = 0;
  // Answered once, then kept; they read what they are told. Who is answered is held by the store, and not by the system's queue.
  const all = await dialled(IDLE, (socket) => {
    if (socket.destroyed) return undefined;
    const first = new Promise((resolve) => socket.once("data", () => resolve(1)).once("close", () => resolve(0)));
    socket.resume();
    socket.write("GET /healthz HTTP/1.1\r\nHost: fieldhouse.localhost\r\n\r\n");
    return first.then((one) => {
      answered += one;
    });
  });
  const most = open();
  await pause(5_000);
  const later = open();
  const took = await told();
  for (const socket of all) socket.destroy();
  const said = `${answered} answered, ${most} open at once and ${later} five seconds later, ${saidOf(took)}`;
  context.diagnostic(said);
  assert(answered === IDLE && most >= IDLE, said);
  assert(inTime(took), said);
  assert(node.lives());
});
