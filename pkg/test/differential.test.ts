// At least 100,000 random inputs: the wasm answers exactly as the native rules did. The corpus is
// written by `cargo run -p fieldhouse-conformance --bin differential` (pkg/test/differential.sh).
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { isDeepStrictEqual } from "node:util";
import { answer, loadAll, type Vector } from "./answers.ts";

const corpus = process.env.FIELDHOUSE_CORPUS;

beforeAll(loadAll);

test("native and wasm agree on every random input", async () => {
  if (corpus === undefined) throw new Error("FIELDHOUSE_CORPUS names no corpus: run npm test, which writes one.");
  let compared = 0;
  const differences: unknown[] = [];
  for await (const line of createInterface({ input: createReadStream(corpus), crlfDelay: Number.POSITIVE_INFINITY })) {
    const vector: Vector = JSON.parse(line);
    compared += 1;
    const found = answer(vector);
    if (!isDeepStrictEqual(found, vector.expect) && differences.length < 10) differences.push({ ...vector, found });
  }
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThanOrEqual(100_000);
}, 300_000);
