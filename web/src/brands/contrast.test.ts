// Every pair of text and ground in the brands' token files passes WCAG AA.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";

const sites = ["fieldhouse", "usgames", "athleticconnection", "varsitybrands"];

/** Text, ground, and the least contrast: 4.5 for text, 3 for borders of controls and focus rings. */
const pairs: [string, string, number][] = [
  ["ink", "surface", 4.5],
  ["ink", "alt", 4.5],
  ["ink", "primary-soft", 4.5],
  ["ink", "highlight", 4.5],
  ["muted", "surface", 4.5],
  ["muted", "alt", 4.5],
  ["muted", "line", 4.5],
  ["accent", "surface", 4.5],
  ["accent", "alt", 4.5],
  ["on-primary", "primary", 4.5],
  ["on-action", "action", 4.5],
  ["on-action", "action-strong", 4.5],
  ["on-footer", "footer", 4.5],
  ["footer-soft", "footer", 4.5],
  ["danger", "surface", 4.5],
  ["danger", "danger-soft", 4.5],
  ["good", "surface", 4.5],
  ["good", "alt", 4.5],
  ["warn", "surface", 4.5],
  ["control", "surface", 3],
  ["focus", "surface", 3],
  ["focus", "alt", 3],
];

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

test.each(sites)("%s", (site) => {
  const css = readFileSync(path.resolve("src/brands", `${site}.css`), "utf8");
  const [block = ""] = css.split("}");
  const tokens = new Map(
    [...block.matchAll(/--brand-([a-z-]+):\s*(#[0-9a-f]{6});/g)].map(([, name = "", hex = ""]) => [name, hex]),
  );
  const failed = pairs.flatMap(([text, ground, least]) => {
    const found = contrast(tokens.get(text) ?? "", tokens.get(ground) ?? "");
    return found >= least ? [] : [`${text} on ${ground}: ${found.toFixed(2)}`];
  });
  expect(failed).toEqual([]);
});
