// After the build: smaller twins beside each text and wasm file (`app.js.br`, `app.js.gz`), which the
// server embeds and sends as they are. Best compression, because it happens once; `--quick` for `make run`.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const worth = /\.(js|css|wasm|svg|json|txt|html|xml)$/;
const quick = process.argv.includes("--quick");
const folders = ["./dist/", "./dist-desk/"].map((folder) => new URL(folder, import.meta.url));

for (const entry of folders.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))) {
  if (!entry.isFile() || !worth.test(entry.name) || entry.name === "manifest.json") continue;
  const file = `${entry.parentPath}/${entry.name}`;
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quick ? 4 : 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: quick ? 5 : 9 }));
}
