// Sizes that have a budget: what the browser must load. Read from what was built as it ships; run by itself it prints
// them and fails above a limit.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const WASM = "pkg/dist/fieldhouse_rules_bg.wasm";
// Loaded with sign-in, account pages and checkout only.
const ACCOUNT = "pkg/dist/account/fieldhouse_account_bg.wasm";
// Loaded with the roster page only.
const ROSTER = "pkg/dist/roster/fieldhouse_roster_bg.wasm";
// Loaded with the desk only.
const DESK = "pkg/dist/desk/fieldhouse_desk_bg.wasm";
// Loaded with the window that edits an order.
const EDIT = "pkg/dist/edit/fieldhouse_edit_bg.wasm";
// Loaded with a roster of an earlier order.
const SEASON = "pkg/dist/season/fieldhouse_season_bg.wasm";
// Loaded with the desk's pages of stock.
const STOCK = "pkg/dist/stock/fieldhouse_stock_bg.wasm";
const MANIFEST = "web/dist/.vite/manifest.json";
const DESK_MANIFEST = "web/dist-desk/.vite/manifest.json";

const wasmBytes = (file) =>
  brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

/** What each kind of public page comes with beside the entry, as the server names it. */
const KINDS = [
  "src/features/content/content/ContentPage.tsx",
  "src/features/finding/search/ListPage.tsx",
  "src/features/finding/catalog/ProductPage.tsx",
];

/** The chunks that come with the entry, and with others. */
const atTheStart = (manifest, others = []) => {
  const reached = new Set();
  const visit = (key) => {
    if (reached.has(key)) return;
    reached.add(key);
    for (const next of manifest[key].imports ?? []) visit(next);
  };
  for (const [key, entry] of Object.entries(manifest)) if (entry.isEntry) visit(key);
  others.forEach(visit);
  return [...reached].map((key) => manifest[key]);
};

/**
 * How many wasm files a document names, as the server reads it from the manifest: those of the chunks at the start and of
 * what these import when it is needed. More than the rules of all pages would load a module that only some pages need.
 */
export const wasmAtTheStart = (manifest) => {
  const start = atTheStart(manifest);
  const asked = start.flatMap(({ dynamicImports = [] }) => dynamicImports).map((key) => manifest[key]);
  const files = [...start, ...asked].flatMap(({ assets = [] }) => assets).filter((file) => file.endsWith(".wasm"));
  return new Set(files).size;
};

const read = (manifest = MANIFEST) => JSON.parse(readFileSync(manifest, "utf8"));

/**
 * The files of scripts that a public page has before it is alive, a list each kind: those at the start, those of its kind
 * and what calls the rules. What comes to life later, and what is wanted only then, is not among them.
 */
export const scriptsOfPages = (manifest) => {
  const start = atTheStart(manifest);
  const asked = start.flatMap(({ dynamicImports = [] }) => dynamicImports);
  const rules = asked.filter((key) => manifest[key].assets?.some((file) => file.endsWith(".wasm")));
  return KINDS.map((kind) => atTheStart(manifest, [...rules, kind]).map(({ file }) => file));
};

/** Of the kind of page that has most. */
const scriptBytes = () => {
  const bytes = (file) => gzipSync(readFileSync(`web/dist/${file}`), { level: 9 }).length;
  return Math.max(...scriptsOfPages(read()).map((files) => files.reduce((sum, file) => sum + bytes(file), 0)));
};

/** Everything the desk's first page waits for, but for its typeface: scripts, styles and the rules. */
const deskBytes = () => {
  const start = atTheStart(read(DESK_MANIFEST));
  const files = start.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
  return [...new Set(files)]
    .filter((file) => /\.(js|css|wasm)$/.test(file))
    .reduce((sum, file) => sum + gzipSync(readFileSync(`web/dist-desk/${file}`), { level: 9 }).length, 0);
};

/** Name, limit, size and unit of everything with a budget; nothing where the last build was a quick one. */
export const budgets = () => measured().map((row) => ({ unit: "bytes", ...row }));

const measured = () => [
  ...(existsSync("pkg/dist/.shipped")
    ? [
        { name: "rules.wasm, brotli", limit: 70_000, size: wasmBytes(WASM) },
        { name: "account.wasm, brotli", limit: 48_000, size: wasmBytes(ACCOUNT) },
        { name: "roster.wasm, brotli", limit: 100_000, size: wasmBytes(ROSTER) },
      ]
    : []),
  ...(existsSync("web/dist-server/.shipped")
    ? [
        { name: "JavaScript before interaction, gzip", limit: 120_000, size: scriptBytes() },
        { name: "wasm files before interaction", limit: 1, size: wasmAtTheStart(read()), unit: "files" },
      ]
    : []),
  // A build from before there was a desk has none.
  ...(existsSync("pkg/dist/.shipped") && existsSync(DESK)
    ? [{ name: "desk.wasm, brotli", limit: 40_000, size: wasmBytes(DESK) }]
    : []),
  ...(existsSync("pkg/dist/.shipped") && existsSync(EDIT)
    ? [{ name: "edit.wasm, brotli", limit: 36_000, size: wasmBytes(EDIT) }]
    : []),
  ...(existsSync("pkg/dist/.shipped") && existsSync(SEASON)
    ? [{ name: "season.wasm, brotli", limit: 37_000, size: wasmBytes(SEASON) }]
    : []),
  ...(existsSync("pkg/dist/.shipped") && existsSync(STOCK)
    ? [{ name: "stock.wasm, brotli", limit: 30_000, size: wasmBytes(STOCK) }]
    : []),
  ...(existsSync("web/dist-server/.shipped") && existsSync(DESK_MANIFEST)
    ? [{ name: "the desk's first load, gzip", limit: 130_000, size: deskBytes() }]
    : []),
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rows = budgets();
  for (const { name, limit, size, unit } of rows) console.log(`${name}: ${size} of ${limit} ${unit}`);
  process.exit(rows.length === 10 && rows.every(({ limit, size }) => size <= limit) ? 0 : 1);
}
