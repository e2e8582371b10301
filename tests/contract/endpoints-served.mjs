// Every row of the storefront's and the desk's table of operations is one of the server's that was built.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { differences, tableOf } from "./endpoints.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const binary = process.env.FIELDHOUSE_BIN ?? path.join(root, "target/quick/fieldhouse");

const described = () => JSON.parse(execFileSync(binary, ["openapi"], { encoding: "utf8", maxBuffer: 1 << 26 }));
const asked = (file) => tableOf(readFileSync(path.join(root, file), "utf8"));

test("the storefront asks what the server offers, with the types it names", () => {
  assert.deepEqual(differences(asked("web/src/shared/endpoints.ts"), described()), []);
});

test("the desk asks what the server offers, with the types it names, and all of it", () => {
  const [table, description] = [asked("web/src/desk/shared/endpoints.ts"), described()];
  assert.deepEqual(differences(table, description), []);
  const offered = Object.entries(description.paths).flatMap(([address, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${address}`),
  );
  // A browser is led to single sign-on and back; no script asks for it.
  const left = offered.filter((name) => name.includes(" /desk/api/") && !name.includes("/sign-in/sso"));
  assert.deepEqual(
    left.filter((name) => !table.rows.some(({ operation }) => operation === name)),
    [],
  );
});
