// Which tests a source file holds, by name. Only what a runner runs counts: a plain function is no test.

const attribute = String.raw`#\[(?:[^\[\]]|\[[^\]]*\])*\]\s*`;
const marked = new RegExp(
  String.raw`#\[(?:tokio::)?test(?:\([^)]*\))?\]\s*(?:${attribute}|//[^\n]*\n\s*)*(?:async\s+)?fn (\w+)`,
  "g",
);
// test("…"), test.each(table)("…"), journey(world, "…").
const string = String.raw`\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|\x60([^\x60]*)\x60)`;
const called = new RegExp(String.raw`\b(?:(?:test|it)(?:\.each\([\s\S]*?\))?\(|journey\(\s*\w+,)${string}`, "g");

function rustTests(source) {
  // Properties are expanded by proptest! into tests of their own, marked inside the macro like any other.
  return [...source.matchAll(marked)].map((match) => match[1]);
}

function scriptTests(source) {
  return [...source.matchAll(called)].map((match) => (match[1] ?? match[2] ?? match[3]).replaceAll(/\\(.)/g, "$1"));
}

/** Names of the tests of a file; a vector is one, under its description: runners of every runtime ask it. */
export function testsOf(file, source) {
  if (/^tests\/vectors\/.*\.json$/.test(file)) return JSON.parse(source).map((vector) => vector.description);
  if (file.endsWith(".rs")) return rustTests(source);
  if (/(\.test\.(ts|tsx|mjs)|-served\.mjs)$/.test(file) || file.startsWith("tests/e2e/")) return scriptTests(source);
  return [];
}
