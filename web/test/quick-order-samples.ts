// Looked-up products for tests: in every field as the server answers.
import type { QuickOrderProductView, QuickOrderVariantView } from "@fieldhouse/rules";

type Attributes = Record<string, string>;

export function article(
  sku: string,
  attributes: Attributes,
  part: Partial<QuickOrderVariantView["productVariant"]> & { unavailable?: boolean } = {},
): QuickOrderVariantView {
  const { unavailable = false, ...rest } = part;
  return {
    productVariant: {
      sku,
      minOrderQty: 0,
      deliveryUnit: 0,
      price: 2000,
      discountedPrice: null,
      tiers: [],
      availableDate: "",
      ...rest,
    },
    attributesData: {
      attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })),
      unavailable,
    },
  };
}

/** A glove for either hand; `colors` decides the keys. */
export function quickProduct(part: Partial<QuickOrderProductView> = {}): QuickOrderProductView {
  const colors = part.colors ?? [
    article("GLV-T-L", { color: "Tan", hand: "Left" }),
    article("GLV-T-R", { color: "Tan", hand: "Right" }),
    article("GLV-B-R", { color: "Black", hand: "Right" }),
  ];
  const keys = (name: string) => [
    ...new Set(
      colors.flatMap((color) =>
        color.attributesData.attributes.filter((each) => each.name === name).map((each) => each.value),
      ),
    ),
  ];
  return {
    id: "glv",
    name: "Infield Glove",
    brand: "Ironline",
    href: "/p/infield-glove/",
    defaultImage: { href: "/images/glove.svg", alt: "Glove", width: 800, height: 800 },
    price: { regularPrice: 2000 },
    unitOfMeasure: "EA",
    callToOrder: false,
    freeFormOptions: [],
    hasVariants: colors.length > 1,
    masterVariantSku: colors[0]?.productVariant.sku ?? "",
    colors,
    colorKeys: keys("color"),
    sizeKeys: keys("size"),
    handKeys: keys("hand"),
    styleKeys: keys("style"),
    ageKeys: keys("age"),
    teamKeys: keys("team"),
    numberKeys: keys("number"),
    adultOrYouthKeys: keys("adultOrYouth"),
    powerSourceKeys: keys("powerSource"),
    flavorKeys: keys("flavor"),
    borderKeys: keys("border"),
    gradeKeys: keys("grade"),
    shoulderPadModelKeys: keys("shoulderPadModel"),
    weightKeys: keys("weight"),
    lengthKeys: keys("length"),
    ...part,
  };
}
