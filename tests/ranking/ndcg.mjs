// How good the order of search results is: NDCG@10 over judged queries, beside the yardsticks of yardsticks.mjs.
// Judgements are made by reading the catalogue; a pattern `name glob`, `name glob | colour glob` or `#product id`
// stands for all products it names, the first one that names a product grades it: 3 what was meant, 2 a good
// alternative, 1 something near, and nothing else is any good.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Bm25, FullText } from "./yardsticks.mjs";

const DEPTH = 10;

const gain = (grade) => 2 ** grade - 1;
const discounted = (grades) =>
  grades.slice(0, DEPTH).reduce((sum, grade, place) => sum + gain(grade) / Math.log2(place + 2), 0);

/** What the best order of all products would gain. */
function ideal(products, gradeOf) {
  const numbers = [0, 0, 0, 0];
  for (const product of products) numbers[gradeOf(product)]++;
  return discounted([3, 2, 1].flatMap((grade) => Array(Math.min(DEPTH, numbers[grade])).fill(grade)));
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

/** All products of a site with what the yardsticks read and judgements look at. */
async function productsOf(ask, site, keywords) {
  const products = [];
  for (let page = 1; ; page++) {
    const { hits } = await ask(`/api/search?page=${page}`, site);
    if (hits.length === 0) return products;
    const details = await Promise.all(hits.map((hit) => ask(`/api/catalog/products/${hit.href.split("/")[2]}`, site)));
    for (const [nth, hit] of hits.entries()) {
      const product = details[nth];
      const colors = hit.colors.map((color) => color.title);
      const sizes = product.variants.flatMap((group) => group.sizes.map((size) => size.size));
      products.push({
        id: hit.pid,
        name: hit.productText.title,
        colors,
        brand: `${product.brand} ${product.manufacturer}`,
        categories: product.categories.map((category) => category.name).join(" "),
        // Pages do not show them.
        keywords: keywords?.[hit.pid] ?? "",
        options: [...new Set([...colors, ...sizes])].join(" "),
        description: [...product.description, ...product.features, ...product.flags, product.subtitle].join(" "),
      });
    }
  }
}

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** What anybody gets without writing a search, over these products. */
const shelfOf = async (products) => ({
  products,
  byId: new Map(products.map((product) => [product.id, product])),
  bm25: new Bm25(products),
  fullText: await FullText.over(products),
});

/** What each search reaches with one query. */
async function judged({ query, site, held, gradeOf }, shelf, ask) {
  const { hits } = await ask(`/api/search?query=${encodeURIComponent(query)}`, site);
  const found = hits.map((hit) => shelf.byId.get(hit.pid));
  const best = ideal(shelf.products, gradeOf);
  // 1 when no order could be better, 0 when nothing of the first ten is any good.
  const reached = (products) => (best === 0 ? 0 : discounted(products.slice(0, DEPTH).map(gradeOf)) / best);
  return {
    query,
    site,
    held,
    ours: reached(found),
    bm25: reached(shelf.bm25.find(query)),
    fullText: reached(shelf.fullText.find(query)),
    first: found.slice(0, DEPTH).map((product) => `${product.name} ${gradeOf(product)}`),
  };
}

/** What each reaches in the mean, and on the queries that nobody looked at while tuning. */
function summed(results) {
  const of = (which, part) => mean(part.map((result) => result[which]));
  const each = (part) => ({ ours: of("ours", part), bm25: of("bm25", part), fullText: of("fullText", part) });
  return { results, all: each(results), held: each(results.filter((result) => result.held)) };
}

/**
 * The judged queries of a file, each with what ours and the yardsticks reach.
 * @param {string} name of a file beside this one
 * @param {(address: string, site: string) => Promise<any>} ask for the store's JSON
 */
export async function judge(name, ask) {
  const file = JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), "utf8"));
  const shelves = new Map();
  const results = [];
  for (const [nth, { query, site = file.site, judged: grades }] of file.queries.entries()) {
    if (!shelves.has(site)) shelves.set(site, await shelfOf(await productsOf(ask, site, file.keywords)));
    const shelf = shelves.get(site);
    const gradeOf = grader(grades);
    if (!shelf.products.some((product) => gradeOf(product) > 0))
      throw new Error(`${name}: nothing of ${site} is judged for ${query}`);
    results.push(await judged({ query, site, held: nth % 2 === 1, gradeOf }, shelf, ask));
  }
  for (const { fullText } of shelves.values()) fullText.close();
  return summed(results);
}

/**
 * The same for a catalogue made by rule, which the store took over as {@link writeCatalogue} wrote it.
 * @param {{ products: any[], queries: { query: string, held: boolean, gradeOf: (product: any) => number }[] }} made
 * @param {(address: string, site: string) => Promise<any>} ask for the store's JSON
 * @param {number} [every] only each so many-th query
 */
export async function judgeMade({ products, queries }, ask, every = 1) {
  const shelf = await shelfOf(
    products.map((product) => ({
      ...product,
      categories: product.category.replaceAll("/", " "),
      keywords: product.keywords.join(" "),
      options: `${product.color} ${product.size}`,
    })),
  );
  const results = [];
  // What was drawn by chance may be sold nowhere.
  for (const query of queries.filter((_, nth) => nth % every === 0))
    if (shelf.products.some((product) => query.gradeOf(product) > 0))
      results.push(await judged({ ...query, site: "fieldhouse" }, shelf, ask));
  shelf.fullText.close();
  return summed(results);
}

const columns = ["id", "name", "brand", "category", "description", "keywords", "popularity", "color", "size"];
const mapping = `source = "made"
sites = ["fieldhouse"]

[rows]
group-by = "id"

[product]
slug = "id"
id = "id"
sku = "id"
name = "name"
brand = "brand"
description = "description"
keywords = { column = "keywords", split = "|" }
popularity = "popularity"
categories = { columns = ["category"], between = "/" }

[variant]
sku = "id"
price = "price"
stock = "stock"
options = [{ name = "color-name", value = "color" }, { name = "size-name", value = "size" }]
`;

/** Writes a catalogue made by rule into a folder, for the real import; the paths of file and mapping. */
export function writeCatalogue({ products }, folder) {
  const cell = (value) => `"${String(value).replaceAll('"', '""')}"`;
  const rows = products.map((product) => {
    const cells = columns.map((column) => (column === "keywords" ? product.keywords.join("|") : product[column]));
    return [...cells, "9.99", "50", product.color && "color", product.size && "size"].map(cell).join(",");
  });
  const [file, rules] = [join(folder, "made.csv"), join(folder, "made.toml")];
  writeFileSync(file, `${[[...columns, "price", "stock", "color-name", "size-name"].join(","), ...rows].join("\n")}\n`);
  writeFileSync(rules, mapping);
  return { file, mapping: rules };
}
