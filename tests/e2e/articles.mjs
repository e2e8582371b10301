// Finds articles in the store's catalogue by what a journey needs of them, the same ones in every run.

/** The first product of a list whose whole view fits. */
export async function findProduct(store, fits, { query = "", category = "", site = "fieldhouse" } = {}) {
  for (let page = 1; ; page += 1) {
    const pairs = [
      ["query", query],
      ["category", category],
      ["page", page > 1 ? String(page) : ""],
    ].filter(([, value]) => value !== "");
    const list = await store.json(
      `/api/search?${pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&")}`,
      site,
    );
    for (const tile of list.hits) {
      const product = await store.json(`/api/catalog/products/${encodeURIComponent(tile.href.split("/")[2])}`, site);
      const found = fits(product);
      if (found) return { product, ...found };
    }
    if (page >= list.nbPages) throw new Error("the catalogue has no product that fits");
  }
}

/** Sizes that can be bought now. */
export function buyable(group) {
  return group.sizes.filter((size) => !size.unavailable && (size.price ?? 0) > 0);
}

/** A product to be ordered in sizes, with a minimum or multiple above 1 and without names to print. */
export function inPacks(product) {
  if (product.callToOrder || product.freeFormOptions.length > 0) return undefined;
  const sizes = buyable(product.variants[0] ?? { sizes: [] });
  const strict = sizes.every((size) => size.deliveryUnit > 1);
  return strict && sizes.length >= 3 ? { sizes } : undefined;
}

/** A product to be ordered in sizes, piece by piece. */
export function piecewise(product) {
  if (product.callToOrder || product.freeFormOptions.length > 0) return undefined;
  const sizes = buyable(product.variants[0] ?? { sizes: [] });
  const free = sizes.every((size) => size.deliveryUnit <= 1 && size.minOrderQty <= 1);
  return free && sizes.length >= 3 ? { sizes } : undefined;
}

/** A product that wants names or numbers. */
export function personalised(product) {
  if (product.callToOrder || product.freeFormOptions.length === 0) return undefined;
  const sizes = buyable(product.variants[0] ?? { sizes: [] });
  const free = sizes.every((size) => size.deliveryUnit <= 1 && size.minOrderQty <= 1);
  return free && sizes.length >= 2 ? { sizes } : undefined;
}
