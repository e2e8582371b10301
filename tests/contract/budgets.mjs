// Sizes that have a budget: what the browser must load. Read from what was built.
import { existsSync, readFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const WASM = "pkg/dist/fieldhouse_rules_bg.wasm";
// Loaded with the roster page only.
const ROSTER = "pkg/dist/roster/fieldhouse_roster_bg.wasm";
const MANIFEST = "web/dist/.vite/manifest.json";

const wasmBytes = (file) =>
  brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

const scriptBytes = () => {
  const manifest = JSON.parse(readFileSync(MANIFEST, "utf8"));
  const reached = new Set();
  const visit = (key) => {
    if (reached.has(key)) return;
    reached.add(key);
    for (const next of manifest[key].imports ?? []) visit(next);
  };
  for (const [key, entry] of Object.entries(manifest)) if (entry.isEntry) visit(key);
  return [...reached]
    .map((key) => manifest[key].file)
    .filter((file) => file.endsWith(".js"))
    .reduce((sum, file) => sum + gzipSync(readFileSync(`web/dist/${file}`), { level: 9 }).length, 0);
};

/** Name, limit and size in bytes of everything with a budget that has been built. */
export const budgets = () => [
  ...(existsSync(WASM) ? [{ name: "rules.wasm, brotli", limit: 80_000, size: wasmBytes(WASM) }] : []),
  ...(existsSync(ROSTER) ? [{ name: "roster.wasm, brotli", limit: 100_000, size: wasmBytes(ROSTER) }] : []),
  ...(existsSync(MANIFEST)
    ? [{ name: "JavaScript before interaction, gzip", limit: 160_000, size: scriptBytes() }]
    : []),
];
