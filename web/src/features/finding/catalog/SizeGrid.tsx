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
import { type KeyboardEvent, useRef } from "react";
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

function SizeTable(props: SizeGridProps) {
  const { product, rows, selected, texts, errors, outcome, personal = everyonesPrices, onType, onLeave } = props;
  const table = useRef<HTMLTableElement>(null);
  const groups = rows.flatMap((index) => {
    const group = product.variants[index];
    return group ? [{ index, group }] : [];
  });
  const columns = sortSizes([...new Set(groups.flatMap(({ group }) => group.sizes.map((size) => size.text)))]);
  // What is typed before the page is alive would be gone with the first drawing.
  const alive = useHydrated();
  const cells = groups.map(({ group }) => columns.map((text) => group.sizes.find((size) => size.text === text)));
  const open = cells.map((row) => row.map((size) => size !== undefined && sizeSelectable(size, [])));
  const prices = new Set(groups.flatMap(({ group }) => group.sizes.map((size) => sizePrice(size, personal).text)));
  const shownErrors = cells
    .flat()
    .flatMap((size) => (size && errors[size.sku] ? [{ size, text: errors[size.sku] }] : []));

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, row: number, column: number) => {
    const direction = directionOf(event.key);
    if (!direction || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    if (!leavesField(event.currentTarget, direction)) return;
    const next = nextCell(open, row, column, direction);
    if (!next) return;
    event.preventDefault();
    table.current?.querySelector<HTMLInputElement>(`[data-cell="${next[0]}:${next[1]}"]`)?.focus();
  };

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
              <tr key={group.productVariant.sku} className="border-line border-t">
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
                {cells[row]?.map((size, column) => (
                  <td key={columns[column]} className="min-w-14 px-[3px] pt-2 pb-2.5 text-center align-top">
                    {size ? (
                      <>
                        <QuantityInput
                          data-cell={`${row}:${column}`}
                          data-sku={size.sku}
                          aria-label={`${group.productVariant.title}, size ${size.text}, quantity`}
                          aria-describedby={`stock-${size.sku}${errors[size.sku] ? ` error-${size.sku}` : ""}`}
                          placeholder="0"
                          value={texts[size.sku] ?? ""}
                          disabled={!open[row]?.[column]}
                          readOnly={!alive}
                          invalid={Boolean(errors[size.sku])}
                          onValueChange={(text) => onType(size.sku, text)}
                          onBlur={(event) => onLeave(size, event.currentTarget)}
                          onKeyDown={(event) => onKeyDown(event, row, column)}
                        />
                        <StockLine size={size} price={prices.size > 1 ? sizePrice(size, personal) : undefined} />
                      </>
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

/** Stock or the date it comes back, and the price where sizes differ in it. */
function StockLine({ size, price }: { size: SizeView; price: PriceTextView | undefined }) {
  const note = stockNote(size.unavailable, size.availableDate);
  return (
    <span id={`stock-${size.sku}`} className="mt-1 block text-[11px] leading-tight">
      {price && (price.isAmount || size.price !== null) ? (
        <span className="block font-semibold tabular-nums">{price.text}</span>
      ) : null}
      {note ? <span className="text-muted">{note}</span> : <span className="text-good">In stock</span>}
    </span>
  );
}
