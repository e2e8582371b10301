// The address of a list page: its state read from it, and the addresses of links made from a state. What an address means
// is a rule.
import { listQuery } from "@fieldhouse/rules";
import { queryString } from "./endpoints";

/** The state of a list page; its address says all of it. */
export interface ListState {
  query: string;
  /** Path of slugs: `football/practice`. */
  category: string;
  brand: string[];
  color: string[];
  size: string[];
  /** Ranges in cents: `0-2500`. */
  price: string[];
  availability: string[];
  sort: string;
  page: number;
}

export const defaultSort = "relevance";
export const facetNames = ["brand", "color", "size", "price", "availability"] as const;
export type FacetName = (typeof facetNames)[number];

/** The pairs of a list after `query` and `category`, in the contract's order. */
export function listPairs(state: ListState): [string, string][] {
  const pairs: [string, string][] = [];
  for (const name of facetNames) {
    for (const value of state[name]) pairs.push([name, value]);
  }
  pairs.push(["sort", state.sort === defaultSort ? "" : state.sort]);
  pairs.push(["page", state.page > 1 ? String(state.page) : ""]);
  return pairs;
}

/** An empty list: everything, first page. */
export const wholeList: ListState = {
  query: "",
  category: "",
  brand: [],
  color: [],
  size: [],
  price: [],
  availability: [],
  sort: defaultSort,
  page: 1,
};

/** The state an address stands for. `/c/a/b/` and `/shop/a/b/` carry the category in the path. */
export function readListAddress(pathname: string, search: string): ListState {
  // The rule has read it; what it wrote is only taken apart here.
  const params = new URLSearchParams(listQuery(pathname, search));
  const state: ListState = {
    ...wholeList,
    query: params.get("query") ?? "",
    category: params.get("category") ?? "",
    sort: params.get("sort") ?? defaultSort,
    page: Number(params.get("page") ?? "1"),
  };
  for (const name of facetNames) state[name] = params.getAll(name);
  return state;
}

/** The address of a list: under `/search/` as long as there is a query or no category, else `/c/…/`. */
export function listAddress(state: ListState): string {
  const inSearch = state.query !== "" || state.category === "";
  const path = inSearch ? "/search/" : `/c/${state.category.split("/").map(encodeURIComponent).join("/")}/`;
  const pairs: [string, string][] = inSearch
    ? [["query", state.query], ["category", state.category], ...listPairs(state)]
    : listPairs(state);
  const query = queryString(pairs);
  return query === "" ? path : `${path}?${query}`;
}
