// A brand that is none of those built in: each wasm is told of it when it starts.
import type { BrandView } from "../dist/calls.ts";
import type { RosterColumn } from "../src/roster.ts";

const clubhouse: BrandView = {
  site: "clubhouse",
  name: "Clubhouse & Co.",
  promoBox: true,
  certificateBox: false,
  programIdBox: false,
  registerLink: true,
  certificatesNavLink: false,
  changeRequests: true,
  alwaysPersonalPrices: true,
  divider: "dash",
  savingsLabel: "Club savings",
  alternateShell: true,
  satisfactionBadge: false,
  wishlist: true,
  callToOrderPhone: "1-800-555-0199",
  certificateCatalog: "US",
  certificateSiteCode: "M_CLB",
  reportSiteCode: "M_CLB2",
  orderPrefix: "CH",
  design: "usgames",
  icon: "/assets/icon-clubhouse.svg",
};

test("the rules know its whole row, and still the ones built in", async () => {
  const rules = await import("../src/index.ts");
  rules.addBrand(clubhouse);
  await rules.loadRules();
  expect(rules.brand("clubhouse")).toEqual(clubhouse);
  expect(rules.brand("usgames").name).toBe("US Games");
  expect(rules.wantsPersonalPrices("clubhouse", {}, 1)).toBe(true);
  const later = { ...clubhouse, site: "later" };
  expect(rules.installBrand(later)).toBe(false);
  expect(() => rules.brand("later")).toThrow("malformed arguments");

  // The roster's own wasm starts later and is told then.
  const { evaluateRoster, installBrand } = await import("../src/roster.ts");
  const article = {
    text: "One size",
    sku: "BUS",
    price: 2000,
    discountedPrice: null,
    tiers: [],
    unavailable: false,
    availableDate: "",
    minOrderQty: 0,
    deliveryUnit: 0,
  };
  const style = {
    product: "p-1",
    name: "Bus",
    freeFormOptions: [],
    callToOrder: true,
    unitOfMeasure: "EA",
    sizeColumn: null,
    articles: [article],
  };
  const columns: RosterColumn[] = [
    { kind: "sku", label: "SKU" },
    { kind: "quantity", label: "Qty" },
  ];
  const roster = { site: "clubhouse", columns, styles: [style], rows: [{ cells: ["BUS", "1"] }] };
  const said = evaluateRoster(roster).rows[0]?.problems.map((problem) => problem.error.message);
  expect(said).toEqual(["Please call 1-800-555-0199 to order this product."]);
  expect(installBrand(later)).toBe(false);
});
