// Letters of the store, as somebody reads their mail: the link out of the one that was written to them.
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { watch } from "node:fs/promises";
import path from "node:path";

/** What `pattern` finds in a letter to `email`; letters are sent beside the request. */
export async function inLetterTo(folder, email, pattern) {
  const find = () => {
    for (const file of readdirSync(folder).filter((name) => name.endsWith(".eml"))) {
      const text = readFileSync(path.join(folder, file), "utf8").replaceAll("=\r\n", "").replaceAll("=3D", "=");
      const found = text.includes(`To: ${email}`) ? pattern.exec(text) : null;
      if (found) return found[0];
    }
    return undefined;
  };
  mkdirSync(folder, { recursive: true });
  // A letter comes into the folder whole, under its name. Watched before it is looked for: none is missed.
  const news = watch(folder, { signal: AbortSignal.timeout(30_000) });
  const already = find();
  if (already) return already;
  for await (const _ of news) {
    const found = find();
    if (found) return found;
  }
  throw new Error(`no letter to ${email} with ${pattern}`);
}
