// Half an hour of a day's mix on one node and SQLite, at 70 % of what the store can do: no act may fail, and nothing may grow but what
// is kept on purpose, and that by the act and no faster. Memory, files, threads, what is not checkpointed and what waits are looked at
// all the while; what docs/RETENTION.md says of a table is held against the rows that are counted meanwhile.
// Debian: sqlite3.
//   scripts/faults.sh long       FAULTS_LONG: how many seconds (1800)
import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { milliseconds, mostOf, planOf, steady } from "../load/mix.mjs";
import { binary, folder, median, residentMegabytes, startStore, stopAll, stopStore } from "../load/stage.mjs";
import { ask, closeAll, project } from "./parts/stage.mjs";
import { measuredBy, writeAnew } from "./parts/table.mjs";

/** Percent of what the store can do. */
const SHARE = 70;
/** The generator runs so often, one after the other: each tells the times of its part. */
const PARTS = 10;
/** As many parts come before: what is kept for whoever comes back fills meanwhile, and is let go again after five minutes. */
const WARMING = 2;
const LOOKS = 60;
const lasting = Math.max(1, Math.round(Number(process.env.FAULTS_LONG ?? 1800) / PARTS));
/** Where the first and the last fifth begin. */
const FIRST = 0;
const LAST = PARTS - PARTS / 5;

const minutesOf = (parts) => Number(((lasting * parts) / 60).toFixed(1));
const lowest = (numbers) => Math.min(...numbers);

/** What a fifth of the run takes: it may grow by a tenth, or by a few where it is small. What comes and goes with the load counts where
 * there is least of it, which what is never given back raises as well; of memory a password takes 19 MB as long as it is tried. */
const MAY_GROW = {
  memory: { what: "resident memory where it is least, MB", of: lowest, few: 0 },
  // Not the connections: how many there are is the generator's business, and whether they end is looked at once it is over.
  files: { what: "open files", of: median, few: 2 },
  threads: { what: "threads, where they are fewest", of: lowest, few: 2 },
  // As much as one checkpoint takes, which is due every 4,000 pages.
  wal: { what: "the database's write-ahead log, MB", of: median, few: 16 },
  waiting: { what: "messages, index entries and sales figures that wait, where they are fewest", of: lowest, few: 100 },
};

const name = "long.db";
const file = join(folder, name);
const database = `sqlite:file:${file}?mode=ro`;

/** What docs/RETENTION.md says of each table: what bounds it, and when a row ends. */
const promised = new Map(
  [...readFileSync(join(project, "docs/RETENTION.md"), "utf8").matchAll(/^\| `(\w+)` \| (.+) \| (.+) \|$/gm)].map(
    ([, table, bounded, ends]) => [table, { bounded, ends }],
  ),
);

/** A question that counts every table. Of an index of texts its documents count, not the pieces it keeps them in. */
function counting() {
  const tables = `SELECT name FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite%'
    AND (type = 'table' OR type = 'shadow' AND name LIKE '%#_docsize' ESCAPE '#')`;
  return ask(database, tables)
    .map(([name]) => `SELECT '${name.replace(/_docsize$/, "")}', COUNT(*) FROM "${name}"`)
    .join(" UNION ALL ");
}

/** Pages in use, and what is still to be done beside the shop. */
const SIZE = `SELECT (page_count - freelist_count) * page_size, (SELECT COUNT(*) FROM job WHERE state = 'waiting')
  + (SELECT COUNT(*) FROM event WHERE to_index) + (SELECT COUNT(*) FROM event WHERE to_count)
  FROM pragma_page_count, pragma_freelist_count, pragma_page_size`;

/** What the descriptors of a process stand for. One that is closed meanwhile stands for nothing. */
function descriptors(pid) {
  return readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return "";
    }
  });
}
const isSocket = (target) => target.startsWith("socket:");
const connections = (pid) => descriptors(pid).filter(isSocket).length;

/** How many are left once whoever asked is gone; a store that keeps any is given ten seconds. */
async function connectionsLeft(pid, before) {
  for (let looks = 0; looks < 100 && connections(pid) > before; looks++) await setTimeout(100);
  return connections(pid);
}

