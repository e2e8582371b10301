// What the browser loads and computes: sizes, rules and rosters in Chromium.
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { budgets } from "../../contract/budgets.mjs";
import { cartOf500Lines } from "../cart-500.mjs";
import { rosterStyles, rosterText } from "../roster.mjs";

const executablePath = process.env.CHROMIUM || "/usr/bin/chromium";

export const title = "Browser";

/** Forms that are filled in right, as the rules' own cases have them: arguments by the rule that judges them. */
function filledIn() {
  const right = (file, rule) => {
    const cases = JSON.parse(readFileSync(`tests/vectors/${file}.json`, "utf8"));
    return cases.find(({ call, expect }) => call === rule && Array.isArray(expect) && expect.length === 0).given;
  };
  return {
    checkRegistration: right("account", "checkRegistration"),
    checkAddress: right("addresses", "checkAddress"),
  };
}

export async function measure(row) {
  for (const { name, limit, size, unit } of budgets()) {
    const [wanted, found] =
      unit === "bytes" ? [`${limit / 1000} kB`, `${(size / 1000).toFixed(1)} kB`] : [`${limit}`, `${size}`];
    row(name, `≤ ${wanted}`, found, size <= limit);
  }

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
      const rules = await import(String("/fieldhouse_rules_bg.js"));
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
    row(
      "One evaluation of a 500-line cart in Chromium, median",
      "≤ 5 ms",
      `${milliseconds.toFixed(2)} ms`,
      milliseconds <= 5,
    );
    const forms = await page.evaluate(async (typed) => {
      const rules = await import(String("/account/fieldhouse_account_bg.js"));
      const imports = { "./fieldhouse_account_bg.js": rules };
      const { instance } = await WebAssembly.instantiateStreaming(
        fetch("/account/fieldhouse_account_bg.wasm"),
        imports,
      );
      rules.__wbg_set_wasm(instance.exports);
      return Object.entries(typed).map(([name, given]) => {
        const times = [];
        for (let round = 0; round < 201; round++) {
          let errors = [];
          const began = performance.now();
          // The clock of a page knows tenths of milliseconds.
          for (let again = 0; again < 200; again++) errors = rules[name](...given);
          times.push((performance.now() - began) / 200);
          if (errors.length > 0) throw new Error(`${name}: ${JSON.stringify(errors)}`);
        }
        return { name, middle: times.sort((a, b) => a - b)[100] };
      });
    }, filledIn());
    for (const { name, middle } of forms)
      row(
        `Evaluation of a filled-in form in Chromium, ${name}, median`,
        "≤ 1 ms",
        `${middle.toFixed(3)} ms`,
        middle <= 1,
      );
    for (const [count, limit] of [
      [500, 100],
      [2000, 400],
    ]) {
      // A module's glue serves one instance: each count has a page of its own.
      await page.goto("http://rules.localhost/");
      const { middle, ready } = await page.evaluate(
        async ({ text, styles }) => {
          const rules = await import(String("/roster/fieldhouse_roster_bg.js"));
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
      row(
        `${count.toLocaleString("en-US")} roster rows parsed, matched and priced in Chromium, median`,
        `≤ ${limit} ms`,
        `${middle.toFixed(0)} ms`,
        middle <= limit,
      );
    }
  } finally {
    await browser.close();
  }
}
