// Every vector of tests/vectors holds through the wasm that ships.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { answer, calls, loadAll, type Vector } from "./answers.ts";

const folder = path.resolve(import.meta.dirname, "../../tests/vectors");
const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
const run = new Set<string>();

beforeAll(loadAll);

test.each(files)("%s", (file) => {
  const vectors: Vector[] = JSON.parse(readFileSync(path.join(folder, file), "utf8"));
  // The rules that only the server decides by are not in the browser's module.
  const shared = vectors.filter((vector) => calls.has(vector.call));
  const broken = shared
    .map((vector) => ({ ...vector, found: answer(vector) }))
    .filter(({ expect: expected, found }) => !isDeepStrictEqual(found, expected));
  for (const vector of shared) run.add(vector.call);
  expect(broken).toEqual([]);
});

test("wherever safeRedirect sends, a browser stays at the site (R50)", () => {
  const home = new URL("https://fieldhouse.localhost/api/auth/signin");
  const vectors = files.flatMap((file): Vector[] => JSON.parse(readFileSync(path.join(folder, file), "utf8")));
  const elsewhere = vectors
    .filter((vector) => vector.call === "safeRedirect")
    .map((vector) => String(answer(vector)))
    .filter((sent) => {
      const there = new URL(sent, home);
      return there.origin !== home.origin || there.pathname.startsWith("//");
    });
  expect(elsewhere).toEqual([]);
});

test("every call of the package was made", () => {
  expect([...calls.keys()].filter((name) => !run.has(name))).toEqual([]);
});
