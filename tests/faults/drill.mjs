// The drill of who loses the machine: shoppers order, backups are made meanwhile, then the machine with its disk is gone, and the
// store is brought back elsewhere. How much was lost and how long it took goes into docs/OPERATING.md. On SQLite by `fieldhouse
// backup` and `restore`; on PostgreSQL by pg_basebackup and a receiver that has each commit before it is acknowledged.
// Debian: sqlite3, postgresql.
//   node tests/faults/drill.mjs [sqlite] [postgres]     DRILL_SECONDS: how long people shop (30)
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { cpus, loadavg } from "node:os";
import { join, resolve } from "node:path";
import { plainSkus, stopAll } from "../load/stage.mjs";
import { check } from "./parts/check.mjs";
import { Book, Shopper } from "./parts/shoppers.mjs";
import {
  closeAll,
  end,
  folder,
  freePort,
  Node,
  pause,
  programs,
  project,
  psql,
  settings,
  start,
} from "./parts/stage.mjs";

const seconds = Number(process.env.DRILL_SECONDS ?? 30);
const SHOPPERS = 4;
const binary = resolve(project, process.env.FIELDHOUSE_BIN ?? "target/quick/fieldhouse");

/** A book that says when each order was acknowledged. */
class Dated extends Map {
  at = new Map();
  set(id, pieces) {
    this.at.set(id, Date.now());
    return super.set(id, pieces);
  }
}

/** Shoppers at work until the machine is gone: from then on nobody answers them. */
function shopping(base, skus) {
  const book = new Book();
  const orders = new Dated();
  book.orders = orders;
  const stop = { told: false };
  const all = Array.from({ length: SHOPPERS }, (_, number) =>
    new Shopper(base, book, number, stop).shop(skus).catch(() => undefined),
  );
  return {
    orders,
    stop: () => Object.assign(stop, { told: true }),
    done: () => Promise.race([Promise.all(all), pause(1_000)]),
  };
}

const percent = (list, part) =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))];
const inSeconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

async function sqlite() {
  const [home, elsewhere, backups] = ["machine", "elsewhere", "backups"].map((name) => join(folder, name));
  mkdirSync(home);
  const file = join(home, "fieldhouse.db");
  const port = await freePort();
  const node = new Node("store", port, settings(`sqlite:${file}`, home));
  await node.open({ FIELDHOUSE_DEMO: "true" });
  const shop = shopping(node.base, await plainSkus(node.base, 40));
  const took = [];
  for (const until = Date.now() + seconds * 1000; Date.now() < until; await pause(2_000)) {
    const began = performance.now();
    execFileSync(binary, ["backup", backups, "--keep", "3"], {
      env: { ...process.env, ...settings(`sqlite:${file}`, home) },
    });
    took.push(performance.now() - began);
  }
  await pause(700);
  const size = statSync(file).size;
  const gone = Date.now();
  await node.kill();
  rmSync(home, { recursive: true });
  shop.stop();
  await shop.done();
  const newest = readdirSync(backups).sort().at(-1);
  const taken = Date.parse(JSON.parse(readFileSync(join(backups, newest, "backup.json"), "utf8")).taken);
  const began = performance.now();
  execFileSync(binary, ["restore", backups, "--to", elsewhere]);
  const again = new Node("again", port, settings(`sqlite:${join(elsewhere, "fieldhouse.db")}`, elsewhere));
  await again.open();
  const back = performance.now() - began;
  await again.stop();
  const ids = execFileSync("sqlite3", [join(elsewhere, "fieldhouse.db"), "SELECT id FROM orders"], {
    encoding: "utf8",
  });
  const found = new Set(ids.split("\n"));
  const lost = [...shop.orders.keys()].filter((id) => !found.has(id));
  // What was acknowledged before a backup began is in it.
  const tooMuch = lost.filter((id) => shop.orders.at.get(id) < taken);
  return {
    what: "SQLite, `fieldhouse backup` while people order",
    cells: [
      `${(size / 1e6).toFixed(0)} MB`,
      `${took.length}, p50 ${inSeconds(percent(took, 0.5))}, longest ${inSeconds(Math.max(...took))}`,
      shop.orders.size,
      `${lost.length}: those of the ${inSeconds(gone - taken)} since the last one`,
      inSeconds(back),
    ],
    problems: tooMuch.map((id) => `${id} was acknowledged before the backup began and is not in it`),
  };
}

const isRoot = process.getuid?.() === 0;
const owner = isRoot
  ? { uid: Number(execFileSync("id", ["-u", "postgres"])), gid: Number(execFileSync("id", ["-g", "postgres"])) }
  : {};

