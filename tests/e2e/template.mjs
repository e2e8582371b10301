// Fills a store with the demo catalogue once and prints what the journeys' stores are copied from: a file in FOLDER, or
// a database of the PostgreSQL in FIELDHOUSE_E2E_POSTGRES.
//   FIELDHOUSE_E2E_TEMPLATE=$(node tests/e2e/template.mjs FOLDER)
import { cpSync, mkdirSync } from "node:fs";
import path from "node:path";
import { Store } from "./store.mjs";

const [folder] = process.argv.slice(2);
const store = new Store();
await store.open();
const template = await store.leaveAsTemplate();
if (process.env.FIELDHOUSE_E2E_POSTGRES) {
  console.log(template);
} else {
  mkdirSync(folder, { recursive: true });
  const kept = path.join(folder, "template.db");
  cpSync(template, kept);
  await store.close();
  console.log(kept);
}
