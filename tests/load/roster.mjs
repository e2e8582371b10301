// A roster as a club pastes it: names, numbers, size words of several spellings, shorts beside jerseys.

const words = ["Youth Med", "YL", "adult small", "M", "Large", "xl", "XXL", "3XL"];

/** Cells of a spreadsheet with headings. */
export const rosterText = (rows) =>
  [
    "Player\tNumber\tJersey size\tShorts size\tParent e-mail",
    ...Array.from({ length: rows }, (_, row) =>
      [`PLAYER ${row}`, String(row), words[row % 8], words[(row + 3) % 8], `parent${row}@club.example`].join("\t"),
    ),
  ].join("\n");

const sizes = ["YM", "YL", "S", "M", "L", "XL", "2XL", "3XL"];

const style = (product, name, freeFormOptions) => ({
  product,
  name,
  freeFormOptions,
  callToOrder: false,
  sizeColumn: null,
  articles: sizes.map((text, index) => ({
    text,
    sku: `${product}-${text}`,
    price: 2400 + index * 100,
    discountedPrice: null,
    personalPrice: null,
    tiers: [
      { minimumQuantity: 24, value: 2200 },
      { minimumQuantity: 72, value: 2000 },
    ],
    unavailable: false,
    availableDate: "",
    minOrderQty: 6,
    deliveryUnit: 0,
  })),
});

/** The products the roster is matched to. */
export const rosterStyles = () => [
  style("jersey", "Game Jersey", ["Name", "Number"]),
  style("shorts", "Game Short", []),
];
