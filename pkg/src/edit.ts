// The rule of the window that edits an order: a wasm of its own, which has started when this module is there. Only code that
// is loaded with that window may import more than types from here.
export * from "../dist/edit/fieldhouse_edit.js";
