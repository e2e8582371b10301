// Prints the sizes of the wasm modules as sent (brotli 11); with --enforce it fails above the house's budget.
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const modules = [
  { name: "rules.wasm", file: "./dist/fieldhouse_rules_bg.wasm", limit: 80_000 },
  // Loaded with the roster page only.
  { name: "roster.wasm", file: "./dist/roster/fieldhouse_roster_bg.wasm", limit: 100_000 },
];
for (const { name, file, limit } of modules) {
  const bytes = readFileSync(new URL(file, import.meta.url));
  const sent = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  console.log(`${name}: ${bytes.length} bytes, ${sent} brotli (budget ${limit})`);
  if (sent > limit && process.argv.includes("--enforce")) process.exitCode = 1;
}
