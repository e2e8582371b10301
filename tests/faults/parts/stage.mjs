// What everything here stands on: a folder, free ports, a PostgreSQL of its own, nodes of the store, HAProxy before them and
// PgBouncer behind them. Everything ends with the run, also when it fails.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

export const project = resolve(import.meta.dirname, "../../..");
export const folder = mkdtempSync(join(tmpdir(), "fieldhouse-faults-"));
chmodSync(folder, 0o755);
export const binary = resolve(project, process.env.FIELDHOUSE_BIN ?? "target/quick/fieldhouse");
const script = join(project, "scripts/postgres.sh");
const children = new Set();
let cluster;

/** What a node is told that keeps a store of its own: its database, where its letters lie, and no limits, as the shoppers are few and
 * ask much; one proxy stands before it. */
export const settings = (url, home = folder) => ({
  DATABASE_URL: url,
  FIELDHOUSE_MAIL: `file:${join(home, "mail")}`,
  FIELDHOUSE_LIMITS: "all=1000000000",
  FIELDHOUSE_CERTIFICATE_LOOKUPS: "1000000000",
  FIELDHOUSE_PROXIES: "1",
});

/** @type {(ms: number) => Promise<void>} */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @returns {Promise<number>} */
export const freePort = () =>
  new Promise((resolve) => {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const server = createServer().once("error", () => resolve(freePort()));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(port)));
  });

/**
 * Starts a program that ends with the run.
 * @returns {import("node:child_process").ChildProcess}
 */
export function start(program, args, options = {}) {
  const child = spawn(program, args, { cwd: project, stdio: ["ignore", "pipe", "pipe"], ...options });
  children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}

/** Ends a program, and waits for it. */
export async function end(child, signal = "SIGTERM") {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

/** A PostgreSQL server that syncs; its address, of the database `postgres`. */
export function startPostgres() {
  cluster = join(folder, "cluster");
  return execFileSync(script, ["start", cluster], { encoding: "utf8" }).trim();
}

/** Processes of that server. */
export function serverProcesses() {
  const first = Number(readFileSync(join(cluster, "data/postmaster.pid"), "utf8").split("\n")[0]);
  const parentOf = (pid) => Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  const own = (pid) => {
    try {
      return pid === first || parentOf(pid) === first;
    } catch {
      return false; // It ended meanwhile.
    }
  };
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && own(pid));
}

const home = "/usr/lib/postgresql";
/** Where PostgreSQL's programs lie. */
export const programs = existsSync(home)
  ? join(
      home,
      readdirSync(home)
        .sort((a, b) => +a - +b)
        .at(-1),
      "bin",
    )
  : "/usr/bin";
const psqlProgram = join(programs, "psql");

/** What a question finds, a row a line. */
export function psql(url, sql) {
  const found = execFileSync(psqlProgram, ["-qAtX", "-F", "\t", "-d", url, "-c", sql], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  return found
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split("\t"));
}

/** The same of either database: an SQLite file is named by `sqlite:` and its path. */
export function ask(url, sql) {
  if (!url.startsWith("sqlite:")) return psql(url, sql);
  const found = execFileSync("sqlite3", ["-separator", "\t", url.slice("sqlite:".length), sql], { encoding: "utf8" });
  return found
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split("\t"));
}

/** A session that stays open, for what holds rows. */
export function session(url) {
  const child = start(psqlProgram, ["-qAtX", "-d", url], { stdio: ["pipe", "pipe", "pipe"] });
  const lines = createInterface({ input: child.stdout });
  const { stdin } = child;
  if (!stdin) throw new Error("psql takes nothing");
  return {
    /** Says something and waits until it was done. */
    async say(sql) {
      const said = once(lines, "line");
      stdin.write(`${sql};\nselect 'said';\n`);
      await said;
    },
    close: () => end(child, "SIGKILL"),
  };
}

/** A node of the store. It can be killed, and started again on its port. */
export class Node {
  #child;
  #settings;
  #said = [];
  /** What it runs when it is started the next time. */
  program = binary;

  constructor(name, port, settings) {
    this.name = name;
    this.port = port;
    this.#settings = settings;
  }

  get base() {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid() {
    return this.#child.pid;
  }

  /** What it said last. */
  get said() {
    return this.#said.slice(-20).join("\n");
  }

  /** Started, and ready as it says itself. */
  async open(settings = {}) {
    const env = { ...process.env, FIELDHOUSE_METRICS: "true", FIELDHOUSE_LOG: "warn", ...this.#settings, ...settings };
    this.#child = start(this.program, ["serve", "--port", String(this.port)], { env });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      createInterface({ input: stream }).on("line", (line) => this.#said.push(line) > 200 && this.#said.shift());
    await this.ready();
  }

  async ready() {
    for (;;) {
      if (this.#child.exitCode !== null) throw new Error(`${this.name} ended\n${this.said}`);
      const answer = await fetch(`${this.base}/readyz`).catch(() => undefined);
      if (answer?.ok) return;
      await pause(50);
    }
  }

  kill = () => end(this.#child, "SIGKILL");
  stop = () => end(this.#child, "SIGTERM");
  signal = (name) => this.#child.kill(name);
  /** Whether it was never ended by itself. */
  lives = () => this.#child.exitCode === null && this.#child.signalCode === null;
}

/** HAProxy before nodes: each request goes to the next one, and to any that lives when none is ready. */
export async function balance(nodes) {
  const port = await freePort();
  const servers = nodes.map(({ name, port }) => `  server ${name} 127.0.0.1:${port} check inter 500ms fall 2 rise 1`);
  const timeouts = "  timeout connect 1s\n  timeout client 30s\n  timeout server 15s";
  const config = `global
  maxconn 4000
defaults
  mode http
${timeouts}
  balance roundrobin
  option http-server-close
  option redispatch
  retries 3
  retry-on conn-failure
backend store
  option httpchk GET /readyz
${servers.join("\n")}
backend anybody
  option httpchk GET /healthz
${servers.join("\n")}
frontend shop
  bind 127.0.0.1:${port}
  use_backend anybody if { nbsrv(store) lt 1 }
  default_backend store
`;
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, config);
  const child = start("haproxy", ["-db", "-f", file]);
  child.stderr.resume();
  child.stdout.resume();
  await answers(`http://127.0.0.1:${port}/readyz`, child);
  return { base: `http://127.0.0.1:${port}`, close: () => end(child) };
}

async function answers(url, child) {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nobody answers at ${url}`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await pause(50);
  }
}

/** PgBouncer by transaction before a database; its address. */
export async function pool(url) {
  const port = await freePort();
  const { hostname, port: server, username, pathname } = new URL(url);
  const name = pathname.slice(1);
  const users = join(folder, "users.txt");
  writeFileSync(users, `"${username}" ""\n`);
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
${name} = host=${hostname} port=${server} dbname=${name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 6
max_client_conn = 400
`,
  );
  const asNobody = process.getuid?.() === 0 ? { uid: Number(execFileSync("id", ["-u", "postgres"])) } : {};
  const child = start("pgbouncer", ["-q", file], asNobody);
  child.stderr.resume();
  child.stdout.resume();
  await pause(500);
  if (child.exitCode !== null) throw new Error("pgbouncer did not start");
  return { url: `postgres://${username}@127.0.0.1:${port}/${name}`, close: () => end(child) };
}

/** Ends all that was started. */
export function closeAll() {
  for (const child of children) child.kill("SIGKILL");
  if (cluster) execFileSync(script, ["stop", cluster]);
  rmSync(folder, { recursive: true, force: true });
}
