// Makes src/brands/fonts from the packages' files: the characters nearly every page is written in, so that a typeface is
// there with the first answers of a slow line. Everything else is in the packages' whole files, fetched when it occurs.
// Run by hand after an update of a typeface: npm install --no-save subset-font@2.9.0 && node web/subset-fonts.mjs
import { readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";

const letters = Array.from({ length: 0x7b - 0x20 }, (_, nth) => String.fromCharCode(0x20 + nth)).join("");
const rare = /[\\^`<>]/g;
const basic = `${letters.replace(rare, "")}\u00a0©·×–—‘’“”`;

const from = (file) => readFileSync(new URL(`../node_modules/${file}`, import.meta.url));
const make = async (name, file, axes) => {
  const bytes = await subsetFont(from(file), basic, {
    targetFormat: "woff2",
    // Kerning stays, alternates of the letters go.
    noLayoutClosure: true,
    ...(axes ? { variationAxes: axes } : {}),
  });
  writeFileSync(new URL(`./src/brands/fonts/${name}.woff2`, import.meta.url), bytes);
  console.log(name, bytes.length);
};

await make("inter-basic", "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2", {
  wght: { min: 400, max: 700 },
});
const headings = {
  fieldhouse: "barlow-condensed/files/barlow-condensed-latin-700-normal",
  usgames: "baloo-2/files/baloo-2-latin-700-normal",
  athleticconnection: "archivo/files/archivo-latin-700-normal",
  varsitybrands: "oswald/files/oswald-latin-600-normal",
};
for (const [site, file] of Object.entries(headings)) await make(`heading-${site}`, `@fontsource/${file}.woff2`);
const range = [...basic].map((c) => `U+${c.codePointAt(0).toString(16).toUpperCase()}`);
console.log(range.join(","));
