// How long one evaluation of a 500-line cart takes through the wasm that ships (budget 5 ms).
import { readFileSync } from "node:fs";
import * as glue from "./dist/fieldhouse_rules_bg.js";

const bytes = readFileSync(new URL("./dist/fieldhouse_rules_bg.wasm", import.meta.url));
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { "./fieldhouse_rules_bg.js": glue });
glue.__wbg_set_wasm(exports);
exports.__wbindgen_start();

const lines = Array.from({ length: 500 }, (_, index) => ({
  key: `line-${index}`,
  product: `product-${index % 60}`,
  quantity: 1 + (index % 30),
  price: 1999 + index,
  offerPrice: index % 3 === 0 ? 1899 : null,
  tiers: [
    { minimumQuantity: 24, value: 1700 },
    { minimumQuantity: 144, value: 1500 },
  ],
  minOrderQty: 0,
  deliveryUnit: index % 5 === 0 ? 6 : 0,
  unavailable: false,
  availableDate: "",
  callToOrder: false,
}));

const times = Array.from({ length: 300 }, () => {
  const start = performance.now();
  glue.evaluateCart("fieldhouse", lines);
  return performance.now() - start;
}).sort((a, b) => a - b);
const at = (part) => times[Math.floor(times.length * part)].toFixed(2);
console.log(`500-line cart: median ${at(0.5)} ms, p99 ${at(0.99)} ms (budget 5 ms)`);
if (process.argv.includes("--enforce") && Number(at(0.5)) > 5) process.exitCode = 1;
