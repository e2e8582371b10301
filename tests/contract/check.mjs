// Tables that must stay true: each requirement names a test that exists, queries stay in store.rs,
// licences stay on the list, budgets hold. Prints every finding and fails when there is one.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { budgets } from "./budgets.mjs";

const findings = [];
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file && existsSync(file));
const text = (file) => readFileSync(file, "utf8");

// 1. Requirements R01–R70: each has a row; a row names an existing test or says why not yet.
const testNames = new Map(
  files
    .filter((file) => /\.(rs|ts|tsx|mjs)$/.test(file))
    .flatMap((file) => {
      const source = text(file);
      const rust = [...source.matchAll(/\bfn (\w+)\s*\(/g)].map((match) => match[1]);
      const script = [...source.matchAll(/\b(?:test|it)\(\s*(["'`])(.*?)\1/g)].map((match) => match[2]);
      return [...rust, ...script].map((name) => [`${file}::${name}`, true]);
    }),
);
const table = text("tests/contract/requirements.md");
for (let number = 1; number <= 70; number++) {
  const id = `R${String(number).padStart(2, "0")}`;
  const row = table.match(new RegExp(`^\\| ${id} \\| (.*) \\|$`, "m"));
  if (!row) {
    findings.push(`requirements.md: ${id} has no row`);
    continue;
  }
  const tests = [...row[1].matchAll(/`([^`]+::[^`]+)`/g)].map((match) => match[1]);
  if (tests.length === 0 && !/not yet:/.test(row[1]))
    findings.push(`requirements.md: ${id} names no test and no reason`);
  for (const test of tests)
    if (!testNames.has(test)) findings.push(`requirements.md: ${id} names ${test}, which does not exist`);
}

// 2. Queries live in a feature's store.rs or in db/; nobody builds SQL with format!.
for (const file of files.filter((file) => /^server\/src\/.*\.rs$/.test(file))) {
  const source = text(file).split("#[cfg(test)]")[0];
  const home = /\/store\.rs$|^server\/src\/db\//.test(file);
  if (
    !home &&
    /sea_orm::(?:\{[^}]*)?\b(EntityTrait|Statement|QueryFilter)\b|execute_unprepared|query_one\(/.test(source)
  )
    findings.push(`${file}: queries belong in store.rs`);
  if (/format!\(\s*"[^"]*\b(SELECT|INSERT|UPDATE|DELETE)\b/.test(source))
    findings.push(`${file}: SQL built with format!`);
}

// 3. No money and no site names in TypeScript's logic: both are the rules'.
for (const file of files.filter((file) => /^web\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))) {
  const source = text(file);
  if (/site === ["']/.test(source)) findings.push(`${file}: asks which site it is; brand capabilities are data`);
  if (/toFixed\(2\)|\/ 100\b/.test(source)) findings.push(`${file}: formats money by itself`);
}

// 4. Licences: every crate and npm package that ships is on the list.
const allowed =
  /^(MIT|MIT-0|Apache-2\.0( WITH LLVM-exception)?|BSD-[123]-Clause|ISC|Zlib|0BSD|CC0-1\.0|Unicode-3\.0|Unlicense|BSL-1\.0|OFL-1\.1|CDLA-Permissive-2\.0|MPL-2\.0|BlueOak-1\.0\.0|Python-2\.0|CC-BY-4\.0)$/;
const isAllowed = (expression) =>
  expression
    .replace(/[()]/g, "")
    .split(/\s+OR\s+|\//)
    .some((choice) => choice.split(/\s+AND\s+/).every((licence) => allowed.test(licence.trim())));
const metadata = JSON.parse(
  execFileSync("cargo", ["metadata", "--format-version", "1", "--locked"], { encoding: "utf8", maxBuffer: 1 << 28 }),
);
for (const crate of metadata.packages)
  if (!isAllowed(crate.license ?? "")) findings.push(`crate ${crate.name}: licence ${crate.license ?? "unknown"}`);
const lock = JSON.parse(text("package-lock.json")).packages;
for (const [path, entry] of Object.entries(lock)) {
  if (!path.startsWith("node_modules/") || entry.link || entry.dev || entry.optional) continue;
  if (!isAllowed(entry.license ?? "")) findings.push(`npm ${path.slice(13)}: licence ${entry.license ?? "unknown"}`);
  if (/^https?:/.test(entry.resolved ?? "")) findings.push(`npm ${path.slice(13)}: the lock file names a host`);
}

// 5. Budgets: what was built stays small.
for (const { name, limit, size } of budgets()) {
  console.log(`${name}: ${size} of ${limit} bytes`);
  if (size > limit) findings.push(`${name}: ${size} bytes, more than ${limit}`);
}

// 6. Decisions are numbered without gaps or twins.
const numbers = readdirSync("docs/decisions")
  .map((name) => name.slice(0, 4))
  .sort();
numbers.forEach((number, index) => {
  if (Number(number) !== index + 1) findings.push(`docs/decisions: expected number ${index + 1}, found ${number}`);
});

for (const finding of findings) console.error(finding);
console.log(findings.length === 0 ? "contract: all tables hold" : `contract: ${findings.length} findings`);
process.exit(findings.length === 0 ? 0 : 1);
