// A day's mix of what shoppers do, by the generator of tests/load/steady: at a constant rate acts begin whatever became of those
// before, so that a stall is seen by all who would have come meanwhile.
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { address, coach } from "../e2e/buyers.mjs";
import { register } from "./sign-ins.mjs";
import { folder, json, plainSkus, seconds } from "./stage.mjs";

/** Of a hundred acts. */
const SHARES = { browse: 80, search: 10, cart: 8, checkout: 1, "sign-in": 1 };

/** What a hundred acts are, in words. */
export const shares = Object.entries(SHARES)
  .map((share) => share.join(" "))
  .join(", ");

/** The kinds of acts spread evenly over a hundred: the rare ones never come together. */
const acts = () => {
  const places = Object.entries(SHARES).flatMap(([kind, share]) =>
    Array.from({ length: share }, (_, nth) => ({ kind, at: (nth + 0.5) / share })),
  );
  return places.toSorted((a, b) => a.at - b.at).map(({ kind }) => kind);
};

/**
 * Makes the accounts of a store of the demo that are signed in to, and writes down what shoppers do there.
 * @param {{ base: string, port: number }} store
 * @returns {Promise<string>} the plan's file
 */
export async function planOf({ base, port }) {
  await register(port);
  const list = await json(await fetch(`${base}/api/search?query=jersey`));
  const products = list.hits.map(({ href }) => href);
  const lists = ["/", "/search/?query=jersey", "/search/?query=ball", "/c/football/"];
  const answers = products.map((href) => `/api/catalog/products/${href.split("/")[2]}`);
  const words = "jersey ball short bag glove helmet red navy youth mesh hoodie cone net pad tee".split(" ");
  const plan = {
    base,
    host: `fieldhouse.localhost:${port}`,
    clients: 32,
    acts: acts(),
    pages: [...products, ...lists, ...answers],
    queries: words.flatMap((one) => words.map((other) => (one === other ? one : `${one}+${other}`))),
    skus: await plainSkus(base, 300),
    shipping: {
      email: coach,
      address,
      method: "standard",
      instructions: "",
    },
    accounts: Array.from({ length: 100 }, (_, index) => `known-${String(index).padStart(3, "0")}@bench.example`),
    password: "seven green llamas",
  };
  const file = join(folder, "plan.json");
  writeFileSync(file, JSON.stringify(plan));
  return file;
}

/**
 * Acts of a plan, `rate` a second for so long; with rate 0 so many clients as the plan names go on one after the other.
 * @typedef {Record<"acts" | "p50" | "p75" | "p90" | "p95" | "p99" | "p999" | "p9999" | "max", number>} Times in milliseconds
 * @param {string} plan
 * @param {number} rate
 * @param {number} lasting in whole seconds
 * @param {{ signal?: AbortSignal }} options
 * @returns {Promise<{ seconds: number, failed: number, firstError: string, all: Times, kinds: Record<string, Times> }>}
 */
export async function steady(plan, rate, lasting, options = {}) {
  const args = [plan, `${rate}`, `${lasting}`];
  const { stdout } = await promisify(execFile)("target/release/fieldhouse-steady", args, options);
  return JSON.parse(String(stdout));
}

/**
 * How many acts of a plan a second the store can do, once it is warm.
 * @param {string} plan
 */
export async function mostOf(plan) {
  await steady(plan, 0, seconds);
  const { all, failed, firstError, seconds: took } = await steady(plan, 0, 3 * seconds);
  if (failed > 0) throw new Error(`${failed} acts failed: ${firstError}`);
  return all.acts / took;
}

/** Milliseconds as they are told. */
export const milliseconds = (number) => number.toFixed(number < 10 ? 1 : 0);
