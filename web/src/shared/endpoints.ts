// Canonical addresses of the API. They double as query keys and as keys of the data a page arrives
// with, so the server builds the very same strings.

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

/** `name=value&…` in the given order, empty ones left out, spaces as %20. */
export function queryString(pairs: readonly (readonly [string, string])[]): string {
  return pairs
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
}

function withQuery(path: string, query: string): string {
  return query === "" ? path : `${path}?${query}`;
}

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

export const apiUrls = {
  shell: "/api/shell",
  analyticsEvents: "/api/analytics/events",
  cartHead: "/api/cart/head",
  cartActive: "/api/cart/active",
  cartLines: "/api/cart/lines",
  cartRecalculate: "/api/cart/recalculate",
  cartCodes: "/api/cart/codes",
  cartFlyerCode: "/api/cart/flyer-code",
  cartProgramId: "/api/cart/program-id",
  certificateInput: "/api/features/CertificateInput",
  certificate: (number: string) => `/api/features/CertificateInput?id=${encodeURIComponent(number)}`,
  cartCertificates: "/api/cart/certificates",
  cartCertificate: (paymentId: string) => `/api/cart/certificates/${encodeURIComponent(paymentId)}`,
  personalPrices: "/api/erp/price-personalized/all/",
  checkout: "/api/checkout",
  checkoutShipping: "/api/checkout/shipping",
  checkoutPayment: "/api/checkout/payment",
  checkoutBuyer: "/api/checkout/buyer",
  orders: "/api/orders",
  page: (slug: string) => `/api/content/pages/${encodeURIComponent(slug)}`,
  contentSearch: (query: string) => `/api/content/search?${queryString([["query", query]])}`,
  form: (slug: string) => `/api/forms/${encodeURIComponent(slug)}`,
  newsletter: "/api/features/Newsletter01",
  wishlist: "/api/wishlist",
  wish: (productId: string) => `/api/wishlist/${encodeURIComponent(productId)}`,
  product: (slugOrSku: string) => `/api/catalog/products/${encodeURIComponent(slugOrSku)}`,
  quickOrder: (number: string) => withQuery("/api/features/QuickOrder/", queryString([["productId", number]])),
  quickEdit: (sku: string) => withQuery("/api/features/QuickEdit/", queryString([["productId", sku]])),
  /** Of a list's canonical query, which is the rules' affair. */
  search: (query: string) => withQuery("/api/search", query),
  suggest: (query: string) => withQuery("/api/search/suggest", queryString([["query", query]])),
  articles: "/api/catalog/articles",
  recentlyViewed: (productIds: string) =>
    withQuery("/api/features/RecentlyViewed/", queryString([["productIds", productIds]])),
  cartRemovals: "/api/cart/removals",
  cartUndo: "/api/cart/undo",
  cartShares: "/api/cart/shares",
  cartShare: (id: string) => `/api/cart/shares/${encodeURIComponent(id)}`,
  cartShared: (token: string) => `/api/cart/shared/${encodeURIComponent(token)}`,
  cartSharedCopy: (token: string) => `/api/cart/shared/${encodeURIComponent(token)}/copy`,
  cartLinesAt: (version: number) => `/api/cart/lines?version=${version}`,
  cartLine: (id: string) => `/api/cart/lines/${encodeURIComponent(id)}`,
  cartLineAt: (id: string, version: number) => `/api/cart/lines/${encodeURIComponent(id)}?version=${version}`,
  signIn: "/api/auth/signin",
  signOut: "/api/auth/signout",
  session: "/api/auth/session",
  register: "/api/features/Account/register",
  passwordCheck: "/api/features/Account/password-check",
  passwordToken: "/api/features/Account/password-token",
  createPassword: "/api/features/Account/create-password",
  updatePassword: "/api/features/Account/update-password",
  account: "/api/account",
  accountHome: "/api/account/home",
  addressLookup: "/api/addresses/lookup",
  changeRequests: "/api/account/change-requests",
  addresses: "/api/account/addresses",
  address: (id: string) => `/api/account/addresses/${encodeURIComponent(id)}`,
  addressDefault: (id: string) => `/api/account/addresses/${encodeURIComponent(id)}/default`,
  devices: "/api/account/devices",
  device: (id: string) => `/api/account/devices/${encodeURIComponent(id)}`,
  otherDevices: "/api/account/devices/sign-out-others",
  people: "/api/account/people",
  unitInvitations: (unit: string) => `/api/account/people/${encodeURIComponent(unit)}/invitations`,
  unitInvitation: (unit: string, id: string) =>
    `/api/account/people/${encodeURIComponent(unit)}/invitations/${encodeURIComponent(id)}`,
  unitMember: (unit: string, id: string) =>
    `/api/account/people/${encodeURIComponent(unit)}/members/${encodeURIComponent(id)}`,
  unitApproval: (unit: string) => `/api/account/people/${encodeURIComponent(unit)}/approval`,
  invitation: (token: string) => `/api/invitations/${encodeURIComponent(token)}`,
  acceptInvitation: "/api/invitations/accept",
  registerInvited: "/api/invitations/register",
  approvals: "/api/account/approvals",
  approval: (orderId: string) => `/api/account/approvals/${encodeURIComponent(orderId)}`,
  accountCertificates: "/api/account/certificates",
  order: (id: string, key = "") => withQuery(`/api/orders/${encodeURIComponent(id)}`, queryString([["key", key]])),
  orderLookUps: "/api/order-look-ups",
  orderIntoCart: (id: string) => `/api/orders/${encodeURIComponent(id)}/cart`,
} as const;
