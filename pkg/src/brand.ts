// The brand of a page that is none of those built in. Each wasm has a table of brands of its own and is told of it when
// it starts.
import type { BrandView } from "../dist/calls.ts";

let added: BrandView | undefined;

/** Names it: before any rules are loaded. */
export function addBrand(brand: BrandView): void {
  added = brand;
}

/** Tells a wasm that has just started. */
export function startWith(install: (brand: BrandView) => boolean): void {
  if (added) install(added);
}
