// Every address of a storefront a visitor can open, with what tells that its page is there.
import { findProduct, piecewise } from "./articles.mjs";

const texts = ["about-us", "shipping", "returns", "privacy", "terms", "accessibility", "size-guide"];
const services = [
  "contact-us",
  "club-select",
  "learning-corner",
  "order-status",
  "certificate-reporting",
  "ship-to-home-styles",
];

/** Pages for everybody. `missing`: the answer is 404, as it should be. `template`: what several of them are made of. */
export async function publicPages(store, site) {
  const { product } = await findProduct(store, piecewise, { site });
  const shell = await store.json("/api/shell", site);
  const { articles } = (await store.json("/api/content/pages/learning-corner", site)).blocks.find(
    (block) => block.kind === "articles",
  );
  return [
    "/",
    shell.navigation[0].href,
    "/search/?query=jersey",
    "/search/?query=zzzzqqqq",
    product.href,
    articles[0].href,
    ...texts.map((slug) => ({ address: `/${slug}/`, template: "a page of text" })),
    ...services.map((slug) => `/${slug}/`),
    { address: "/there-is-no-such-page/", missing: true },
    { address: "/p/there-is-no-such-product/", missing: true },
  ].map((page) => ({ missing: false, ...(typeof page === "string" ? { address: page } : page) }));
}

/** Pages that only the browser fills, with their headings; `filled`: what is there once the answer is. */
export function personalPages(brand) {
  return [
    { address: "/cart", heading: "My Cart (0)" },
    { address: "/quick-order", heading: "Quick Order" },
    { address: "/quick-order?tab=team-roster", heading: "Quick Order" },
    { address: "/quick-order?tab=paste-list", heading: "Quick Order" },
    { address: "/gift-certificate", heading: "Gift Certificate" },
    ...(brand.wishlist ? [{ address: "/favourite", heading: "Favorites" }] : []),
    { address: "/order?id=00000000-0000-4000-8000-000000000000", heading: "We cannot find this order" },
    { address: "/cart/shared/nobody-shared-this", heading: /./ },
    { address: "/checkout/shipping", heading: "My Cart (0)" },
    { address: "/api/auth/signin", heading: "Sign In" },
    { address: "/account/register", heading: "Create Account" },
    { address: "/account/reset-password", heading: /Password/ },
    { address: "/account/reset-password?isExpired=true", heading: /Password/ },
    { address: "/account/create-password?token=none&magentouser=true", heading: /Password/ },
    { address: "/account/invitation?token=none", heading: "Invitation", filled: ["link", "Back to home"] },
  ];
}

/** Pages of the account area, with their headings and what shows that they are filled. */
export const accountPages = [
  { address: "/my-account/", heading: /^Hello, /, filled: ["link", "View all addresses"] },
  { address: "/my-account/account-information/", heading: "Account Information", filled: ["button", "Edit"] },
  {
    address: "/my-account/account-information/devices/",
    heading: "Signed-in Devices",
    filled: ["button", "Sign out this device"],
  },
  { address: "/my-account/address-book/", heading: "Address Book", filled: ["heading", "Default information"] },
  { address: "/my-account/address-book/address/", heading: "Add New Address", filled: ["button", "Save address"] },
  { address: "/my-account/orders/", heading: "Orders", filled: ["button", "Show Orders"] },
  { address: "/my-account/lists/", heading: "Saved Lists", filled: ["link", "Go To Cart"] },
  { address: "/my-account/order-status/", heading: "Order Status", frame: true },
  { address: "/my-account/certificates/", heading: "Certificates", filled: ["link", "Look up a certificate"] },
  { address: "/my-account/certificate-reporting/", heading: "Certificate Reporting", frame: true },
  { address: "/my-account/approvals/", heading: "Approvals", filled: ["heading", "Waiting"] },
  { address: "/my-account/people/", heading: "People", filled: ["form", /^Approval for /] },
];
