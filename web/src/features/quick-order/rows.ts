// The rows of the quick order form (cart §3 'Quick-order form') and what the rules make of them. No rule is
// written here.
import {
  type AddLineDraft,
  type CartForecastView,
  checkTypedQuantity,
  evaluateCart,
  firstValidQuantity,
  type QuickOrderProductView,
  type QuickOrderVariantView,
  quickChoices,
  quickRowCounts,
  type Site,
  sizeSelectable,
  stockNote,
} from "@fieldhouse/rules";
import { everyonesPrices, type PersonalPrices } from "../pricing/personal-prices";

/** Rows of an empty form (cart §9). */
export const firstRows = 5;

/** The fifteen attributes in the order of the specification, as the form names them. */
export const kinds = [
  { name: "color", label: "Color", keys: "colorKeys" },
  { name: "size", label: "Size", keys: "sizeKeys" },
  { name: "hand", label: "Hand", keys: "handKeys" },
  { name: "style", label: "Style", keys: "styleKeys" },
  { name: "age", label: "Age", keys: "ageKeys" },
  { name: "team", label: "Team", keys: "teamKeys" },
  { name: "number", label: "Number", keys: "numberKeys" },
  { name: "adultOrYouth", label: "Adult or youth", keys: "adultOrYouthKeys" },
  { name: "powerSource", label: "Power source", keys: "powerSourceKeys" },
  { name: "flavor", label: "Flavor", keys: "flavorKeys" },
  { name: "border", label: "Border", keys: "borderKeys" },
  { name: "grade", label: "Grade", keys: "gradeKeys" },
  { name: "shoulderPadModel", label: "Shoulder pad model", keys: "shoulderPadModelKeys" },
  { name: "weight", label: "Weight", keys: "weightKeys" },
  { name: "length", label: "Length", keys: "lengthKeys" },
] as const;

export type Kind = (typeof kinds)[number];

export interface QuickOption {
  id: number;
  /** Chosen values by attribute. */
  choices: Readonly<Record<string, string>>;
  quantity: string;
  /** One text a label of the product. */
  freeForm: readonly string[];
}

export interface QuickRow {
  id: number;
  sku: string;
  /** The product the number means; only one that can be ordered here has options. */
  product: QuickOrderProductView | undefined;
  looking: boolean;
  /** Under the product number: the look-up's error, or the text of a product ordered by phone. */
  message: string;
  options: readonly QuickOption[];
}

let lastId = 0;
function newId(): number {
  lastId += 1;
  return lastId;
}

export function emptyRow(): QuickRow {
  return { id: newId(), sku: "", product: undefined, looking: false, message: "", options: [] };
}

export function emptyRows(count = firstRows): QuickRow[] {
  return Array.from({ length: count }, emptyRow);
}

/** An option with nothing chosen; a product with a single article starts at 1, or what is sold at least (cart §5). */
export function newOption(product: QuickOrderProductView, choices: QuickOption["choices"] = {}): QuickOption {
  const { minOrderQty = 0, deliveryUnit = 0 } = product.colors[0]?.productVariant ?? {};
  return {
    id: newId(),
    choices,
    quantity: product.hasVariants ? "" : String(firstValidQuantity({ minOrderQty, deliveryUnit }) ?? 1),
    freeForm: product.freeFormOptions.map(() => ""),
  };
}

/** The choices a typed number makes by itself: those of the article it names. */
export function choicesOf(product: QuickOrderProductView, sku: string): Record<string, string> {
  const named = product.colors.find((color) => color.productVariant.sku === sku);
  return Object.fromEntries((named?.attributesData.attributes ?? []).map(({ name, value }) => [name, value]));
}

export function kindsOf(product: QuickOrderProductView): Kind[] {
  return kinds.filter((kind) => product[kind.keys].length > 0);
}

export interface Choosing {
  /** A value that only articles out of stock have beside the other choices says when they come back (cart §4). */
  kinds: { kind: Kind; value: string; values: { value: string; open: boolean; note: string }[] }[];
  /** The article the choices lead to. */
  article: QuickOrderVariantView | undefined;
  /** 'Out of stock' or when it comes back, of the article the choices would lead to. */
  note: string;
}

/** What can be chosen in an option beside its own choices and the articles of the row's other options. */
export function choosing(row: QuickRow, option: QuickOption): Choosing {
  const { product } = row;
  if (!product) return { kinds: [], article: undefined, note: "" };
  const taken = row.options
    .filter((other) => other.id !== option.id && Object.values(other.choices).some((value) => value !== ""))
    .flatMap((other) => ledTo(product, other, []).article?.productVariant.sku ?? []);
  // What was typed first stands: an option without choices of its own takes no article from those before it.
  const before = row.options.slice(0, row.options.indexOf(option));
  for (const other of before) {
    const sku = ledTo(product, other, taken).article?.productVariant.sku;
    if (sku) taken.push(sku);
  }
  return ledTo(product, option, taken);
}

