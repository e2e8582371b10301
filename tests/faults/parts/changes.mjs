// What an operator changes in the usual ways, and how long after it was acknowledged the last node shows it. Each node is asked by
// itself and not through HAProxy, which would ask any of them.
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import { join, relative } from "node:path";
import { deskOf } from "../../load/desk-session.mjs";
import { binary, folder, pause, project, start } from "./stage.mjs";

/**
 * @typedef {object} Kind what is changed
 * @property {string} what
 * @property {(number: number) => Promise<() => Promise<void>>} change done once it is acknowledged; then what is to be waited for before
 * the next one
 * @property {(base: string, number: number) => Promise<boolean>} shows whether the node there shows it
 */

/** Between two questions to a node. */
const AGAIN = 10;
/** What no node shows by then, it never does. */
const NEVER = 10_000;
/** What is wanted of the last node, 99 times in 100. */
const WANTED = 2_000;
/** At most so long between two changes: twice what a node waits between two questions to the database, so that they fall anywhere. */
const BETWEEN = 500;

const site = "fieldhouse";
/** Everybody is asked for personal prices there. */
const priced = "athleticconnection";
/** One is named and priced anew, the other one counted; nobody else buys them. */
const [named, counted] = ["SEEN-NAMED", "SEEN-COUNTED"];
const page = (style) => `/p/${style.toLowerCase()}/`;

const mapping = `source = "seen"
sites = ["${site}", "${priced}"]
[rows]
group-by = "style"
[product]
slug = "style"
id = "style"
sku = "style"
name = "name"
categories = { columns = ["category"], between = "/" }
[variant]
sku = "sku"
price = "price"
options = [{ name = "option", value = "color" }]
`;

const dollars = (cents) => (cents / 100).toFixed(2);
/** Between a hundred dollars and a thousand, which are written alike wherever they are. */
const priceOf = (number) => dollars(10_000 + (number % 90_000));

const written = (name, text) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

/** Runs a command that changes something, until it says what it changed: by then that is written down. */
async function tell(database, ...words) {
  const child = start(binary, words, { env: { ...process.env, DATABASE_URL: database } });
  let [said, wrong] = ["", ""];
  child.stderr.on("data", (text) => {
    wrong += text;
  });
  const closed = once(child, "close");
  await new Promise((resolve) => {
    child.stdout.on("data", (text) => {
      said += text;
      if (said.includes(" changed")) resolve(undefined);
    });
    child.once("close", resolve);
  });
  return async () => {
    await closed;
    if (child.exitCode !== 0) throw new Error(`${words.join(" ")}: ${wrong}`);
  };
}

const agent = new http.Agent({ keepAlive: true });

/** Asks a node by itself, as one of its brands: `fetch` sends no host but the address's. */
async function ask(base, brand, path, body) {
  const text = body && JSON.stringify(body);
  const headers = { host: `${brand}.localhost`, ...(text && { "content-type": "application/json" }) };
  const asked = http.request(base + path, { agent, method: text ? "POST" : "GET", headers, timeout: NEVER });
  asked.once("timeout", () => asked.destroy());
  asked.end(text);
  const [answer] = await once(asked, "response");
  return { ok: answer.statusCode === 200, text: Buffer.concat(await answer.toArray()).toString() };
}

const says = async (base, path, words) => (await ask(base, site, path)).text.includes(words);

/** The articles of the run as they are at first; what takes them over with something changed. */
function articles(database) {
  const rules = written("seen.toml", mapping);
  const now = { name: "Seen Jersey", price: "20.00" };
  return (changed) => {
    Object.assign(now, changed);
    const rows = [
      ["style", "sku", "name", "category", "option", "color", "price"],
      [named, `${named}-M`, now.name, "Apparel/Tops", "color", "Navy", now.price],
      [counted, `${counted}-M`, "Counted Jersey", "Apparel/Tops", "color", "Navy", "20.00"],
    ];
    const file = written("seen.csv", `${rows.map((row) => row.join(",")).join("\n")}\n`);
    return tell(database, "import", file, "--mapping", rules);
  };
}

/**
 * All that an operator changes, one kind after the other.
 * @returns {Promise<Kind[]>}
 */
