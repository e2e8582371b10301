// What a PDF of the store holds, as far as journeys ask: how many pages it has, and which characters are set on them.
import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";

/** Reads a file whose small objects are packed into streams, as `server/documents` writes it. */
export function readPdf(file) {
  const text = file.toString("latin1");
  assert.ok(text.startsWith("%PDF-1.7"), "a PDF");
  assert.ok(text.trimEnd().endsWith("%%EOF"), "the whole of it");
  const unpacked = [...text.matchAll(/stream\r?\n/g)].map(({ 0: word, index }) => {
    try {
      return inflateSync(file.subarray(index + word.length)).toString("latin1");
    } catch {
      return ""; // Not packed, or the end of a stream.
    }
  });
  const objects = [text, ...unpacked].join("\n");
  // A font of the file has the characters that are set, each with what it stands for.
  const maps = unpacked.filter((stream) => stream.includes("begincmap")).join("\n");
  const has = (character) => {
    const code = character.codePointAt(0).toString(16).padStart(4, "0");
    return new RegExp(`^<[0-9a-f]+> <${code}>`, "im").test(maps);
  };
  return { pages: objects.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0, has };
}
