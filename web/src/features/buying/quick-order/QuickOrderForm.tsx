// Ordering by product number (cart §2, §5): five empty rows, each looked up, chosen, counted and checked as it
// is filled; one button adds all that count. Nothing typed is lost: what does not count stays, clearing can be undone.
import { checkAddLine, type FieldError as RuleError } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { quantityRule } from "../../../shared/rules/quantity-rule";
import { useSentBack } from "../../../shared/sent-back";
import { useShell } from "../../../shared/site";
import { useText } from "../../../shared/text/texts";
import { Button } from "../../../ui/Button";
import { FieldError } from "../../../ui/Field";
import { Icon } from "../../../ui/Icon";
import { useToast } from "../../../ui/Toast";
import { useAddLines } from "../cart/use-add-lines";
import { usePersonalPricesOf } from "../pricing/prices-of-products";
import { lookUp } from "./api";
import { QuickOrderRow, type RowErrors } from "./QuickOrderRow";
import { QuickTotal } from "./QuickTotal";
import {
  begun,
  choicesOf,
  choosing,
  counts,
  emptyRow,
  emptyRows,
  firstRows,
  forecastOf,
  judge,
  linesOf,
  newOption,
  type Ordered,
  type QuickOption,
  type QuickRow,
  skusOf,
} from "./rows";