/** What the store and its database take just now. */
function look(pid, tables) {
  const [bytes, waiting] = ask(database, SIZE)[0].map(Number);
  const rows = new Map(ask(database, tables).map(([table, rows]) => [table, Number(rows)]));
  return {
    memory: residentMegabytes(pid),
    files: descriptors(pid).filter((target) => target !== "" && !isSocket(target)).length,
    connections: connections(pid),
    threads: readdirSync(`/proc/${pid}/task`).length,
    megabytes: bytes / 1_048_576,
    wal: statSync(`${file}-wal`).size / 1_048_576,
    waiting,
    rows,
  };
}

const toldOf = ({ memory, files, connections, threads, megabytes, wal, waiting, rows }) =>
  `${memory.toFixed(0)} MB, ${files} files, ${connections} connections, ${threads} threads, database ${megabytes.toFixed(1)} MB and ${wal.toFixed(1)} MB of log, ${waiting} wait, ${[...rows.values()].reduce((a, b) => a + b)} rows`;

/** Looks again and again until told that it is over, each look with the part it fell into. */
async function watch(once, run, signal) {
  const [looks, began] = [[], performance.now()];
  while (!signal.aborted) {
    const seen = once();
    looks.push({ ...seen, part: run.part });
    console.log(`  ${((performance.now() - began) / 1000).toFixed(0)} s: ${toldOf(seen)}`);
    await setTimeout((lasting * PARTS * 1000) / LOOKS, undefined, { signal }).catch(() => undefined);
  }
  return looks;
}

/** All parts of the load, and what there was before, in the middle and at the end. */
async function load(once, run, signal) {
  for (run.part = -WARMING; run.part < 0; run.part++) {
    const { failed, firstError } = await steady(run.plan, run.rate, lasting, { signal });
    if (failed > 0) throw new Error(`${failed} acts failed before the first part: ${firstError}`);
  }
  const [parts, counted] = [[], [once()]];
  while (parts.length < PARTS) {
    run.part = parts.length;
    const told = await steady(run.plan, run.rate, lasting, { signal });
    parts.push(told);
    const { p50, p99, p999 } = told.all;
    console.log(
      `part ${parts.length} of ${PARTS}: ${told.all.acts} acts, p50 / p99 / p99.9 ${[p50, p99, p999].map(milliseconds).join(" / ")} ms, ${told.failed} failed${told.failed > 0 ? `: ${told.firstError}` : ""}`,
    );
    if (parts.length % (PARTS / 2) === 0) counted.push(once());
  }
  return { parts, counted };
}

/** Whether a part belongs to the fifth of the run that begins with another one. */
const within = (part, from) => part >= from && part < from + PARTS / 5;

/** The row of what has to stay as it is, by the looks of the first and the last fifth. */
function stays([key, { what, of, few }], looks) {
  const at = (from) => of(looks.filter(({ part }) => within(part, from)).map((seen) => seen[key]));
  const [first, last] = [at(FIRST), at(LAST)];
  const holds = last <= Math.max(first * 1.1, first + few);
  return { what, first: first.toFixed(0), last: last.toFixed(0), may: `+10 %${few > 0 ? ` or +${few}` : ""}`, holds };
}

/** The row of what grows a thousand acts, in the first and the second half; `few` more are none. */
function grows(what, counted, acts, few) {
  const [first, second] = [counted[1] - counted[0], counted[2] - counted[1]];
  const told = (grown, at) => ((grown * 1000) / acts[at]).toFixed(1);
  const holds = second <= (first * acts[1] * 1.1) / acts[0] + few;
  return { what, first: told(first, 0), last: told(second, 1), holds };
}

