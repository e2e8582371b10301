// The rules of a new season of an earlier order: a wasm of their own, which has started when this module is there. Only code
// that is loaded with such a roster may import more than types from here.
export * from "../dist/season/fieldhouse_season.js";
