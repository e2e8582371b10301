// A PostgreSQL server that acknowledges before it has synced is refused at the start, in words.
//   scripts/faults.sh disk
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { closeAll, folder, freePort, project, psql, startPostgres } from "./parts/stage.mjs";

const binary = resolve(project, process.env.FIELDHOUSE_BIN ?? "target/quick/fieldhouse");
const script = join(project, "scripts/postgres.sh");
const unsynced = join(folder, "unsynced");
let admins;

/** What the store says on its way out. */
async function refusal(url) {
  const env = { ...process.env, DATABASE_URL: url, FIELDHOUSE_MAIL: `file:${join(folder, "mail")}` };
  const port = String(await freePort());
  const { status, stdout, stderr } = spawnSync(binary, ["serve", "--port", port], {
    env,
    timeout: 120_000,
    encoding: "utf8",
  });
  assert(status !== 0 && status !== null, `it serves, or waits: ${status}`);
  return stdout + stderr;
}

before(() => {
  admins = {
    synced: startPostgres(),
    unsynced: execFileSync(script, ["start", unsynced, "nosync"], { encoding: "utf8" }).trim(),
  };
});

after(() => {
  execFileSync(script, ["stop", unsynced]);
  closeAll();
});

test("r25 a database that does not sync is refused at the start", async () => {
  psql(admins.unsynced, "CREATE DATABASE shop");
  psql(admins.unsynced, "ALTER DATABASE shop SET synchronous_commit = on");
  const said = await refusal(admins.unsynced.replace(/postgres$/, "shop"));
  assert.match(said, /fsync is off, not on/);
});

for (const commit of ["off", "local", "remote_write"])
  test(`r25 a database whose commits are acknowledged early (${commit}) is refused at the start`, async () => {
    psql(admins.synced, `CREATE DATABASE early_${commit}`);
    psql(admins.synced, `ALTER DATABASE early_${commit} SET synchronous_commit = ${commit}`);
    const said = await refusal(admins.synced.replace(/postgres$/, `early_${commit}`));
    assert.match(said, new RegExp(`synchronous_commit is ${commit}, not on`));
  });
