// The rules of sign-in, account pages and checkout: a wasm of their own, which has started when this module is there.
// Only code that is loaded with those pages may import more than types from here.
export * from "../dist/account/fieldhouse_account.js";
