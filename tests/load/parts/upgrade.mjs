// Upgrading: a store of fifty thousand orders, as the first released step of the schema left it, is brought to this one (R30).
import { execFileSync } from "node:child_process";
import { readFileSync, renameSync } from "node:fs";
import { join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { brotliDecompressSync } from "node:zlib";
import { multiply } from "../desk.mjs";
import { Sqlite, withPostgres } from "../desk-databases.mjs";
import { binary, folder, startStore, stopStore } from "../stage.mjs";

export const title = "Upgrading";

const ORDERS = 50_000;
const fixture = resolve(import.meta.dirname, "../../../server/bin/tests/fixtures/upgrade/m0001_first");
const unpacked = (name) => brotliDecompressSync(readFileSync(join(fixture, name)));

const counted = (database) =>
  database.sql("SELECT (SELECT COUNT(*) FROM orders) || ' ' || (SELECT COUNT(*) FROM order_line)");
const stepsOf = (database) => Number(database.sql("SELECT COUNT(*) FROM seaql_migrations"));

async function upgraded(row, name, database) {
  const [orders, lines] = multiply(database, ORDERS);
  const before = { steps: stepsOf(database), rows: counted(database) };
  const began = performance.now();
  execFileSync(binary, ["migrate"], { env: { ...process.env, DATABASE_URL: database.url }, stdio: "pipe" });
  const took = performance.now() - began;
  const steps = stepsOf(database) - before.steps;
  const whole = steps > 0 && counted(database) === before.rows;
  // What a step leaves for later, such as an index that the store fills by itself, is no part of it: it serves at once.
  const started = performance.now();
  await stopStore(await startStore(`upgrade-${name}.db`, { DATABASE_URL: database.url }));
  const serves = performance.now() - started;
  const of = `${orders.toLocaleString("en-US")} orders of ${lines.toLocaleString("en-US")} lines`;
  const told = `${(took / 1000).toFixed(2)} s for ${steps} steps; started and ended in ${(serves / 1000).toFixed(1)} s`;
  row(`${name}: a store of ${of} brought to this version's schema`, "≤ 60 s", told, whole && took <= 60_000);
}

export async function measure(row) {
  execFileSync("tar", ["-xC", folder, "./fieldhouse.db"], { input: unpacked("data.tar.br") });
  renameSync(join(folder, "fieldhouse.db"), join(folder, "upgrade.db"));
  const file = new Sqlite("upgrade.db");
  await upgraded(row, "SQLite", file);
  file.stop();
  await withPostgres(async (database) => {
    database.sql(unpacked("postgres.sql.br").toString());
    await upgraded(row, "PostgreSQL", database);
  });
}
