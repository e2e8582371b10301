// Where a call of the roster page goes: to a wasm of its own, which only that page loads. The page renderer never
// shows rosters, so there is no other way.
import type * as roster from "../dist/roster/fieldhouse_roster.js";

type Calls = typeof roster;

let made: Calls | undefined;

/** The glue of the roster's wasm as back end. */
export function useRosterGlue(glue: Calls): void {
  made = glue;
}

/** True once roster calls can be made. */
export function rosterRulesLoaded(): boolean {
  return made !== undefined;
}

/** The call `name`, synchronous; throws when nothing is loaded or the arguments are malformed. */
export function rule<N extends keyof Calls>(name: N): Calls[N] {
  return ((...args: unknown[]) => {
    if (made === undefined) throw new Error(`${name} was called before loadRosterRules() had resolved.`);
    return (made[name] as (...args: unknown[]) => unknown)(...args);
  }) as unknown as Calls[N];
}