async function kindsOf({ base, nodes }, database) {
  const take = articles(database);
  await (await take({}))();
  for (const node of nodes) while (!(await says(node.base, page(named), "Seen Jersey"))) await pause(AGAIN);
  const folderOf = join(folder, "seen-content");
  await (await tell(database, "export", "content", folderOf, "--site", site))();
  const file = join(folderOf, `${site}.json`);
  const content = JSON.parse(readFileSync(file, "utf8"));
  const desk = await deskOf(base, database);
  const shelf = `/desk/api/stock/${counted}-M`;
  let { article } = await (await desk(shelf)).json();
  const left = (number) => (number % 2 === 0 ? 5 : 0);
  const announced = (number) => `Seen for the ${number}. time`;
  return [
    {
      what: "an article's price",
      change: (number) => take({ price: priceOf(number) }),
      shows: (base, number) => says(base, page(named), priceOf(number)),
    },
    {
      // More than articles is another: the node makes all of its catalogue anew.
      what: "a product's name",
      change: (number) => take({ name: `Jersey ${number} Seen` }),
      shows: (base, number) => says(base, page(named), `Jersey ${number} Seen`),
    },
    {
      what: "a price condition",
      change(number) {
        const columns = "site,flyer_code,program_id,sold_to,sku,minimum_quantity,unit_price,valid_from,valid_to";
        const row = `${priced},,,,${named}-M,1,${priceOf(number)},,`;
        return tell(database, "import", "prices", written("seen-prices.csv", `${columns}\n${row}\n`));
      },
      async shows(base, number) {
        const question = { sku: `${named}-M`, storeKey: priced, quantity: 1 };
        const { text } = await ask(base, priced, "/api/erp/price-personalized/", question);
        return text.includes(`"unitPrice":"${priceOf(number)}"`);
      },
    },
    {
      // None left, and some again: how many are left no page tells.
      what: "a count at the desk",
      async change(number) {
        const draft = { onHand: left(number), lowAt: 0, note: "" };
        const answer = await desk(`${shelf}/count`, { version: article.version, draft });
        return async () => {
          ({ article } = await answer.json());
        };
      },
      async shows(base, number) {
        const { ok, text } = await ask(base, site, page(counted));
        return ok && text.includes("Out of stock") === (left(number) === 0);
      },
    },
    {
      what: "content of every page",
      change(number) {
        content.shell.announcement = announced(number);
        writeFileSync(file, JSON.stringify(content));
        return tell(database, "import", "content", file);
      },
      shows: (base, number) => says(base, "/", announced(number)),
    },
  ];
}

/** The moment something holds; none when it does not for ten seconds. Whoever does not answer shows nothing. */
async function until(holds) {
  const latest = performance.now() + NEVER;
  for (;;) {
    if (await holds().catch(() => false)) return performance.now();
    if (performance.now() > latest) return undefined;
    await pause(AGAIN);
  }
}

/** The least time that so much of a hundred did not exceed. */
const within = (times, percent) => times.toSorted((a, b) => a - b)[Math.ceil((times.length * percent) / 100) - 1];
const figures = (times) => [50, 99, 100].map((percent) => within(times, percent)?.toFixed(0) ?? "–").join(" / ");

/** No change is like one before, in another scenario either. */
let number = 0;

/** Changes each kind so often, in turns, and waits for every node each time. */
export async function changes(shop, database, times) {
  const kinds = (await kindsOf(shop, database)).map((kind) => ({ ...kind, took: [], never: 0 }));
  for (let time = 0; time < times; time++) {
    number += 1;
    for (const kind of kinds) {
      await pause(Math.random() * BETWEEN);
      const settled = await kind.change(number);
      const acknowledged = performance.now();
      const moments = await Promise.all(shop.nodes.map((node) => until(() => kind.shows(node.base, number))));
      if (moments.includes(undefined)) kind.never += 1;
      else kind.took.push(Math.max(...moments) - acknowledged);
      await settled();
    }
  }
  const late = kinds.filter(({ took }) => !(within(took, 99) <= WANTED)).map(({ what }) => what);
  const never = kinds.reduce((sum, one) => sum + one.never, 0);
  const each = kinds.map(({ what, took }) => `${what} ${figures(took)}`).join(", ");
  const reached = late.length > 0 ? `**2 s p99 not reached: ${late.join(", ")}**` : "2 s p99 reached";
  return {
    times: times * kinds.length,
    note: `shown by the last node p50 / p99 / longest ms after the acknowledgement: ${each}; ${never} never seen; ${reached}; of \`${relative(project, binary)}\``,
    problems: kinds
      .filter(({ never }) => never > 0)
      .map(({ what, never }) => `never seen at some node: ${what}, ${never} times`),
  };
}
