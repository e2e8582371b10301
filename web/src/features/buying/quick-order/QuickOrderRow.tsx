// One row of the quick order form: a product number, what it means, and an option row for each article wanted.
import { type CartForecastView, formatCents, lowestPrice, type QuickOrderProductView } from "@fieldhouse/rules";
import clsx from "clsx";
import { useMemo } from "react";
import { quantityRule } from "../../../shared/rules/quantity-rule";
import { IconButton } from "../../../ui/Button";
import { FieldError, TextField } from "../../../ui/Field";
import { Price } from "../../../ui/Price";
import { QuantityField } from "../../../ui/Quantity";
import { Link } from "../../../ui/router";
import { Select } from "../../../ui/Select";
import { Picture } from "../../finding/catalog/Picture";
import { PriceTag } from "../../finding/catalog/PriceTag";
import { usePersonalPrices } from "../pricing/personal-prices";
import { choosing, chosen, type QuickOption, type QuickRow, skusOf } from "./rows";

/** Sentences by the field they stand at: `{option id}.choice`, `{option id}.quantity`, `{option id}.{label index}`. */
export type RowErrors = Readonly<Record<string, string>>;

interface RowProps {
  row: QuickRow;
  /** From 1. */
  place: number;
  errors: RowErrors;
  forecast: CartForecastView;
  onType: (sku: string) => void;
  onLookUp: () => void;
  onChangeOption: (option: QuickOption, part: Partial<QuickOption>) => void;
  onLeaveQuantity: (option: QuickOption, input: HTMLInputElement) => void;
  onAddOption: () => void;
  onRemoveOption: (option: QuickOption) => void;
  onRemove: () => void;
}

/** A row of the table, or several: one for each option. */
export function QuickOrderRow(props: RowProps) {
  const { row, place, errors, onType, onLookUp, onAddOption, onRemove } = props;
  const { product } = row;
  const options = product !== undefined && !product.callToOrder ? row.options : [];
  const span = Math.max(options.length, 1);
  return (
    <tbody aria-label={`Row ${place}`} className="border-line border-t max-md:relative max-md:block max-md:py-2">
      {(options.length > 0 ? options : [undefined]).map((option, index) => (
        <tr
          // The first has the product number: it stays the same one, with the focus, whatever the number leads to.
          key={index === 0 ? "first" : option?.id}
          className="max-md:flex max-md:flex-wrap max-md:items-center max-md:justify-between"
        >
          {index === 0 ? (
            <>
              <td rowSpan={span} className={clsx(cell, whole, "md:w-44")}>
                <TextField
                  label="Product number"
                  hideLabel
                  aria-label={`Product number, row ${place}`}
                  placeholder="Product number"
                  data-row={row.id}
                  value={row.sku}
                  error={row.message || undefined}
                  aria-busy={row.looking || undefined}
                  autoComplete="off"
                  autoCapitalize="characters"
                  spellCheck={false}
                  maxLength={200}
                  onChange={(event) => onType(event.currentTarget.value)}
                  onBlur={onLookUp}
                  onKeyDown={(event) => {
                    if (event.key !== "Enter") return;
                    // Enter looks the product up; the form is sent by its button.
                    event.preventDefault();
                    onLookUp();
                  }}
                  className={dense}
                  fieldClassName="max-md:mr-11"
                />
              </td>
              <td rowSpan={span} className={clsx(cell, whole, "md:w-64", !product && "max-md:py-0")}>
                <div aria-live="polite">
                  {product ? <Found product={product} /> : null}
                  {row.looking ? (
                    <p className="py-1.5 text-muted text-sm">Looking for {row.sku.trim().toUpperCase()} …</p>
                  ) : null}
                </div>
                {product?.hasVariants && option ? (
                  <button
                    type="button"
                    onClick={onAddOption}
                    className="ml-13 inline-flex min-h-7 items-center text-xs underline underline-offset-2 hover:text-accent pointer-coarse:min-h-11"
                  >
                    Add another option
                  </button>
                ) : null}
              </td>
            </>
          ) : null}
          {product && option ? (
            <OptionCells key={option.id} {...props} product={product} option={option} index={index} errors={errors} />
          ) : (
            <td colSpan={3} className="max-md:hidden" />
          )}
          {index === 0 ? (
            <td rowSpan={span} className="w-11 py-1 align-top max-md:absolute max-md:top-2 max-md:right-0">
              <IconButton icon="trash" label={`Remove row ${place}`} onClick={onRemove} />
            </td>
          ) : null}
        </tr>
      ))}
    </tbody>
  );
}

const cell = "px-2 py-1 align-top first:pl-0 max-md:block max-md:px-0";
const whole = "max-md:w-full";
const dense = "md:min-h-10 md:py-1 pointer-coarse:min-h-11";

