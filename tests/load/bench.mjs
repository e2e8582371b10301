// The figures of docs/BENCHMARKS.md: each beside its yardstick, in one run, on one machine. One file a part below
// parts/: it has a `title` and measures into `row(figure, wanted, measured, holds)`. BENCH_ONLY=cart,browser runs only
// those and leaves the other sections as they are. Loads are bounded in time and go to loopback only.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { performance } from "node:perf_hooks";
import { rounds, seconds, stopAll } from "./stage.mjs";

const order = [
  "start",
  "reading",
  "acts",
  "growth",
  "growth-postgres",
  "cart",
  "sign-in",
  "mix",
  "prices",
  "imports",
  "content",
  "search",
  "catalogues",
  "rendering",
  "bounds",
  "blocked",
  "desk",
  "desk-postgres",
  "plans",
  "upgrade",
  "nodes",
  "orders",
  "documents",
  "browser",
  "browser-acts",
  "lighthouse",
];
const only = process.env.BENCH_ONLY?.split(",");
for (const name of only ?? []) if (!order.includes(name)) throw new Error(`no part ${name}, only ${order.join(", ")}`);

const file = "docs/BENCHMARKS.md";
const [, ...kept] = readFileSync(file, "utf8").split(/^## /m);
const sections = new Map(kept.map((text) => [text.split("\n")[0].trim(), `## ${text.trim()}\n`]));

const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
const machine = `${cpus().length} × ${cpus()[0].model.trim()}`;

const head = `# Benchmarks

Made by \`make bench\`; a part of it by \`BENCH_ONLY=cart make bench\`. Each ratio was measured in one run, turn by turn with
its yardstick, on a machine shared with the load generator; figures without a ratio are that machine's alone, and other machines have others.
The yardstick of requests/s is \`tests/load/bare\`, a bare axum route that returns the same bytes. Load by wrk.
`;

const titles = await Promise.all(order.map(async (name) => (await import(`./parts/${name}.mjs`)).title));
let measured = false;
try {
  for (const name of order) {
    const { title, measure } = await import(`./parts/${name}.mjs`);
    if (only && !only.includes(name)) continue;
    const rows = [];
    const row = (figure, wanted, measured, holds) => {
      rows.push(`| ${[figure, wanted, measured, holds ? "reached" : "**not reached**"].join(" | ")} |`);
      console.log(`${holds ? "reached    " : "NOT REACHED"}  ${figure}: ${measured} (wanted ${wanted})`);
    };
    const began = performance.now();
    await measure(row);
    console.log(`${title}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
    const made = `Commit ${commit}, ${machine}, ${seconds} s a round, ${rounds} rounds, medians.`;
    const table = ["| figure | wanted | measured | |", "|---|---|---|---|", ...rows].join("\n");
    sections.set(title, `## ${title}\n\n${made}\n\n${table}\n`);
    measured = true;
  }
} finally {
  stopAll();
  // Also when a part failed: the others stand.
  // And what others write, scripts/measure-build.sh and scripts/bench-peers.sh, stays before or behind it as it was.
  const names = [...sections.keys()];
  const first = names.findIndex((name) => titles.includes(name));
  const others = names.filter((name) => !titles.includes(name));
  const before = others.filter((name) => first < 0 || names.indexOf(name) < first);
  const behind = others.filter((name) => !before.includes(name));
  const texts = [...before, ...titles.filter((name) => sections.has(name)), ...behind].map((name) =>
    sections.get(name),
  );
  if (measured) writeFileSync(file, [head, ...texts].join("\n"));
}
process.exit(0);
