// Starts the rules from the bytes of the wasm file, synchronously: for tests and tools outside Vite.
import * as glue from "../dist/fieldhouse_rules_bg.js";
import { type Calls, useGlue } from "./backend.ts";

interface Started {
  __wbindgen_start(): void;
}

/** Compiles `bytes` and makes them the back end of every call. */
export function loadRulesSync(bytes: Uint8Array<ArrayBuffer>): void {
  const module = new WebAssembly.Module(bytes);
  const imports = { "./fieldhouse_rules_bg.js": glue as unknown as WebAssembly.ModuleImports };
  const { exports } = new WebAssembly.Instance(module, imports);
  (glue as unknown as { __wbg_set_wasm(exports: WebAssembly.Exports): void }).__wbg_set_wasm(exports);
  (exports as unknown as Started).__wbindgen_start();
  useGlue(glue as unknown as Calls);
}
