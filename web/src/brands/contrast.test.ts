// Every text on every ground passes WCAG AA in every brand. The pairs come from the token files and from the
// classes that use them, so that a new token or a new use of one is judged without being listed here.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";

const sites = ["fieldhouse", "usgames", "athleticconnection", "varsitybrands"];
const source = path.resolve("src");

/** Colour tokens of a brand, `ink` → `#0b1b2b`. */
function tokensOf(site: string): Map<string, string> {
  const [block = ""] = readFileSync(path.join(source, "brands", `${site}.css`), "utf8").split("}");
  return new Map(
    [...block.matchAll(/--brand-([a-z-]+):\s*(#[0-9a-f]{6});/g)].map(([, name = "", hex = ""]) => [name, hex]),
  );
}

/** All class lists of the storefront: every string that names a ground or a text colour. */
function classLists(): string[] {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" });
  const components = files.filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"));
  return components.flatMap((file) => {
    const text = readFileSync(path.join(source, file), "utf8");
    return [...text.matchAll(/"([^"\n]*)"|`([^`]*)`/g)]
      .map(([, quoted, template]) => quoted ?? template ?? "")
      .filter((words) => /(^|[\s:])(bg|text)-[a-z]/.test(words));
  });
}

/** Tokens named in a class list: `text` gives those after `text-`. Half-transparent ones are no ground. */
function named(list: string, what: "bg" | "text", known: ReadonlySet<string>): string[] {
  const words = list.split(/\s+/).filter((word) => !word.startsWith("disabled:"));
  return words
    .map((word) => new RegExp(`^(?:[a-z-]+:)*${what}-([a-z-]+)!?$`).exec(word)?.[1] ?? "")
    .filter((token) => known.has(token));
}

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The ground a text is made for by its name: `on-action` for action, `footer-soft` for footer. */
function groundOf(text: string, known: ReadonlySet<string>): string | undefined {
  const ground = text.startsWith("on-") ? text.slice(3) : text.replace(/-(soft|accent)$/, "");
  return ground !== text && known.has(ground) ? ground : undefined;
}

/** Pairs of text and ground, `text on ground`. */
function pairs(tokens: ReadonlyMap<string, string>): Set<string> {
  const known = new Set(tokens.keys());
  const lists = classLists();
  const used = lists.flatMap((list) => named(list, "text", known));
  const texts = new Set([...used, ...[...known].filter((name) => name.startsWith("on-"))]);
  const found = new Set<string>();
  const add = (text: string, ...grounds: string[]) => {
    for (const ground of grounds) if (known.has(ground)) found.add(`${text} on ${ground}`);
  };
  for (const text of texts) {
    const ground = groundOf(text, known);
    if (ground) add(text, ground, `${ground}-strong`);
    // Any other text is written on the page, plain or tinted; light text only where its class list says so.
    else if (text !== "surface") add(text, "surface", "alt", `${text}-soft`);
  }
  for (const list of lists) {
    for (const ground of named(list, "bg", known)) for (const text of named(list, "text", known)) add(text, ground);
    // A ground whose class list names no text carries the page's.
    if (named(list, "text", known).length === 0 && !/text-(white|on-)|on-dark/.test(list)) {
      for (const ground of named(list, "bg", known)) if (!tokens.has(`on-${ground}`)) add("ink", ground);
    }
  }
  return found;
}

test.each(sites)("%s: text on its grounds", (site) => {
  const tokens = tokensOf(site);
  const judged = [...pairs(tokens)];
  expect(judged.length).toBeGreaterThan(25);
  const failed = judged.flatMap((pair) => {
    const [text = "", ground = ""] = pair.split(" on ");
    const found = contrast(tokens.get(text) ?? "", tokens.get(ground) ?? "");
    return found >= 4.5 ? [] : [`${pair}: ${found.toFixed(2)}`];
  });
  expect(failed).toEqual([]);
});

test.each(sites)("%s: borders of controls and focus rings stand out from the page", (site) => {
  const tokens = tokensOf(site);
  for (const line of ["control", "focus"]) {
    for (const ground of ["surface", "alt"]) {
      expect([line, ground, contrast(tokens.get(line) ?? "", tokens.get(ground) ?? "") >= 3]).toEqual([
        line,
        ground,
        true,
      ]);
    }
  }
});

test("all brands have the same tokens, and every one of them that is a text or a ground is judged", () => {
  const [first = [], ...others] = sites.map((site) =>
    [...tokensOf(site).keys()].filter((name) => !name.startsWith("mark")),
  );
  for (const other of others) expect(other).toEqual(first);
  const judged = new Set([...pairs(tokensOf("fieldhouse"))].flatMap((pair) => pair.split(" on ")));
  // Lines, rings and marks are no text; where a ground has no text of its own, it carries the page's.
  const drawn = ["line", "control", "focus", "nav-mark"];
  expect(first.filter((name) => !judged.has(name) && !drawn.includes(name))).toEqual([]);
});