export function QuickOrderForm() {
  const text = useText();
  const { brand } = useShell();
  const client = useQueryClient();
  const toast = useToast();
  const { add, pending } = useAddLines({ source: "quick_order" });
  const [rows, setRows] = useState(emptyRows);
  const [errors, setErrors] = useState<RowErrors>({});
  const [message, setMessage] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const sendBack = useSentBack();
  const personal = usePersonalPricesOf(rows.flatMap(({ product }) => (product ? [skusOf(product)] : [])));
  const forecast = forecastOf(rows, brand.site, personal);

  const change = (id: number, part: (row: QuickRow) => Partial<QuickRow>) => {
    setRows((before) => before.map((row) => (row.id === id ? { ...row, ...part(row) } : row)));
    setMessage("");
  };
  const setOwnErrors = (option: QuickOption, found: RowErrors) =>
    setErrors((before) => ({
      ...Object.fromEntries(Object.entries(before).filter(([at]) => !at.startsWith(`${option.id}.`))),
      ...found,
    }));
  const focusFirstWrong = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());

  /** The number is upper-cased, then looked up (cart §5); an answer to what is no longer typed is dropped. */
  async function lookUpRow(row: QuickRow): Promise<void> {
    const sku = row.sku.trim().toUpperCase();
    const known = row.product !== undefined || (row.looking && sku === row.sku);
    if (sku === "" || known) return;
    change(row.id, () => ({ sku, looking: true, message: "" }));
    const { product, message: wrong } = await lookUp(client, sku, {
      inputError: text("quickOrder.inputError"),
      phone: brand.callToOrderPhone,
    });
    // Drawn at once: the focus goes on to what is new.
    flushSync(() =>
      setRows((before) =>
        before.map((now) => {
          if (now.id !== row.id || now.sku !== sku) return now;
          const options = product && wrong === "" ? [newOption(product, choicesOf(product, sku))] : [];
          return { ...now, looking: false, product, message: wrong, options };
        }),
      ),
    );
    enterOptions(row.id);
  }

  /** Whoever is still in the row goes on with what the look-up added to it; whoever went elsewhere is left there. */
  function enterOptions(id: number): void {
    const here = form.current?.querySelector(`[data-row="${id}"]`)?.closest("tbody");
    if (!here?.contains(document.activeElement)) return;
    here.querySelector<HTMLElement>("[data-options] :is(select, input), [data-options] ~ td input")?.focus();
  }

  function changeOption(row: QuickRow, option: QuickOption, part: Partial<QuickOption>): void {
    change(row.id, (now) => ({
      options: now.options.map((each) => (each.id === option.id ? { ...each, ...part } : each)),
    }));
    setOwnErrors(option, {});
  }

  /** Checked when the field loses focus; what is wrong is marked and, once, focused (cart §5). */
  function leaveQuantity(row: QuickRow, option: QuickOption, input: HTMLInputElement): void {
    if (!row.product || input.value.trim() === "") return;
    const { error } = judge(row.product, choosing(row, option).article, input.value);
    if (!error) return;
    setErrors((before) => ({ ...before, [`${option.id}.quantity`]: error.message }));
    sendBack(option.id, input);
  }

  /** What is wrong with one option, by the place it stands at. */
  function wrongWith({ option, article, product, line }: Ordered): RowErrors {
    if (!article) return { [`${option.id}.choice`]: "Please choose an option that can be ordered." };
    const typed = judge(product, article, option.quantity).error;
    const { price, availableDate } = article.productVariant;
    const broken = checkAddLine(
      line,
      {
        price,
        availableDate,
        ...quantityRule(article.productVariant),
        unavailable: article.attributesData.unavailable,
        callToOrder: product.callToOrder,
        freeFormOptions: product.freeFormOptions,
      },
      brand.site,
    );
    const found = placed(option, broken);
    return typed ? { ...found, [`${option.id}.quantity`]: typed.message } : found;
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (pending) return;
    const counting = rows.filter(counts);
    const ordered = counting.flatMap(linesOf);
    const wrong = Object.assign({}, ...ordered.map(wrongWith)) as RowErrors;
    const lacking = rows.filter((row) => begun(row) && !counting.includes(row));
    const missing = Object.assign({}, ...lacking.flatMap(linesOf).map(wrongWith)) as RowErrors;
    setErrors({ ...wrong, ...missing });
    if (ordered.length === 0) {
      setMessage("Enter a product number, its options and a quantity in at least one row.");
      if (Object.keys(missing).length > 0) focusFirstWrong();
      else form.current?.querySelector<HTMLElement>("input")?.focus();
      return;
    }
    if (Object.keys(wrong).length > 0) {
      focusFirstWrong();
      return;
    }
    setMessage("");
    const outcome = await add(
      ordered.map(({ line }) => line),
      ordered,
    );
    if (outcome.kind === "refused") {
      setErrors(Object.assign({}, ...outcome.lines.map(([{ option }, broken]) => placed(option, [broken]))));
      setMessage(outcome.message);
      focusFirstWrong();
      return;
    }
    // What did not count was not added: it stays with what it lacks.
    setRows([...lacking, ...emptyRows(Math.max(firstRows - lacking.length, 0))]);
    setErrors(missing);
  }

  function replace(next: QuickRow[], said: string): void {
    const before = { rows, errors };
    setRows(next);
    setMessage("");
    toast(said, "info", {
      label: "Undo",
      run: () => {
        setRows(before.rows);
        setErrors(before.errors);
      },
    });
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <p className="mb-4 flex items-start gap-3 rounded-brand bg-primary-soft px-4 py-3 text-sm">
        <Icon name="info" className="mt-0.5 size-5 text-primary" />
        <span>{text("quickOrder.help")}</span>
      </p>
      <table className="w-full border-collapse max-md:block">
        <caption className="sr-only">Product numbers to order</caption>
        <thead className="text-left text-sm max-md:sr-only">
          <tr>
            {["Product number", "Product", "Options", "Quantity", "Price"].map((heading) => (
              <th key={heading} scope="col" className="px-2 pb-1.5 font-semibold first:pl-0 nth-5:text-right">
                {heading}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        {rows.map((row, index) => (
          <QuickOrderRow
            key={row.id}
            row={row}
            place={index + 1}
            errors={errors}
            forecast={forecast}
            onType={(sku) =>
              change(row.id, () => ({ sku, product: undefined, looking: false, message: "", options: [] }))
            }
            onLookUp={() => void lookUpRow(row)}
            onChangeOption={(option, part) => changeOption(row, option, part)}
            onLeaveQuantity={(option, input) => leaveQuantity(row, option, input)}
            onAddOption={() =>
              change(row.id, (now) => (now.product ? { options: [...now.options, newOption(now.product)] } : {}))
            }
            onRemoveOption={(option) =>
              change(row.id, (now) => ({ options: now.options.filter((each) => each.id !== option.id) }))
            }
            onRemove={() => {
              const rest = rows.filter((other) => other.id !== row.id);
              const next = rest.length > 0 ? rest : emptyRows(1);
              if (begun(row)) replace(next, `Row ${index + 1} is removed`);
              else setRows(next);
            }}
          />
        ))}
      </table>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button tone="outline" size="small" onClick={() => setRows((before) => [...before, emptyRow()])}>
          <Icon name="plus" className="size-4" />
          Add another row
        </Button>
        <Button
          tone="quiet"
          size="small"
          onClick={() => {
            setErrors({});
            if (rows.some(begun)) replace(emptyRows(), "All rows are cleared");
            else setRows(emptyRows());
          }}
        >
          Clear all
        </Button>
      </div>
      <QuickTotal forecast={forecast} rows={rows.filter(counts).length} />
      <Button type="submit" tone="action" size="large" pending={pending} className="mt-4 max-sm:w-full">
        {pending ? null : <Icon name="cart" className="size-5" />}
        Add to Cart
      </Button>
      <div role="alert" className="mt-2">
        <FieldError error={message || undefined} />
      </div>
    </form>
  );
}

/** Broken rules of an option's line, put to where they are shown. */
function placed(option: QuickOption, broken: readonly RuleError[]): RowErrors {
  return Object.fromEntries(
    broken.map((error) => {
      const label = /^freeForm\.\d+\.(\d+)$/.exec(error.field)?.[1];
      const at = label ?? (error.field === "sku" ? "choice" : "quantity");
      return [`${option.id}.${at}`, error.message];
    }),
  );
}
