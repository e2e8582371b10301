// The ways a call can go: nothing loaded, the page renderer's function, bytes of the wasm file.
import { readFileSync } from "node:fs";
import path from "node:path";
import { jest } from "@jest/globals";

const wasm = path.resolve(import.meta.dirname, "../dist/fieldhouse_rules_bg.wasm");

beforeEach(() => jest.resetModules());
afterEach(() => {
  globalThis.__fieldhouseRule = undefined;
});

test("a call before loading says what to do", async () => {
  const rules = await import("../src/index.ts");
  expect(rules.rulesLoaded()).toBe(false);
  expect(() => rules.formatCents(5)).toThrow(
    "formatCents was called before the rules were loaded: await loadRules() first.",
  );
});

test("in the page renderer calls go to the native function as JSON", async () => {
  const made: [string, string][] = [];
  globalThis.__fieldhouseRule = (name, args) => {
    made.push([name, args]);
    return name === "formatCents" ? '"$0.05"' : "null";
  };
  const rules = await import("../src/index.ts");
  await rules.loadRules();
  expect(rules.formatCents(5)).toBe("$0.05");
  expect(rules.firstValidQuantity({ minOrderQty: 10_000, deliveryUnit: 0 })).toBeUndefined();
  expect(made).toEqual([
    ["formatCents", "[5]"],
    ["firstValidQuantity", '[{"minOrderQty":10000,"deliveryUnit":0}]'],
  ]);
});

test("the same file starts from its bytes", async () => {
  const { loadRulesSync } = await import("../src/bytes.ts");
  loadRulesSync(readFileSync(wasm));
  const rules = await import("../src/index.ts");
  expect(rules.formatCents(123_450)).toBe("$1,234.50");
});

test("a malformed call throws and the next one still answers", async () => {
  const rules = await import("../src/index.ts");
  await rules.loadRules();
  expect(() => rules.formatCents("5" as unknown as number)).toThrow();
  expect(() => rules.formatCents(2 ** 53)).toThrow();
  expect(() => rules.brand("nobody" as "fieldhouse")).toThrow();
  expect(rules.formatCents(5)).toBe("$0.05");
});

test("a module that only some pages load answers as soon as it is there, the rules of all pages loaded or not", async () => {
  const account = await import("../src/account.ts");
  const roster = await import("../src/roster.ts");
  expect(account.safeRedirect("//elsewhere.example")).toBe("/");
  expect(() => account.checkSignIn("coach" as unknown as { email: string; password: string })).toThrow();
  expect(account.checkSignIn({ email: "", password: "" }).map(({ field }) => field)).toEqual(["email", "password"]);
  expect(roster.readRosterSize("youth med", ["YS", "YM"])).toBe("YM");
});
