// Makes a call of the rules as the storefront does and tells its answer in JSON's terms.
import * as rules from "../src/index.ts";

export interface Vector {
  description?: string;
  call: string;
  given: unknown[];
  expect: unknown;
}

type Call = (...given: unknown[]) => unknown;

/** The calls of the package, by name. */
export const calls = new Map(
  Object.entries(rules).filter(([name]) => !["loadRules", "rulesLoaded", "useHostRules"].includes(name)) as [
    string,
    Call,
  ][],
);

/** The answer, with null for what is absent. */
export function answer({ call, given }: Vector): unknown {
  const made = calls.get(call);
  if (made === undefined) throw new Error(`the package has no call named ${call}`);
  // JSON's null is how an absent argument is written down.
  return made(...given.map((value) => value ?? undefined)) ?? null;
}
