// Products and lists for tests: small, but in every field as the server answers.
import type { ProductTileView, ProductView, SearchView, SizeView, VariantGroupView } from "@fieldhouse/rules";

const image = { href: "/images/tee.svg?c=12355B", alt: "Tee", width: 800, height: 800 };

export function size(text: string, sku: string, part: Partial<SizeView> = {}): SizeView {
  return {
    text,
    sku,
    price: 2000,
    discountedPrice: null,
    tiers: [
      { minimumQuantity: 12, value: 1800 },
      { minimumQuantity: 24, value: 1500 },
    ],
    unavailable: false,
    availability: null,
    availableDate: "",
    minOrderQty: 0,
    deliveryUnit: 0,
    ...part,
  };
}

export function group(title: string, sizes: SizeView[]): VariantGroupView {
  return {
    productVariant: {
      title,
      sku: sizes[0]?.sku ?? "",
      defaultImage: { ...image, alt: `Tee in ${title}` },
      availability: null,
      minOrderQty: sizes[0]?.minOrderQty ?? 0,
      deliveryUnit: sizes[0]?.deliveryUnit ?? 0,
    },
    images: [{ ...image, alt: `Tee in ${title}` }],
    hex: ["#12355B"],
    sizes,
    attributesData: [{ name: "color", value: title }],
  };
}

export function product(part: Partial<ProductView> = {}): ProductView {
  return {
    id: "p1",
    slug: "team-tee",
    name: "Team Tee",
    brand: "Ironline",
    subtitle: "",
    description: ["A tee."],
    features: [],
    flags: [],
    sku: "TT1",
    href: "/p/team-tee/",
    regularPrice: 2000,
    yourPrice: null,
    pricingMessage: "",
    shippingInfo: "Ships in 2-3 weeks",
    manufacturer: "",
    warnings: [],
    variants: [
      group("Navy", [size("S", "N-S"), size("M", "N-M"), size("L", "N-L")]),
      group("Scarlet", [size("S", "S-S"), size("M", "S-M"), size("L", "S-L")]),
    ],
    freeFormOptions: [],
    callToOrder: false,
    unitOfMeasure: "EA",
    categories: [],
    attributes: [],
    related: [],
    ...part,
  };
}

export function tile(part: Partial<ProductTileView> = {}): ProductTileView {
  return {
    pid: "p1",
    href: "/p/team-tee/",
    productText: { title: "Team Tee", brand: "Ironline" },
    price: { regularPrice: 2000, discountedPrice: 1500, from: false },
    sku: "N-S",
    defaultImage: image,
    colors: [],
    sizes: 3,
    outOfStock: false,
    callToOrder: false,
    unitOfMeasure: "EA",
    categories: ["Apparel"],
    flags: [],
    ...part,
  };
}

export function searchView(part: Partial<SearchView> = {}): SearchView {
  return {
    query: "",
    category: "apparel",
    trail: [{ path: "apparel", name: "Apparel", href: "/c/apparel/" }],
    children: [],
    title: "Apparel",
    nbHits: 60,
    page: 1,
    nbPages: 3,
    sort: "relevance",
    facets: [
      {
        name: "color",
        label: "Color",
        values: [
          { value: "Navy", label: "Navy", count: 12, selected: true, hex: ["#12355B"] },
          { value: "Scarlet", label: "Scarlet", count: 7, selected: false, hex: ["#B3151B"] },
        ],
      },
      { name: "size", label: "Size", values: [{ value: "M", label: "M", count: 30, selected: false, hex: [] }] },
    ],
    hits: [tile()],
    correctedQuery: "",
    ...part,
  };
}
