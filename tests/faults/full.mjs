// Three nodes on one PostgreSQL server whose disk (a tmpfs) is filled while people shop, now before it writes its log and now before its
// tables grow. Changes are refused with 503 meanwhile, pages, search and what is kept are read, and all goes on by itself once there is
// room. The server is started again when it ends, as systemd does.
//   scripts/faults.sh full       FAULTS_TIMES: how often (10)
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { plainSkus, stopAll } from "../load/stage.mjs";
import { check } from "./parts/check.mjs";
import { fill } from "./parts/machines.mjs";
import { goneCarts, tooManyGone, whileShopping } from "./parts/shoppers.mjs";
import {
  balance,
  closeAll,
  end,
  folder,
  freePort,
  Node,
  pause,
  programs,
  psql,
  settings,
  start,
} from "./parts/stage.mjs";
import { measuredBy, problemsOf, row, write } from "./parts/table.mjs";

const SHOPPERS = 6;
const times = Number(process.env.FAULTS_TIMES ?? 10);
const FULL = 6_000;
const owner = ["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, "postgres"])));
const asOwner = { uid: owner[0], gid: owner[1], cwd: folder };
const host = "fieldhouse.localhost";

/** A server that is started again whenever it ends. */
async function supervised(disk) {
  const port = await freePort();
  const data = join(disk, "data");
  const init = ["-D", data, "-U", "fieldhouse", "-A", "trust", "-E", "UTF8", "--locale=C"];
  execFileSync(join(programs, "initdb"), init, { ...asOwner, stdio: "pipe" });
  const server = { ended: 0, panics: 0, wanted: true, url: `postgres://fieldhouse@127.0.0.1:${port}/shop` };
  const said = ["listen_addresses=127.0.0.1", "max_connections=200", "max_wal_size=64MB", "min_wal_size=32MB"];
  const args = said.flatMap((one) => ["-c", one]);
  const open = () => {
    server.child = start(join(programs, "postgres"), ["-D", data, "-p", String(port), "-k", disk, ...args], asOwner);
    server.child.stdout.resume();
    server.child.stderr.on("data", (text) => {
      server.panics += String(text).match(/PANIC: /g)?.length ?? 0;
    });
    server.child.once("exit", async () => {
      if (!server.wanted) return;
      server.ended += 1;
      await pause(1_000);
      if (server.wanted) open();
    });
  };
  open();
  for (;;) {
    try {
      psql(server.url.replace(/shop$/, "postgres"), "CREATE DATABASE shop");
      break;
    } catch {
      await pause(100);
    }
  }
  server.close = () => {
    server.wanted = false;
    return end(server.child, "SIGINT");
  };
  return server;
}

/** How much room is left when it is full: not the same every time. */
const left = (time) => [0, 8_192, 0, 524_288][time % 4];
/** Every other time its log needs a new file as well, which it takes for the end: the server breaks off, and cannot start until there is room. */
const breaks = (time) => time % 2 === 0;

function breakOff(url) {
  for (let time = 0; time < 20; time++) {
    try {
      psql(url, "SELECT pg_logical_emit_message(true, 'faults', 'full'); SELECT pg_switch_wal()");
    } catch (error) {
      if (!/No space left/.test(String(error))) return;
    }
  }
}

let broken = 0;
const disk = join(folder, "disk");
try {
  mkdirSync(disk);
  const who = `uid=${owner[0]},gid=${owner[1]},mode=700`;
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=400m,${who}`, "disk", disk]);
  const server = await supervised(disk);
  const first = new Node("first", await freePort(), { ...settings(server.url), FIELDHOUSE_DEMO: "true" });
  await first.open();
  const skus = await plainSkus(first.base, 40);
  await first.stop();
  const nodes = [];
  for (const name of ["node1", "node2", "node3"]) nodes.push(new Node(name, await freePort(), settings(server.url)));
  await Promise.all(nodes.map((node) => node.open()));
  const shop = await balance(nodes);
  const since = Number(psql(server.url, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")[0][0]);
  const read = { asked: 0, answered: 0 };
  const [recoveries, refused] = [[], []];
  const act = async (book) => {
    for (let time = 0; time < times; time++) {
      await pause(3_000);
      const [filler, spare] = [join(disk, "filled"), join(disk, "spare")];
      execFileSync("truncate", ["-s", "0", spare]);
      execFileSync("dd", ["if=/dev/zero", `of=${spare}`, "bs=4096", `count=${left(time) / 4096}`, "status=none"]);
      fill(filler);
      rmSync(spare);
      if (breaks(time)) breakOff(server.url);
      const before = book.unavailable;
      const until = Date.now() + FULL;
      while (Date.now() < until) {
        for (const path of ["/", "/api/search?query=jersey"]) {
          for (const node of nodes) {
            const answer = await fetch(node.base + path, { headers: { host } }).catch(() => undefined);
            await answer?.arrayBuffer();
            read.asked += 1;
            read.answered += Number(answer?.status === 200);
          }
        }
        // What was made room for meanwhile is taken as well.
        if (left(time) === 0) fill(join(disk, `filled${Date.now()}`));
        await pause(200);
      }
      refused.push(book.unavailable - before);
      execFileSync("find", [disk, "-maxdepth", "1", "-name", "filled*", "-delete"]);
      const orders = book.orders.size;
      const began = performance.now();
      await Promise.all(nodes.map((node) => node.ready()));
      while (book.orders.size === orders) await pause(20);
      recoveries.push(performance.now() - began);
      console.log(
        `  ${left(time)} bytes left: ${refused.at(-1)} refused, back after ${(recoveries.at(-1) / 1000).toFixed(1)} s, PostgreSQL ended ${server.ended} times`,
      );
    }
    await pause(2_000);
  };
  const { book } = await whileShopping(shop.base, skus, SHOPPERS, act, { cartsMayGo: true });
  const dead = nodes.filter((node) => !node.lives()).map((node) => node.name);
  const found = check(server.url, book.orders, since);
  const longest = Math.max(...recoveries);
  const note = `pages and searches ${read.answered} of ${read.asked}; PostgreSQL broke off ${server.panics} times and ended ${server.ended} times; orders again ${(longest / 1000).toFixed(1)} s after there was room, at most; ${goneCarts(book)}`;
  const told = { what: "the disk below PostgreSQL is full for 6 s", times, note };
  const problems = [
    ...problemsOf(book, found),
    ...tooManyGone(book, (server.panics + server.ended) * SHOPPERS),
    ...(dead.length > 0 ? [`ended by themselves: ${dead.join(", ")}`] : []),
    ...(longest > 5_000 ? ["orders came back later than after 5 s"] : []),
    ...(read.answered < read.asked ? ["a page or a search was not answered"] : []),
    ...(refused.every((one) => one === 0) ? ["nothing was ever refused: the disk was not full"] : []),
  ];
  const measured = row(told, book, found.lost, found.doubled);
  console.log(measured[1]);
  for (const problem of problems) console.log(`  ${problem}`);
  broken = problems.length;
  write([measured], "full", measuredBy("scripts/faults.sh full"));
  await server.close();
} catch (error) {
  broken += 1;
  console.error(error);
} finally {
  execFileSync("umount", ["--lazy", disk]);
  closeAll();
  stopAll();
}
process.exit(broken === 0 ? 0 : 1);
