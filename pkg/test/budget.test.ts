// What the browser loads of the rules stays within the house's budget.
import { execFileSync } from "node:child_process";
import path from "node:path";

test("rules.wasm is at most 80 kB as sent, roster.wasm at most 100 kB", () => {
  const script = path.resolve(import.meta.dirname, "../budget.mjs");
  // The script fails above the budget, with the size as its message.
  expect(execFileSync(process.execPath, [script, "--enforce"], { encoding: "utf8" })).toMatch(
    /^rules\.wasm: \d+ bytes.*\nroster\.wasm: \d+ bytes/,
  );
});
