// Letters of the store, as somebody reads their mail: the link out of the one that was written to them.
import { on } from "node:events";
import { mkdirSync, readdirSync, readFileSync, watch } from "node:fs";
import path from "node:path";

/** The first thing that `find` makes out in a letter's text; letters are sent beside the request. */
export async function inLetters(folder, what, find) {
  const inOne = (name) =>
    find(readFileSync(path.join(folder, name), "utf8").replaceAll("=\r\n", "").replaceAll("=3D", "="));
  const inAll = () => {
    for (const name of readdirSync(folder).filter((file) => file.endsWith(".eml"))) {
      const found = inOne(name);
      if (found) return found;
    }
    return undefined;
  };
  mkdirSync(folder, { recursive: true });
  // A letter comes into the folder whole, under its name. Watched before it is looked for: none is missed.
  const watcher = watch(folder);
  try {
    const news = on(watcher, "change", { signal: AbortSignal.timeout(30_000) });
    const already = inAll();
    if (already) return already;
    for await (const _ of news) {
      const found = inAll();
      if (found) return found;
    }
  } catch (failure) {
    throw new Error(`no letter with ${what}`, { cause: failure });
  } finally {
    watcher.close();
  }
}

/** What `pattern` finds in a letter to `email`. */
export function inLetterTo(folder, email, pattern) {
  return inLetters(folder, `${pattern} to ${email}`, (text) =>
    text.includes(`To: ${email}`) ? pattern.exec(text)?.[0] : undefined,
  );
}

/** Resolves once some letter holds `text`. */
export function letterHolding(folder, text) {
  return inLetters(folder, text, (letter) => letter.includes(text));
}
