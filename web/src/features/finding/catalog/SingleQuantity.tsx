// The quantity of a product with one variant in one size: minimum 1, 1 at first (cart §5).
import { type SizeView, stockNote } from "@fieldhouse/rules";
import { useHydrated } from "../../../shared/hydrated";
import { QuantityField } from "../../../ui/Quantity";
import { type DraftOutcome, judge } from "./add-draft";
import { RunningTotal } from "./RunningTotal";

interface SingleQuantityProps {
  size: SizeView;
  text: string;
  error: string | undefined;
  outcome: DraftOutcome;
  onType: (text: string) => void;
  onLeave: (input: HTMLInputElement) => void;
}

export function SingleQuantity({ size, text, error, outcome, onType, onLeave }: SingleQuantityProps) {
  const alive = useHydrated();
  const note = stockNote(size.unavailable, size.availableDate);
  const unit = Math.max(size.deliveryUnit, 1);
  return (
    <div className="rounded-brand border border-line">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3 p-3">
        <QuantityField
          label="Quantity"
          data-sku={size.sku}
          value={text}
          error={error}
          disabled={size.unavailable}
          readOnly={!alive}
          aria-describedby={`stock-${size.sku}`}
          onValueChange={onType}
          onBlur={(event) => onLeave(event.currentTarget)}
          onStep={(direction) => {
            const next = judge(text, size, "single").quantity + direction * unit;
            onType(String(Math.max(next, 0)));
          }}
        />
        <p id={`stock-${size.sku}`} className="pb-3 text-sm">
          {note ? <span className="text-muted">{note}</span> : <span className="text-good">In stock</span>}
        </p>
      </div>
      <div className="border-line border-t bg-alt px-3 py-2.5">
        <RunningTotal outcome={outcome} />
      </div>
    </div>
  );
}
