// Sizes that have a budget: what the browser must load. Read from what was built as it ships; run by itself it prints
// them and fails above a limit.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
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

/** Name, limit and size in bytes of everything with a budget; nothing where the last build was a quick one. */
export const budgets = () => [
  ...(existsSync("pkg/dist/.shipped")
    ? [
        { name: "rules.wasm, brotli", limit: 80_000, size: wasmBytes(WASM) },
        { name: "roster.wasm, brotli", limit: 100_000, size: wasmBytes(ROSTER) },
      ]
    : []),
  ...(existsSync("web/dist-server/.shipped")
    ? [{ name: "JavaScript before interaction, gzip", limit: 160_000, size: scriptBytes() }]
    : []),
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const measured = budgets();
  for (const { name, limit, size } of measured) console.log(`${name}: ${size} of ${limit} bytes`);
  process.exit(measured.length === 3 && measured.every(({ limit, size }) => size <= limit) ? 0 : 1);
}
