// Tables that must stay true: each requirement and each statement of the specifications names a test that
// exists, queries stay in store.rs, licences stay on the list, budgets hold. Prints every finding and
// fails when there is one.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { budgets } from "./budgets.mjs";
import { callerFindings } from "./callers.mjs";
import { circlesOf, importsOf } from "./knot.mjs";
import { layerFindings, sourcesOf } from "./layers.mjs";
import { isOfServer, queryFindings } from "./queries.mjs";
import { britishTexts } from "./spelling.mjs";
import { testsOf } from "./tests-of.mjs";

const findings = [];
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file && existsSync(file));
const text = (file) => readFileSync(file, "utf8");

// 1. Requirements R01–R81: each has a row; a row names an existing test or says why not yet.
const testNames = new Set(
  files
    .filter((file) => /\.(rs|ts|tsx|mjs)$|^tests\/vectors\/.*\.json$/.test(file))
    .flatMap((file) => testsOf(file, text(file)).map((name) => `${file}::${name}`)),
);
/** What is wrong with the cell of a row that names its tests or says why there are none. */
function missingIn(cell, row) {
  const tests = [...cell.matchAll(/`([^`]+::[^`]+)`/g)].map((match) => match[1]);
  if (tests.length === 0 && !/not yet/.test(cell)) return [`${row} names no test and no reason`];
  return tests.filter((test) => !testNames.has(test)).map((test) => `${row} names ${test}, which does not exist`);
}

const table = text("tests/contract/requirements.md");
for (let number = 1; number <= 81; number++) {
  const id = `R${String(number).padStart(2, "0")}`;
  const row = table.match(new RegExp(`^\\| ${id} \\| (.*) \\|$`, "m"));
  if (!row) {
    findings.push(`requirements.md: ${id} has no row`);
    continue;
  }
  findings.push(...missingIn(row[1], `requirements.md: ${id}`));
  if (!/::|not yet: \S/.test(row[1])) findings.push(`requirements.md: ${id} gives no reason`);
}

// 2. The specifications, statement by statement: each names a test or says that there is none yet.
for (const name of ["cart", "account", "shell"]) {
  const file = `docs/spec/${name}.md`;
  const rows = text(file)
    .split("\n")
    .flatMap((line, index) => {
      const row = line.match(/^\| (\w+) §(\d) \| (.+?) \| (.+) \|$/);
      if (!row && /^\| \w+ §/.test(line)) findings.push(`${file}:${index + 1}: not a row of three cells`);
      return row ? [{ place: `${file}:${index + 1}`, of: row[1], section: Number(row[2]), shown: row[4] }] : [];
    });
  for (const row of rows) {
    if (row.of !== name) findings.push(`${row.place}: is about ${row.of}`);
    findings.push(...missingIn(row.shown, row.place));
  }
  for (let section = 1; section <= 9; section++)
    if (!rows.some((row) => row.section === section)) findings.push(`${file}: nothing of §${section}`);
  const open = rows.filter((row) => /not yet/.test(row.shown)).length;
  console.log(`${file}: ${rows.length} statements, ${rows.length - open} shown by tests, ${open} not yet`);
}

// The desk's own statements: `desk: <part>`, what it says, what shows it.
const ofDesk = text("docs/spec/desk.md")
  .split("\n")
  .filter((line) => line.startsWith("| desk:"));
for (const row of ofDesk) {
  const cells = row.match(/^\| desk: [\w ]+ \| (.+?) \| (.+) \|$/);
  if (!cells) findings.push(`docs/spec/desk.md: not a row of three cells: ${row}`);
  else findings.push(...missingIn(cells[2], `docs/spec/desk.md: ${cells[1]}`));
  if (cells && !/::|not yet: \S/.test(cells[2])) findings.push(`docs/spec/desk.md: ${cells[1]} is shown by nothing`);
}
console.log(`docs/spec/desk.md: ${ofDesk.length} statements`);