async function postgres() {
  const home = join(folder, "server");
  mkdirSync(home);
  if (isRoot) execFileSync("chown", ["postgres", home]);
  const [data, base, log, again] = ["data", "base", "log", "again"].map((name) => join(home, name));
  const run = (program, args) => execFileSync(join(programs, program), args, { ...owner, cwd: home, stdio: "pipe" });
  const open = async (at, port, more = []) => {
    const said = ["listen_addresses=127.0.0.1", "max_connections=200", "wal_level=replica", ...more].flatMap((one) => [
      "-c",
      one,
    ]);
    const child = start(join(programs, "postgres"), ["-D", at, "-p", String(port), "-k", home, ...said], {
      ...owner,
      cwd: home,
    });
    child.stdout.resume();
    child.stderr.resume();
    const url = `postgres://fieldhouse@127.0.0.1:${port}/postgres`;
    for (;;) {
      try {
        if (psql(url, "SELECT 1 WHERE NOT pg_is_in_recovery()").length > 0) return { child, url };
      } catch {
        // Not up yet.
      }
      await pause(50);
    }
  };
  run("initdb", ["-D", data, "-U", "fieldhouse", "-A", "trust", "-E", "UTF8", "--locale=C"]);
  const port = await freePort();
  const first = await open(data, port);
  psql(first.url, "CREATE DATABASE shop");
  const shopUrl = first.url.replace(/postgres$/, "shop");
  const node = new Node("store", await freePort(), settings(shopUrl, folder));
  await node.open({ FIELDHOUSE_DEMO: "true" });
  const begun = Number(psql(shopUrl, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")[0][0]);

  const whom = ["-h", "127.0.0.1", "-p", String(port), "-U", "fieldhouse"];
  mkdirSync(log);
  if (isRoot) execFileSync("chown", ["postgres", log]);
  run("pg_receivewal", ["-D", log, "--slot=archive", "--create-slot", ...whom]);
  const connection = `host=127.0.0.1 port=${port} user=fieldhouse application_name=archive`;
  const receiver = start(
    join(programs, "pg_receivewal"),
    ["-D", log, "--slot=archive", "--synchronous", "--no-loop", "-d", connection],
    { ...owner, cwd: home },
  );
  receiver.stderr.resume();
  // From here on a commit is acknowledged once the archive has it.
  psql(first.url, "ALTER SYSTEM SET synchronous_standby_names = 'archive'");
  psql(first.url, "SELECT pg_reload_conf()");
  while (psql(first.url, "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'").length === 0) await pause(50);

  const shop = shopping(node.base, await plainSkus(node.base, 40));
  await pause((seconds * 1000) / 3);
  const asked = performance.now();
  run("pg_basebackup", ["-D", base, "-X", "none", "-c", "fast", ...whom]);
  const took = performance.now() - asked;
  run("pg_verifybackup", ["-n", base]);
  await pause((seconds * 2000) / 3);
  const size = Number(psql(shopUrl, "SELECT pg_database_size('shop')")[0][0]);
  await end(first.child, "SIGKILL");
  await node.kill();
  rmSync(data, { recursive: true });
  shop.stop();
  await shop.done();
  await end(receiver, "SIGKILL");

  const began = performance.now();
  cpSync(base, again, { recursive: true, preserveTimestamps: true });
  // The segment that was being written counts as well.
  for (const name of readdirSync(log).filter((one) => one.endsWith(".partial")))
    if (!existsSync(join(log, name.slice(0, -8)))) renameSync(join(log, name), join(log, name.slice(0, -8)));
  writeFileSync(join(again, "recovery.signal"), "");
  if (isRoot) execFileSync("chown", ["-R", "postgres", again]);
  execFileSync("chmod", ["-R", "go-rwx", again]);
  const restored = await open(again, await freePort(), [
    `restore_command=cp ${log}/%f %p`,
    "recovery_target_timeline=latest",
    "synchronous_standby_names=",
  ]);
  const restoredUrl = restored.url.replace(/postgres$/, "shop");
  const store = new Node("again", await freePort(), settings(restoredUrl, folder));
  await store.open();
  const back = performance.now() - began;
  const { lost, wrong } = check(restoredUrl, shop.orders, begun);
  await store.stop();
  await end(restored.child);
  return {
    what: "PostgreSQL, `pg_basebackup` and `pg_receivewal --synchronous`",
    cells: [
      `${(size / 1e6).toFixed(0)} MB`,
      `1, ${inSeconds(took)}`,
      shop.orders.size,
      String(lost.length),
      inSeconds(back),
    ],
    problems: [...lost.map((id) => `${id} was acknowledged and is not there`), ...wrong],
  };
}

const drills = { sqlite, postgres };
const wanted = process.argv.slice(2);
const BEGIN = "<!-- drill: begin -->";
const END = "<!-- drill: end -->";
let broken = 0;
try {
  const rows = [];
  for (const name of wanted.length > 0 ? wanted : Object.keys(drills)) {
    const { what, cells, problems } = await drills[name]();
    rows.push([what, `| ${[what, ...cells].join(" | ")} |`]);
    console.log(rows.at(-1)[1]);
    for (const problem of problems) console.log(`  ${problem}`);
    broken += problems.length;
  }
  const file = join(project, "docs/OPERATING.md");
  const [head, rest] = readFileSync(file, "utf8").split(BEGIN);
  const [table, tail] = rest.split(END);
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: project, encoding: "utf8" }).trim();
  const lines = table
    .trim()
    .split("\n")
    .filter((line) => line.startsWith("|"));
  for (const [what, row] of rows) {
    const at = lines.findIndex((line) => line.startsWith(`| ${what} |`));
    if (at < 0) lines.push(row);
    else lines[at] = row;
  }
  const load = loadavg()[1].toFixed(0);
  const by = `Measured by \`make drill\` at ${commit} on one machine of ${cpus().length} cores, whose load was ${load}.`;
  writeFileSync(file, `${head}${BEGIN}\n${lines.join("\n")}\n\n${by}\n${END}${tail}`);
} finally {
  closeAll();
  stopAll();
}
process.exit(broken === 0 ? 0 : 1);
