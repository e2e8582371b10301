// How long a change of content takes from the command line's end to the page that visitors get.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { promisify } from "node:util";

/** Milliseconds until the home page shows each of `rounds` changes, of all the slowest. */
export async function contentVisible({ binary, base, database, folder, rounds }) {
  const env = { ...process.env, DATABASE_URL: database };
  const run = (...command) => promisify(execFile)(binary, command, { env });
  const out = join(folder, "content");
  await run("export", "content", out, "--site", "fieldhouse");
  const file = join(out, "fieldhouse.json");
  const content = JSON.parse(readFileSync(file, "utf8"));
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const words = `Changed for the ${round}. time`;
    content.shell.announcement = words;
    writeFileSync(file, JSON.stringify(content));
    await run("import", "content", file);
    const began = performance.now();
    while (!(await (await fetch(`${base}/`)).text()).includes(words));
    times.push(performance.now() - began);
  }
  return Math.max(...times);
}