/** What the number means. */
function Found({ product }: { product: QuickOrderProductView }) {
  const personal = usePersonalPrices(useMemo(() => skusOf(product), [product]));
  const lowest = lowestPrice(
    product.colors.map(({ productVariant: { sku, price, discountedPrice } }) => ({
      price,
      discountedPrice,
      personalPrice: personal.of(sku),
    })),
  );
  return (
    <div className="flex items-center gap-3">
      <Picture
        image={product.defaultImage}
        alt=""
        sizes="40px"
        className="size-10 shrink-0 rounded-brand-sm bg-alt object-contain"
      />
      <div className="min-w-0">
        <Link to={product.href} target="_blank" className="line-clamp-1 font-semibold leading-snug hover:underline">
          {product.name}
        </Link>
        <div className="flex flex-wrap items-baseline gap-x-2 text-muted text-xs">
          <span className="uppercase tracking-wide">{product.brand || "–"}</span>
          <PriceTag
            regular={lowest?.regularPrice ?? null}
            discounted={lowest?.discountedPrice ?? null}
            unitOfMeasure={product.unitOfMeasure}
            callToOrder={product.callToOrder}
            from={product.hasVariants && new Set(product.colors.map((color) => color.productVariant.price)).size > 1}
            size="small"
            personal={personal}
          />
        </div>
      </div>
    </div>
  );
}

interface OptionCellsProps extends RowProps {
  product: QuickOrderProductView;
  option: QuickOption;
  index: number;
}

function OptionCells(props: OptionCellsProps) {
  const { row, place, product, option, index, errors, forecast } = props;
  const { onChangeOption, onLeaveQuantity, onRemoveOption } = props;
  const { kinds, article, note } = choosing(row, option);
  const of = row.options.length > 1 ? `row ${place}, option ${index + 1}` : `row ${place}`;
  const priced = forecast.lines.find((line) => line.key === String(option.id));
  const wrongChoice = errors[`${option.id}.choice`];
  const { minOrderQty, deliveryUnit } = quantityRule(article?.productVariant);
  const rules = [
    minOrderQty > 1 ? `Minimum ${minOrderQty}` : "",
    deliveryUnit > 1 ? `multiples of ${deliveryUnit}` : "",
  ];
  return (
    <>
      <td data-options="" className={clsx(cell, whole)}>
        <div className="flex flex-wrap items-start gap-2">
          {kinds.map(({ kind, value, values }) => (
            <Select
              key={kind.name}
              label={kind.label}
              hideLabel
              aria-label={`${kind.label}, ${of}`}
              placeholder={kind.label}
              value={value}
              error={wrongChoice && value === "" ? wrongChoice : undefined}
              options={values.map((each) => ({
                value: each.value,
                label: each.note === "" ? each.value : `${each.value} – ${each.note}`,
                disabled: !each.open,
              }))}
              onChange={(event) => onChangeOption(option, chosen(option, kind.name, event.currentTarget.value))}
              className={dense}
              fieldClassName="min-w-28 max-md:flex-1 md:max-w-44"
            />
          ))}
          {product.freeFormOptions.map((label, nth) => (
            <TextField
              // biome-ignore lint/suspicious/noArrayIndexKey: a text is its place among the labels
              key={nth}
              label={`${label} (Required)`}
              hideLabel
              placeholder={`${label} (Required)`}
              aria-label={`${label} (Required), ${of}`}
              aria-required
              maxLength={200}
              autoComplete="off"
              value={option.freeForm[nth] ?? ""}
              error={errors[`${option.id}.${nth}`]}
              onChange={(event) => {
                const freeForm = product.freeFormOptions.map((_, at) => option.freeForm[at] ?? "");
                freeForm[nth] = event.currentTarget.value;
                onChangeOption(option, { freeForm });
              }}
              className={dense}
              fieldClassName="min-w-36 max-md:flex-1 md:max-w-44"
            />
          ))}
          {row.options.length > 1 ? (
            <IconButton
              icon="close"
              label={`Remove option ${index + 1} of row ${place}`}
              onClick={() => onRemoveOption(option)}
            />
          ) : null}
        </div>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-muted text-xs">
          {article ? <span>{[article.productVariant.sku, ...rules].filter(Boolean).join(" · ")}</span> : null}
          {note ? (
            <span role="status" className="font-medium text-danger text-sm">
              {note}
            </span>
          ) : null}
        </p>
        {wrongChoice && kinds.every(({ value }) => value !== "") ? <FieldError error={wrongChoice} /> : null}
      </td>
      <td className={clsx(cell, "md:w-24")}>
        <QuantityField
          label="Quantity"
          hideLabel
          aria-label={`Quantity, ${of}`}
          placeholder="Qty"
          value={option.quantity}
          error={errors[`${option.id}.quantity`]}
          onValueChange={(quantity) => onChangeOption(option, { quantity })}
          onBlur={(event) => onLeaveQuantity(option, event.currentTarget)}
          className={dense}
        />
      </td>
      <td className={clsx(cell, "text-right tabular-nums md:w-28 md:pt-2.5")}>
        {priced?.unitPrice ? (
          <Price
            regular={formatCents(priced.linePrice.regularPrice)}
            discounted={
              priced.linePrice.discountedPrice === null ? undefined : formatCents(priced.linePrice.discountedPrice)
            }
            size="small"
          />
        ) : null}
      </td>
    </>
  );
}
