// The choice of a variant: colours as pictures, everything else as words.
import { type ProductView, stockNote, type VariantGroupView } from "@fieldhouse/rules";
import clsx from "clsx";
import { useId } from "react";
import { sharedNote } from "../../../shared/rules/shared-note";
import { Picture } from "./Picture";
import { Swatch } from "./Swatch";
import { type Axis, attributeOf, axesOf, hasValue, pick } from "./variant-axes";

/** Text of the variant chooser for a variant without a sku (cart §8). */
export const noSku = "no sku";

interface VariantPickersProps {
  product: ProductView;
  selected: number;
  onSelect: (index: number) => void;
}

export function VariantPickers({ product, selected, onSelect }: VariantPickersProps) {
  const { variants } = product;
  const axes = axesOf(variants);
  const present = variants[selected];
  const pickers = axes.map((axis) => (
    <AxisPicker
      key={axis.name}
      axis={axis}
      chosen={axis.name === "" ? (present?.productVariant.title ?? "") : attributeOf(present, axis.name)}
      variantFor={(value) => variants[pick(variants, axes, selected, axis, value)]}
      onPick={(value) => onSelect(pick(variants, axes, selected, axis, value))}
      noteOf={(value) => {
        const sizes = variants.filter((variant) => hasValue(variant, axis, value)).flatMap((variant) => variant.sizes);
        if (!sizes.every((size) => size.unavailable)) return "";
        return sharedNote(sizes.map((size) => stockNote(true, size.availableDate)));
      }}
    />
  ));
  return (
    <>
      {pickers}
      {present ? <p className="mt-2 text-muted text-xs">{present.productVariant.sku || noSku}</p> : null}
    </>
  );
}

interface AxisPickerProps {
  axis: Axis;
  chosen: string;
  variantFor: (value: string) => VariantGroupView | undefined;
  onPick: (value: string) => void;
  /** Why none of its sizes can be bought: out of stock, or when one comes back; else empty. */
  noteOf: (value: string) => string;
}

function AxisPicker({ axis, chosen, variantFor, onPick, noteOf }: AxisPickerProps) {
  const name = useId();
  const pictures = axis.name === "color";
  return (
    <fieldset className="mt-5">
      <legend className="mb-2 text-sm">
        <span className="font-semibold">{axis.label}:</span> {chosen}
      </legend>
      <div className="flex flex-wrap gap-2">
        {axis.values.map((value) => {
          const variant = variantFor(value);
          const note = noteOf(value);
          const out = note !== "";
          return (
            <label
              key={value}
              title={value}
              className={clsx(
                "relative cursor-pointer overflow-hidden rounded-brand border-2 bg-surface has-focus-visible:outline-3 has-focus-visible:outline-(--brand-focus) has-focus-visible:outline-offset-2",
                chosen === value ? "border-primary" : "border-line hover:border-control",
                !pictures && "grid min-h-11 min-w-11 place-items-center px-4 font-medium",
                !pictures && chosen === value && "bg-primary-soft",
              )}
            >
              <input
                type="radio"
                name={name}
                value={value}
                checked={chosen === value}
                onChange={() => onPick(value)}
                className="sr-only"
              />
              {pictures && variant ? (
                <>
                  <Picture
                    image={variant.productVariant.defaultImage}
                    alt=""
                    sizes="60px"
                    className={clsx("size-15 bg-alt object-cover", out && "opacity-40")}
                  />
                  <Swatch hex={variant.hex} className="absolute right-1 bottom-1 size-3.5" />
                  <span className="sr-only">
                    {value}
                    {out ? `, ${note}` : ""}
                  </span>
                </>
              ) : (
                <span className={clsx(out && "text-muted line-through")}>{value}</span>
              )}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
