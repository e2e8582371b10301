// One row of the quick order form: a product number, what it means, and an option row for each article wanted.
import { type CartForecastView, formatCents, lowestPrice, type QuickOrderProductView } from "@fieldhouse/rules";
import { useMemo } from "react";
import { Link } from "react-router";
import { Button, IconButton } from "../../ui/Button";
import { FieldError, TextField } from "../../ui/Field";
import { Icon } from "../../ui/Icon";
import { Price } from "../../ui/Price";
import { QuantityField } from "../../ui/Quantity";
import { Select } from "../../ui/Select";
import { Picture } from "../catalog/Picture";
import { PriceTag } from "../catalog/PriceTag";
import { usePersonalPrices } from "../pricing/personal-prices";
import { choosing, type QuickOption, type QuickRow, skusOf } from "./rows";

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

export function QuickOrderRow(props: RowProps) {
  const { row, place, errors, onType, onLookUp, onAddOption, onRemove } = props;
  const { product } = row;
  const orderable = product !== undefined && !product.callToOrder;
  return (
    <li className="relative rounded-brand border border-line p-3 md:p-4">
      <fieldset>
        <legend className="sr-only">Row {place}</legend>
        <div className="grid gap-x-4 gap-y-3 md:grid-cols-[16rem_1fr_auto]">
          <TextField
            label="Product number"
            aria-label={`Product number, row ${place}`}
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
          />
          <div aria-live="polite" className="min-w-0">
            {product ? <Found product={product} /> : null}
            {row.looking ? (
              <p className="pt-2 text-muted text-sm">Looking for {row.sku.trim().toUpperCase()} …</p>
            ) : null}
          </div>
          <IconButton
            icon="trash"
            label={`Remove row ${place}`}
            onClick={onRemove}
            className="max-md:absolute max-md:top-1 max-md:right-1"
          />
        </div>
        {orderable && row.options.length > 0 ? (
          <>
            <ol className="mt-3 space-y-3">
              {row.options.map((option, index) => (
                <OptionRow key={option.id} {...props} product={product} option={option} index={index} errors={errors} />
              ))}
            </ol>
            {product.hasVariants ? (
              <Button tone="quiet" size="small" className="mt-2" onClick={onAddOption}>
                <Icon name="plus" className="size-4" />
                Add another option
              </Button>
            ) : null}
          </>
        ) : null}
      </fieldset>
    </li>
  );
}

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
        sizes="64px"
        className="size-16 shrink-0 rounded-brand-sm bg-alt object-contain"
      />
      <div className="min-w-0">
        <p className="text-muted text-xs uppercase tracking-wide">{product.brand || "–"}</p>
        <Link to={product.href} target="_blank" className="line-clamp-2 font-semibold leading-snug hover:underline">
          {product.name}
        </Link>
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
  );
}

interface OptionRowProps extends RowProps {
  product: QuickOrderProductView;
  option: QuickOption;
  index: number;
}

function OptionRow(props: OptionRowProps) {
  const { row, place, product, option, index, errors, forecast, onChangeOption, onLeaveQuantity, onRemoveOption } =
    props;
  const { kinds, article } = choosing(row, option);
  const of = row.options.length > 1 ? `row ${place}, option ${index + 1}` : `row ${place}`;
  const priced = forecast.lines.find((line) => line.key === String(option.id));
  const wrongChoice = errors[`${option.id}.choice`];
  const { minOrderQty = 0, deliveryUnit = 0 } = article?.productVariant ?? {};
  const rules = [
    minOrderQty > 1 ? `Minimum ${minOrderQty}` : "",
    deliveryUnit > 1 ? `multiples of ${deliveryUnit}` : "",
  ];
  return (
    <li className="rounded-brand-sm bg-alt p-3">
      <div className="flex flex-wrap items-start gap-3">
        {kinds.map(({ kind, value, values }) => (
          <Select
            key={kind.name}
            label={kind.label}
            aria-label={`${kind.label}, ${of}`}
            placeholder="Choose"
            value={value}
            error={wrongChoice && value === "" ? wrongChoice : undefined}
            options={values.map((each) => ({ value: each.value, label: each.value, disabled: !each.open }))}
            onChange={(event) =>
              onChangeOption(option, { choices: { ...option.choices, [kind.name]: event.currentTarget.value } })
            }
            fieldClassName="min-w-36 flex-1 md:max-w-56"
          />
        ))}
        {product.freeFormOptions.map((label, nth) => (
          <TextField
            // biome-ignore lint/suspicious/noArrayIndexKey: a text is its place among the labels
            key={nth}
            label={`${label} (Required)`}
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
            fieldClassName="min-w-36 flex-1 md:max-w-56"
          />
        ))}
        <QuantityField
          label="Quantity"
          aria-label={`Quantity, ${of}`}
          placeholder="0"
          value={option.quantity}
          error={errors[`${option.id}.quantity`]}
          onValueChange={(quantity) => onChangeOption(option, { quantity })}
          onBlur={(event) => onLeaveQuantity(option, event.currentTarget)}
        />
        {row.options.length > 1 ? (
          <IconButton
            icon="trash"
            label={`Remove option ${index + 1} of row ${place}`}
            onClick={() => onRemoveOption(option)}
            className="mt-6"
          />
        ) : null}
      </div>
      <p className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-4 text-muted text-sm">
        <span>{[article?.productVariant.sku ?? "", ...rules].filter(Boolean).join(" · ")}</span>
        {priced?.unitPrice ? (
          <Price
            regular={formatCents(priced.linePrice.regularPrice)}
            discounted={
              priced.linePrice.discountedPrice === null ? undefined : formatCents(priced.linePrice.discountedPrice)
            }
            size="small"
          />
        ) : null}
      </p>
      {wrongChoice && kinds.every(({ value }) => value !== "") ? <FieldError error={wrongChoice} /> : null}
    </li>
  );
}
