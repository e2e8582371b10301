// How good the order of search results is: NDCG@10 over judged queries, beside plain BM25 over name and description.
// Judgements are made by reading the catalogue; a pattern `name glob`, `name glob | colour glob` or `#product id`
// stands for all products it names, the first one that names a product grades it: 3 what was meant, 2 a good
// alternative, 1 something near, and nothing else is any good.
import { readFileSync } from "node:fs";

const DEPTH = 10;

const gain = (grade) => 2 ** grade - 1;
const discounted = (grades) =>
  grades.slice(0, DEPTH).reduce((sum, grade, place) => sum + gain(grade) / Math.log2(place + 2), 0);

/** 1 when no order could be better, 0 when nothing of the first ten is any good. */
export function ndcg(found, gradeOf, all) {
  const best = discounted(all.map(gradeOf).toSorted((a, b) => b - a));
  return best === 0 ? 0 : discounted(found.map(gradeOf)) / best;
}

const matcher = (glob) => {
  const escaped = glob.trim().replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  const pattern = new RegExp(`^${escaped.replaceAll("*", ".*")}$`);
  return (text) => pattern.test(text);
};

/** What a judgement says of a product. */
function grader(judged) {
  const rules = judged.map(([grade, pattern]) => {
    if (pattern.startsWith("#")) return { grade, names: (product) => product.id === pattern.slice(1) };
    const [name, color] = pattern.split(" | ");
    const [byName, byColor] = [matcher(name), color ? matcher(color) : () => true];
    return {
      grade,
      names: (product) => byName(product.name) && (!color || product.colors.some(byColor)),
    };
  });
  const known = new Map();
  return (product) => {
    if (!known.has(product.id)) known.set(product.id, rules.find((rule) => rule.names(product))?.grade ?? 0);
    return known.get(product.id);
  };
}

const words = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Okapi BM25 with the usual k1 and b, over lower-case words as they are. */
export class Bm25 {
  #documents;
  #frequencies = new Map();
  #mean;

  constructor(products) {
    this.#documents = products.map((product) => {
      const counts = new Map();
      const all = words(`${product.name} ${product.description}`);
      for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
      for (const word of counts.keys()) this.#frequencies.set(word, (this.#frequencies.get(word) ?? 0) + 1);
      return { product, counts, length: all.length };
    });
    this.#mean = this.#documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, this.#documents.length);
  }

  find(query) {
    const [k1, b] = [1.2, 0.75];
    const scored = this.#documents.map(({ product, counts, length }) => {
      const score = words(query).reduce((sum, word) => {
        const documents = this.#frequencies.get(word) ?? 0;
        const count = counts.get(word) ?? 0;
        const rarity = Math.log(1 + (this.#documents.length - documents + 0.5) / (documents + 0.5));
        return sum + (rarity * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / this.#mean));
      }, 0);
      return { product, score };
    });
    return scored
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .map(({ product }) => product);
  }
}

/** All products of a site with what the baseline reads and judgements look at. */
async function productsOf(ask, site) {
  const products = [];
  for (let page = 1; ; page++) {
    const { hits } = await ask(`/api/search?page=${page}`, site);
    if (hits.length === 0) return products;
    const details = await Promise.all(hits.map((hit) => ask(`/api/catalog/products/${hit.href.split("/")[2]}`, site)));
    for (const [nth, hit] of hits.entries()) {
      products.push({
        id: hit.pid,
        name: hit.productText.title,
        colors: hit.colors.map((color) => color.title),
        description: details[nth].description.join(" "),
      });
    }
  }
}

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/**
 * The judged queries of a file, each with what ours and the baseline reach.
 * @param {string} name of a file beside this one
 * @param {(address: string, site: string) => Promise<any>} ask for the store's JSON
 */
export async function judge(name, ask) {
  const { site: only, queries } = JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), "utf8"));
  const shelves = new Map();
  const results = [];
  for (const [nth, { query, site = only, judged }] of queries.entries()) {
    if (!shelves.has(site)) {
      const products = await productsOf(ask, site);
      const byId = new Map(products.map((product) => [product.id, product]));
      shelves.set(site, { products, byId, baseline: new Bm25(products) });
    }
    const { products, byId, baseline } = shelves.get(site);
    const gradeOf = grader(judged);
    if (!products.some((product) => gradeOf(product) > 0))
      throw new Error(`${name}: nothing of ${site} is judged for ${query}`);
    const { hits } = await ask(`/api/search?query=${encodeURIComponent(query)}`, site);
    const found = hits.map((hit) => byId.get(hit.pid));
    results.push({
      query,
      site,
      held: nth % 2 === 1,
      ours: ndcg(found, gradeOf, products),
      bm25: ndcg(baseline.find(query), gradeOf, products),
      first: found.slice(0, DEPTH).map((product) => `${product.name} ${gradeOf(product)}`),
    });
  }
  const of = (which, part = results) => mean(part.map((result) => result[which]));
  const held = results.filter((result) => result.held);
  return {
    results,
    ours: of("ours"),
    bm25: of("bm25"),
    heldOurs: of("ours", held),
    heldBm25: of("bm25", held),
  };
}
