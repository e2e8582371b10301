// Three machines with PostgreSQL, as network namespaces of this one: each has an address, a disk of its own (a tmpfs), a member of
// etcd and Patroni, which decides who leads. Standing by is synchronous. HAProxy leads to whoever leads. All of it lies in the namespaces
// that scripts/faults.sh opens, so nothing of it is seen outside, and it ends with the run.
import { execFileSync } from "node:child_process";
import { chownSync, closeSync, mkdirSync, openSync, rmSync, statfsSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { end, folder, freePort, pause, programs, start } from "./stage.mjs";

/** How long a leader is one without saying so again, in seconds; Patroni looks every `WAIT`. */
export const TTL = 20;
const WAIT = 5;
/**
 * How Patroni speaks to etcd. Before 4.0 a former leader that comes back overwrites who leads by etcd's third API, as it does not ask
 * whether it still is one (seen with 3.0.2: what was acknowledged meanwhile was gone); by the second one it asks.
 */
const API =
  Number(/\d+/.exec(execFileSync("patroni", ["--version"], { encoding: "utf8" }))?.[0]) >= 4 ? "etcd3" : "etcd";
const DISK = "600m";
const NET = "10.77.0";
const idOf = (flag) => Number(execFileSync("id", [flag, "postgres"]));
const sh = (program, ...args) => execFileSync(program, args, { stdio: ["ignore", "pipe", "pipe"], encoding: "utf8" });

/** Writes until nothing fits any more. */
export function fill(file) {
  const open = openSync(file, "w");
  for (let size = 1 << 20; size > 256; ) {
    try {
      writeSync(open, Buffer.alloc(size, 1));
    } catch (error) {
      if (!String(error).includes("ENOSPC")) throw error;
      size >>= 1;
    }
  }
  closeSync(open);
}

class Machine {
  constructor(number) {
    this.name = `pg${number}`;
    this.number = number;
    this.address = `${NET}.${10 + number}`;
    this.disk = join(folder, this.name);
    this.etcd = join(folder, `${this.name}-etcd`);
  }

  /** The address of a database at this very machine. */
  url = (name) => `postgres://fieldhouse@${this.address}/${name}?connect_timeout=2`;

  prepare(all) {
    sh("ip", "netns", "add", this.name);
    sh("ip", "link", "add", `v${this.name}`, "type", "veth", "peer", "name", "eth0", "netns", this.name);
    sh("ip", "link", "set", `v${this.name}`, "master", "lan", "up");
    for (const args of [
      ["addr", "add", `${this.address}/24`, "dev", "eth0"],
      ["link", "set", "eth0", "up"],
      ["link", "set", "lo", "up"],
    ])
      this.#in("ip", args);
    for (const [place, size] of [
      [this.disk, DISK],
      [this.etcd, "200m"],
    ]) {
      mkdirSync(place);
      sh("mount", "-t", "tmpfs", "-o", `size=${size},mode=755`, this.name, place);
      chownSync(place, idOf("-u"), idOf("-g"));
    }
    this.config = join(folder, `${this.name}.json`);
    writeFileSync(this.config, JSON.stringify(this.#settings(all)));
    this.members = all.map(({ name, address }) => `${name}=http://${address}:2380`).join(",");
  }

  #settings(all) {
    const trust = ["local all all trust", "host all all 127.0.0.1/32 trust"];
    const near = ["all", "replication"].map((what) => `host ${what} all ${NET}.0/24 trust`);
    return {
      scope: "fieldhouse",
      name: this.name,
      restapi: { listen: `${this.address}:8008`, connect_address: `${this.address}:8008` },
      [API]: { hosts: all.map(({ address }) => `${address}:2379`) },
      bootstrap: {
        dcs: {
          ttl: TTL,
          loop_wait: WAIT,
          retry_timeout: WAIT,
          maximum_lag_on_failover: 16_777_216,
          // A leader that cannot start, as on a full disk, hands over.
          master_start_timeout: 10,
          primary_start_timeout: 10,
          synchronous_mode: true,
          postgresql: {
            use_pg_rewind: true,
            use_slots: false,
            parameters: {
              max_connections: 200,
              shared_buffers: "64MB",
              wal_level: "replica",
              wal_keep_size: "96MB",
              max_wal_size: "96MB",
              min_wal_size: "48MB",
              wal_log_hints: "on",
              hot_standby: "on",
            },
          },
        },
        initdb: [{ encoding: "UTF8" }, { locale: "C" }, "data-checksums"],
      },
      postgresql: {
        listen: `${this.address}:5432`,
        connect_address: `${this.address}:5432`,
        data_dir: join(this.disk, "data"),
        bin_dir: programs,
        pgpass: join(this.etcd, "pgpass"),
        authentication: { superuser: { username: "fieldhouse" }, replication: { username: "replicator" } },
        pg_hba: [...trust, ...near],
        parameters: { unix_socket_directories: this.disk, logging_collector: "off" },
        remove_data_directory_on_rewind_failure: true,
        remove_data_directory_on_diverged_timelines: true,
      },
    };
  }

  #in(program, args) {
    return sh("ip", "netns", "exec", this.name, program, ...args);
  }

  #run(name, program, args) {
    const log = openSync(join(folder, `${this.name}-${name}.log`), "a");
    const who = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--", program];
    const child = start("ip", ["netns", "exec", this.name, ...who, ...args], {
      cwd: folder,
      stdio: ["ignore", log, log],
      env: { PATH: process.env.PATH, HOME: this.etcd, ETCD_UNSUPPORTED_ARCH: process.arch, LC_ALL: "C.UTF-8" },
    });
    closeSync(log);
    return child;
  }

  /** All that runs there. */
  open() {
    const at = (port) => `http://${this.address}:${port}`;
    const near = ["--listen-client-urls", at(2379), "--advertise-client-urls", at(2379)];
    const far = ["--listen-peer-urls", at(2380), "--initial-advertise-peer-urls", at(2380)];
    const patience = ["--heartbeat-interval", "200", "--election-timeout", "2000", "--pre-vote", "--logger", "zap"];
    if (API === "etcd") patience.push("--enable-v2");
    const members = ["--initial-cluster", this.members, "--data-dir", join(this.etcd, "data")];
    this.#run("etcd", "etcd", ["--name", this.name, ...near, ...far, ...members, ...patience]);
    this.#run("patroni", "patroni", [this.config]);
  }

  /** Processes of it; of Patroni alone where that is asked for. */
  processes(only) {
    const all = sh("ip", "netns", "pids", this.name).split("\n").filter(Boolean).map(Number);
    return only ? all.filter((pid) => sh("cat", `/proc/${pid}/cmdline`).includes(only)) : all;
  }

  signal(name, only) {
    for (const pid of this.processes(only)) {
      try {
        process.kill(pid, name);
      } catch {
        // It ended meanwhile.
      }
    }
  }

  /** Loses its power. */
  async kill() {
    while (this.processes().length > 0) {
      this.signal("SIGKILL");
      await pause(20);
    }
    rmSync(join(this.disk, "data/postmaster.pid"), { force: true });
  }

  /** Nothing comes or goes. */
  unplug = () => sh("ip", "link", "set", `v${this.name}`, "down");
  plug = () => sh("ip", "link", "set", `v${this.name}`, "up");

  /** Nothing comes or goes between it and the other machines; who asks the database reaches it. */
  forsake(others) {
    const them = others.filter((one) => one !== this).map(({ address }) => address);
    const among = `{ ${them.join(", ")} }`;
    const chain = (way) => `chain ${way} { type filter hook ${way}put priority 0;`;
    const rules = `table ip apart {
      ${chain("in")} ip saddr ${among} drop; }
      ${chain("out")} ip daddr ${among} drop; }
    }`;
    const file = join(folder, "apart.nft");
    writeFileSync(file, rules);
    this.#in("nft", ["-f", file]);
  }
  reconcile = () => this.#in("nft", ["delete", "table", "ip", "apart"]);

  fill = () => fill(join(this.disk, "filled"));
  clear = () => rmSync(join(this.disk, "filled"), { force: true });
  free() {
    const { bavail, bsize } = statfsSync(this.disk);
    return bavail * bsize;
  }

  /** What Patroni there says of itself, or of all. */
  async says(path) {
    try {
      const answer = await fetch(`http://${this.address}:8008/${path}`, { signal: AbortSignal.timeout(1_000) });
      return { ok: answer.ok, ...(await answer.json()) };
    } catch {
      return { ok: false };
    }
  }
}

