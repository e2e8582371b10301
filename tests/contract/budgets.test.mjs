// What a document names of wasm is read as the server reads it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { wasmAtTheStart } from "./budgets.mjs";

const manifest = {
  "entry.tsx": { isEntry: true, imports: ["_core.js"] },
  "_core.js": { dynamicImports: ["rules.js", "SignIn.tsx"] },
  "rules.js": { assets: ["rules.wasm"] },
  "SignIn.tsx": { imports: ["_form.js"] },
  "_form.js": { assets: ["account.wasm"] },
};

test("rules that a page brings along are not loaded at the start", () => {
  assert.equal(wasmAtTheStart(manifest), 1);
});

test("rules that the entry reaches, or asks for by itself, are", () => {
  assert.equal(wasmAtTheStart({ ...manifest, "_core.js": { imports: ["_form.js"], dynamicImports: ["rules.js"] } }), 2);
  assert.equal(wasmAtTheStart({ ...manifest, "SignIn.tsx": { assets: ["account.wasm"] } }), 2);
});
