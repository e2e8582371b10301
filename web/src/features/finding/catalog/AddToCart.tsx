// What is needed to order a product: sizes and quantities in the grid or as a list, free texts, one Add
// button. The rules answer while the shopper types; the server's answer is the one that counts.
import { firstValidQuantity, type ProductView, type SizeView } from "@fieldhouse/rules";
import clsx from "clsx";
import { type SubmitEvent, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { type FreeFormState, freeFormOf } from "../../../shared/free-form";
import { useHydrated } from "../../../shared/hydrated";
import { later, wanted } from "../../../shared/later";
import { quantityRule } from "../../../shared/rules/quantity-rule";
import { useSentBack } from "../../../shared/sent-back";
import { whenSettled } from "../../../shared/settle";
import { useShell } from "../../../shared/site";
import { Button } from "../../../ui/Button";
import { FieldError } from "../../../ui/Field";
import { Icon } from "../../../ui/Icon";
import { everyonesPrices, type PersonalPrices } from "../../buying/pricing/personal-prices";
import { evaluateDraft, judge, sizesOf, type TypedLine } from "./add-draft";
import { BarTotal } from "./RunningTotal";
import { SingleQuantity } from "./SingleQuantity";
import { SizeGrid } from "./SizeGrid";
import { type LineErrors, useAddToCart } from "./use-add-to-cart";
import { isOneSize } from "./VariantSteppers";

const FreeFormSection = later("FreeFormSection", () => import("./FreeFormFields"));
const { Part: SizeList, preload: loadSizeList } = wanted(() => import("./SizeList"));

interface AddToCartProps {
  product: ProductView;
  selected: number;
  /** The shopper's own prices of the sizes. */
  personal?: PersonalPrices;
  onSelect: (index: number) => void;
  /** In the quick-add drawer: the sign of what is typed is dropped (cart §5). */
  quick?: boolean;
  onAdded?: () => void;
}

type Layout = "grid" | "list";

const firstRows: TypedLine[] = [{ key: "row-1", sku: "", text: "" }];

export function AddToCart(props: AddToCartProps) {
  const { product, selected, personal = everyonesPrices, quick = false, onAdded } = props;
  const { brand } = useShell();
  const alive = useHydrated();
  const { add, pending } = useAddToCart(product);
  const all = useMemo(() => sizesOf(product), [product]);
  const single = all.length === 1 ? all[0] : undefined;
  const [layout, setLayout] = useState<Layout>("grid");
  const [texts, setTexts] = useState<Record<string, string>>(
    single ? { [single.size.sku]: firstText(single.size) } : {},
  );
  const [rows, setRows] = useState<TypedLine[]>(firstRows);
  const [freeForm, setFreeForm] = useState<Record<string, FreeFormState>>({});
  const [errors, setErrors] = useState<LineErrors>({});
  const [message, setMessage] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const sendBack = useSentBack();
  useEffect(() => (single ? undefined : whenSettled(loadSizeList)), [single]);

  const shape = single ? "single" : layout;
  const mode = quick ? "quickAdd" : shape;
  const evaluate = (texts: Record<string, string>, rows: TypedLine[]) => {
    const typed: TypedLine[] =
      shape === "list" ? rows : all.map(({ size }) => ({ key: size.sku, sku: size.sku, text: texts[size.sku] ?? "" }));
    return evaluateDraft(product, selected, typed, mode, brand.site, personal);
  };
  // The digit is painted first, what all of them come to right after it.
  const [shownTexts, shownRows] = [useDeferredValue(texts), useDeferredValue(rows)];
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it is evaluated from
  const outcome = useMemo(
    () => evaluate(shownTexts, shownRows),
    [product, selected, shape, personal, shownTexts, shownRows],
  );
  const labels = product.freeFormOptions;

  const setLineErrors = (key: string, found: LineErrors[string]) => {
    setErrors((before) => {
      // Most fields are left with nothing wrong in them, before and after: then nothing is drawn.
      if (found.length === 0 && !before[key]) return before;
      const { [key]: _gone, ...rest } = before;
      return found.length > 0 ? { ...rest, [key]: found } : rest;
    });
  };
  const type = (key: string, sku: string, text: string) => {
    setTexts((before) => ({ ...before, [sku]: text }));
    setLineErrors(key, []);
    setMessage("");
  };
  /** Checked when the field loses focus; what is wrong is marked and, once, focused (cart §5). */
  const leave = (key: string, size: SizeView | undefined, input: HTMLInputElement) => {
    if (!size) return;
    const { error } = judge(input.value, size, mode);
    setLineErrors(key, error ? [error] : []);
    if (error) sendBack(key, input);
  };

  const switchTo = (next: Layout) => {
    if (next === layout) return;
    if (next === "list") {
      const kept = evaluate(texts, rows).lines.map((line, index) => ({
        key: `row-${index + 1}`,
        sku: line.sku,
        text: line.text,
      }));
      setRows(kept.length > 0 ? kept : firstRows);
    } else {
      setTexts(Object.fromEntries(rows.filter((row) => row.sku !== "").map((row) => [row.sku, row.text])));
    }
    setErrors({});
    setLayout(next);
  };

  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    const { button, lines } = evaluate(texts, rows);
    if (pending || !button.enabled) return;
    setMessage("");
    if (lines.length === 0) {
      setMessage("Enter a quantity for at least one size.");
      form.current?.querySelector<HTMLElement>("input[data-sku]:enabled, select")?.focus();
      return;
    }
    const result = await add(
      lines.map((line) => ({ ...line, freeForm: freeFormOf(freeForm[line.sku], line.quantity, labels) })),
    );
    if (result.kind === "added") {
      setTexts(single ? { [single.size.sku]: firstText(single.size) } : {});
      setRows(firstRows);
      setFreeForm({});
      setErrors({});
      onAdded?.();
      return;
    }
    setErrors(result.lines);
    setMessage(result.message);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };

  const sentences = Object.fromEntries(
    Object.entries(errors).flatMap(([key, found]) => {
      const own = found.filter((error) => !error.field.startsWith("freeForm.")).map((error) => error.message);
      return own.length > 0 ? [[key, own.join(" ")]] : [];
    }),
  );
  const gridRows = product.variants.flatMap((variant, index) =>
    index === selected || variant.sizes.some((size) => (texts[size.sku] ?? "") !== "") ? [index] : [],
  );

  return (
    <form ref={form} noValidate onSubmit={(event) => void onSubmit(event)} className="mt-6">
      {single ? (
        <SingleQuantity
          size={single.size}
          text={texts[single.size.sku] ?? ""}
          error={sentences[single.size.sku]}
          outcome={outcome}
          onType={(text) => type(single.size.sku, single.size.sku, text)}
          onLeave={(input) => leave(single.size.sku, single.size, input)}
        />
      ) : (
        <>
          <div className="mb-2 flex items-center justify-between gap-4">
            <h2 className="heading-case text-2xl">{isOneSize(product) ? "Quantities" : "Sizes and quantities"}</h2>
            {isOneSize(product) ? null : <LayoutSwitch layout={layout} onChange={switchTo} disabled={!alive} />}
          </div>
          <QuantityRules product={product} selected={selected} />
          {layout === "grid" ? (
            <SizeGrid
              product={product}
              rows={gridRows}
              selected={selected}
              texts={texts}
              errors={sentences}
              outcome={outcome}
              personal={personal}
              onType={(sku, text) => type(sku, sku, text)}
              onLeave={(size, input) => leave(size.sku, size, input)}
            />
          ) : (
            <Suspense fallback={null}>
              <SizeList
                product={product}
                selected={selected}
                rows={rows}
                errors={sentences}
                outcome={outcome}
                onChange={(next) => {
                  setRows(next);
                  setErrors({});
                  setMessage("");
                }}
                onLeave={(row, size, input) => leave(row.key, size, input)}
              />
            </Suspense>
          )}
        </>
      )}
      {labels.length > 0 ? (
        <FreeFormSection
          lines={outcome.lines}
          labels={labels}
          states={freeForm}
          errors={errors}
          onChange={(line, state) => {
            setFreeForm((before) => ({ ...before, [line.sku]: state }));
            setLineErrors(line.key, []);
          }}
        />
      ) : null}
      <div className="mt-4 space-y-2">
        <div data-order-bar={quick ? undefined : ""} className={quick ? undefined : "order-bar"}>
          {quick ? null : <BarTotal outcome={outcome} />}
          <Button
            type="submit"
            tone="action"
            size="large"
            wide
            pending={pending}
            disabled={!alive || !outcome.button.enabled}
            className={quick ? undefined : "max-sm:whitespace-nowrap max-sm:px-3"}
          >
            {outcome.button.enabled && !pending ? <Icon name="cart" className="size-5" /> : null}
            {outcome.button.label}
          </Button>
        </div>
        <noscript>
          <p className="rounded-brand bg-highlight p-3 font-semibold">
            Ordering here needs scripts. Please switch them on, or call {brand.callToOrderPhone}.
          </p>
        </noscript>
        <div role="alert">
          <FieldError error={message || undefined} />
        </div>
      </div>
    </form>
  );
}

