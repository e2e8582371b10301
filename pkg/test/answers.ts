// Makes a call of the rules as the storefront does and tells its answer in JSON's terms.
import * as account from "../src/account.ts";
import * as desk from "../src/desk.ts";
import * as edit from "../src/edit.ts";
import * as rules from "../src/index.ts";
import * as roster from "../src/roster.ts";
import * as season from "../src/season.ts";
import * as stock from "../src/stock.ts";

export interface Vector {
  description?: string;
  call: string;
  given: unknown[];
  expect: unknown;
}

type Call = (...given: unknown[]) => unknown;

const notCalls = ["addBrand", "installBrand", "loadRules", "rulesLoaded", "useHostRules"];

/** The calls of the package, by name: those of every page and those of the modules that some pages load. */
export const calls = new Map(
  Object.entries({ ...rules, ...account, ...roster, ...desk, ...edit, ...season, ...stock }).filter(
    ([name]) => !notCalls.includes(name),
  ) as [string, Call][],
);

/** Loads what does not start by being imported. */
export const loadAll = () => rules.loadRules();

/** The answer, with null for what is absent. */
export function answer({ call, given }: Vector): unknown {
  const made = calls.get(call);
  if (made === undefined) throw new Error(`the package has no call named ${call}`);
  // JSON's null is how an absent argument is written down.
  return made(...given.map((value) => value ?? undefined)) ?? null;
}
