// The browser's part of the benchmark: rules in Chromium, sizes, Lighthouse.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { budgets } from "../contract/budgets.mjs";
import { cartOf500Lines } from "./cart-500.mjs";
import { rosterStyles, rosterText } from "./roster.mjs";

const executablePath = process.env.CHROMIUM || "/usr/bin/chromium";

/** Rows of the table: figure, wanted, measured, reached. */
export async function browserFigures(base, slug, category) {
  const rows = [];
  for (const { name, limit, size } of budgets())
    rows.push([name, `≤ ${limit / 1000} kB`, `${(size / 1000).toFixed(1)} kB`, size <= limit]);

  const browser = await chromium.launch({ executablePath });
  try {
    const page = await browser.newPage();
    // The very files that ship, on a page of their own: the store has no door for benchmarks.
    await page.route("http://rules.localhost/**", (route) => {
      const name = new URL(route.request().url()).pathname.slice(1);
      if (name === "") return route.fulfill({ contentType: "text/html", body: "<!doctype html><title>rules</title>" });
      const contentType = name.endsWith(".js") ? "text/javascript" : "application/wasm";
      return route.fulfill({ contentType, body: readFileSync(`pkg/dist/${name}`) });
    });
    await page.goto("http://rules.localhost/");
    const milliseconds = await page.evaluate(async (lines) => {
      const rules = await import("/fieldhouse_rules_bg.js");
      const imports = { "./fieldhouse_rules_bg.js": rules };
      const { instance } = await WebAssembly.instantiateStreaming(fetch("/fieldhouse_rules_bg.wasm"), imports);
      rules.__wbg_set_wasm(instance.exports);
      const times = [];
      for (let round = 0; round < 41; round++) {
        const began = performance.now();
        rules.evaluateCart("fieldhouse", lines);
        times.push(performance.now() - began);
      }
      return times.sort((a, b) => a - b)[20];
    }, cartOf500Lines());
    rows.push([
      "One evaluation of a 500-line cart in Chromium, median",
      "≤ 5 ms",
      `${milliseconds.toFixed(2)} ms`,
      milliseconds <= 5,
    ]);
    for (const [count, limit] of [
      [500, 100],
      [2000, 400],
    ]) {
      // A module's glue serves one instance: each count has a page of its own.
      await page.goto("http://rules.localhost/");
      const { middle, ready } = await page.evaluate(
        async ({ text, styles }) => {
          const rules = await import("/roster/fieldhouse_roster_bg.js");
          const imports = { "./fieldhouse_roster_bg.js": rules };
          const { instance } = await WebAssembly.instantiateStreaming(
            fetch("/roster/fieldhouse_roster_bg.wasm"),
            imports,
          );
          rules.__wbg_set_wasm(instance.exports);
          const times = [];
          let view;
          for (let round = 0; round < 21; round++) {
            const began = performance.now();
            const { rows } = rules.readRosterText(text);
            const { headings, columns } = rules.guessRosterColumns(rows);
            view = rules.evaluateRoster({ site: "fieldhouse", columns, styles, rows: rows.slice(headings) });
            times.push(performance.now() - began);
          }
          return { middle: times.sort((a, b) => a - b)[10], ready: view.ready };
        },
        { text: rosterText(count), styles: rosterStyles() },
      );
      if (ready !== count) throw new Error(`${ready} of ${count} roster rows are ready`);
      rows.push([
        `${count.toLocaleString("en-US")} roster rows parsed, matched and priced in Chromium, median`,
        `≤ ${limit} ms`,
        `${middle.toFixed(0)} ms`,
        middle <= limit,
      ]);
    }
  } finally {
    await browser.close();
  }

  for (const [name, path] of [
    ["home", "/"],
    ["list", category],
    ["product", `/p/${slug}/`],
  ]) {
    const report = JSON.parse(
      execFileSync(
        "npx",
        [
          "--no",
          "--",
          "lighthouse",
          base + path,
          "--quiet",
          "--output=json",
          "--only-categories=performance,accessibility,best-practices,seo",
          "--chrome-flags=--headless --no-sandbox --disable-gpu",
        ],
        { encoding: "utf8", maxBuffer: 1 << 28, env: { ...process.env, CHROME_PATH: executablePath } },
      ),
    );
    const score = (category) => Math.round(report.categories[category].score * 100);
    const [speed, access, seo] = [score("performance"), score("accessibility"), score("seo")];
    rows.push([
      `Lighthouse mobile, ${name}: performance / accessibility / best practices / SEO`,
      "≥ 95 / 100 / – / 100",
      `${speed} / ${access} / ${score("best-practices")} / ${seo}`,
      speed >= 95 && access === 100 && seo === 100,
    ]);
  }
  return rows;
}
