// Every row of the storefront's table of operations is one of the server's that was built.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { differences, tableOf } from "./endpoints.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const binary = process.env.FIELDHOUSE_BIN ?? path.join(root, "target/quick/fieldhouse");

test("the storefront asks what the server offers, with the types it names", () => {
  const description = JSON.parse(execFileSync(binary, ["openapi"], { encoding: "utf8", maxBuffer: 1 << 26 }));
  const table = tableOf(readFileSync(path.join(root, "web/src/shared/endpoints.ts"), "utf8"));
  assert.deepEqual(differences(table, description), []);
});