function ledTo(product: QuickOrderProductView, option: QuickOption, taken: readonly string[]): Choosing {
  const asked = kindsOf(product);
  const buyable = product.colors.filter(({ productVariant, attributesData }) =>
    sizeSelectable({ sku: productVariant.sku, price: productVariant.price, unavailable: attributesData.unavailable }, [
      ...taken,
    ]),
  );
  // Articles without an attribute are told apart by nothing: a column of nothing counts them.
  const columns = <T>(of: (kind: Kind) => T, nothing: T) => (asked.length > 0 ? asked.map(of) : [nothing]);
  const choices = columns((kind) => option.choices[kind.name] ?? "", "");
  const choose = (among: readonly QuickOrderVariantView[]) =>
    quickChoices(
      among.flatMap((color) => columns((kind) => chosenOf(color, kind), "")),
      choices,
    );
  const found = choose(buyable);
  // What is out of stock is not among what can be chosen, but says so where it would be.
  const out = product.colors.filter(({ attributesData }) => attributesData.unavailable);
  const missed = choose(out);
  const noteOf = (color: QuickOrderVariantView | undefined) =>
    color ? stockNote(true, color.productVariant.availableDate) : "";
  // Every article left has what was chosen: where that is not so, none is left.
  const none = buyable.length === 0 || choices.some((choice, kind) => choice !== "" && found.settled[kind] === "");
  return {
    kinds: asked.map((kind, column) => ({
      kind,
      value: option.choices[kind.name] || (found.settled[column] ?? ""),
      values: product[kind.keys].map((value) => {
        const fits = (open: readonly boolean[]) => (color: QuickOrderVariantView, row: number) =>
          open[row * asked.length + column] === true && chosenOf(color, kind) === value;
        const open = buyable.some(fits(found.open));
        return { value, open, note: open ? "" : noteOf(out.find(fits(missed.open))) };
      }),
    })),
    article: found.article === null ? undefined : buyable[found.article],
    note: none ? noteOf(missed.article === null ? undefined : out[missed.article]) || alike(out.map(noteOf)) : "",
  };
}

/** What all say, else the least that is true of all. */
function alike([first = "", ...rest]: readonly string[]): string {
  return rest.every((note) => note === first) ? first : stockNote(true, "");
}

function chosenOf(color: QuickOrderVariantView, kind: Kind): string {
  return color.attributesData.attributes.find((attribute) => attribute.name === kind.name)?.value ?? "";
}

/** A typed quantity judged by the article's rule; nothing chosen yet asks only for a number. */
export function judge(product: QuickOrderProductView, article: QuickOrderVariantView | undefined, text: string) {
  return checkTypedQuantity(
    text,
    {
      minOrderQty: article?.productVariant.minOrderQty ?? 0,
      deliveryUnit: article?.productVariant.deliveryUnit ?? 0,
    },
    product.hasVariants ? "grid" : "single",
  );
}

export interface Ordered {
  row: QuickRow;
  product: QuickOrderProductView;
  option: QuickOption;
  article: QuickOrderVariantView | undefined;
  line: AddLineDraft;
}

/** The lines of a row's options, one an option, whether they are complete or not. */
export function linesOf(row: QuickRow): Ordered[] {
  const { product } = row;
  if (!product) return [];
  return row.options.map((option) => {
    const { article } = choosing(row, option);
    return {
      row,
      product,
      option,
      article,
      line: {
        sku: article?.productVariant.sku ?? "",
        quantity: judge(product, article, option.quantity).quantity,
        freeForm: product.freeFormOptions.length > 0 ? [[...option.freeForm]] : [],
      },
    };
  });
}

/** True when the row counts (cart §5). */
export function counts(row: QuickRow): boolean {
  if (!row.product) return false;
  return quickRowCounts(
    linesOf(row).map(({ line }) => line),
    row.product.freeFormOptions.length,
  );
}

/** Something was typed or chosen in it. */
export function begun(row: QuickRow): boolean {
  return row.sku.trim() !== "" || row.options.length > 0;
}

/** The skus a product can be ordered by: what personal prices are asked for. */
export function skusOf({ callToOrder, colors }: QuickOrderProductView): string[] {
  return callToOrder ? [] : colors.map((color) => color.productVariant.sku);
}

/** What the rows that count come to; quantities of one product pool over its rows. */
export function forecastOf(
  rows: readonly QuickRow[],
  site: Site,
  personal: PersonalPrices = everyonesPrices,
): CartForecastView {
  return evaluateCart(
    site,
    rows.filter(counts).flatMap((row) =>
      linesOf(row).flatMap(({ product, option, article, line }) =>
        article
          ? [
              {
                key: String(option.id),
                product: product.id,
                quantity: line.quantity,
                price: article.productVariant.price,
                offerPrice: article.productVariant.discountedPrice,
                personalPrice: personal.of(article.productVariant.sku),
                tiers: article.productVariant.tiers,
                minOrderQty: article.productVariant.minOrderQty,
                deliveryUnit: article.productVariant.deliveryUnit,
                unavailable: article.attributesData.unavailable,
                availableDate: article.productVariant.availableDate,
                callToOrder: product.callToOrder,
              },
            ]
          : [],
      ),
    ),
  );
}