/** A single variant starts with the smallest quantity that can be ordered. */
function firstText(size: SizeView): string {
  return String(firstValidQuantity(quantityRule(size)) ?? 1);
}

/** What must be kept to, said before anything is typed. */
function QuantityRules({ product, selected }: { product: ProductView; selected: number }) {
  const head = product.variants[selected]?.productVariant;
  if (!head) return null;
  const parts = [
    head.minOrderQty > 1 ? `Minimum ${head.minOrderQty} a size` : "",
    head.deliveryUnit > 1 ? `sold in multiples of ${head.deliveryUnit}` : "",
  ].filter(Boolean);
  return parts.length > 0 ? <p className="mb-2 text-muted text-sm">{parts.join(", ")}</p> : null;
}

interface LayoutSwitchProps {
  layout: Layout;
  onChange: (layout: Layout) => void;
  disabled: boolean;
}

function LayoutSwitch({ layout, onChange, disabled }: LayoutSwitchProps) {
  const option = (value: Layout, label: string) => (
    <button
      type="button"
      disabled={disabled}
      aria-pressed={layout === value}
      onClick={() => onChange(value)}
      className={clsx(
        "flex min-h-9 items-center justify-center gap-1.5 px-3 font-medium text-sm pointer-coarse:min-h-11 pointer-coarse:min-w-11",
        layout === value ? "bg-primary text-on-primary" : "bg-surface hover:bg-alt",
      )}
    >
      <Icon name={value} className="size-4" />
      <span className="max-sm:sr-only">{label}</span>
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons, not a set of fields
    <div role="group" aria-label="Layout" className="flex shrink-0 overflow-hidden rounded-brand border border-control">
      {option("grid", "Grid")}
      {option("list", "List")}
    </div>
  );
}
