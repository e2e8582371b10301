// Prints the size of the wasm as sent (brotli 11); with --enforce it fails above the house's budget.
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const limit = 80_000;
const file = new URL("./dist/fieldhouse_rules_bg.wasm", import.meta.url);
const bytes = readFileSync(file);
const sent = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
console.log(`rules.wasm: ${bytes.length} bytes, ${sent} brotli (budget ${limit})`);
if (sent > limit && process.argv.includes("--enforce")) process.exitCode = 1;
