// The size grid: sizes across, a row for the chosen variant and for each one that already has pieces,
// one quantity field a size with stock or date under it, running pieces and total at the foot.
import {
  type PriceTextView,
  type ProductView,
  priceText,
  type SizeView,
  sizeSelectable,
  sortSizes,
  stockNote,
} from "@fieldhouse/rules";
import clsx from "clsx";
import { type KeyboardEvent, memo, useMemo, useRef, useState } from "react";
import { useHydrated } from "../../../shared/hydrated";
import { QuantityInput } from "../../../ui/Quantity";
import { ScrollEdges } from "../../../ui/ScrollEdges";
import { everyonesPrices, type PersonalPrices } from "../../buying/pricing/personal-prices";
import type { DraftOutcome } from "./add-draft";
import { directionOf, leavesField, nextCell } from "./grid-keys";
import { RunningTotal } from "./RunningTotal";
import { Swatch } from "./Swatch";
import { isOneSize, VariantSteppers } from "./VariantSteppers";

export interface SizeGridProps {
  product: ProductView;
  /** Indices of the variants shown, in the order of the product. */
  rows: readonly number[];
  selected: number;
  texts: Readonly<Record<string, string>>;
  /** Sentences by sku. */
  errors: Readonly<Record<string, string>>;
  outcome: DraftOutcome;
  /** The shopper's own prices of the sizes. */
  personal?: PersonalPrices;
  onType: (sku: string, text: string) => void;
  onLeave: (size: SizeView, input: HTMLInputElement) => void;
}

export function SizeGrid(props: SizeGridProps) {
  return isOneSize(props.product) ? <VariantSteppers {...props} /> : <SizeTable {...props} />;
}

/** What a field shows beside what was typed: as long as the product and the shopper's prices stay, so does it. */
interface Field {
  size: SizeView;
  open: boolean;
  price: PriceTextView;
  /** When it can be bought, or that it is in stock. */
  note: string;
}

