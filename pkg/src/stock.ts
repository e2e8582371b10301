// The rules of the desk's pages of stock: a wasm of its own, which has started when this module is there. Only code that is
// loaded with these pages may import more than types from here.
export * from "../dist/stock/fieldhouse_stock.js";
