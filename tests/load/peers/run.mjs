// The same acts on both sides, one side after the other, on one machine within the hour: a store and its peer with the same styles of
// twelve articles. Only the ratios mean something. PEERS_STYLES, BENCH_SECONDS and BENCH_ROUNDS make it shorter.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import {
  binary,
  databaseOf,
  folder,
  freePort,
  json,
  lua,
  median,
  seconds,
  startStore,
  stopAll,
  stopStore,
  wrk,
} from "../stage.mjs";
import { styles, words } from "./catalogue.mjs";

const peer = resolve(process.argv[2] ?? "");
const count = Number(process.env.PEERS_STYLES ?? 1000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const LINES = 50;
const CARTS = 32;
const list = styles(count);
const articles = list.flatMap((style) => style.articles);

const quoted = (text) => `[==[${text}]==]`;

/** A script that sends these requests over and over: `{ method, path, body?, headers? }`. */
const script = (name, requests) => {
  const rows = requests.map(({ method, path, body = "", headers = {} }) => {
    const named = Object.entries({ "Content-Type": "application/json", ...headers });
    const heads = named.map(([key, value]) => `["${key}"]=${quoted(value)}`).join(",");
    return `wrk.format(${quoted(method)}, ${quoted(path)}, {${heads}}, ${quoted(body)})`;
  });
  return lua(
    `${name}.lua`,
    `local all = {}\nlocal at = 0\nfunction init()\n  all = {${rows.join(",\n")}}\nend\nrequest = function()\n  at = at % #all + 1\n  return all[at]\nend\n`,
  );
};

/** The store: a catalogue taken over by its own import. */
async function ours() {
  const file = join(folder, "styles.csv");
  const heads = "style,slug,sku,name,brand,category,description,color,size,price,color-name,size-name";
  const rows = list.flatMap((style) =>
    style.articles.map((article) =>
      [
        style.number,
        style.slug,
        article.sku,
        style.name,
        style.brand,
        style.category,
        style.description,
        article.color,
        article.size,
        (article.cents / 100).toFixed(2),
        "color",
        "size",
      ]
        .map((cell) => `"${cell}"`)
        .join(","),
    ),
  );
  writeFileSync(file, [heads, ...rows].join("\n"));
  const mapping = join(folder, "styles.toml");
  writeFileSync(
    mapping,
    `source = "peers"
sites = ["fieldhouse"]
[rows]
group-by = "style"
[product]
slug = "slug"
id = "style"
sku = "style"
name = "name"
brand = "brand"
description = "description"
categories = { columns = ["category"], between = "/" }
[variant]
sku = "sku"
price = "price"
options = [{ name = "color-name", value = "color" }, { name = "size-name", value = "size" }]
`,
  );
  const without = { FIELDHOUSE_DEMO: "false" };
  const env = { ...process.env, ...without, DATABASE_URL: databaseOf("peers.db") };
  execFileSync(binary, ["import", file, "--mapping", mapping], { env, stdio: "ignore" });
  await stopStore(await startStore("peers.db", without, "/api/search?query=ball"));
  const store = await startStore("peers.db", without, "/api/search?query=ball");
  const lines = (chosen) => JSON.stringify({ lines: chosen.map(({ sku }) => ({ sku, quantity: 1 })) });
  const add = { method: "POST", path: "/api/cart/lines" };
  const carts = await Promise.all(
    Array.from({ length: CARTS }, async () => {
      const headers = { "content-type": "application/json" };
      const body = lines(articles.slice(0, LINES));
      const answer = await fetch(store.base + add.path, { method: "POST", headers, body });
      const change = await json(answer);
      const cookie = answer.headers.getSetCookie()[0].split(";")[0];
      return { Cookie: cookie, line: change.cards[0].lineItems[0].lineItemId };
    }),
  );
  return {
    ...store,
    product: list.map(({ slug }) => ({ method: "GET", path: `/api/catalog/products/${slug}` })),
    kept: words.map((word) => ({ method: "GET", path: `/api/search?query=${word}` })),
    never: Array.from({ length: 20_000 }, (_, nth) => ({
      method: "GET",
      path: `/api/search?query=${words[nth % words.length]}&price=${nth % 90}-${4000 + nth}`,
    })),
    begun: [{ ...add, body: lines(articles.slice(0, 1)) }],
    read: carts.map(({ Cookie }) => ({ method: "GET", path: "/api/cart/active", headers: { Cookie } })),
    many: [{ ...add, body: lines(articles.slice(0, LINES)) }],
    changed: async (base) =>
      (await wrk(base, { script: changing(carts), threads: CARTS, connections: CARTS, seconds: LONGER.our * seconds }))
        .perSecond,
  };
}

/** A cart a thread, whose line is changed again and again. A change names the cart's version, which each answer tells; first it is read. */
const changing = (carts) =>
  lua(
    "our-changing.lua",
    `local threads = 0
function setup(thread)
  threads = threads + 1
  thread:set("at", threads)
end
local carts = {${carts.map(({ Cookie, line }) => `{${quoted(Cookie)}, ${quoted(line)}}`).join(",\n")}}
local version
local changes = 0
request = function()
  local cookie, line = carts[at][1], carts[at][2]
  if not version then return wrk.format("GET", "/api/cart/active", { Cookie = cookie }) end
  changes = changes + 1
  local body = '{"quantity":' .. (1 + changes % 50) .. ',"version":' .. version .. '}'
  return wrk.format("PATCH", "/api/cart/lines/" .. line, { Cookie = cookie, ["Content-Type"] = "application/json" }, body)
end
response = function(status, headers, body)
  version = body:match('"version":(%d+)')
end
`,
  );

const graph = (query, variables, headers) => ({
  method: "POST",
  path: "/shop-api",
  body: JSON.stringify({ query, variables }),
  headers,
});
const ORDER =
  "id code totalWithTax subTotalWithTax totalQuantity lines { id quantity linePriceWithTax unitPriceWithTax productVariant { id sku name options { name } product { slug } } }";

/** The peer. */
async function theirs() {
  const port = await freePort();
  const began = performance.now();
  const child = spawn("node", [resolve("tests/load/peers/vendure.mjs"), peer, `${port}`, `${count}`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("exit", () => child.kill());
  const first = async () => {
    for await (const chunk of child.stdout) if (`${chunk}`.includes("ready")) return;
    throw new Error("the peer has gone");
  };
  await first();
  const milliseconds = performance.now() - began;
  const base = `http://127.0.0.1:${port}`;
  const ask = async (query, variables, token) => {
    const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(`${base}/shop-api`, {
      method: "POST",
      headers,
      body: JSON.stringify({ query, variables }),
    });
    const body = await json(answer);
    if (body.errors) throw new Error(JSON.stringify(body.errors));
    return { data: body.data, token: answer.headers.get("vendure-auth-token") };
  };
  const ids = [];
  for (let skip = 0; ids.length < LINES; skip += 1) {
    const { data } = await ask(`{ product(slug: "${list[skip].slug}") { variants { id } } }`);
    ids.push(...data.product.variants.map(({ id }) => id));
  }
  const addMany = `mutation ($inputs: [AddItemInput!]!) { addItemsToOrder(inputs: $inputs) { order { ${ORDER} } errorResults { ... on ErrorResult { message } } } }`;
  const inputs = ids.slice(0, LINES).map((productVariantId) => ({ productVariantId, quantity: 1 }));
  const carts = [];
  for (let cart = 0; cart < CARTS; cart++) {
    const { data, token } = await ask(addMany, { inputs });
    if (data.addItemsToOrder.order.lines.length !== LINES) throw new Error("the peer's cart is not whole");
    carts.push({ token, line: data.addItemsToOrder.order.lines[0].id });
  }
  const product =
    "query ($slug: String!) { product(slug: $slug) { id name slug description facetValues { name } variants { id sku name priceWithTax stockLevel options { code name } } } }";
  const search =
    "query ($input: SearchInput!) { search(input: $input) { totalItems items { productId productName slug sku priceWithTax { ... on PriceRange { min max } ... on SinglePrice { value } } } facetValues { count facetValue { id name facet { name } } } } }";
  const input = (term) => ({ input: { term, groupByProduct: true, take: 24 } });
  const adjust = `mutation ($id: ID!, $quantity: Int!) { adjustOrderLine(orderLineId: $id, quantity: $quantity) { ... on Order { ${ORDER} } ... on ErrorResult { message } } }`;
  const bearer = ({ token }) => ({ Authorization: `Bearer ${token}` });
  return {
    base,
    child,
    milliseconds,
    product: list.map(({ slug }) => graph(product, { slug })),
    kept: words.map((word) => graph(search, input(word))),
    never: words.map((word) => graph(search, input(word))),
    begun: [
      graph(
        `mutation ($id: ID!) { addItemToOrder(productVariantId: $id, quantity: 1) { ... on Order { ${ORDER} } ... on ErrorResult { message } } }`,
        {
          id: ids[0],
        },
      ),
    ],
    read: carts.map((cart) => graph(`{ activeOrder { ${ORDER} } }`, {}, bearer(cart))),
    many: [graph(addMany, { inputs })],
    changed: async (base) => {
      const requests = carts.flatMap((cart) =>
        Array.from({ length: 4 }, (_, nth) => graph(adjust, { id: cart.line, quantity: 2 + nth }, bearer(cart))),
      );
      return (await wrk(base, { script: script("their-changed", requests), seconds: LONGER.their * seconds }))
        .perSecond;
    },
  };
}

/** Acts of the issue, and how often ours are done for one of theirs at least. */
/** @type {[string, string, number][]} */
const ACTS = [
  ["A product with its 12 articles", "product", 600],
  ["A search, 24 hits with facets, of words that were asked before", "kept", 750],
  [
    "A search in a range of prices that nobody asked for before (theirs keeps none, ours what words find)",
    "never",
    400,
  ],
  ["A new cart with one line", "begun", 150],
  [`A cart of ${LINES} lines read`, "read", 200],
  [`${LINES} lines in one call`, "many", 150],
  [`One of ${LINES} lines changed`, "changed", 120],
];

/** A peer that takes seconds for an act is given time to end some. */
const LONGER = { our: 1, their: 6 };

async function measured(side, name) {
  const found = [];
  for (const [, act] of ACTS) {
    const times = [];
    for (let round = 0; round < rounds; round++) {
      const requests = side[act];
      times.push(
        typeof requests === "function"
          ? await requests(side.base)
          : (await wrk(side.base, { script: script(`${name}-${act}`, requests), seconds: LONGER[name] * seconds }))
              .perSecond,
      );
    }
    found.push(median(times));
  }
  return found;
}

const memory = (pid) => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;

try {
  const own = await ours();
  const ownIdle = memory(own.child.pid);
  const our = await measured(own, "our");
  const ownAfter = memory(own.child.pid);
  await stopStore(own);
  // Filled by the first start; measured is the second.
  const filled = await theirs();
  filled.child.kill();
  await once(filled.child, "exit");
  const other = await theirs();
  const otherIdle = memory(other.child.pid);
  const their = await measured(other, "their");
  const otherAfter = memory(other.child.pid);
  other.child.kill();
  await once(other.child, "exit");

  const number = (value) => (value < 100 ? value.toFixed(1) : value.toFixed(0));
  const rows = ACTS.map(([act, , wanted], at) => {
    const ratio = our[at] / their[at];
    return `| ${act} | ${number(their[at])}/s | ${number(our[at])}/s | ${number(ratio)} × | ${wanted} × | ${ratio >= wanted ? "reached" : "**not reached**"} |`;
  });
  const start = other.milliseconds / own.milliseconds;
  rows.push(
    `| Start to the first answer | ${other.milliseconds.toFixed(0)} ms | ${own.milliseconds.toFixed(0)} ms | ${number(start)} × | 40 × | ${start >= 40 ? "reached" : "**not reached**"} |`,
    `| Memory idle / after all this | ${otherIdle.toFixed(0)} / ${otherAfter.toFixed(0)} MB | ${ownIdle.toFixed(0)} / ${ownAfter.toFixed(0)} MB | – | 50 / 100 MB | ${ownIdle <= 50 && ownAfter <= 100 ? "reached" : "**not reached**"} |`,
  );
  const { version } = JSON.parse(readFileSync(join(peer, "node_modules/@vendure/core/package.json"), "utf8"));
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const text = `## Beside a peer

By \`make bench-peers\`: Vendure ${version} on SQLite, in production mode with its default search, and this store on SQLite, one after the
other; ${count.toLocaleString("en-US")} styles of 12 articles, 32 connections, ${seconds} s a round (the peer six times as long), ${rounds} rounds, medians. Commit ${commit}, ${cpus().length} × ${cpus()[0].model.trim()}, generator
on the same processors: only the ratios mean something.

| act | Vendure | Fieldhouse | ratio | wanted | |
|---|---|---|---|---|---|
${rows.join("\n")}
`;
  console.log(text);
  const file = "docs/BENCHMARKS.md";
  const [head, ...sections] = readFileSync(file, "utf8").split(/^(?=## )/m);
  const others = sections.filter((section) => !section.startsWith("## Beside a peer"));
  writeFileSync(file, [head, ...others.map((section) => `${section.trimEnd()}\n\n`), text].join(""));
} finally {
  stopAll();
}
process.exit(0);
