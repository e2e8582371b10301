// The hosted search service's own clients, unmodified from npm, against the real binary: in Node, and React
// InstantSearch in Chromium on a page of another origin.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import path from "node:path";
import { test } from "node:test";
import { algoliasearch } from "algoliasearch";
import { liteClient } from "algoliasearch/lite";
import algoliasearchV4 from "algoliasearch-v4";
import liteV4 from "algoliasearch-v4/lite.js";
import insightsModule from "search-insights";
import { build } from "vite";
import { journeys } from "./world.mjs";

/** Its types know the module's parts only, not what a program is given: the function itself. */
const track = /** @type {(call: string, ...rest: unknown[]) => any} */ (/** @type {unknown} */ (insightsModule));
const applicationId = "fieldhouse";
/** As patient as everybody else here: what a debug build answers on a busy machine may take a while. */
const timeouts = { connect: 30_000, read: 30_000, write: 30_000 };
const key = (site) => `search-only-${site}`;

/** Product ids that the storefront's own search shows. */
const shown = async (store, address, site) =>
  (await store.json(`/api/search?${address}`, site)).hits.map((hit) => hit.pid);
const ids = (hits) => hits.map((hit) => hit.objectID);

/** The status and message a call is refused with. */
async function refusal(call) {
  const error = await call.then(
    () => assert.fail("it was not refused"),
    (error) => error,
  );
  return [error.status, error.message];
}

