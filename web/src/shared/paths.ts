// Every address of the storefront but those of lists, built in one place.
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
  accountOrders: "/my-account/orders/",
  savedLists: "/my-account/lists/",
  savedList: (id: string) => `/my-account/lists/${encodeURIComponent(id)}/`,
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
  orderAgain: (id: string, key: string) =>
    `/order?id=${encodeURIComponent(id)}${key && `&key=${encodeURIComponent(key)}`}&again=1`,
  /** A roster of the same products. */
  newSeason: (id: string, key: string) =>
    `/quick-order?tab=team-roster&order=${encodeURIComponent(id)}${key && `&key=${encodeURIComponent(key)}`}`,
  /** A file for spreadsheets. */
  orderLines: (id: string, key: string) =>
    `/api/orders/${encodeURIComponent(id)}/lines.csv${key && `?key=${encodeURIComponent(key)}`}`,
  /** A document of an order, shown in a tab of its own. */
  orderPaper: (id: string, kind: string, key: string) =>
    `/api/orders/${encodeURIComponent(id)}/documents/${kind}${key && `?key=${encodeURIComponent(key)}`}`,
  /** What was credited, likewise. */
  creditMemo: (id: string, credit: string, key: string) =>
    `/api/orders/${encodeURIComponent(id)}/credits/${credit}/memo${key && `?key=${encodeURIComponent(key)}`}`,
  orderLookUp: "/order/look-up",
  product: (slugOrSku: string) => `/p/${encodeURIComponent(slugOrSku)}/`,
  page: (slug: string) => `/${encodeURIComponent(slug)}/`,
  search: (query: string) => `/search/?query=${encodeURIComponent(query)}`,
} as const;
