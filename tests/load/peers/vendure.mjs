// The peer, Vendure on SQLite, as its own documentation sets it up for production: default search, no logging. `vendure.mjs FOLDER
// PORT STYLES` fills a database with so many styles of twelve articles and indexes them, the first time, and serves; 'ready' is said
// when it answers.
import { execFileSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { styles } from "./catalogue.mjs";

const [folder = "", port = "", count = "", step] = process.argv.slice(2);
// It lies where it was installed.
const load = createRequire(join(folder, "node_modules/"));
const core = load("@vendure/core");
const { populate } = load("@vendure/core/cli");

const database = join(folder, `store-${count}.db`);
/** Beside a database whose articles are all there and indexed: it is filled once. */
const filled = join(folder, `store-${count}.filled`);
const isNew = !existsSync(filled);
if (step === "import") for (const end of ["", "-wal", "-shm"]) rmSync(database + end, { force: true });
const config = {
  apiOptions: { port: Number(port), hostname: "127.0.0.1", adminApiPath: "admin-api", shopApiPath: "shop-api" },
  authOptions: {
    tokenMethod: "bearer",
    requireVerification: false,
    superadminCredentials: { identifier: "superadmin", password: "seven green llamas" },
    cookieOptions: { secret: "a-secret-of-the-benchmark" },
  },
  dbConnectionOptions: { type: "better-sqlite3", database, synchronize: isNew, logging: false, enableWAL: true },
  paymentOptions: { paymentMethodHandlers: [core.dummyPaymentHandler] },
  orderOptions: { orderItemsLimit: 100_000, orderLineItemsLimit: 10_000 },
  plugins: [core.DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: false })],
  logger: new core.DefaultLogger({ level: core.LogLevel.Error }),
  importExportOptions: { importAssetsDir: folder },
};

const initial = {
  defaultLanguage: core.LanguageCode.en,
  defaultZone: "Americas",
  countries: [{ name: "United States", code: "US", zone: "Americas" }],
  taxRates: [{ name: "Standard Tax", percentage: 0 }],
  shippingMethods: [{ name: "Standard", price: 995 }],
  paymentMethods: [],
  collections: [],
  roles: [],
};

/** The styles as the peer's own import wants them: a row an article, the first one tells the style. */
function table() {
  const columns =
    "name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets";
  const cell = (text) => `"${String(text).replaceAll('"', '""')}"`;
  const rows = styles(Number(count)).flatMap((style) =>
    style.articles.map((article, nth) => {
      const facets = `brand:${style.brand}|category:${style.category}`;
      const whole =
        nth === 0 ? [style.name, style.slug, style.description, "", facets, "color|size"] : Array(6).fill("");
      const options = `${article.color}|${article.size}`;
      const price = (article.cents / 100).toFixed(2);
      return [...whole, options, article.sku, price, "standard", 100_000, "false", "", `color:${article.color}`]
        .map(cell)
        .join(",");
    }),
  );
  const file = join(folder, `styles-${count}.csv`);
  writeFileSync(file, [columns, ...rows].join("\n"));
  return file;
}

if (step === "import") {
  // Without a search, which would index article by article: all are indexed at once by whoever started this.
  await (await populate(() => core.bootstrap({ ...config, plugins: [] }), initial, table())).close();
  process.exit(0);
}
if (isNew) execFileSync(process.execPath, [process.argv[1], folder, port, count, "import"], { stdio: "inherit" });
const app = await core.bootstrap(config);
if (isNew) {
  // Nothing is asked meanwhile: the index is made by the thread that answers.
  await app.get(core.JobQueueService).start();
  const ask = async (query, token) => {
    const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const body = JSON.stringify({ query });
    return fetch(`http://127.0.0.1:${port}/admin-api`, { method: "POST", headers, body });
  };
  const login = await ask('mutation { login(username: "superadmin", password: "seven green llamas") { __typename } }');
  await ask("mutation { reindex { id } }", login.headers.get("vendure-auth-token"));
  // Nobody tells the end of a job.
  const queue = app.get(core.ConfigService).jobQueueOptions.jobQueueStrategy;
  let jobs = [];
  while (!jobs.some(({ isSettled }) => isSettled)) {
    await setTimeout(200);
    jobs = (await queue.findMany()).items;
  }
  for (const { state, error } of jobs)
    if (state !== "COMPLETED") throw new Error(`the index was not made: ${state} ${error}`);
  writeFileSync(filled, "");
}
console.log("ready");
process.once("SIGTERM", () => app.close().then(() => process.exit(0)));
