// What the order of results is held against: the two searches that anybody gets without writing one. Both read the
// same products as ours and know nothing of them but their words.
import sqlite3InitModule from "@sqlite.org/sqlite-wasm";

const words = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Okapi BM25 with the usual k1 and b over name and description, lower-case words as they are. */
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
    const wanted = words(query);
    const scored = this.#documents.map(({ product, counts, length }) => {
      const score = wanted.reduce((sum, word) => {
        const count = counts.get(word) ?? 0;
        if (count === 0) return sum;
        const documents = this.#frequencies.get(word) ?? 0;
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

/** SQLite's full-text search: any of the words, brought to their stems, a field's worth as its weight. */
export class FullText {
  static #sqlite;
  #db;
  #products;

  /** @param {{ name: string, brand: string, categories: string, keywords: string, options: string, description: string }[]} products */
  static async over(products) {
    FullText.#sqlite ??= await sqlite3InitModule();
    const yardstick = new FullText();
    yardstick.#products = products;
    yardstick.#db = new FullText.#sqlite.oo1.DB(":memory:");
    yardstick.#db.exec(
      "CREATE VIRTUAL TABLE products USING fts5(name, brand, category, keywords, options, text, tokenize = 'porter')",
    );
    yardstick.#db.transaction(() => {
      const insert = yardstick.#db.prepare(
        "INSERT INTO products (rowid, name, brand, category, keywords, options, text) VALUES (?, ?, ?, ?, ?, ?, ?)",
      );
      for (const [nth, { name, brand, categories, keywords, options, description }] of products.entries())
        insert.bind([nth, name, brand, categories, keywords, options, description]).stepReset();
      insert.finalize();
    });
    return yardstick;
  }

  find(query) {
    const any = words(query).map((word) => `"${word}"`);
    if (any.length === 0) return [];
    const rows = this.#db.selectValues(
      "SELECT rowid FROM products WHERE products MATCH ? ORDER BY bm25(products, 10, 5, 5, 4, 3, 1), rowid LIMIT 10",
      [any.join(" OR ")],
    );
    return rows.map((row) => this.#products[row]);
  }

  close() {
    this.#db.close();
  }
}
