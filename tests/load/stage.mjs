// What every part of the benchmark stands on: stores of its own, the load generator, the bare yardstick.
// Everything runs on loopback and ends with the benchmark.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";

export const seconds = Number(process.env.BENCH_SECONDS ?? 5);
export const rounds = Number(process.env.ROUNDS ?? 3);
export const binary = process.env.FIELDHOUSE_BIN ?? "target/release/fieldhouse";
export const folder = mkdtempSync(join(tmpdir(), "fieldhouse-bench-"));
// The store writes its log to a file, as it does in production.
const log = openSync(join(folder, "log"), "a");
const children = [];

export const freePort = async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  return port;
};

const start = (command, args, env = {}) => {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", log, log] });
  children.push(child);
  return child;
};

// Asks until the answer is 200: the time to it is one of the figures.
const until200 = async (child, url) => {
  const end = performance.now() + 600_000;
  for (let seen = "nothing"; ; ) {
    try {
      const answer = await fetch(url);
      await answer.arrayBuffer();
      if (answer.status === 200) return;
      seen = String(answer.status);
    } catch {}
    if (child.exitCode !== null) throw new Error(`the store has gone: ${readFileSync(join(folder, "log"), "utf8")}`);
    if (performance.now() > end) throw new Error(`${url} answered ${seen} for ten minutes`);
  }
};

export const databaseOf = (name) => `sqlite:${join(folder, name)}`;

/** A store on a database of that name, filled with the demo when it is new; ready when `first`, its home page, is. */
export const startStore = async (name, env = {}, first = "/", address = undefined) => {
  const port = address ?? (await freePort());
  const began = performance.now();
  const child = start(binary, ["serve", "--listen", `127.0.0.1:${port}`], {
    DATABASE_URL: databaseOf(name),
    FIELDHOUSE_DEMO: "true",
    // All the load comes from one address.
    FIELDHOUSE_CERTIFICATE_LOOKUPS: "1000000000",
    FIELDHOUSE_FRIENDLY_CODE_LOOKUPS: "1000000000",
    FIELDHOUSE_LIMITS: "all=1000000000",
    ...env,
  });
  const base = `http://127.0.0.1:${port}`;
  await until200(child, `${base}/healthz`);
  await until200(child, base + first);
  return { child, base, port, milliseconds: performance.now() - began };
};

export const stopStore = async ({ child }) => {
  child.kill();
  await once(child, "exit");
};

let demo;
/** The store most parts measure: the demo, loaded by an earlier start. */
export const demoStore = async () => {
  if (!demo) {
    await stopStore(await startStore("store.db"));
    demo = await startStore("store.db");
  }
  return demo;
};

export const stopAll = () => {
  // At once: a store that may end its work writes its pages into the folder that goes.
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
};

const statusOf = (pid, field) =>
  Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
export const residentMegabytes = (pid) => statusOf(pid, "VmRSS");

/** What a process keeps once it does nothing: a start's own memory is given back within seconds. */
export const settledMegabytes = async (pid) => {
  for (let before = Infinity, looks = 0; ; looks++) {
    const now = residentMegabytes(pid);
    if (now >= before || looks === 15) return now;
    before = now;
    await setTimeout(2_000);
  }
};

// wrk sometimes has no number where it should have one; then nothing is below a bound.
const milliseconds = (text) => {
  const [, value, unit] = /([\d.]+)(us|ms|s)/.exec(text) ?? [undefined, Number.NaN, "ms"];
  return Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit];
};

/** @type {(url: string, how?: { connections?: number, threads?: number, script?: string, seconds?: number, mayRefuse?: boolean }) => Promise<{ perSecond: number, p99: number, refused: number }>} */
export const wrk = async (
  url,
  { connections = 32, threads = 1, script, seconds: lasting = seconds, mayRefuse = false } = {},
) => {
  const args = [`-t${threads}`, `-c${connections}`, `-d${lasting}s`, "--latency"];
  if (script) args.push("-s", script);
  const { stdout: output } = await promisify(execFile)("wrk", [...args, url]);
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0);
  if (refused > 0 && !mayRefuse) throw new Error(`${url}: ${refused} answers were not 2xx\n${output}`);
  return {
    refused,
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)[1]),
    p99: milliseconds(/^\s+99%\s+(\S+)/m.exec(output)[1]),
  };
};

/** A script for wrk. */
export const lua = (name, source) => {
  const file = join(folder, name);
  writeFileSync(file, source);
  return file;
};

/** Somebody who looks at a page every 60 ms on each of 32 connections: about 500 pages a second. */
export const strolling = (pages) => {
  const paths = pages.map((page) => JSON.stringify(page)).join(", ");
  return lua(
    "stroll.lua",
    `local paths = {${paths}}\nlocal at = 0\nrequest = function()\n  at = at % #paths + 1\n  return wrk.format("GET", paths[at])\nend\nfunction delay() return 60 end\n`,
  );
};

const WORDS = "jersey ball short bag glove helmet red navy youth mesh hoodie cone net pad tee".split(" ");

