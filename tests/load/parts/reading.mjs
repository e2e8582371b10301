// What is only read: product JSON and cached pages beside a bare route, search with facets, slow connections beside it.
import { besideSlow } from "../rivals.mjs";
import { besideBare, demoStore, json, lua, measuredSlug, wrk } from "../stage.mjs";

export const title = "Reading";

const words = "jersey short ball hoodie bag cone net helmet sock tee mat glove cap whistle".split(" ");

async function searchAddresses(base) {
  const list = await json(await fetch(`${base}/api/search?query=jersey`));
  const valuesOf = (name) => list.facets.find((facet) => facet.name === name).values.map(({ value }) => value);
  const facets = [
    ...valuesOf("brand").map((brand) => `&brand=${encodeURIComponent(brand)}`),
    ...valuesOf("color").map((color) => `&color=${encodeURIComponent(color)}`),
    "",
  ];
  const sorts = ["", "&sort=price-asc", "&sort=name"];
  return words.flatMap((word) =>
    facets.flatMap((facet) => sorts.map((sort) => `/api/search?query=${word}${facet}${sort}`)),
  );
}

export async function measure(row) {
  const { base } = await demoStore();
  const slug = await measuredSlug(base);
  const told = ({ ours, bare, ratio }) =>
    `${(ratio * 100).toFixed(0)} % (${ours.toFixed(0)}/s beside ${bare.toFixed(0)}/s)`;
  const product = await besideBare(base, `/api/catalog/products/${slug}`);
  row("Product JSON, requests/s beside a bare axum route", "≥ 60 %", told(product), product.ratio >= 0.6);
  const page = await besideBare(base, `/p/${slug}/`);
  row("Cached product page beside a bare axum route", "≥ 60 %", told(page), page.ratio >= 0.6);

  const addresses = await searchAddresses(base);
  const script = lua(
    "search.lua",
    `local paths = {${addresses.map((address) => JSON.stringify(address)).join(",")}}\nlocal at = 0\nrequest = function()\n  at = at % #paths + 1\n  return wrk.format("GET", paths[at])\nend\n`,
  );
  const searched = await wrk(base, { script });
  row(
    `Search with facets, ${addresses.length} different addresses, 32 connections, p99`,
    "≤ 5 ms",
    `${searched.p99.toFixed(1)} ms at ${searched.perSecond.toFixed(0)}/s`,
    searched.p99 <= 5,
  );
  const quick = await besideSlow(base, 300, () => wrk(`${base}/api/catalog/products/${slug}`, { seconds: 2 }));
  row(
    "Product JSON beside 300 connections that hold half a head, 32 connections, p99",
    "≤ 100 ms",
    `${quick.p99.toFixed(1)} ms`,
    quick.p99 <= 100,
  );
}
