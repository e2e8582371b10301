// How long a change of content takes from the command line's end to the page that visitors get.
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Milliseconds until the home page shows each of `rounds` changes, of all the slowest. */
export async function contentVisible({ binary, base, database, folder, rounds }) {
  const file = join(folder, "fieldhouse.json");
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const words = `Changed for the ${round}. time`;
    const shell = await (await fetch(`${base}/api/shell`)).json();
    const { brand, preview, ...document } = shell;
    writeFileSync(file, JSON.stringify({ site: brand.site, shell: { ...document, announcement: words } }));
    await run(binary, ["import", "content", file], { env: { ...process.env, DATABASE_URL: database } });
    const began = performance.now();
    while (!(await (await fetch(`${base}/`)).text()).includes(words));
    times.push(performance.now() - began);
  }
  return Math.max(...times);
}
