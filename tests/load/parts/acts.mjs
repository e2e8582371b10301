// What shoppers do most, at full load: carts that are begun, read and changed, many lines in one call, searches that nobody
// asked before. Beside each stands what one act costs the store in processor time, which other work on the machine does
// not change.
import { readFileSync } from "node:fs";
import {
  demoStore,
  hostileWords,
  json,
  lua,
  median,
  neverAsked,
  newWords,
  plainSkus,
  rounds,
  seconds,
  wrk,
} from "../stage.mjs";

export const title = "Acts";

const LINES = 50;
const CONNECTIONS = 32;
/** Clock ticks a second, as the system counts processor time. */
const TICKS = 100;
const headers = { "content-type": "application/json" };

/** Milliseconds of processor a process has had. */
const processor = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
};

/** Who has a cart of some articles: their cookie. */
const ownerOf = async (base, skus) => {
  const body = JSON.stringify({ lines: skus.map((sku) => ({ sku, quantity: 1 })) });
  const response = await fetch(`${base}/api/cart/lines`, { method: "POST", headers, body });
  await json(response);
  return response.headers.getSetCookie()[0].split(";")[0];
};

const posting = (name, body) =>
  lua(name, `wrk.method = "POST"\nwrk.headers["Content-Type"] = "application/json"\nwrk.body = '${body}'\n`);

/** What a cart is changed by: its line, and the version it has by now. */
const activeOf = async (base, cookie) => {
  const { id, version, items } = await json(await fetch(`${base}/api/cart/active`, { headers: { cookie } }));
  return { cookie, id, version, line: items[0].lineItems[0].lineItemId };
};

/** The carts of some owners, once what an earlier round left on its way has arrived. */
const settled = async (base, owners) => {
  for (let before = ""; ; ) {
    const carts = [];
    for (const cookie of owners) carts.push(await activeOf(base, cookie));
    const now = JSON.stringify(carts);
    if (now === before) return carts;
    before = now;
  }
};

/** Each change is of a cart that nobody changes at the moment, at the version its last answer told. */
const changing = (carts) =>
  lua(
    "changing.lua",
    `local carts = {${carts.map(({ id, version, line, cookie }) => `{id = "${id}", version = ${version}, line = "${line}", cookie = "${cookie}"}`).join(",")}}
local byId, free, changes = {}, {}, 0
for at, cart in ipairs(carts) do byId[cart.id] = cart; free[at] = cart end
request = function()
  local cart = table.remove(free)
  changes = changes + 1
  local body = string.format('{"quantity":%d,"version":%d}', 1 + changes % 50, cart.version)
  local headers = {Cookie = cart.cookie, ["Content-Type"] = "application/json"}
  return wrk.format("PATCH", "/api/cart/lines/" .. cart.line, headers, body)
end
response = function(status, _, body)
  local id, version = string.match(body, '"head":{"id":"([^"]+)","version":(%d+)')
  byId[id].version = version
  table.insert(free, byId[id])
end
`,
  );

export async function measure(row) {
  const { base, child } = await demoStore();
  const skus = await plainSkus(base, 500);
  const fifty = skus.slice(0, LINES);
  const owners = [];
  // One more: before it begins, the generator asks once what a request looks like.
  for (let nth = 0; nth <= CONNECTIONS; nth++) owners.push(await ownerOf(base, fifty));
  const cookies = owners.map((cookie) => JSON.stringify(cookie)).join(",");
  const reading = lua(
    "reading.lua",
    `local cookies = {${cookies}}\nlocal at = 0\nrequest = function()\n  at = at % #cookies + 1\n  return wrk.format("GET", "/api/cart/active", {Cookie = cookies[at]})\nend\n`,
  );
  const one = posting("one.lua", JSON.stringify({ lines: [{ sku: skus[0], quantity: 2 }] }));
  const many = posting("many.lua", JSON.stringify({ lines: fifty.map((sku) => ({ sku, quantity: 1 })) }));

  const act = async (figure, wanted, load) => {
    const measured = [];
    for (let round = 0; round < rounds; round++) {
      const before = processor(child.pid);
      const { perSecond } = await load();
      measured.push([perSecond, (processor(child.pid) - before) / (perSecond * seconds)]);
    }
    const [perSecond, cost] = [0, 1].map((at) => median(measured.map((round) => round[at])));
    row(
      figure,
      wanted === 0 ? "–" : `≥ ${wanted.toLocaleString("en-US")}/s`,
      `${perSecond.toFixed(0)}/s, ${cost.toFixed(2)} ms of processor each`,
      perSecond >= wanted,
    );
    return cost;
  };
  const lines = `${base}/api/cart/lines`;
  await act(`A cart of ${LINES} lines read`, 7600, () => wrk(base, { script: reading }));
  await act(`One of ${LINES} lines changed, a cart a client`, 1920, async () =>
    wrk(base, { script: changing(await settled(base, owners)) }),
  );
  await act("A new cart with one line", 2850, () => wrk(lines, { script: one }));
  await act(`A new cart with ${LINES} lines in one call`, 345, () => wrk(lines, { script: many }));
  const priced = { storeKey: "fieldhouse", flyer: "", programId: "", products: [] };
  priced.products = fifty.map((sku) => ({ sku, quantity: 1, flyer: "", programId: "" }));
  const prices = posting("prices.lua", JSON.stringify(priced));
  await act(`Prices of ${LINES} skus in one call`, 6300, () =>
    wrk(`${base}/api/erp/price-personalized/all/`, { script: prices }),
  );
  await act("A search that nobody asked before, 24 hits with facets", 9200, () => wrk(base, { script: neverAsked() }));
  const honest = await act("The same, of words that nobody asked for before", 10_000, () =>
    wrk(base, { script: newWords() }),
  );
  const hostile = await act("A search of twelve words, each a letter off", 0, () =>
    wrk(base, { script: hostileWords() }),
  );
  row("What that costs beside the one before", "≤ 10 ×", `${(hostile / honest).toFixed(1)} ×`, hostile <= 10 * honest);
}
