// Quantities of a product whose variants come in one size each (flavors, grades): one stepper for the chosen variant and
// for each one that already has pieces. A table with one column would say nothing more.
import { firstValidQuantity, type ProductView, stockNote } from "@fieldhouse/rules";
import { useHydrated } from "../../../shared/hydrated";
import { quantityRule } from "../../../shared/rules/quantity-rule";
import { QuantityField } from "../../../ui/Quantity";
import { judge } from "./add-draft";
import { RunningTotal } from "./RunningTotal";
import type { SizeGridProps } from "./SizeGrid";

export function isOneSize(product: ProductView): boolean {
  return product.variants.every((group) => group.sizes.length === 1);
}

export function VariantSteppers({ product, rows, texts, errors, outcome, onType, onLeave }: SizeGridProps) {
  const alive = useHydrated();
  return (
    <div className="rounded-brand border border-line">
      <ul aria-label="Quantities">
        {rows.map((index) => {
          const group = product.variants[index];
          const size = group?.sizes[0];
          if (!group || !size) return null;
          const text = texts[size.sku] ?? "";
          const note = stockNote(size.unavailable, size.availableDate);
          const unit = Math.max(size.deliveryUnit, 1);
          return (
            <li
              key={size.sku}
              className="flex flex-wrap items-end gap-x-6 gap-y-1 border-line border-t p-3 first:border-t-0"
            >
              <QuantityField
                label={group.productVariant.title}
                data-sku={size.sku}
                aria-label={`${group.productVariant.title}, quantity`}
                aria-describedby={`stock-${size.sku}`}
                placeholder="0"
                value={text}
                error={errors[size.sku]}
                disabled={size.unavailable}
                readOnly={!alive}
                onValueChange={(typed) => onType(size.sku, typed)}
                onBlur={(event) => onLeave(size, event.currentTarget)}
                onStep={(direction) => {
                  const now = judge(text, size, "grid").quantity;
                  const first = firstValidQuantity(quantityRule(size)) ?? unit;
                  const next = now === 0 && direction > 0 ? first : Math.max(now + direction * unit, 0);
                  onType(size.sku, next < first ? "" : String(next));
                }}
              />
              <p id={`stock-${size.sku}`} className="pb-3 text-sm">
                {note ? <span className="text-muted">{note}</span> : <span className="text-good">In stock</span>}
              </p>
            </li>
          );
        })}
      </ul>
      <div className="border-line border-t bg-alt px-3 py-2.5">
        <RunningTotal outcome={outcome} />
      </div>
    </div>
  );
}
