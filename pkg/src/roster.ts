// The roster page's rules: a wasm of their own, which has started when this module is there. Only code that is loaded
// with that page may import more than types from here.
import { installBrand } from "../dist/roster/fieldhouse_roster.js";
import { startWith } from "./brand.ts";

export * from "../dist/roster/fieldhouse_roster.js";

startWith(installBrand);
