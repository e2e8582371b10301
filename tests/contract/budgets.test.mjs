// What a document names of wasm is read as the server reads it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { scriptsOfPages, wasmAtTheStart } from "./budgets.mjs";

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

test("a public page has the scripts of the start, of its kind and of the rules, each once", () => {
  const built = {
    "entry.tsx": { file: "entry.js", isEntry: true, imports: ["_core.js"] },
    "_core.js": {
      file: "core.js",
      dynamicImports: ["rules.js", "Window.tsx", "src/features/content/content/ContentPage.tsx"],
    },
    "rules.js": { file: "rules.js", assets: ["rules.wasm"] },
    "Window.tsx": { file: "window.js", imports: ["_core.js"] },
    "_goods.js": { file: "goods.js", imports: ["_core.js"] },
    "src/features/content/content/ContentPage.tsx": { file: "content.js", imports: ["_core.js"] },
    "src/features/finding/search/ListPage.tsx": { file: "list.js", imports: ["_goods.js", "_core.js"] },
    "src/features/finding/catalog/ProductPage.tsx": { file: "product.js", imports: ["_goods.js"] },
  };
  assert.deepEqual(
    scriptsOfPages(built).map((files) => files.toSorted()),
    [
      ["content.js", "core.js", "entry.js", "rules.js"],
      ["core.js", "entry.js", "goods.js", "list.js", "rules.js"],
      ["core.js", "entry.js", "goods.js", "product.js", "rules.js"],
    ],
  );
  // A kind that is not built apart under the name the server knows would go uncounted.
  const { "src/features/finding/search/ListPage.tsx": _, ...without } = built;
  assert.throws(() => scriptsOfPages(without));
});
