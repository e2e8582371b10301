// What a shopper has typed on a product page so far, and what the rules make of it: one line a size over
// all variants, its error, its price, and the sum. No rule is written here.
import {
  addButton,
  type ButtonView,
  type CartForecastView,
  checkAddLine,
  checkTypedQuantity,
  evaluateCart,
  type FieldError,
  nextTierText,
  type ProductView,
  type QuantityMode,
  type Site,
  type SizeView,
} from "@fieldhouse/rules";
import { quantityRule } from "../../../shared/rules/quantity-rule";
import { everyonesPrices, type PersonalPrices } from "../../buying/pricing/personal-prices";

export interface TypedLine {
  /** Where it was typed: a sku in the grid, a row's number in the list. */
  key: string;
  sku: string;
  text: string;
}

export interface DraftLine extends TypedLine {
  size: SizeView;
  /** The variant's title: its colour. */
  variant: string;
  quantity: number;
  error: FieldError | undefined;
}

export interface DraftOutcome {
  /** Lines with a quantity, in the order of the product. */
  lines: DraftLine[];
  forecast: CartForecastView;
  pieces: number;
  /** The way to the next quantity price, or empty. */
  hint: string;
  button: ButtonView;
}

/** Every size of a product with its variant. */
export function sizesOf(product: ProductView): { size: SizeView; variant: string; group: number }[] {
  return product.variants.flatMap((group, index) =>
    group.sizes.map((size) => ({ size, variant: group.productVariant.title, group: index })),
  );
}

type Verdict = ReturnType<typeof checkTypedQuantity>;

/** Verdicts of a size, by what was typed: with each key in a large grid those of all its fields are asked for again. */
const verdicts = new WeakMap<SizeView, Map<string, Verdict>>();

/** A quantity judged as its field asks: grid and single at once, the list only that it is a number. */
export function judge(text: string, size: SizeView, mode: QuantityMode): Verdict {
  const known = verdicts.get(size) ?? new Map<string, Verdict>();
  verdicts.set(size, known);
  const asked = `${mode} ${text}`;
  const verdict = known.get(asked) ?? checkTypedQuantity(text, quantityRule(size), mode);
  known.set(asked, verdict);
  return verdict;
}

/** What keeps a line with its texts from being added, as the server will say it too. */
export function brokenRules(product: ProductView, site: Site, line: DraftLine, freeForm: string[][]): FieldError[] {
  if (line.error) return [line.error];
  const { price, unavailable, availableDate } = line.size;
  const { callToOrder, freeFormOptions } = product;
  return checkAddLine(
    { sku: line.sku, quantity: line.quantity, freeForm },
    { price, unavailable, availableDate, ...quantityRule(line.size), callToOrder, freeFormOptions },
    site,
  );
}

export function evaluateDraft(
  product: ProductView,
  selected: number,
  typed: readonly TypedLine[],
  mode: QuantityMode,
  site: Site,
  personal: PersonalPrices = everyonesPrices,
): DraftOutcome {
  const known = new Map(sizesOf(product).map((each) => [each.size.sku, each]));
  const lines = typed.flatMap((line): DraftLine[] => {
    const found = known.get(line.sku);
    if (!found) return [];
    const verdict = judge(line.text, found.size, mode);
    if (verdict.quantity === 0 && !verdict.error) return [];
    return [
      {
        ...line,
        size: found.size,
        variant: found.variant,
        quantity: verdict.quantity,
        error: verdict.error ?? undefined,
      },
    ];
  });
  const forecast = evaluateCart(
    site,
    lines
      .filter((line) => line.quantity > 0)
      .map((line) => ({
        key: line.key,
        product: product.id,
        quantity: line.quantity,
        price: line.size.price,
        offerPrice: line.size.discountedPrice,
        personalPrice: personal.of(line.sku),
        tiers: line.size.tiers,
        ...quantityRule(line.size),
        unavailable: line.size.unavailable,
        availableDate: line.size.availableDate,
        callToOrder: product.callToOrder,
      })),
  );
  const next = forecast.products[0]?.nextTier;
  const group = product.variants[selected];
  const isSized = product.variants.some(({ sizes }) => sizes.length > 1);
  return {
    lines,
    forecast,
    pieces: forecast.totalLineItemQuantity,
    hint: next ? nextTierText(next, isSized) : "",
    button: addButton({
      selectedUnavailable: lines.length === 0 && (group?.sizes.every((size) => size.unavailable) ?? true),
      allUnavailable: product.variants.every((variant) => variant.sizes.every((size) => size.unavailable)),
    }),
  };
}