/** The row of a table, when it grew. */
function tableRow(table, counted, acts) {
  const numbers = counted.map(({ rows }) => rows.get(table));
  if (numbers.at(-1) <= numbers[0]) return [];
  const { bounded, ends } = promised.get(table) ?? { bounded: "", ends: "docs/RETENTION.md does not say" };
  const row = grows(`rows of \`${table}\` a thousand acts`, numbers, acts, 20);
  // Shoppers add nothing to what stays for ever but records of business, and nothing to what the operator brings.
  const kept = ends.startsWith("never: a record of business");
  const meant = promised.has(table) && (kept || !/^never|^by the operator/.test(ends)) && bounded !== "the catalogue";
  // What is counted by the day fills up to its bound, and begins again at midnight.
  const holds = meant && (row.holds || /\bdays\b/.test(bounded));
  return [{ ...row, may: ends, holds }];
}

const worst = (parts, at) => Math.max(...parts.map(({ all }) => all[at]));
const middle = (parts) => median(parts.map(({ all }) => all.p50));

const over = new AbortController();
const { signal } = over;
let broken = 0;
try {
  // Letters of half an hour are many.
  const env = { FIELDHOUSE_MAIL: `file:${join(folder, "mail")}` };
  await stopStore(await startStore(name, env));
  const store = await startStore(name, env);
  const plan = await planOf(store);
  const most = await mostOf(plan);
  const rate = Math.round((most * SHARE) / 100);
  console.log(
    `${most.toFixed(0)} acts a second at most: ${rate}/s for ${minutesOf(PARTS)} minutes, after ${minutesOf(WARMING)} of the same`,
  );
  const tables = counting();
  const once = () => look(store.child.pid, tables);
  const before = connections(store.child.pid);
  const run = { plan, rate, part: 0 };
  const [looks, { parts, counted }] = await Promise.all([
    watch(once, run, signal),
    load(once, run, signal).finally(() => over.abort()),
  ]);
  const left = await connectionsLeft(store.child.pid, before);
  const done = (some) => some.reduce((sum, { all }) => sum + all.acts, 0);
  const acts = [done(parts.slice(0, PARTS / 2)), done(parts.slice(PARTS / 2))];
  const failed = parts.reduce((sum, told) => sum + told.failed, 0);
  const times = (some) =>
    [middle(some), worst(some, "p99"), worst(some, "p999")].map(milliseconds).join(" / ").concat(" ms");
  const of = (from) => parts.filter((_, at) => within(at, from));
  const sizes = counted.map(({ megabytes }) => megabytes * 1024);
  const found = [
    { what: "an act's p50 / p99 / p99.9", first: times(of(FIRST)), last: times(of(LAST)), may: "–", holds: true },
    ...Object.entries(MAY_GROW).map((one) => stays(one, looks)),
    {
      what: "connections before the load, and once it is over",
      first: before,
      last: left,
      may: "as before",
      holds: left <= before,
    },
    { ...grows("kB of the database a thousand acts", sizes, acts, 4096), may: "as the rows do" },
    ...[...counted[0].rows.keys()].toSorted().flatMap((table) => tableRow(table, counted, acts)),
  ];
  for (const { what, first, last, may, holds } of found)
    console.log(`${holds ? "holds      " : "DOES NOT   "} ${what}: ${first}, then ${last} (${may})`);
  const problems = [
    ...(failed > 0 ? [`${failed} acts failed`] : []),
    ...found.filter(({ holds }) => !holds).map(({ what }) => `not flat: ${what}`),
  ];
  broken = problems.length;
  for (const problem of problems) console.log(`  ${problem}`);
  const by = `${acts[0] + acts[1]} acts at ${rate}/s in ${minutesOf(PARTS)} minutes, after ${minutesOf(WARMING)} of the same, ${failed} failed; p50 / p99 / p99.9 ${times(parts)}. ${measuredBy("scripts/faults.sh long")} The store was \`${relative(project, resolve(binary))}\`.`;
  const rows = found.map(
    (row) => `| ${[row.what, row.first, row.last, row.may, row.holds ? "yes" : "**no**"].join(" | ")} |`,
  );
  writeAnew(rows, "long", by);
} catch (error) {
  broken += 1;
  console.error(error);
} finally {
  over.abort();
  closeAll();
  stopAll();
}
process.exit(broken === 0 ? 0 : 1);