function instantSearch(world) {
  /** @returns {import("@algolia/client-common").Host[]} */
  const hosts = () => [{ url: "127.0.0.1", port: world.store.port, protocol: "http", accept: "readWrite" }];

  test("the hosted search's client finds what the storefront finds, in the same order", async () => {
    const { store } = world;
    for (const site of ["fieldhouse", "usgames"]) {
      const client = algoliasearch(applicationId, key(site), { hosts: hosts(), timeouts });
      const lite = liteClient(applicationId, key(site), { hosts: hosts(), timeouts });
      const indexName = `${site}_products`;
      for (const query of ["jersey", "socer bal", "whistle", "zzzzzz"]) {
        const own = await shown(store, `query=${encodeURIComponent(query)}`, site);
        const searchParams = { query, hitsPerPage: 24, facets: ["brand", "color"], clickAnalytics: true };
        const found = await client.searchSingleIndex({ indexName, searchParams });
        assert.deepEqual(ids(found.hits), own, `${site} ${query}`);
        const { results } = await lite.search({ requests: [{ indexName, ...searchParams }] });
        assert.deepEqual(ids(/** @type {{ hits: unknown[] }} */ (results[0]).hits), own);
        assert.match(found.queryID, /^[0-9a-f]{32}$/);
      }
      const narrowed = await client.searchSingleIndex({
        indexName: `${indexName}_price_asc`,
        searchParams: { query: "ball", filters: "price >= 1000 AND price < 4000", hitsPerPage: 24 },
      });
      const prices = narrowed.hits.map((hit) => hit.yourPrice);
      assert.ok(prices.length > 2);
      assert.deepEqual(
        prices,
        prices.toSorted((a, b) => a - b),
      );
      const facet = await client.searchForFacetValues({
        indexName,
        facetName: "brand",
        searchForFacetValuesRequest: { facetQuery: "h" },
      });
      assert.ok(facet.facetHits.every((hit) => hit.value.toLowerCase().includes("h") && hit.count > 0));
      const one = await client.getObject({ indexName, objectID: narrowed.hits[0].objectID });
      const { results: several } = await client.getObjects({
        requests: [{ indexName, objectID: String(one.objectID), attributesToRetrieve: ["name"] }],
      });
      assert.equal(several[0].name, one.name);
      const corner = (query) =>
        client.searchSingleIndex({
          indexName: `${site}_learning_corner`,
          searchParams: { query, filters: "content_type:page_content" },
        });
      const [article] = (await corner("")).hits;
      assert.ok(article.url.startsWith("/learning-corner/"));
      assert.equal((await corner(article.title)).hits[0].objectID, article.objectID);
    }
  });

  test("the hosted search's client is refused in its own words", async () => {
    const client = (apiKey) => algoliasearch(applicationId, apiKey, { hosts: hosts(), timeouts });
    const search = (apiKey, indexName, searchParams = {}) =>
      refusal(client(apiKey).searchSingleIndex({ indexName, searchParams }));
    assert.deepEqual(await search("wrong", "usgames_products"), [403, "Invalid Application-ID or API key"]);
    assert.deepEqual(await search(key("usgames"), "fieldhouse_products"), [403, "Index not allowed with this API key"]);
    assert.deepEqual(await search(key("usgames"), "nothing"), [404, "Index nothing does not exist"]);
    const [status, told] = await search(key("usgames"), "usgames_products", { aroundLatLng: "1,2" });
    assert.equal(status, 400);
    assert.match(told, /aroundLatLng/);
    const object = client(key("usgames")).getObject({ indexName: "usgames_products", objectID: "nothing" });
    assert.deepEqual(await refusal(object), [404, "ObjectID does not exist"]);
    const write = client(key("usgames")).saveObject({ indexName: "usgames_products", body: { name: "mine" } });
    assert.equal((await refusal(write))[0], 405);
  });

  test("version 4 of the hosted search's client works as well", async () => {
    const { store } = world;
    const v4Hosts = [{ url: `127.0.0.1:${store.port}`, protocol: "http" }];
    // The types of its CommonJS package describe a default export that Node does not make.
    const makers = /** @type {((id: string, key: string, options: object) => any)[]} */ (
      /** @type {unknown} */ ([algoliasearchV4, liteV4])
    );
    for (const create of makers) {
      const client = create(applicationId, key("usgames"), {
        hosts: v4Hosts,
        // Here in seconds.
        timeouts: { connect: 30, read: 30, write: 30 },
      });
      const index = client.initIndex("usgames_products");
      const own = await shown(store, "query=ball", "usgames");
      const found = await index.search("ball", { hitsPerPage: 24, facets: ["*"] });
      assert.deepEqual(ids(found.hits), own);
      assert.ok(Object.keys(found.facets.brand).length > 0 && found.facets_stats.price.min > 0);
      const { results } = await client.multipleQueries([
        { indexName: "usgames_products", query: "ball", params: { hitsPerPage: 24 } },
        { indexName: "usgames_products_name", query: "cone" },
      ]);
      assert.deepEqual([ids(results[0].hits), results[1].index], [own, "usgames_products_name"]);
      const { facetHits } = await index.searchForFacetValues("color", "re");
      assert.ok(facetHits.some((hit) => hit.value === "Red"));
    }
  });

  test("the insights client's clicks and conversions are taken", async () => {
    const { store } = world;
    const [objectID] = await shown(store, "query=jersey");
    track("init", { appId: applicationId, apiKey: key("fieldhouse"), host: `http://127.0.0.1:${store.port}` });
    const event = { index: "fieldhouse_products", userToken: "somebody", objectIDs: [objectID] };
    const click = { ...event, eventName: "Product clicked", queryID: "0".repeat(32), positions: [1] };
    assert.equal(await track("clickedObjectIDsAfterSearch", click), true);
    assert.equal(await track("viewedObjectIDs", { ...event, eventName: "Product seen" }), true);
    assert.equal(await track("addedToCartObjectIDs", { ...event, eventName: "Added", currency: "USD" }), true);
    const insights = algoliasearch(applicationId, key("fieldhouse"), { hosts: hosts() }).initInsights({
      options: { hosts: hosts(), timeouts },
    });
    const answer = await insights.pushEvents({ events: [{ eventType: "click", eventName: "Clicked", ...event }] });
    assert.deepEqual(answer, { message: "OK", status: 200 });
  });

  test("React InstantSearch searches, narrows, sorts and tells from a page of another origin", async () => {
    const { store, browser } = world;
    const front = await openFront(store.frontPort);
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      const problems = [];
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("response", (response) => {
        if (response.status() >= 400) problems.push(`${response.url()} ${response.request().postData()}`);
      });
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      await page.goto(`http://127.0.0.1:${store.frontPort}/?site=fieldhouse&port=${store.port}`);
      const names = async () => page.locator("article").evaluateAll((all) => all.map((each) => each.ariaLabel));
      /** Waits until the page shows what the storefront's own search finds. */
      const shows = async (address) => {
        const list = await store.json(`/api/search?${address}`);
        const own = list.hits.slice(0, 8).map((hit) => hit.productText.title);
        await page.waitForFunction(
          (own) =>
            JSON.stringify([...document.querySelectorAll("article")].map((each) => each.ariaLabel)) ===
            JSON.stringify(own),
          own,
        );
        return list;
      };
      await shows("");
      await page.getByPlaceholder("Search", { exact: true }).fill("jersey");
      const { facets } = await shows("query=jersey");
      assert.ok((await page.locator("article mark").count()) > 0, "what matched is marked");

      const [brand] = facets.find((facet) => facet.name === "brand").values;
      const boxes = (section) => page.getByRole("region", { name: section }).getByRole("checkbox");
      const box = (section, value) => boxes(section).and(page.locator(`[value=${JSON.stringify(value)}]`));
      await page.getByPlaceholder("Find a brand").fill(brand.label.slice(0, 4));
      await page.waitForFunction(
        (start) =>
          /** @type {HTMLInputElement[]} */ ([
            ...document.querySelectorAll('[aria-label="Brand"] input[type=checkbox]'),
          ]).every((each) => each.value.startsWith(start)),
        brand.label.slice(0, 4),
      );
      await box("Brand", brand.label).check();
      const narrowed = await shows(`query=jersey&brand=${encodeURIComponent(brand.value)}`);
      const [color] = narrowed.facets.find((facet) => facet.name === "color").values;
      await box("Color", color.label).check();
      const both = `query=jersey&brand=${encodeURIComponent(brand.value)}&color=${encodeURIComponent(color.value)}`;
      await shows(both);
      await page.getByRole("combobox").selectOption("fieldhouse_products_price_asc");
      await shows(`${both}&sort=price-asc`);

      const told = page.waitForResponse((response) => {
        const body = response.request().postData() ?? "";
        return response.url().includes("/1/events") && body.includes("addToCart");
      });
      const [first] = await names();
      await page.locator("article").first().getByRole("button", { name: "Add" }).click();
      const answer = await told;
      const { events } = JSON.parse(answer.request().postData());
      assert.equal(answer.status(), 200);
      const added = events.find((event) => event.eventSubtype === "addToCart");
      assert.match(added.queryID, /^[0-9a-f]{32}$/);
      assert.equal((await store.json(`/api/search?${both}&sort=price-asc`)).hits[0].productText.title, first);
      assert.deepEqual(problems, []);
    } finally {
      await context.close();
      front.close();
    }
  });
}

/** A page that is built from npm's packages and served from loopback, as somebody else would host it. */
async function openFront(port) {
  const built = await build({
    configFile: false,
    root: path.join(import.meta.dirname, "front"),
    logLevel: "silent",
    build: { write: false, target: "es2022" },
  });
  const { output } = /** @type {import("vite").Rolldown.RolldownOutput} */ (built);
  const files = new Map(
    output.map((file) => [`/${file.fileName}`, file.type === "chunk" ? file.code : Buffer.from(file.source)]),
  );
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://front");
    const name = pathname === "/" ? "/index.html" : pathname;
    const kind = name.endsWith(".js") ? "text/javascript" : "text/html";
    response.writeHead(files.has(name) ? 200 : 204, { "content-type": kind }).end(files.get(name));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

journeys([instantSearch]);
