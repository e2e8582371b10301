// The databases that the desk is measured on: a file of SQLite, or a PostgreSQL of its own, on loopback. Each takes SQL as a
// script, and says where the two differ.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { databaseOf, folder, stopAll } from "./stage.mjs";

/** Runs a program over SQL; what it wrote. */
const asked = (program, args, sql) =>
  execFileSync(program, args, { input: sql, encoding: "utf8", maxBuffer: 1 << 26 }).trim();

export class Sqlite {
  #file;
  loading = "PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; PRAGMA temp_store = MEMORY;";
  tidying = "ANALYZE;";
  /** A random id as the store makes them, anew in every row; and what it keeps of a session's. */
  uuid =
    "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' ||" +
    " substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))";
  hash = "hex(randomblob(21)) || 'A'";

  constructor(name = "desk.db") {
    this.#file = join(folder, name);
    this.url = databaseOf(name);
  }

  sql(text) {
    return asked("sqlite3", ["-batch", "-bail", this.#file], text);
  }

  columns(table) {
    return this.sql(`SELECT name FROM pragma_table_info('${table}')`).split("\n");
  }

  /** Rows 1 to `last`, as `g.value`. */
  series(last) {
    return `generate_series(1, ${last}) g`;
  }

  /** Bytes on disk, once nobody has it open. */
  size() {
    return statSync(this.#file).size;
  }

  stop() {
    rmSync(this.#file, { force: true });
  }
}

export class Postgres {
  #home = mkdtempSync(join(tmpdir(), "fieldhouse-bench-postgres-"));
  // What is copied refers to what was copied with it: nothing is looked up row by row.
  loading = "SET session_replication_role = replica;";
  // The server itself does so within a minute or two, while somebody measures.
  tidying = "VACUUM ANALYZE;";
  uuid = "gen_random_uuid()::text";
  hash = "md5(random()::text) || substr(md5(random()::text), 1, 10) || 'A'";

  constructor() {
    // Its files are somebody else's when root starts it.
    chmodSync(this.#home, 0o755);
    this.url = this.#script("start").trim();
  }

  #script(act) {
    const script = resolve(import.meta.dirname, "../../scripts/postgres.sh");
    return execFileSync(script, [act, join(this.#home, "cluster")], { encoding: "utf8" });
  }

  sql(text) {
    return asked("psql", ["-XqAt", "-v", "ON_ERROR_STOP=1", "-f", "-", this.url], text);
  }

  columns(table) {
    const columns = "SELECT column_name FROM information_schema.columns";
    return this.sql(`${columns} WHERE table_name = '${table}' ORDER BY ordinal_position`).split("\n");
  }

  /** Rows 1 to `last`, as `g.value`. */
  series(last) {
    return `generate_series(1, ${last}) AS g(value)`;
  }

  /** Bytes on disk. */
  size() {
    return Number(this.sql("SELECT pg_database_size(current_database())"));
  }

  /** From now on the server writes down how it does each statement of who connects anew, and what was read for it. */
  explain() {
    const settings = {
      session_preload_libraries: "auto_explain",
      "auto_explain.log_min_duration": 0,
      "auto_explain.log_analyze": true,
      "auto_explain.log_timing": false,
      "auto_explain.log_format": "json",
    };
    for (const [name, value] of Object.entries(settings)) this.sql(`ALTER DATABASE postgres SET ${name} = '${value}'`);
  }

  /** What it wrote down so far: each statement with its plan. */
  explained() {
    const log = readFileSync(join(this.#home, "cluster/log"), "utf8");
    const plans = log.matchAll(/ plan:\n((?:\t.*\n)+)/g);
    return Array.from(plans, ([, plan]) => JSON.parse(plan.replace(/^\t/gm, "")));
  }

  /** The tables of so many rows or more, and their rows. */
  large(rows) {
    const tables = `SELECT relname, reltuples::bigint FROM pg_class WHERE relkind = 'r' AND reltuples >= ${rows} ORDER BY 1`;
    return new Map(
      this.sql(tables)
        .split("\n")
        .map((line) => line.split("|"))
        .map(([name, count]) => [name, Number(count)]),
    );
  }

  stop() {
    this.#script("stop");
    rmSync(this.#home, { recursive: true, force: true });
  }
}

/** Does something with a PostgreSQL server of its own. Whoever ends the benchmark earlier leaves none behind, either. */
export async function withPostgres(act) {
  const database = new Postgres();
  const stop = () => database.stop();
  const end = () => {
    stopAll();
    process.exit(1);
  };
  process.once("exit", stop);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, end);
  try {
    return await act(database);
  } finally {
    process.removeListener("exit", stop);
    for (const signal of ["SIGINT", "SIGTERM"]) process.removeListener(signal, end);
    stop();
  }
}
