// The roster page's rules: a wasm of their own, which has started when this module is there. Only code that is loaded
// with that page may import more than types from here.
export * from "../dist/roster/fieldhouse_roster.js";