/** The machines, one of them leading and another one standing by; HAProxy before them. */
export async function cluster(count = 3) {
  sh("ip", "link", "add", "lan", "type", "bridge");
  sh("ip", "addr", "add", `${NET}.1/24`, "dev", "lan");
  sh("ip", "link", "set", "lan", "up");
  const all = Array.from({ length: count }, (_, at) => new Machine(at + 1));
  for (const machine of all) machine.prepare(all);
  for (const machine of all) machine.open();
  const port = await freePort();
  const file = join(folder, "leader.cfg");
  const servers = all.map(({ name, address }) => `  server ${name} ${address}:5432 check port 8008`);
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 1s
  timeout check 1s
  timeout client 30m
  timeout server 30m
listen leader
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join("\n")}
`,
  );
  const haproxy = start("haproxy", ["-db", "-f", file]);
  haproxy.stderr.resume();
  haproxy.stdout.resume();

  /** Whoever leads, as it says itself; of others than one. */
  const leader = async (but) => {
    for (const machine of all) if (machine !== but && (await machine.says("primary")).ok) return machine;
    return undefined;
  };
  const until = async (what, limit, find) => {
    for (const late = Date.now() + limit; Date.now() < late; await pause(100)) {
      const found = await find();
      if (found) return found;
    }
    throw new Error(`after ${limit / 1000} s still not: ${what}`);
  };
  return {
    all,
    balanced: `postgres://fieldhouse@127.0.0.1:${port}/shop`,
    several: `postgres://fieldhouse@${all.map(({ address }) => address).join(",")}/shop`,
    leader,
    /** Until another one than this leads. */
    successor: (but) => until("another leader", 120_000, () => leader(but)),
    /** Until one leads, all the others follow, and one of them has each commit. */
    whole: () =>
      until("a whole cluster", 180_000, async () => {
        const first = await leader();
        const { members } = first ? await first.says("cluster") : {};
        if (members?.length !== count) return undefined;
        const well = members.every(
          ({ role, state, lag }) => role === "leader" || (/running|streaming/.test(state) && lag < 1e6),
        );
        const leads = members.find(({ role }) => role === "leader");
        return well && leads?.name === first.name && members.some(({ role }) => role === "sync_standby")
          ? first
          : undefined;
      }),
    async close() {
      await end(haproxy);
      for (const machine of all) {
        machine.plug();
        await machine.kill();
        for (const place of [machine.disk, machine.etcd]) sh("umount", "--lazy", place);
      }
    },
  };
}
