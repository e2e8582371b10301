// Two PostgreSQL servers, one following the other synchronously: what was acknowledged is at both. When the first is killed the other
// takes over, and a new one follows it. No engine decides here, as Patroni would: this run does.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { end, folder, freePort, pause, programs, psql, start } from "./stage.mjs";

const isRoot = process.getuid?.() === 0;
const owner = isRoot
  ? { uid: Number(execFileSync("id", ["-u", "postgres"])), gid: Number(execFileSync("id", ["-g", "postgres"])) }
  : {};
const run = (program, args) => execFileSync(join(programs, program), args, { ...owner, cwd: folder, stdio: "pipe" });

class Server {
  #child;

  constructor(name, port) {
    this.data = join(folder, name, "data");
    this.port = port;
    this.url = `postgres://fieldhouse@127.0.0.1:${port}/postgres`;
    this.home = join(folder, name);
    mkdirSync(this.home);
    if (isRoot) execFileSync("chown", ["postgres", this.home]);
  }

  async open() {
    const said = {
      listen_addresses: "127.0.0.1",
      max_connections: "200",
      wal_level: "replica",
      wal_keep_size: "128MB",
    };
    const settings = Object.entries({ ...said, shared_buffers: "64MB" }).flatMap(([name, value]) => [
      "-c",
      `${name}=${value}`,
    ]);
    const args = ["-D", this.data, "-p", String(this.port), "-k", this.home, ...settings];
    this.#child = start(join(programs, "postgres"), args, { ...owner, cwd: folder });
    this.#child.stderr.resume();
    this.#child.stdout.resume();
    await this.#until("SELECT 1");
  }

  async #until(sql) {
    for (;;) {
      try {
        if (psql(this.url, sql).length > 0) return;
      } catch {
        // Not up yet.
      }
      await pause(50);
    }
  }

  /** Follows another server from its state of now on; whatever was here before is gone. */
  async follow(leader) {
    rmSync(this.data, { recursive: true, force: true });
    const from = ["-h", "127.0.0.1", "-p", String(leader.port), "-U", "fieldhouse"];
    run("pg_basebackup", ["-D", this.data, ...from, "-R", "-X", "stream", "-c", "fast", "--no-sync"]);
    await this.open();
    await leader.#until("SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'");
    leader.#wait("*");
    await leader.#until("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
  }

  /** Whom its commits wait for. */
  #wait(names) {
    psql(this.url, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
    psql(this.url, "SELECT pg_reload_conf()");
  }

  /** Takes over: from now on it is written to. */
  promote() {
    psql(this.url, "SELECT pg_promote(true, 30)");
    this.#wait("");
  }

  kill = () => end(this.#child, "SIGKILL");
}

/** A leader and its follower; `url` names both. */
export async function pair(name) {
  const [leader, follower] = [new Server("one", await freePort()), new Server("two", await freePort())];
  run("initdb", ["-D", leader.data, "-U", "fieldhouse", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]);
  await leader.open();
  psql(leader.url, `CREATE DATABASE ${name}`);
  await follower.follow(leader);
  const cluster = { leader, follower };
  const place = (server) => `127.0.0.1:${server.port}`;
  return {
    url: `postgres://fieldhouse@${place(leader)},${place(follower)}/${name}`,
    get leader() {
      return cluster.leader;
    },
    get follower() {
      return cluster.follower;
    },
    /** The database at whichever server leads. */
    get leading() {
      return cluster.leader.url.replace(/postgres$/, name);
    },
    /** Kills the leader; the other one leads. */
    async failOver() {
      await cluster.leader.kill();
      cluster.follower.promote();
      [cluster.leader, cluster.follower] = [cluster.follower, cluster.leader];
    },
    /** The one that was killed follows. */
    rejoin: () => cluster.follower.follow(cluster.leader),
    async close() {
      await cluster.follower.kill();
      await cluster.leader.kill();
    },
  };
}
