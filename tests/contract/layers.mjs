// Which way imports go inside the storefront: app → features → shared → ui and brands. A feature is a folder
// `features/<group>/<name>`; what it imports of another one is counted, and the count only falls. The desk is a bundle of
// its own over shared, ui and brands, in the same layers once more; nothing of the store imports of it. Tests may import
// anything.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const KNOWN = "tests/contract/between-features.json";

/** Layers from the top; what has a later place may be imported by what has an earlier one. */
const LAYERS = { app: 0, features: 1, shared: 2, brands: 3, ui: 3 };
/** The same within `desk/`: what starts it is its app. */
const DESK = { app: 0, features: 1, shared: 2, ui: 2 };
const isOfDesk = (file) => file.startsWith("desk/");
const inDesk = (file) => file.slice("desk/".length);

/** The first folder below `src`; what starts the app belongs to it. */
const layerOf = (file) => (file.includes("/") ? file.split("/")[0] : "app");
const featureOf = (file) => (layerOf(file) === "features" ? file.split("/").slice(1, 3).join("/") : "");

/** Paths below `src` that a source imports: statically, when needed, for types or for what they do. */
function importsOf(file, source) {
  const code = source.replaceAll(/^\s*(\/\/|\*).*$/gm, "");
  const named = code.matchAll(/\b(?:from|import)\s*\(?\s*["'](\.[^"']*)["']/g);
  return [...named].map(([, name]) => path.posix.join(path.posix.dirname(file), name));
}

/** What is wrong with an import of the desk, or into it. */
function breachOfDesk(file, target) {
  if (!isOfDesk(file)) return `${file}: imports ${target}, which is the desk's`;
  if (!isOfDesk(target))
    return LAYERS[layerOf(target)] >= LAYERS.shared
      ? undefined
      : `${file}: imports ${target}, which is the storefront's`;
  const [from, to] = [DESK[layerOf(inDesk(file))], DESK[layerOf(inDesk(target))]];
  if (from === undefined || to === undefined) return `${file}: ${target} is of no layer`;
  return to < from ? `${file}: imports ${target}, which lies above it` : undefined;
}

/** What breaks the direction, and how often each feature imports of each other one; `sources` by path below `src`. */
export function readLayers(sources) {
  const breaches = [];
  const between = {};
  for (const [file, source] of Object.entries(sources)) {
    if (/\.test\.tsx?$/.test(file)) continue;
    for (const target of importsOf(file, source)) {
      if (isOfDesk(file) || isOfDesk(target)) {
        const breach = breachOfDesk(file, target);
        if (breach) breaches.push(breach);
        continue;
      }
      const [from, to] = [LAYERS[layerOf(file)], LAYERS[layerOf(target)]];
      if (from === undefined || to === undefined) breaches.push(`${file}: ${target} is of no layer`);
      else if (to < from) breaches.push(`${file}: imports ${target}, which lies above it`);
      const [own, other] = [featureOf(file), featureOf(target)];
      if (own === "" || other === "" || own === other) continue;
      between[own] ??= {};
      between[own][other] = (between[own][other] ?? 0) + 1;
    }
  }
  return { breaches, between };
}

/** Where features import more of each other than is known, or less, so that what is known can be lowered. */
export function comparedToKnown(between, known) {
  const pairs = (table) => Object.entries(table).flatMap(([own, others]) => Object.keys(others).map((o) => [own, o]));
  const all = new Map([...pairs(between), ...pairs(known)].map((pair) => [pair.join(" → "), pair]));
  const findings = [];
  for (const [name, [own, other]] of all) {
    const [now, before] = [between[own]?.[other] ?? 0, known[own]?.[other] ?? 0];
    if (now > before) findings.push(`${name}: ${now} imports, ${before} are known; use what is shared`);
    if (now < before)
      findings.push(`${name}: ${now} imports, ${before} are known; node tests/contract/layers.mjs --lower`);
  }
  return findings;
}

/** Every finding about the storefront's sources. */
export function layerFindings(sources) {
  const { breaches, between } = readLayers(sources);
  return [...breaches, ...comparedToKnown(between, JSON.parse(readFileSync(KNOWN, "utf8")))];
}

/** What is known now, with every number that fell. */
export function lowered(between, known) {
  const rows = Object.entries(known).map(([own, others]) => {
    const now = (other) => Math.min(others[other], between[own]?.[other] ?? 0);
    const kept = Object.keys(others).filter((other) => now(other) > 0);
    return [own, Object.fromEntries(kept.map((other) => [other, now(other)]))];
  });
  return Object.fromEntries(rows.filter(([, others]) => Object.keys(others).length > 0));
}

/** The storefront's sources by path below `src`, of the files that belong to the project. */
export const sourcesOf = (files) =>
  Object.fromEntries(
    files
      .filter((file) => /^web\/src\/.*\.tsx?$/.test(file))
      .map((file) => [file.slice("web/src/".length), readFileSync(file, "utf8")]),
  );

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes("--lower")) {
  const { execFileSync } = await import("node:child_process");
  const files = execFileSync("git", ["ls-files", "web/src"], { encoding: "utf8" }).trim().split("\n");
  const known = JSON.parse(readFileSync(KNOWN, "utf8"));
  writeFileSync(KNOWN, `${JSON.stringify(lowered(readLayers(sourcesOf(files)).between, known), null, 2)}\n`);
}