function SizeTable(props: SizeGridProps) {
  const { product, rows, selected, texts, errors, outcome, personal = everyonesPrices } = props;
  const table = useRef<HTMLTableElement>(null);
  const shown = rows.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are what is in them
  const { groups, columns, fields, prices } = useMemo(() => {
    const groups = rows.flatMap((index) => {
      const group = product.variants[index];
      return group ? [{ index, group }] : [];
    });
    const columns = sortSizes([...new Set(groups.flatMap(({ group }) => group.sizes.map((size) => size.text)))]);
    const fields = groups.map(({ group }) =>
      columns.map((text): Field | undefined => {
        const size = group.sizes.find((size) => size.text === text);
        return (
          size && {
            size,
            open: sizeSelectable(size, []),
            price: sizePrice(size, personal),
            note: stockNote(size.unavailable, size.availableDate),
          }
        );
      }),
    );
    const prices = new Set(fields.flat().flatMap((field) => (field ? [field.price.text] : [])));
    return { groups, columns, fields, prices };
  }, [product, shown, personal]);
  // What is typed before the page is alive would be gone with the first drawing.
  const alive = useHydrated();
  const shownErrors = fields
    .flat()
    .flatMap((field) => (field && errors[field.size.sku] ? [{ size: field.size, text: errors[field.size.sku] }] : []));

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, row: number, column: number) => {
    const direction = directionOf(event.key);
    if (!direction || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    if (!leavesField(event.currentTarget, direction)) return;
    const open = fields.map((row) => row.map((field) => field?.open === true));
    const next = nextCell(open, row, column, direction);
    if (!next) return;
    event.preventDefault();
    table.current?.querySelector<HTMLInputElement>(`[data-cell="${next[0]}:${next[1]}"]`)?.focus();
  };
  // Fields that nothing happened to are not drawn again, so what they call stays the same one.
  const latest = useRef({ ...props, onKeyDown });
  latest.current = { ...props, onKeyDown };
  const [hands] = useState<Hands>(() => ({
    type: (sku, text) => latest.current.onType(sku, text),
    leave: (size, input) => latest.current.onLeave(size, input),
    key: (event, row, column) => latest.current.onKeyDown(event, row, column),
  }));

  return (
    <div>
      <ScrollEdges className="rounded-brand border border-line [container-type:inline-size]">
        <table ref={table} className="w-full border-collapse text-sm">
          <caption className="sr-only">Quantities by size</caption>
          <thead className="bg-alt">
            <tr>
              <th
                scope="col"
                className={clsx(
                  "sticky left-0 z-10 bg-alt px-3 text-left font-semibold",
                  groups.length < 2 && "max-md:hidden",
                )}
              >
                <span className={groups.length > 1 ? "" : "sr-only"}>Color</span>
              </th>
              {columns.map((text) => (
                <th key={text} scope="col" className="whitespace-nowrap px-1.5 py-2 text-center font-semibold">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map(({ index, group }, row) => (
              // Each row is painted on its own: a digit in one of two hundred fields paints its row and no other.
              <tr key={group.productVariant.sku} className="isolate border-line border-t">
                <th
                  scope="row"
                  className={clsx(
                    "sticky left-0 z-10 bg-surface px-3 text-left align-top font-medium",
                    groups.length < 2 && "max-md:hidden",
                    index === selected && "border-l-3 border-l-primary",
                  )}
                >
                  <span className="flex min-h-11 max-w-32 items-center gap-2 pt-2.5 leading-tight">
                    {group.hex.length > 0 ? <Swatch hex={group.hex} /> : null}
                    {group.productVariant.title}
                  </span>
                </th>
                {fields[row]?.map((field, column) => (
                  <td key={columns[column]} className="min-w-14 px-[3px] pt-2 pb-2.5 text-center align-top">
                    {field ? (
                      <SizeField
                        field={field}
                        title={group.productVariant.title}
                        row={row}
                        column={column}
                        text={texts[field.size.sku] ?? ""}
                        invalid={Boolean(errors[field.size.sku])}
                        readOnly={!alive}
                        priced={prices.size > 1}
                        hands={hands}
                      />
                    ) : (
                      <span className="text-muted">–</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-line border-t bg-alt">
              <td colSpan={columns.length + 1} className="px-3 py-2.5">
                <div className="sticky left-3 w-[calc(100cqi-1.5rem)]">
                  <RunningTotal outcome={outcome} />
                </div>
              </td>
            </tr>
          </tfoot>
        </table>
      </ScrollEdges>
      {shownErrors.length > 0 ? (
        <ul className="mt-2 space-y-1 font-medium text-danger text-sm">
          {shownErrors.map(({ size, text }) => (
            <li key={size.sku} id={`error-${size.sku}`}>
              <span className="font-semibold">{size.text}:</span> {text}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** What hands do to a field. */
interface Hands {
  type: (sku: string, text: string) => void;
  leave: (size: SizeView, input: HTMLInputElement) => void;
  key: (event: KeyboardEvent<HTMLInputElement>, row: number, column: number) => void;
}

interface SizeFieldProps {
  field: Field;
  title: string;
  row: number;
  column: number;
  text: string;
  invalid: boolean;
  readOnly: boolean;
  /** Where sizes differ in it. */
  priced: boolean;
  hands: Hands;
}

/** A quantity field with what stands under it. Two hundred of them stand in a large grid: only the one typed in is drawn. */
const SizeField = memo(function SizeField(props: SizeFieldProps) {
  const { field, title, row, column, text, invalid, readOnly, priced, hands } = props;
  const { size, open, price, note } = field;
  return (
    <>
      <QuantityInput
        data-cell={`${row}:${column}`}
        data-sku={size.sku}
        aria-label={`${title}, size ${size.text}, quantity`}
        aria-describedby={`stock-${size.sku}${invalid ? ` error-${size.sku}` : ""}`}
        placeholder="0"
        value={text}
        disabled={!open}
        readOnly={readOnly}
        invalid={invalid}
        onValueChange={(next) => hands.type(size.sku, next)}
        onBlur={(event) => hands.leave(size, event.currentTarget)}
        onKeyDown={(event) => hands.key(event, row, column)}
      />
      <span id={`stock-${size.sku}`} className="mt-1 block text-[11px] leading-tight">
        {priced && (price.isAmount || size.price !== null) ? (
          <span className="block font-semibold tabular-nums">{price.text}</span>
        ) : null}
        {note ? <span className="text-muted">{note}</span> : <span className="text-good">In stock</span>}
      </span>
    </>
  );
});

/** What a piece of a size costs the shopper, or that it is still being asked for. */
function sizePrice(size: SizeView, personal: PersonalPrices): PriceTextView {
  return priceText({
    regularPrice: size.price,
    discountedPrice: size.discountedPrice,
    personalPrice: personal.of(size.sku),
    unitOfMeasure: "",
    callToOrder: false,
    loading: personal.loading,
  });
}
