// Tells the slowest tests of a run from what the runners wrote: node scripts/slowest.mjs FOLDER [HOW MANY]
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const [folder, many = "10"] = process.argv.slice(2);
const tests = [];
for (const file of readdirSync(folder)) {
  const text = () => readFileSync(path.join(folder, file), "utf8");
  if (file.endsWith(".junit.xml")) {
    for (const [, tag] of text().matchAll(/<testcase ([^>]*)>/g)) {
      const attribute = (name) => tag.match(new RegExp(`\\b${name}="([^"]*)"`))?.[1] ?? "";
      tests.push({ seconds: Number(attribute("time")), name: attribute("name") });
    }
  } else if (file.endsWith(".jest.json")) {
    for (const { assertionResults } of JSON.parse(text()).testResults)
      for (const { duration, fullName } of assertionResults)
        tests.push({ seconds: (duration ?? 0) / 1000, name: fullName });
  }
}
console.log(`The slowest ${many} of ${tests.length} tests`);
for (const { seconds, name } of tests.toSorted((one, other) => other.seconds - one.seconds).slice(0, Number(many)))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
