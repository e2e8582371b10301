// Carts, changes, checkouts and orders as the server would send them, for tests.
import type {
  CartCardView,
  CartChangeView,
  CartView,
  CheckoutView,
  LineView,
  OrderView,
  ProductView,
  SummaryView,
} from "@fieldhouse/rules";
import { newAddress } from "@fieldhouse/rules/account";
import { bareShell } from "../src/shared/site";

export function line(over: Partial<LineView> = {}): LineView {
  const sku = over.sku ?? "FH-100-NVY-M";
  return {
    lineItemId: `line-${sku}`,
    sku,
    size: "M",
    quantity: 12,
    unitPrice: { regularPrice: 2500, discountedPrice: null },
    linePrice: { regularPrice: 30000, discountedPrice: null },
    attributes: [],
    options: [
      { label: "Color", value: "Navy" },
      { label: "Size", value: over.size ?? "M" },
    ],
    freeForm: [],
    availableDate: "",
    unavailable: false,
    minOrderQty: 0,
    deliveryUnit: 0,
    tiers: [],
    offerPrice: null,
    errors: [],
    ...over,
  };
}

export function card(over: Partial<CartCardView> = {}): CartCardView {
  return {
    key: "p100/navy",
    id: "p100",
    name: "Sideline Practice Jersey",
    brand: "Northfield",
    productSlug: "sideline-practice-jersey",
    image: { href: "/images/jersey-front.svg?c=12335B", alt: "Navy jersey", width: 600, height: 600 },
    sku: "FH-100-NVY-M",
    color: "Navy",
    href: "/p/FH-100-NVY-M",
    promoCode: "",
    shippingType: "Ships in 2-3 weeks",
    warnings: [],
    isFavourite: false,
    unitOfMeasure: "EA",
    freeFormOptions: [],
    subtotal: { regularPrice: 30000, discountedPrice: null },
    pooledQuantity: 12,
    nextTier: null,
    lineItems: [line()],
    ...over,
  };
}

export function summary(over: Partial<SummaryView> = {}): SummaryView {
  return {
    merchandise: { label: "Merchandise Total", cents: 30000, text: "$300.00", note: "" },
    savings: null,
    certificates: null,
    freight: { label: "Freight", cents: null, text: "--", note: "Calculated at checkout" },
    tax: { label: "Estimated Tax", cents: null, text: "--", note: "Calculated at checkout" },
    total: { label: "Total", cents: 30000, text: "$300.00", note: "" },
    ...over,
  };
}

export function cart(over: Partial<CartView> = {}): CartView {
  const items = over.items ?? [card()];
  const lines = items.flatMap((each) => each.lineItems);
  return {
    id: "cart-1",
    version: 3,
    store: { key: "fieldhouse" },
    custom: null,
    certFlyerCode: "",
    pricesToBeConfirmed: false,
    items,
    totalLineItemQuantity: lines.reduce((pieces, each) => pieces + each.quantity, 0),
    lineCount: lines.length,
    totalPriceString: "$300.00",
    totalMerchCents: 30000,
    totalSavingsCents: 0,
    totalCents: 30000,
    paymentInfo: { payments: [] },
    summary: summary(),
    errors: [],
    ...over,
  };
}

/** What a change answers that leaves `after` behind, naming the cards given. */
export function change(after: CartView, cards: CartCardView[], removedCards: string[] = []): CartChangeView {
  return {
    head: {
      id: after.id,
      version: after.version,
      totalLineItemQuantity: after.totalLineItemQuantity,
      lineCount: after.lineCount,
      totalCents: after.totalCents,
      summary: after.summary,
    },
    cards,
    removedCards,
    addedQuantity: 0,
    undo: "",
  };
}

export const shipTo = {
  firstName: "Dana",
  lastName: "Reyes",
  company: "Lincoln High",
  phoneNumber: "555-201-7788",
  additionalPhoneNumber: "",
  address: "12 Field Street",
  address2: "",
  country: "US",
  city: "Dallas",
  state: "TX",
  zip: "75201",
  setAsDefaultShipToAddress: false,
};

