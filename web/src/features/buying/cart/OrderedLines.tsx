// The lines of a card to read: what was chosen, sku, pieces, the price of one and of all, names and numbers.
import { type CartCardView, formatCents, type LineView, type OptionView, type PricePairView } from "@fieldhouse/rules";
import { Price } from "../../../ui/Price";
import { PricePair } from "./PricePair";

interface Props {
  card: CartCardView;
  /** On paper the names and numbers stand in a list of their own. */
  listedOnPaper: boolean;
}

export function OrderedLines({ card, listedOnPaper }: Props) {
  const shared = sharedOptions(card);
  return (
    <>
      {shared.length > 0 ? <p className="text-muted text-sm">{optionsText(shared)}</p> : null}
      <ul aria-label={`Lines of ${card.name}`} className="mt-1 divide-y divide-line/60 text-sm">
        {card.lineItems.map((line) => (
          <li key={line.lineItemId} className="break-inside-avoid py-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <p className="min-w-0 wrap-anywhere">
                <span className="font-semibold">{optionsText(ownOptions(line, shared))}</span>{" "}
                <span className="text-muted">{line.sku}</span>
              </p>
              <p className="ml-auto flex flex-wrap justify-end gap-x-4 text-right tabular-nums">
                <span>
                  {line.quantity} <span className="text-muted">×</span> <PricePair pair={line.unitPrice} size="small" />
                </span>
                <span className="min-w-20">
                  <Price regular={paid(line.linePrice)} size="small" />
                </span>
              </p>
            </div>
            <PrintedTexts card={card} line={line} listedOnPaper={listedOnPaper} />
          </li>
        ))}
      </ul>
    </>
  );
}

function paid({ regularPrice, discountedPrice }: PricePairView): string {
  return formatCents(discountedPrice ?? regularPrice);
}

/** 'Color: Navy, Size: L'; a value that says itself what it is, 'Size 3', needs no label. */
export function optionsText(options: readonly OptionView[]): string {
  return options.map(({ label, value }) => (value.startsWith(`${label} `) ? value : `${label}: ${value}`)).join(", ");
}

function optionsOf(line: LineView): OptionView[] {
  return line.options ?? [];
}

function has(options: readonly OptionView[], { label, value }: OptionView): boolean {
  return options.some((other) => other.label === label && other.value === value);
}

/** What all lines of a card have in common, said once above them. A single line says all of it itself. */
export function sharedOptions({ lineItems }: CartCardView): OptionView[] {
  const [first, ...rest] = lineItems;
  if (first === undefined || rest.length === 0) return [];
  return optionsOf(first).filter((option) => rest.every((line) => has(optionsOf(line), option)));
}

/** What is left to say of a line. */
export function ownOptions(line: LineView, shared: readonly OptionView[]): OptionView[] {
  return optionsOf(line).filter((option) => !has(shared, option));
}

/** Pieces that carry each entry of a line's texts: one, or all of them. */
export function piecesEach(line: LineView): number {
  return line.quantity / line.freeForm.length;
}

/** What a team has is read without a click; of a whole club, what comes after these is folded. */
const shownTexts = 24;

function PrintedTexts({ card, line, listedOnPaper }: Props & { line: LineView }) {
  if (line.freeForm.length === 0) return null;
  const each = piecesEach(line);
  const texts = line.freeForm.map((entry) => {
    const words = entry.map((text, nth) => `${card.freeFormOptions[nth] ?? "Text"}: ${text}`).join(", ");
    return each > 1 ? `${words} (${each} pieces)` : words;
  });
  const list = (some: string[], className: string) => (
    <ul aria-label={`Names and numbers of ${line.sku}`} className={className}>
      {some.map((text, place) => (
        // Two pieces may carry the same texts; their place tells them apart.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <li key={place} className="wrap-anywhere">
          {text}
        </li>
      ))}
    </ul>
  );
  const columns = "text-muted sm:columns-2";
  const shown = list(texts.slice(0, shownTexts), listedOnPaper ? `${columns} print:hidden` : columns);
  const more = texts.slice(shownTexts);
  if (more.length === 0) return shown;
  return (
    <>
      {shown}
      <details className="print:hidden">
        <summary className="cursor-pointer py-1 text-muted underline">and {more.length} more</summary>
        {list(more, columns)}
      </details>
      {/* Paper cannot be unfolded. */}
      {listedOnPaper ? null : list(more, "hidden columns-2 print:block")}
    </>
  );
}
