// The roster page's rules for TypeScript: typed, synchronous calls once loadRosterRules() has resolved.
import { rosterRulesLoaded, useRosterGlue } from "./roster-backend.ts";

export * from "../dist/roster/calls.ts";

let loading: Promise<void> | undefined;

/** Fetches and starts the roster's wasm, once. */
export function loadRosterRules(): Promise<void> {
  if (rosterRulesLoaded()) return Promise.resolve();
  loading ??= import("../dist/roster/fieldhouse_roster.js").then(useRosterGlue, (cause) => {
    loading = undefined; // the next call tries again
    throw cause;
  });
  return loading;
}
