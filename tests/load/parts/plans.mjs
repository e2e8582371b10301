// How PostgreSQL does what a store of a million carts and orders asks it: the plan of each statement as it was carried out,
// with the rows it touched. Those of the tables that grow are reached by an index, and no more of them than are shown.

import { filtersOf, fragmentsOf } from "../desk.mjs";
import { withPostgres } from "../desk-databases.mjs";
import { grown } from "../growth.mjs";
import { json, stopStore } from "../stage.mjs";
import { acts } from "./growth.mjs";

export const title = "Plans of PostgreSQL";

const SIZE = Number(process.env.BENCH_ORDERS ?? 1_000_000);
const LINES = 50;
/** How often each act is done: a statement is planned for what it is asked first, later for anything. */
const TIMES = 20;
/** A table that is large has so many rows; a statement may touch so many of them, which is where a queue's count ends. */
const LARGE = Math.min(100_000, SIZE / 10);
const TOUCHED = 10_001;

/** All nodes of a plan. */
const nodesOf = (node) => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** What of a statement tells it from others, for a table: what it reads, and by what. */
const shortened = (text) => {
  const whole = text.replace(/\s+/g, " ").replaceAll("|", "\\|");
  return whole.slice(Math.max(0, whole.search(/ FROM /))).slice(0, 400);
};

/** Rows that a node read. */
const readBy = (node) => {
  const removed = ["Filter", "Index Recheck", "Join Filter"].map((by) => node[`Rows Removed by ${by}`] ?? 0);
  return (node["Actual Rows"] + removed.reduce((sum, rows) => sum + rows, 0)) * node["Actual Loops"];
};

/** Statements with what each did to a large table at worst: the rows it read, and whether it went through all of it. */
function seen(plans, large) {
  const statements = new Map();
  for (const { "Query Text": text, Plan: plan } of plans) {
    // Which orders are looked up is drawn by whoever measures.
    if (text.includes("random()")) continue;
    for (const node of nodesOf(plan).filter((node) => large.has(node["Relation Name"]))) {
      const read = readBy(node);
      const through = node["Node Type"] === "Seq Scan";
      const before = statements.get(text) ?? { read: 0, through: false };
      statements.set(text, { read: Math.max(read, before.read), through: through || before.through });
    }
  }
  return statements;
}

async function atTheDesk({ ask, email }) {
  const { orders } = await json(await ask("/desk/api/orders"));
  const queries = ["?to=2026-03-01", ...filtersOf(email), ...fragmentsOf(orders[7])].map((query) => `orders${query}`);
  for (const path of [...queries, `orders/${orders[7].id}`, "queues", "reports/lines"])
    for (let nth = 0; nth < TIMES; nth++) await (await ask(`/desk/api/${path}`)).text();
}

/** The plans of a start and of each act, how many are of the start, and the tables that are large. */
async function carriedOut(database) {
  const store = await grown(SIZE, { readers: TIMES, lines: LINES, explained: true }, database);
  const large = database.large(LARGE);
  const before = database.explained().length;
  for (const [act] of acts) for (let nth = 0; nth < TIMES; nth++) await act(store, nth);
  await atTheDesk(store);
  const plans = database.explained();
  await stopStore(store.store);
  return { plans, before, large };
}

export async function measure(row) {
  const { plans, before, large } = await withPostgres(carriedOut);
  const statements = seen(plans, large);
  const tables = Array.from(large, ([name, rows]) => `${name} ${rows.toLocaleString("en-US")}`).join(", ");
  const done = `${(plans.length - before).toLocaleString("en-US")} statements of acts and ${before.toLocaleString("en-US")} of a start`;
  row(`Carried out: ${done}; such as touch a large table (${tables})`, "–", `${statements.size} different ones`, true);
  const tell = (what, wanted, is) => {
    const those = [...statements].filter(([, found]) => is(found));
    const told = those.map(([text, { read }]) => `${read.toLocaleString("en-US")} by \`${shortened(text)}\``);
    row(what, wanted, told.join("; ") || "none", those.length === 0);
  };
  tell("Those that go through all of one", "none", ({ through }) => through);
  tell(
    `Those that read more than ${TOUCHED.toLocaleString("en-US")} of its rows`,
    "none",
    ({ read }) => read > TOUCHED,
  );
}
