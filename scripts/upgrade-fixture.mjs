// Keeps the schema of today with some data as a fixture that every later version is upgraded from (R30): the demo on both databases,
// two orders by guests and somebody invited to the desk, then all but a small part of it taken out. Made once a released step of the
// schema; it is never made anew afterwards.
// Debian: sqlite3, postgresql.
//   cargo build --locked --profile quick --package fieldhouse-server && node scripts/upgrade-fixture.mjs
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { Book, Shopper } from "../tests/faults/parts/shoppers.mjs";
import { ask, closeAll, folder, freePort, Node, pause, programs, project, startPostgres } from "../tests/faults/parts/stage.mjs";
import { plainSkus, stopAll } from "../tests/load/stage.mjs";

const binary = resolve(project, process.env.FIELDHOUSE_BIN ?? "target/quick/fieldhouse");
const MOST = 500_000;

/** Content is there twice, far apart: as it is and in its history. */
const pack = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } });

/** What stays: three orders of each state and those of guests just now, what they are made of, and thirty products. */
const TRIM = [
  "DELETE FROM build_file",
  "DELETE FROM picture_file",
  "DELETE FROM session",
  `DELETE FROM orders WHERE id NOT IN (SELECT id FROM (
     SELECT id, ROW_NUMBER() OVER (PARTITION BY lifecycle, queue ORDER BY placed_at DESC, id) AS place FROM orders
   ) AS ranked WHERE place <= 3) AND email <> 'coach@example.com'`,
  "DELETE FROM event WHERE subject NOT IN (SELECT id FROM orders)",
  `DELETE FROM product WHERE id NOT IN (SELECT id FROM product ORDER BY slug LIMIT 30) AND id NOT IN (
     SELECT variant.product_id FROM variant JOIN order_line ON order_line.sku = variant.sku
     JOIN orders ON orders.id = order_line.order_id WHERE orders.email = 'coach@example.com')`,
  "DELETE FROM price_condition WHERE sku NOT IN (SELECT sku FROM variant)",
  // The demo's letter that went wrong: a store that is well has none.
  "DELETE FROM job WHERE state = 'parked'",
];

/** A store with a part of the demo, and what somebody did there. */
async function fill(url, home, change) {
  const settings = { DATABASE_URL: url, FIELDHOUSE_MAIL: `file:${join(home, "mail")}` };
  const node = new Node("store", await freePort(), settings);
  // What workers make of orders, they make of those that stay.
  await node.open({ FIELDHOUSE_DEMO: "true", FIELDHOUSE_NO_WORKERS: "true" });
  const shopper = new Shopper(node.base, new Book(), 1, { told: false });
  const skus = await plainSkus(node.base, 40);
  for (const round of [0, 1]) await shopper.order(skus, round);
  await node.stop();
  change(TRIM);
  const invited = ["--email", "packer@store.example", "--name", "Pat Packer", "--role", "warehouse"];
  execFileSync(binary, ["staff", "invite", ...invited], { env: { ...process.env, ...settings } });
  await node.open();
  const open = `SELECT (SELECT COUNT(*) FROM job WHERE state = 'waiting')
    + (SELECT COUNT(*) FROM event WHERE to_index OR to_count)`;
  while (Number(ask(url, open)[0][0]) > 0) await pause(50);
  await node.stop();
}

try {
  const home = join(folder, "data");
  mkdirSync(home);
  const file = join(home, "fieldhouse.db");
  const sqlite = (input) => execFileSync("sqlite3", ["-bail", file], { input });
  await fill(`sqlite:${file}`, home, (steps) => sqlite(`PRAGMA foreign_keys = ON; BEGIN; ${steps.join(";")}; COMMIT;`));
  sqlite("DELETE FROM build_file; PRAGMA wal_checkpoint(TRUNCATE); VACUUM;");
  for (const name of readdirSync(home)) if (!["fieldhouse.db", "mail"].includes(name)) rmSync(join(home, name));

  const admin = startPostgres();
  ask(admin, "CREATE DATABASE shop");
  const url = new URL(admin);
  url.pathname = "/shop";
  await fill(url.href, folder, (steps) => ask(url.href, steps.join(";")));
  ask(url.href, "DELETE FROM build_file");
  const dump = execFileSync(
    join(programs, "pg_dump"),
    ["--inserts", "--rows-per-insert=50", "--no-owner", "--no-privileges", "-d", url.href],
    { encoding: "utf8", maxBuffer: 1 << 28 },
  );

  const [[step]] = ask(`sqlite:${file}`, "SELECT MAX(version) FROM seaql_migrations");
  const into = join(project, "server/bin/tests/fixtures/upgrade", step);
  mkdirSync(into, { recursive: true });
  const packed = execFileSync("tar", ["-C", home, "--sort=name", "--owner=0", "--group=0", "-c", "."], { maxBuffer: 1 << 28 });
  writeFileSync(join(into, "data.tar.br"), pack(packed));
  // What only psql knows, and a setting that older servers do not.
  const lines = dump.split("\n").filter((line) => !/^(\\|SET transaction_timeout)/.test(line));
  writeFileSync(join(into, "postgres.sql.br"), pack(Buffer.from(lines.join("\n"))));
  const sizes = readdirSync(into).map((name) => [name, statSync(join(into, name)).size]);
  for (const [name, size] of sizes) console.log(`${name}: ${size} bytes`);
  if (sizes.reduce((sum, [, size]) => sum + Number(size), 0) > MOST) throw new Error(`more than ${MOST} bytes`);
} finally {
  closeAll();
  stopAll();
}
