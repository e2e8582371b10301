// Every address of the storefront, built in one place, and the reading of a list page's address.
import { listQuery } from "@fieldhouse/rules";
import { defaultSort, facetNames, type ListState, listPairs, queryString } from "./endpoints";

export const paths = {
  home: "/",
  cart: "/cart",
  quickOrder: "/quick-order",
  checkoutShipping: "/checkout/shipping",
  checkoutPayment: "/checkout/payment",
  checkoutReview: "/checkout/review",
  account: "/my-account/",
  accountInformation: "/my-account/account-information/",
  addressBook: "/my-account/address-book/",
  newAddress: "/my-account/address-book/address/",
  address: (id: string) => `/my-account/address-book/address/?id=${encodeURIComponent(id)}`,
  devices: "/my-account/account-information/devices/",
  people: "/my-account/people/",
  approvals: "/my-account/approvals/",
  orderStatus: "/my-account/order-status/",
  signIn: "/api/auth/signin",
  signInFor: (path: string) => `/api/auth/signin?callbackUrl=${encodeURIComponent(path)}`,
  register: "/account/register",
  resetPassword: "/account/reset-password",
  resetExpired: "/account/reset-password?isExpired=true",
  createPassword: (token: string) => `/account/create-password?token=${encodeURIComponent(token)}&magentouser=true`,
  giftCertificate: (id: string) => (id === "" ? "/gift-certificate" : `/gift-certificate?id=${encodeURIComponent(id)}`),
  contact: "/contact-us",
  /** Where forms go before scripts run. */
  form: (slug: string) => `/forms/${encodeURIComponent(slug)}`,
  newsletter: "/newsletter/join",
  favourites: "/favourite",
  order: (id: string) => `/order?id=${encodeURIComponent(id)}`,
  orderLookUp: "/order/look-up",
  product: (slugOrSku: string) => `/p/${encodeURIComponent(slugOrSku)}/`,
  page: (slug: string) => `/${encodeURIComponent(slug)}/`,
  search: (query: string) => `/search/?query=${encodeURIComponent(query)}`,
} as const;

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
