// Where a call of the rules goes: to wasm in the browser, to the server's own function in the page
// renderer. Not here: the list of calls (dist/calls.ts).
import type * as rules from "../dist/fieldhouse_rules.js";

export type Calls = typeof rules;
type Backend = (name: keyof Calls, args: unknown[]) => unknown;

declare global {
  /** Set by the page renderer, which has no wasm: the same rules, natively. */
  var __fieldhouseRule: ((name: string, argsJson: string) => string) | undefined;
}

let backend: Backend | undefined;

/** The glue of the wasm as back end. */
export function useGlue(glue: Calls): void {
  backend = (name, args) => (glue[name] as (...args: unknown[]) => unknown)(...args);
}

/** The page renderer's native function as back end. An absent answer is null in JSON, undefined in wasm. */
export function useHostRules(): void {
  const call = globalThis.__fieldhouseRule;
  if (call === undefined) throw new Error("This is not the page renderer: there is no native rules function.");
  backend = (name, args) => JSON.parse(call(name, JSON.stringify(args))) ?? undefined;
}

/** True once calls can be made. */
export function rulesLoaded(): boolean {
  return backend !== undefined || globalThis.__fieldhouseRule !== undefined;
}

/** The call `name`, synchronous; throws when nothing is loaded or the arguments are malformed. */
export function rule<N extends keyof Calls>(name: N): Calls[N] {
  return ((...args: unknown[]) => {
    if (backend === undefined) {
      if (globalThis.__fieldhouseRule === undefined) {
        throw new Error(`${name} was called before the rules were loaded: await loadRules() first.`);
      }
      useHostRules();
    }
    return (backend as Backend)(name, args);
  }) as unknown as Calls[N];
}
