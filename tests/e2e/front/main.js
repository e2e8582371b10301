// A front end of somebody's own: React InstantSearch and the service's clients as npm has them, pointed at the store.
import { liteClient } from "algoliasearch/lite";
import { createElement as h } from "react";
import { createRoot } from "react-dom/client";
import {
  Configure,
  HierarchicalMenu,
  Highlight,
  Hits,
  InstantSearch,
  Pagination,
  RangeInput,
  RefinementList,
  SearchBox,
  SortBy,
  Stats,
} from "react-instantsearch";
import insightsClient from "search-insights";

const place = new URLSearchParams(location.search);
const site = place.get("site");
const port = Number(place.get("port"));
const apiKey = `search-only-${site}`;
const searchClient = liteClient("fieldhouse", apiKey, {
  hosts: [{ url: "127.0.0.1", port, protocol: "http", accept: "readWrite" }],
  timeouts: { connect: 30_000, read: 30_000, write: 30_000 },
});
insightsClient("init", { appId: "fieldhouse", apiKey, host: `http://127.0.0.1:${port}` });

const Hit = ({ hit, sendEvent }) =>
  h(
    "article",
    { "aria-label": hit.name },
    h(Highlight, { attribute: "name", hit }),
    h("span", null, ` ${hit.brand} ${hit.callToOrder ? "Price Not Available" : hit.price}`),
    h(
      "button",
      { type: "button", onClick: () => sendEvent("conversion", hit, "Added", { eventSubtype: "addToCart" }) },
      "Add",
    ),
  );

const products = `${site}_products`;
createRoot(document.getElementById("front")).render(
  h(
    InstantSearch,
    { searchClient, indexName: products, insights: { insightsClient } },
    h(Configure, { hitsPerPage: 8 }),
    h(SearchBox, { placeholder: "Search" }),
    h(Stats),
    h(SortBy, {
      items: [
        { label: "Best match", value: products },
        { label: "Cheapest first", value: `${products}_price_asc` },
      ],
    }),
    h(
      "section",
      { "aria-label": "Brand" },
      h(RefinementList, { attribute: "brand", searchable: true, searchablePlaceholder: "Find a brand" }),
    ),
    h("section", { "aria-label": "Color" }, h(RefinementList, { attribute: "color" })),
    h("section", { "aria-label": "Size" }, h(RefinementList, { attribute: "size" })),
    h("section", { "aria-label": "Price" }, h(RangeInput, { attribute: "price" })),
    h(
      "section",
      { "aria-label": "Categories" },
      h(HierarchicalMenu, { attributes: ["hierarchicalCategories.lvl0", "hierarchicalCategories.lvl1"] }),
    ),
    h(Hits, { hitComponent: Hit }),
    h(Pagination),
  ),
);
