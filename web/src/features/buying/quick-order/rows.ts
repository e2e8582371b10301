// The rows of the quick order form (cart §3 'Quick-order form') and what the rules make of them. No rule is
// written here.
import {
  type AddLineDraft,
  type CartForecastView,
  checkTypedQuantity,
  evaluateCart,
  firstValidQuantity,
  priceText,
  type QuickOrderProductView,
  type QuickOrderVariantView,
  quickChoices,
  quickRowCounts,
  type Site,
  sizeSelectable,
  stockNote,
} from "@fieldhouse/rules";
import { quantityRule } from "../../../shared/rules/quantity-rule";
import { sharedNote } from "../../../shared/rules/shared-note";
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
  /** Chosen values by attribute, the latest last. */
  choices: Readonly<Record<string, string>>;
  /** Nothing was chosen since the product number was typed. */
  typed: boolean;
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
  const first = firstValidQuantity(quantityRule(product.colors[0]?.productVariant));
  return {
    id: newId(),
    choices,
    typed: true,
    quantity: product.hasVariants ? "" : String(first ?? 1),
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
  /** A value that cannot be chosen says why: that its articles are out of stock, or when they come back (cart §4). */
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
  return ledTo(product, option, takenFor(row, option));
}

/** The skus that the row's other options lead to: no article is chosen twice in a row. */
function takenFor({ product, options }: QuickRow, option: QuickOption): string[] {
  if (!product) return [];
  const taken = options
    .filter((other) => other.id !== option.id && Object.values(other.choices).some((value) => value !== ""))
    .flatMap((other) => ledTo(product, other, []).article?.productVariant.sku ?? []);
  // What was typed first stands: an option without choices of its own takes no article from those before it.
  const before = options.slice(0, options.indexOf(option));
  for (const other of before) {
    const sku = ledTo(product, other, taken).article?.productVariant.sku;
    if (sku) taken.push(sku);
  }
  return taken;
}

/** What an option is once a value was chosen in it, or a choice was taken back. */
export function chosen(option: QuickOption, name: Kind["name"], value: string): Partial<QuickOption> {
  const { [name]: _, ...others } = option.choices;
  return { choices: value === "" ? others : { ...others, [name]: value }, typed: false };
}

/** What of a product can be bought, what not, and what the rules make of choices among either. */
function tableOf(product: QuickOrderProductView, taken: readonly string[]) {
  const asked = kindsOf(product);
  const selectable = (skus: readonly string[]) =>
    product.colors.filter(({ productVariant: { sku, price }, attributesData: { unavailable } }) =>
      sizeSelectable({ sku, price, unavailable }, [...skus]),
    );
  const buyable = selectable(taken);
  const sold = selectable([]);
  // Articles without an attribute are told apart by nothing: a column of nothing counts them.
  const columns = <T>(of: (kind: Kind) => T, nothing: T) => (asked.length > 0 ? asked.map(of) : [nothing]);
  const among = (articles: readonly QuickOrderVariantView[], choices: QuickOption["choices"]) =>
    quickChoices(
      articles.flatMap((color) => columns((kind) => chosenOf(color, kind), "")),
      columns((kind) => choices[kind.name] ?? "", ""),
    );
  return {
    asked,
    buyable,
    /** What is out of stock or has no price: not among what can be chosen, but says so where it would be. */
    out: product.colors.filter((color) => !sold.includes(color)),
    taken: sold.filter((color) => !buyable.includes(color)),
    among,
  };
}

/** Of an option's choices those that stand together, the latest first. One that does not comes back with its place. */
function standing(option: QuickOption, { asked, buyable, among }: ReturnType<typeof tableOf>): QuickOption["choices"] {
  // A sku that was typed says what it is, also where it cannot be bought.
  if (option.typed) return option.choices;
  let kept: Record<string, string> = {};
  for (const [name, choice] of Object.entries(option.choices).reverse()) {
    const wanted = { [name]: choice, ...kept };
    const { settled } = among(buyable, wanted);
    if (asked.every((kind, column) => !wanted[kind.name] || settled[column] === wanted[kind.name])) kept = wanted;
  }
  return kept;
}

function ledTo(product: QuickOrderProductView, option: QuickOption, taken: readonly string[]): Choosing {
  const table = tableOf(product, taken);
  const { asked, buyable, out, among } = table;
  const choices = standing(option, table);
  const found = among(buyable, choices);
  const missed = among(out, choices);
  const inOthers = among(table.taken, choices);
  // Every article left has what was chosen: where that is not so, none is left.
  const stands = asked.map((kind) => choices[kind.name] ?? "");
  const none = buyable.length === 0 || stands.some((choice, kind) => choice !== "" && found.settled[kind] === "");
  const isOpen = (open: readonly boolean[], row: number, column: number) => open[row * asked.length + column] === true;
  /** Whether another choice, which is open itself, leads from here to an article with what is closed at this place. */
  const isWayRound = (color: QuickOrderVariantView, column: number) => {
    const steps = asked.flatMap((kind, at) => {
      const value = chosenOf(color, kind);
      return at !== column && stands[at] !== "" && stands[at] !== value ? [{ kind, at, value }] : [];
    });
    const [step] = steps;
    if (step === undefined || steps.length > 1) return false;
    return buyable.some((it, row) => isOpen(found.open, row, step.at) && chosenOf(it, step.kind) === step.value);
  };
  return {
    kinds: asked.map((kind, column) => ({
      kind,
      value: stands[column] || (found.settled[column] ?? ""),
      values: product[kind.keys].map((value) => {
        const having = (color: QuickOrderVariantView) => chosenOf(color, kind) === value;
        const fits = buyable.some((color, row) => having(color) && isOpen(found.open, row, column));
        const lacking = out.find((color, row) => having(color) && isOpen(missed.open, row, column));
        const isTaken = table.taken.some((color, row) => having(color) && isOpen(inOthers.open, row, column));
        // What does not fit the others is chosen all the same: they follow. Only what is there beside them but cannot be
        // bought, or is in another option, is closed, as long as another choice leads past it.
        const sold = buyable.filter(having);
        const closed = (lacking || isTaken) && sold.some((color) => isWayRound(color, column));
        const open = fits || (sold.length > 0 && !closed);
        return { value, open, note: open ? "" : noteOf(lacking) || sharedNote(out.filter(having).map(noteOf)) };
      }),
    })),
    article: found.article === null ? undefined : buyable[found.article],
    note: none ? noteOf(missed.article === null ? undefined : out[missed.article]) || sharedNote(out.map(noteOf)) : "",
  };
}

/** Why an article cannot be bought: cart §4, or because it has no price. */
function noteOf(color: QuickOrderVariantView | undefined): string {
  if (!color) return "";
  const { price, availableDate } = color.productVariant;
  if (color.attributesData.unavailable) return stockNote(true, availableDate);
  return priceText({ regularPrice: price, discountedPrice: null, personalPrice: null, ...unsaid }).text;
}

const unsaid = { unitOfMeasure: "", callToOrder: false, loading: false };

function chosenOf(color: QuickOrderVariantView, kind: Kind): string {
  return color.attributesData.attributes.find((attribute) => attribute.name === kind.name)?.value ?? "";
}

/** A typed quantity judged by the article's rule; nothing chosen yet asks only for a number. */
export function judge(product: QuickOrderProductView, article: QuickOrderVariantView | undefined, text: string) {
  return checkTypedQuantity(text, quantityRule(article?.productVariant), product.hasVariants ? "grid" : "single");
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
                ...quantityRule(article.productVariant),
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
