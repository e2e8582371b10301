// How the pages are built: the storefront's bundle (default mode), the page renderer's single script (`--mode renderer`)
// and the desk's bundle (`--mode desk`). Also the dev servers of `make dev`.
import { createRequire } from "node:module";
import path from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type UserConfig } from "vite";
import wasm from "vite-plugin-wasm";

const browser: UserConfig = {
  plugins: [react(), tailwindcss(), wasm()],
  define: { __PAGE_RENDERER__: "false" },
  build: {
    target: "esnext",
    outDir: "dist",
    manifest: true,
    // The modulepreload polyfill would be a second entry of script; every browser we support has it.
    modulePreload: { polyfill: false },
    // Data URIs for assets would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { storefront: "src/entry-client.tsx" },
      output: {
        // Few files at the start: libraries, which change rarely, and what every page shares. What a kind of page shows,
        // windows and personal pages stay apart.
        codeSplitting: {
          groups: [
            {
              name: "vendor",
              test: /node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:react-query|query-core)|clsx)\/(?!.*\/(?:useQueries|useMutation|queriesObserver|mutationObserver)\.)/,
            },
            // Each with all that it imports: the frame of every page, what lists and products share, and what a product
            // page and the quick-add window do.
            { name: "core", test: /\/web\/src\/app\// },
            {
              name: "goods",
              test: /\/features\/finding\/catalog\/(?:PriceTag|Picture|Swatch|track|add-draft)\.|\/ui\/(?:Field|Breadcrumbs)\./,
            },
            { name: "ordering", test: /\/features\/finding\/catalog\/(?:AddToCart|ProductHeading|VariantPickers)\./ },
          ],
        },
      },
    },
  },
  server: {
    proxy: { "/api": "http://127.0.0.1:8420", "/images": "http://127.0.0.1:8420" },
  },
};

/**
 * What is loaded when it is needed is needed in the browser only: windows, personal pages, and the rules'
 * wasm, which the page renderer has natively. All of it stays out of the renderer's script.
 */
const withoutDynamicImports: Plugin = {
  name: "without-dynamic-imports",
  resolveDynamicImport: () => "\0nothing",
  resolveId: (id) => (id === "\0nothing" ? id : undefined),
  load: (id) => (id === "\0nothing" ? "export {};" : undefined),
};

/** The half of `react-dom/server` that renders to a string: the other half streams, and each start would read it in vain. */
const stringRenderer = path.join(
  path.dirname(createRequire(import.meta.url).resolve("react-dom")),
  "cjs/react-dom-server-legacy.browser.production.js",
);

// One IIFE without imports: the embedded engine has no module loader and no browser globals.
const renderer: UserConfig = {
  plugins: [react(), withoutDynamicImports],
  publicDir: false,
  define: { __PAGE_RENDERER__: "true", "process.env.NODE_ENV": '"production"', "import.meta.env.DEV": "false" },
  resolve: {
    alias: { "react-dom/server.edge": stringRenderer },
    conditions: ["fieldhouse-renderer", "edge-light", "worker", "import", "module", "default", "production"],
  },
  build: {
    target: "es2022",
    outDir: "dist-server",
    minify: true,
    lib: {
      entry: "src/entry-server.tsx",
      formats: ["iife"],
      name: "fieldhouseRenderer",
      fileName: () => "entry-server.js",
    },
    rolldownOptions: { output: { codeSplitting: false } },
  },
};

// A bundle of its own, so that no page of the store carries a byte of it. Its root is its folder: Vite then shows its own
// document while developing, and Tailwind reads its sources alone.
const desk: UserConfig = {
  root: "src/desk",
  base: "/desk/",
  plugins: [react(), tailwindcss(), wasm()],
  define: { __PAGE_RENDERER__: "false" },
  build: {
    target: "esnext",
    outDir: "../../dist-desk",
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { desk: "src/desk/main.tsx" },
      output: {
        codeSplitting: {
          groups: [
            {
              name: "vendor",
              test: /node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:react-query|query-core)|clsx)\//,
            },
            // With all it needs, and nothing that only pickers need.
            { name: "windows", test: /node_modules\/@base-ui\/react\/dialog\// },
          ],
        },
      },
    },
  },
  server: {
    port: 5174,
    strictPort: true,
    proxy: { "/desk/api": "http://127.0.0.1:8420" },
  },
};

const configs: Record<string, UserConfig> = { renderer, desk };

export default defineConfig(({ mode }) => configs[mode] ?? browser);
