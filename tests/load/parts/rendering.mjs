// Pages that nobody asked for before: what an engine takes for one, how many two processors make in a second, and what people who
// only change their carts notice of it. The store's own figures tell how long the engines were at it.
import { demoStore, json, lua, median, plainSkus, rounds, seconds, startStore, stopStore, wrk } from "../stage.mjs";

export const title = "Rendering";

const WORDS = "jersey ball short bag glove helmet red navy youth mesh".split(" ");
/** Clients that ask for pages all the time. */
const ASKING = 8;

/** Pages that are made new each time: their price filter is one nobody had. */
const never = (name, from) =>
  lua(
    name,
    `local words = {${WORDS.map((word) => JSON.stringify(word)).join(",")}}
local at = ${from}
request = function()
  at = at + 1
  return wrk.format("GET", "/search/?price=0-" .. (20000 + at) .. "&query=" .. words[at % #words + 1])
end
`,
  );

/** How many pages were rendered since the start, and how many milliseconds the engines took for them. */
async function rendered(base) {
  const text = await (await fetch(`${base}/metrics`)).text();
  const told = (name) => Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)[1]);
  return [told("fieldhouse_pages_rendered_total"), told("fieldhouse_page_render_microseconds_total") / 1000];
}

/** Milliseconds of an engine a page, while these addresses are asked for one after the other. */
async function eachOf(base, addresses) {
  const [pages, time] = await rendered(base);
  for (const address of addresses) {
    const answer = await fetch(base + address);
    const text = await answer.text();
    if (answer.status !== 200 || !text.includes("<main")) throw new Error(`${address} went out unrendered`);
  }
  const [more, longer] = await rendered(base);
  if (more - pages !== addresses.length) throw new Error(`${more - pages} of ${addresses.length} pages were new`);
  return (longer - time) / addresses.length;
}

export async function measure(row) {
  await demoStore();
  const store = await startStore("store.db", { FIELDHOUSE_METRICS: "true" });
  const { base } = store;
  const lists = (from, count) =>
    Array.from({ length: count }, (_, nth) => `/search/?price=0-${from + nth}&query=${WORDS[nth % WORDS.length]}`);
  await eachOf(base, lists(50_000, 20));
  const list = await eachOf(base, lists(51_000, 100));
  row("A list page of 24 tiles, engine's time", "≤ 10 ms", `${list.toFixed(1)} ms`, list <= 10);
  const products = [];
  for (let page = 1; products.length < 100; page++) {
    const { hits } = await json(await fetch(`${base}/api/search?page=${page}`));
    products.push(...hits.map(({ href }) => href));
  }
  const product = await eachOf(base, [...new Set(products)].slice(0, 100));
  row("A product page, engine's time", "–", `${product.toFixed(1)} ms`, true);

  const sku = (await plainSkus(base, 1))[0];
  const begun = lua(
    "begun.lua",
    `wrk.method = "POST"\nwrk.headers["Content-Type"] = "application/json"\nwrk.body = '${JSON.stringify({ lines: [{ sku, quantity: 2 }] })}'\nfunction delay() return 60 end\n`,
  );
  const carts = `${base}/api/cart/lines`;
  const [alone, beside, made, refused] = [[], [], [], []];
  for (let round = 0; round < rounds; round++) {
    alone.push((await wrk(carts, { script: begun })).p99);
    const [before] = await rendered(base);
    const asking = wrk(base, { script: never("asking.lua", round * 1_000_000), connections: ASKING, mayRefuse: true });
    beside.push((await wrk(carts, { script: begun })).p99);
    refused.push((await asking).refused);
    made.push(((await rendered(base))[0] - before) / seconds);
  }
  const pages = [];
  for (let round = 0; round < rounds; round++) {
    const [before] = await rendered(base);
    await wrk(base, {
      script: never("only.lua", 100_000_000 + round * 1_000_000),
      connections: ASKING,
      mayRefuse: true,
    });
    pages.push(((await rendered(base))[0] - before) / seconds);
  }
  row(
    `List pages that nobody asked for, ${ASKING} clients, generator on the same processors`,
    "≥ 150/s",
    `${median(pages).toFixed(0)}/s`,
    median(pages) >= 150,
  );
  const [one, other] = [median(alone), median(beside)];
  row(
    `500 carts begun a second beside them, p99 beside p99 alone`,
    "≤ 1.5 ×",
    `${(other / one).toFixed(2)} × (${other.toFixed(1)} ms beside ${one.toFixed(1)} ms; ${median(made).toFixed(0)} pages/s, ${median(refused)} told to come back)`,
    other <= 1.5 * one,
  );
  await stopStore(store);
}