// 3. Queries live in a feature's store.rs, in db/ or in schema/; nobody builds SQL with format!.
const ofServer = files.filter(isOfServer);
if (ofServer.length < 100) findings.push("queries: the server's sources were not found");
findings.push(...queryFindings(Object.fromEntries(ofServer.map((file) => [file, text(file)]))));

// 4. No money and no site names in TypeScript's logic: both are the rules'.
for (const file of files.filter((file) => /^web\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))) {
  const source = text(file);
  if (/site === ["']/.test(source)) findings.push(`${file}: asks which site it is; brand capabilities are data`);
  // The data layer's readers take dollars as numbers (decisions: content): cents become such numbers there alone.
  const money = file === "web/src/shared/data-layer.ts" ? /toFixed\(2\)/ : /toFixed\(2\)|\/ 100\b|Intl\.NumberFormat/;
  if (money.test(source)) findings.push(`${file}: formats money by itself`);
}

// 5. Licences: every crate and npm package that ships is on the list.
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

// 6. Budgets: what was built stays small.
for (const { name, limit, size, unit } of budgets()) {
  console.log(`${name}: ${size} of ${limit} ${unit}`);
  if (size > limit) findings.push(`${name}: ${size} ${unit}, more than ${limit}`);
}

// 7. Decisions are numbered without gaps or twins.
const numbers = readdirSync("docs/decisions")
  .map((name) => name.slice(0, 4))
  .sort();
numbers.forEach((number, index) => {
  if (Number(number) !== index + 1) findings.push(`docs/decisions: expected number ${index + 1}, found ${number}`);
});

// 8. Texts shown to people are US English. What others write stays: the post's words for streets, the commerce
// platform's states, the words of searches.
const quoted = [
  "core/src/addresses/postal_words.rs",
  "server/bin/src/surfaces/platform/orders.rs",
  "server/shop/src/finding/search/naming.rs",
];
for (const file of files)
  if (
    /^(web|pkg)\/src\/.*\.tsx?$|^(core|server\/\w+)\/src\/.*\.rs$|^server\/demo\/content\/.*\.json$/.test(file) &&
    !/tests?\.(rs|tsx?)$/.test(file) &&
    !quoted.includes(file)
  )
    findings.push(...britishTexts(file, text(file)));

// 9. Imports between the rooms of a crate go one way. Where there is still a knot it only shrinks, until there is none.
const knots = {
  "server/kernel/src/": { groups: [], most: 0 },
  "server/documents/src/": { groups: [], most: 0 },
  "server/shop/src/": { groups: ["buying", "finding", "people", "publishing"], most: 0 },
  "server/bin/src/": { groups: ["surfaces"], most: 0 },
};
for (const [folder, { groups, most }] of Object.entries(knots)) {
  const sources = files.filter((file) => file.startsWith(folder) && file.endsWith(".rs"));
  const rooms = importsOf(Object.fromEntries(sources.map((file) => [file.slice(folder.length), text(file)])), groups);
  const circles = circlesOf(rooms);
  const knotted = circles.flat().length;
  console.log(`${folder}: ${knotted} of ${rooms.size} rooms in circles of imports`);
  if (knotted > most) findings.push(...circles.map((circle) => `${folder}: a circle of imports: ${circle.join(", ")}`));
  else if (knotted < most) findings.push(`${folder}: only ${knotted} rooms in circles now: let check.mjs say so`);
}

// 10. Imports of the storefront go down, and features take less and less of each other.
findings.push(...layerFindings(sourcesOf(files)));

// 11. Who may call is in a handler's signature, as the access table has it.
const surfaces = files.filter((file) => /^server\/bin\/src\/surfaces\/.*\.rs$/.test(file));
const access = text("server/bin/tests/it/access.rs");
findings.push(...callerFindings(Object.fromEntries(surfaces.map((file) => [file, text(file)])), access));

for (const finding of findings) console.error(finding);
console.log(findings.length === 0 ? "contract: all tables hold" : `contract: ${findings.length} findings`);
process.exit(findings.length === 0 ? 0 : 1);
