// A day's mix at a constant rate: acts begin whatever became of those before, so that a stall is seen by all who would have
// come meanwhile. First how much the store can do, then a quarter, half, most and nearly all of it.
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { register } from "../sign-ins.mjs";
import { demoStore, folder, json, plainSkus, residentMegabytes, seconds } from "../stage.mjs";

export const title = "A steady mix";

/** Of a hundred acts. */
const SHARES = { browse: 80, search: 10, cart: 8, checkout: 1, "sign-in": 1 };
const LOADS = [25, 50, 70, 90];

/** The kinds of acts spread evenly over a hundred: the rare ones never come together. */
const acts = () => {
  const places = Object.entries(SHARES).flatMap(([kind, share]) =>
    Array.from({ length: share }, (_, nth) => ({ kind, at: (nth + 0.5) / share })),
  );
  return places.toSorted((a, b) => a.at - b.at).map(({ kind }) => kind);
};

export async function measure(row) {
  const { base, port, child } = await demoStore();
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
      email: "coach.reyes@lincoln.example",
      address: {
        firstName: "Dana",
        lastName: "Reyes",
        company: "Lincoln High School",
        phoneNumber: "555-201-7788",
        address: "12 Field Street",
        country: "US",
        city: "Dallas",
        state: "TX",
        zip: "75201",
      },
      method: "standard",
      instructions: "",
    },
    accounts: Array.from({ length: 100 }, (_, index) => `known-${String(index).padStart(3, "0")}@bench.example`),
    password: "seven green llamas",
  };
  const file = join(folder, "plan.json");
  writeFileSync(file, JSON.stringify(plan));
  const steady = async (rate, lasting) => {
    const { stdout } = await promisify(execFile)("target/release/fieldhouse-steady", [file, `${rate}`, `${lasting}`]);
    return JSON.parse(stdout);
  };
  await steady(0, seconds);
  const all = await steady(0, 3 * seconds);
  if (all.failed > 0) throw new Error(`${all.failed} acts failed: ${all.firstError}`);
  const most = all.all.acts / all.seconds;
  row(
    "Acts of 32 clients one after the other, generator on the same processors (browse 80, search 10, cart 8, checkout 1, sign-in 1)",
    "–",
    `${most.toFixed(0)}/s`,
    true,
  );
  const milliseconds = (number) => number.toFixed(number < 10 ? 1 : 0);
  for (const share of LOADS) {
    const rate = Math.round((most * share) / 100);
    const { all: times, kinds, failed, firstError } = await steady(rate, 6 * seconds);
    if (failed > 0) console.log(`${failed} failed: ${firstError}`);
    const told = ({ p50, p99, p999 }) => [p50, p99, p999].map(milliseconds).join(" / ");
    row(
      `The same at ${share} % of that, as many whatever becomes of them: p50 / p99 / p99.9 (placing an order with all before it)`,
      share < 90 ? "p99 ≤ 50 ms, 0 failed" : "0 failed",
      `${told(times)} ms at ${rate}/s (${told(kinds.checkout)} ms), ${failed} failed`,
      failed === 0 && (share === 90 || times.p99 <= 50),
    );
  }
  const memory = residentMegabytes(child.pid);
  row("Resident memory after it", "≤ 100 MB", `${memory.toFixed(0)} MB`, memory <= 100);
}