/** A search that nobody asked before each time: one of fifteen words, and a range of prices of its own. */
export const neverAsked = () =>
  lua(
    "searching.lua",
    `local words = {${WORDS.map((word) => JSON.stringify(word)).join(",")}}\nlocal at = ${Date.now() % 1_000_000}\nrequest = function()\n  at = at + 1\n  local query = words[at % #words + 1] .. "&price=" .. (at % 90) .. "-" .. (2000 + at)\n  return wrk.format("GET", "/api/search?query=" .. query)\nend\n`,
  );

/** A search for words that nobody asked for before each time: two words, and two letters that one begins with. */
export const newWords = () =>
  lua(
    "new-words.lua",
    `local words = {${WORDS.map((word) => JSON.stringify(word)).join(",")}}\nlocal at = ${Date.now() % 1_000_000}\nlocal letter = function(number)\n  return string.char(97 + number % 26)\nend\nrequest = function()\n  at = at + 1\n  local pair = math.floor(at / 676)\n  local query = words[pair % #words + 1] .. "+" .. words[math.floor(pair / #words) % #words + 1] .. "+" .. letter(at) .. letter(math.floor(at / 26))\n  return wrk.format("GET", "/api/search?query=" .. query)\nend\n`,
  );

/** A search made to cost: words that no article has, each a letter off one that many have, as many as a query may hold. */
export const hostileWords = () =>
  lua(
    "hostile-words.lua",
    `local words = {${WORDS.map((word) => JSON.stringify(word)).join(",")}}\nlocal at = ${Date.now() % 1_000_000}\nrequest = function()\n  at = at + 1\n  local query = {}\n  for nth = 1, 12 do\n    local word = words[(at + nth) % #words + 1]\n    local where = (at + nth) % #word\n    query[nth] = word:sub(1, where) .. string.char(97 + math.floor(at / 26 + nth) % 26) .. word:sub(where + 2)\n  end\n  return wrk.format("GET", "/api/search?query=" .. table.concat(query, "+") .. string.char(97 + at % 26))\nend\n`,
  );

/** Takes a catalogue over, as the command line does; in how many seconds. */
export const imported = async (name, { file, mapping }, env = {}) => {
  const began = performance.now();
  const options = { env: { ...process.env, ...env, DATABASE_URL: databaseOf(name) }, maxBuffer: 1 << 26 };
  await promisify(execFile)(binary, ["import", file, "--mapping", mapping], options);
  return (performance.now() - began) / 1000;
};

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const share = (numbers, part) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * part)];
export const p95 = (numbers) => share(numbers, 0.95);
export const p99 = (numbers) => share(numbers, 0.99);

/** Requests a second of a path beside a bare route with the same bytes, turn by turn. */
export const besideBare = async (base, path) => {
  const answer = await fetch(base + path);
  const file = join(folder, "bytes");
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
  const port = await freePort();
  const bare = start("target/release/fieldhouse-bare", [String(port), file, answer.headers.get("content-type")]);
  await until200(bare, `http://127.0.0.1:${port}/`);
  const ours = [];
  const theirs = [];
  for (let round = 0; round < rounds; round++) {
    ours.push((await wrk(base + path)).perSecond);
    theirs.push((await wrk(`http://127.0.0.1:${port}/`)).perSecond);
  }
  bare.kill();
  return { ours: median(ours), bare: median(theirs), ratio: median(ours) / median(theirs) };
};

export const json = async (response) => {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  return response.json();
};

const productsOf = async function* (base, query) {
  for (let page = 1; ; page++) {
    const list = await json(await fetch(`${base}/api/search?${query}page=${page}`));
    if (list.hits.length === 0) throw new Error("the demo has too few articles of that kind");
    for (const hit of list.hits)
      yield await json(await fetch(`${base}/api/catalog/products/${hit.href.split("/")[2]}`));
  }
};

const sizesOf = (product) => product.variants.flatMap((group) => group.sizes);
const isSingle = (size) => !size.unavailable && size.price > 0 && size.minOrderQty <= 1 && size.deliveryUnit <= 1;

/** Skus that can be bought in any quantity: no minimum, no multiple, no text, in stock. */
export const plainSkus = async (base, wanted) => {
  const skus = [];
  for await (const product of productsOf(base, "")) {
    if (product.callToOrder || product.freeFormOptions.length > 0) continue;
    skus.push(
      ...sizesOf(product)
        .filter(isSingle)
        .map((size) => size.sku),
    );
    if (skus.length >= wanted) return skus.slice(0, wanted);
  }
};

/** An article with a name and a number a piece that can be bought singly. */
export const namedSku = async (base) => {
  for await (const product of productsOf(base, "query=jersey&")) {
    if (product.callToOrder || product.freeFormOptions.length !== 2) continue;
    const size = sizesOf(product).find(isSingle);
    if (size) return size.sku;
  }
};

/** The slug of the product whose page and JSON are measured. */
export const measuredSlug = async (base) => {
  const list = await json(await fetch(`${base}/api/search?query=jersey`));
  return list.hits[0].href.split("/")[2];
};
