// Letters of the store, as somebody reads their mail: the link out of the one that was written to them.
import assert from "node:assert/strict";
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

/** The HTML of every letter that holds `text`, as a mail program would show it. */
export function htmlOfLetters(folder, text) {
  const letters = readdirSync(folder).filter((file) => file.endsWith(".eml"));
  const shown = letters.map((name) => htmlPart(readFileSync(path.join(folder, name), "utf8")));
  return shown.filter((html) => html.includes(text));
}

/** The part of a letter that is HTML, decoded. */
function htmlPart(letter) {
  const at = /^Content-Type: text\/html/im.exec(letter)?.index;
  assert.ok(at !== undefined, "every letter has a part that is HTML");
  const rest = letter.slice(letter.lastIndexOf("\r\n--", at));
  const start = rest.indexOf("\r\n\r\n") + 4;
  const head = rest.slice(0, start);
  const body = rest.slice(start, rest.indexOf("\r\n--", start));
  const encoding = /^Content-Transfer-Encoding: *(\S+)/im.exec(head)?.[1].toLowerCase();
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  if (encoding !== "quoted-printable") return body;
  const bytes = body
    .replaceAll("=\r\n", "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

/** Resolves once some letter holds `text`. */
export function letterHolding(folder, text) {
  return inLetters(folder, text, (letter) => letter.includes(text));
}
