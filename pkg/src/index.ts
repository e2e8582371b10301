// The rules for TypeScript: typed, synchronous calls once loadRules() has resolved.
import { rulesLoaded, useGlue } from "./backend.ts";
import { startWith } from "./brand.ts";

export * from "../dist/calls.ts";
export { rulesLoaded, useHostRules } from "./backend.ts";
export { addBrand } from "./brand.ts";

let loading: Promise<void> | undefined;

/** Fetches and starts the wasm, once. In the page renderer there is nothing to fetch. */
export function loadRules(): Promise<void> {
  if (rulesLoaded()) return Promise.resolve();
  loading ??= import("../dist/fieldhouse_rules.js").then(
    (glue) => {
      startWith(glue.installBrand);
      useGlue(glue);
    },
    (cause) => {
      loading = undefined; // the next call tries again
      throw cause;
    },
  );
  return loading;
}
