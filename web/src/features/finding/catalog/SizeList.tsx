// List mode: one row a size, chosen from a list, with its quantity. A size chosen in one row cannot be
// chosen in another (cart §5).
import { type ProductView, type SizeView, sizeSelectable, stockNote } from "@fieldhouse/rules";
import { Button, IconButton } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { QuantityField } from "../../../ui/Quantity";
import { Select } from "../../../ui/Select";
import { type DraftOutcome, sizesOf, type TypedLine } from "./add-draft";
import { RunningTotal } from "./RunningTotal";

interface SizeListProps {
  product: ProductView;
  selected: number;
  rows: readonly TypedLine[];
  /** Sentences by row key. */
  errors: Readonly<Record<string, string>>;
  outcome: DraftOutcome;
  onChange: (rows: TypedLine[]) => void;
  onLeave: (row: TypedLine, size: SizeView | undefined, input: HTMLInputElement) => void;
}

export default function SizeList({ product, selected, rows, errors, outcome, onChange, onLeave }: SizeListProps) {
  const sizes = sizesOf(product);
  const change = (key: string, part: Partial<TypedLine>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const addRow = () => {
    const highest = rows.reduce((most, row) => Math.max(most, Number(row.key.slice(4))), 0);
    onChange([...rows, { key: `row-${highest + 1}`, sku: "", text: "" }]);
  };
  return (
    <div className="rounded-brand border border-line">
      <ul className="divide-y divide-line">
        {rows.map((row, index) => {
          const chosen = sizes.find((each) => each.size.sku === row.sku);
          const elsewhere = rows.filter((other) => other.key !== row.key).map((other) => other.sku);
          const offered = sizes.filter((each) => each.group === selected || each.size.sku === row.sku);
          return (
            <li key={row.key} className="flex flex-wrap items-start gap-3 p-3">
              <Select
                label={`Size, row ${index + 1}`}
                hideLabel
                placeholder="Choose a size"
                value={row.sku}
                options={offered.map(({ size, variant, group }) => {
                  const note = stockNote(size.unavailable, size.availableDate);
                  const name = group === selected ? size.text : `${size.text}, ${variant}`;
                  return {
                    value: size.sku,
                    label: note ? `${name} (${note})` : name,
                    disabled: !sizeSelectable(size, elsewhere),
                  };
                })}
                onChange={(event) => change(row.key, { sku: event.currentTarget.value })}
                fieldClassName="min-w-44 flex-1"
              />
              <QuantityField
                label={`Quantity, row ${index + 1}`}
                hideLabel
                data-sku={row.sku}
                value={row.text}
                placeholder="0"
                error={errors[row.key]}
                onValueChange={(text) => change(row.key, { text })}
                onBlur={(event) => onLeave(row, chosen?.size, event.currentTarget)}
              />
              <IconButton
                icon="trash"
                label={`Remove row ${index + 1}`}
                disabled={rows.length === 1}
                onClick={() => onChange(rows.filter((other) => other.key !== row.key))}
              />
            </li>
          );
        })}
      </ul>
      <div className="border-line border-t p-3">
        <Button tone="quiet" size="small" onClick={addRow}>
          <Icon name="plus" className="size-4" />
          Add another size
        </Button>
      </div>
      <div className="border-line border-t bg-alt px-3 py-2.5">
        <RunningTotal outcome={outcome} />
      </div>
    </div>
  );
}
