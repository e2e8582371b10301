// The desk's rules: a wasm of their own, which has started when this module is there. Only the desk's bundle may import
// more than types from here.
export * from "../dist/desk/fieldhouse_desk.js";
