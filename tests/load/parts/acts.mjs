// What shoppers do most, at full load: carts that are begun, read and changed, many lines in one call, searches that nobody
// asked before. Beside each stands what one act costs the store in processor time, which other work on the machine does
// not change.
import { readFileSync } from "node:fs";
import http from "node:http";
import { demoStore, json, lua, median, plainSkus, rounds, seconds, wrk } from "../stage.mjs";

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

const cartOf = async (base, skus) => {
  const body = JSON.stringify({ lines: skus.map((sku) => ({ sku, quantity: 1 })) });
  const response = await fetch(`${base}/api/cart/lines`, { method: "POST", headers, body });
  const change = await json(response);
  const line = change.cards[0].lineItems[0].lineItemId;
  return { cookie: response.headers.getSetCookie()[0].split(";")[0], version: change.head.version, line };
};

const posting = (name, body) =>
  lua(name, `wrk.method = "POST"\nwrk.headers["Content-Type"] = "application/json"\nwrk.body = '${body}'\n`);

/** Clients that change one line of a cart of their own each, one change after the other, for some seconds. */
async function changing(port, carts) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: carts.length });
  const end = Date.now() + seconds * 1000;
  let changes = 0;
  const send = (cart, body) =>
    new Promise((resolve, reject) => {
      const request = http.request(
        {
          agent,
          host: "127.0.0.1",
          port,
          method: "PATCH",
          path: `/api/cart/lines/${cart.line}`,
          headers: { ...headers, cookie: cart.cookie, "content-length": Buffer.byteLength(body) },
        },
        async (response) => {
          const text = Buffer.concat(await response.toArray()).toString();
          if (response.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`a change was answered ${response.statusCode}: ${text}`));
        },
      );
      request.once("error", reject);
      request.end(body);
    });
  const client = async (cart) => {
    while (Date.now() < end) {
      const change = await send(cart, JSON.stringify({ quantity: 1 + (changes % 50), version: cart.version }));
      cart.version = change.head.version;
      changes += 1;
    }
  };
  await Promise.all(carts.map(client));
  agent.destroy();
  return { perSecond: changes / seconds };
}

export async function measure(row) {
  const { base, port, child } = await demoStore();
  const skus = await plainSkus(base, 500);
  const fifty = skus.slice(0, LINES);
  const carts = [];
  for (let nth = 0; nth < CONNECTIONS; nth++) carts.push(await cartOf(base, fifty));
  const cookies = carts.map(({ cookie }) => JSON.stringify(cookie)).join(",");
  const reading = lua(
    "reading.lua",
    `local cookies = {${cookies}}\nlocal at = 0\nrequest = function()\n  at = at % #cookies + 1\n  return wrk.format("GET", "/api/cart/active", {Cookie = cookies[at]})\nend\n`,
  );
  const words = "jersey ball short bag glove helmet red navy youth mesh hoodie cone net pad tee".split(" ");
  const never = lua(
    "searching.lua",
    `local words = {${words.map((word) => JSON.stringify(word)).join(",")}}\nlocal at = ${Date.now() % 1_000_000}\nrequest = function()\n  at = at + 1\n  local query = words[at % #words + 1] .. "&price=" .. (at % 90) .. "-" .. (2000 + at)\n  return wrk.format("GET", "/api/search?query=" .. query)\nend\n`,
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
      `≥ ${wanted.toLocaleString("en-US")}/s`,
      `${perSecond.toFixed(0)}/s, ${cost.toFixed(2)} ms of processor each`,
      perSecond >= wanted,
    );
  };
  const lines = `${base}/api/cart/lines`;
  await act(`A cart of ${LINES} lines read`, 7600, () => wrk(base, { script: reading }));
  await act(`One of ${LINES} lines changed, a cart a client`, 1920, () => changing(port, carts));
  await act("A new cart with one line", 2850, () => wrk(lines, { script: one }));
  await act(`A new cart with ${LINES} lines in one call`, 345, () => wrk(lines, { script: many }));
  await act("A search that nobody asked before, 24 hits with facets", 9200, () => wrk(base, { script: never }));
}