export function checkout(over: Partial<CheckoutView> = {}): CheckoutView {
  return {
    cartId: "cart-1",
    cartVersion: 3,
    totalLineItemQuantity: 12,
    step: "shipping",
    shipping: null,
    start: { email: "", address: newAddress(), method: "standard", instructions: "" },
    payment: null,
    paymentNeeded: true,
    paymentInfo: { payments: [] },
    methods: [
      { key: "standard", label: "Standard (5-7 business days)", cents: 1500 },
      { key: "expedited", label: "Expedited (2-3 business days)", cents: 3900 },
    ],
    items: [card()],
    summary: summary(),
    grossCents: 30000,
    totalCents: 30000,
    buying: null,
    approval: null,
    reviewed: [
      { name: "Ship-to address", mark: "there" },
      { name: "E-mail", mark: "coach" },
    ],
    ...over,
  };
}

/** A checkout with nothing left to fill in. */
export function reviewed(over: Partial<CheckoutView> = {}): CheckoutView {
  return checkout({
    step: "review",
    shipping: { email: "coach@lincoln.example", address: shipTo, method: "standard", instructions: "" },
    payment: { poNumber: "PO-4471", poFileName: "" },
    summary: summary({
      freight: { label: "Freight", cents: 1500, text: "$15.00", note: "" },
      tax: { label: "Tax", cents: 2475, text: "$24.75", note: "" },
      total: { label: "Total", cents: 33975, text: "$339.75", note: "" },
    }),
    totalCents: 33975,
    ...over,
  });
}

/** What an approver's word makes of an order. */
const decided = { waiting: "awaiting_approval", approved: "open", declined: "declined" } as const;

export function order(over: Partial<OrderView> = {}): OrderView {
  return {
    lifecycle: decided[over.approval?.decision ?? "approved"],
    onHold: false,
    version: 1,
    mayCancel: false,
    cancelText: "",
    piecesText: "12 still to come",
    lines: [],
    shipments: [],
    documents: [],
    notes: [],
    credits: [],
    afterChanges: [],
    id: "0rd3r",
    number: "FH-100023",
    placedAt: new Date().toISOString(),
    status: "Confirmed",
    own: true,
    placedByText: "",
    approval: null,
    orderedFor: "",
    site: "fieldhouse",
    email: "coach@lincoln.example",
    shipTo,
    shippingMethod: "Standard (5-7 business days)",
    instructions: "",
    poNumber: "PO-4471",
    poFileName: "",
    certificates: [],
    totalLineItemQuantity: 12,
    items: [card()],
    summary: reviewed().summary,
    totalCents: 33975,
    letterNote: "",
    ...over,
  };
}

/** The flagship's shell, without navigation. */
export const shell = bareShell("fieldhouse");

/** The product behind the sample card: one colour, three sizes in sixes. */
export function product(): ProductView {
  const size = (text: string) => ({
    text,
    sku: `FH-100-NVY-${text}`,
    price: 2500,
    discountedPrice: null,
    tiers: [],
    unavailable: false,
    availability: null,
    availableDate: "",
    minOrderQty: 0,
    deliveryUnit: 6,
  });
  const image = { href: "/images/jersey-front.svg?c=12335B", alt: "Navy jersey", width: 600, height: 600 };
  return {
    id: "p100",
    slug: "sideline-practice-jersey",
    name: "Sideline Practice Jersey",
    brand: "Northfield",
    subtitle: "",
    description: [],
    features: [],
    flags: [],
    sku: "FH-100",
    href: "/p/sideline-practice-jersey/",
    regularPrice: 2500,
    yourPrice: 2500,
    pricingMessage: "",
    shippingInfo: "",
    manufacturer: "",
    warnings: [],
    variants: [
      {
        productVariant: {
          title: "Navy",
          sku: "FH-100-NVY-S",
          defaultImage: image,
          availability: null,
          minOrderQty: 0,
          deliveryUnit: 6,
        },
        images: [image],
        hex: ["#12355B"],
        sizes: [size("S"), size("M"), size("L")],
        attributesData: [{ name: "color", value: "Navy" }],
      },
    ],
    freeFormOptions: [],
    callToOrder: false,
    unitOfMeasure: "EA",
    categories: [],
    attributes: [],
    related: [],
  };
}
