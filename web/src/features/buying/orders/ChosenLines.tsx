// Lines of then as they stand today: each says whether it is the same, costs something else, was replaced or cannot be had; names
// and numbers are asked for; then all that was chosen goes into the cart in one act.
import {
  type CopiedCartView,
  checkAddLine,
  checkTypedQuantity,
  formatCents,
  type ReorderDraft,
  type ReorderLineView,
  type Site,
} from "@fieldhouse/rules";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { ApiError, newIdempotencyKey } from "../../../shared/client";
import { sentenceOf } from "../../../shared/failures";
import { type FreeFormState, freeFormOf, isSame } from "../../../shared/free-form";
import { useShell } from "../../../shared/site";
import { Button } from "../../../ui/Button";
import { Checkbox } from "../../../ui/Checkbox";
import { FieldError, TextField } from "../../../ui/Field";
import { Told } from "../../../ui/told";
import { CopiedLines } from "../cart/CopiedLines";

const labels: Record<ReorderLineView["state"], string> = {
  same: "Same",
  price_changed: "Price changed",
  price_open: "Price to be confirmed",
  replaced: "Replaced",
  changed: "Needs a change",
  unavailable: "Out of stock",
  call_to_order: "Call to order",
  gone: "Not sold any more",
};

/** An article that was chosen. */
export interface ChosenRow {
  sku: string;
  quantity: number;
}

interface ChosenLinesProps {
  /** What the form is called. */
  label: string;
  lines: readonly ReorderLineView[];
  /** Puts what was chosen into the cart; one intent is one key. */
  add: (draft: ReorderDraft, key: string) => Promise<CopiedCartView>;
  /** What else can be done with what is chosen, and with what cannot be had today. */
  beside?: (rows: ChosenRow[]) => ReactNode;
}

/** What somebody makes of a line before it is added. */
interface Chosen {
  taken: boolean;
  quantity: string;
  texts: FreeFormState;
}

/** What was typed, as of an article that asks for nothing: what this one asks for is told with its line. */
const typed = ({ quantity }: Chosen) => checkTypedQuantity(quantity, { minOrderQty: 0, deliveryUnit: 0 }, "list");

/** Pieces that are meant; none where no line of a cart has so many. */
const piecesOf = (chosen: Chosen) => typed(chosen).quantity;

/** Texts as they are sent, one for all pieces or one a piece: a row of fields each. */
const textsOf = ({ labels: asked }: ReorderLineView, chosen: Chosen) =>
  freeFormOf(chosen.texts, piecesOf(chosen), asked);

/** What is wrong with what was typed, by field: 'quantity', 'freeForm.0.1'. Whether an article can be had is told with its line. */
function wrongWith(line: ReorderLineView, chosen: Chosen, site: Site): Record<string, string> {
  const draft = { sku: line.sku, quantity: piecesOf(chosen), freeForm: textsOf(line, chosen) };
  const found = checkAddLine(draft, { price: 1, unavailable: false, freeFormOptions: line.labels }, site);
  const { error } = typed(chosen);
  return Object.fromEntries([...found, ...(error ? [error] : [])].map(({ field, message }) => [field, message]));
}

export function ChosenLines({ label, lines, add: addChosen, beside }: ChosenLinesProps) {
  const { site } = useShell().brand;
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLDivElement>(null);
  /** One intent is one key: asked again after a lost answer, nothing is added twice. */
  const key = useRef("");
  const [chosen, setChosen] = useState(() =>
    lines.map(
      ({ had, quantity, ownTexts, texts }): Chosen => ({
        taken: had,
        quantity: String(quantity),
        texts: { same: !ownTexts, entries: texts },
      }),
    ),
  );
  const [checked, setChecked] = useState(false);
  /** Somebody wanted to add them: what is missing is said. */
  const [tried, setTried] = useState(false);
  const [copied, setCopied] = useState<CopiedCartView | null>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState("");
  const named = lines.some((line, place) => line.texts.length > 0 && chosen[place]?.taken);
  const count = chosen.filter(({ taken }) => taken).length;

  function change(place: number, part: Partial<Chosen>): void {
    key.current = "";
    setChosen((before) => before.map((line, nth) => (nth === place ? { ...line, ...part } : line)));
  }

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (pending) return;
    const isWrong = lines.some((line, place) => {
      const its = chosen[place];
      return its?.taken && Object.keys(wrongWith(line, its, site)).length > 0;
    });
    setTried(isWrong);
    if (isWrong) {
      setProblem("Please fill in what is marked, or do not choose these lines.");
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
      return;
    }
    if (key.current === "") key.current = newIdempotencyKey();
    setPending(true);
    setProblem("");
    const wanted = lines.flatMap((line, place) => {
      const its = chosen[place];
      if (!its?.taken) return [];
      return [{ position: line.position, quantity: piecesOf(its), freeForm: textsOf(line, its) }];
    });
    // Who typed all of them just now is not asked whether they are right.
    const textsChecked = named ? checked : wanted.some(({ freeForm }) => freeForm.length > 0);
    try {
      setCopied(await addChosen({ lines: wanted, textsChecked }, key.current));
      key.current = "";
      box.current?.focus();
    } catch (failure) {
      setProblem(sentenceOf(failure));
      if (failure instanceof ApiError && failure.status !== 0) key.current = "";
    }
    setPending(false);
  }

  // What cannot be had today cannot be ticked either: it is not given up by that.
  const rows = lines.flatMap(({ sku, skuNow, had, quantity }, place) => {
    const line = chosen[place];
    if (!had) return [{ sku, quantity }];
    return line?.taken ? [{ sku: skuNow || sku, quantity: piecesOf(line) }] : [];
  });
  return (
    <form ref={form} aria-label={label} onSubmit={(event) => void add(event)}>
      <ul aria-label="Lines" className="mt-6 divide-y divide-line border-line border-y">
        {lines.map((line, place) => (
          <li key={line.position} className="py-4">
            <Line
              line={line}
              chosen={chosen[place]}
              site={site}
              tried={tried}
              onChange={(part) => change(place, part)}
            />
          </li>
        ))}
      </ul>
      {named ? (
        <label className="mt-6 flex min-h-11 items-center gap-3 font-medium">
          <input
            type="checkbox"
            className="size-5 shrink-0"
            checked={checked}
            onChange={(event) => setChecked(event.target.checked)}
          />
          I have checked the names and numbers. They are right for this order.
        </label>
      ) : null}
      <Button type="submit" tone="action" className="mt-4" pending={pending} disabled={count === 0}>
        {count === 1 ? "Add 1 line to my cart" : `Add ${count} lines to my cart`}
      </Button>
      <Told className="mt-2">{problem ? <FieldError error={problem} /> : null}</Told>
      <div ref={box} tabIndex={-1} role="status" className="outline-none">
        {copied ? <CopiedLines copied={copied} /> : null}
      </div>
      {beside?.(rows)}
    </form>
  );
}

interface LineProps {
  line: ReorderLineView;
  chosen: Chosen | undefined;
  site: Site;
  tried: boolean;
  onChange: (part: Partial<Chosen>) => void;
}

function Line({ line, chosen, site, tried, onChange }: LineProps) {
  const name = [line.name, line.options].filter(Boolean).join(", ");
  const wrong: Record<string, string> =
    chosen?.taken && (tried || line.state === "changed") ? wrongWith(line, chosen, site) : {};
  // What is wrong with a text is said at its field.
  const errors = line.errors.filter(({ field }) => !(chosen?.taken && field.startsWith("freeForm.")));
  const tone = line.had ? (line.state === "same" ? "" : "text-ink") : "text-danger";
  return (
    <div className="grid gap-x-4 gap-y-2 sm:grid-cols-[auto_1fr_7rem]">
      <label className="flex min-h-11 items-start gap-3 sm:col-span-2">
        <input
          type="checkbox"
          className="mt-1 size-5 shrink-0"
          checked={chosen?.taken ?? false}
          disabled={!line.had}
          onChange={(event) => onChange({ taken: event.target.checked })}
        />
        <span className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{name}</span>{" "}
          <span className="text-muted text-sm">
            {line.skuNow === "" || line.skuNow === line.sku ? line.sku : `${line.sku}, now ${line.skuNow}`}
          </span>
          <span className={`block text-sm ${tone}`}>
            <strong>{labels[line.state]}</strong>
            {line.state === "same" && line.now !== null ? `: ${formatCents(line.now)} each` : `: ${line.text}`}
          </span>
          {errors.map((error) => (
            <span key={error.field + error.code} className="block text-danger text-sm">
              {error.message}
            </span>
          ))}
        </span>
      </label>
      {chosen?.taken ? (
        <TextField
          label={
            <>
              Pieces <span className="sr-only">of {name}</span>
            </>
          }
          inputMode="numeric"
          value={chosen.quantity}
          error={tried ? wrong.quantity : undefined}
          onChange={(event) => onChange({ quantity: event.target.value })}
        />
      ) : null}
      {chosen?.taken && line.labels.length > 0 ? (
        <Texts line={line} chosen={chosen} name={name} wrong={wrong} onChange={(texts) => onChange({ texts })} />
      ) : null}
    </div>
  );
}

interface TextsProps {
  line: ReorderLineView;
  chosen: Chosen;
  /** What the line is called. */
  name: string;
  /** Sentences by field. */
  wrong: Record<string, string>;
  onChange: (texts: FreeFormState) => void;
}

/** Names and numbers: those of then to be checked, or empty fields where they were not kept. */
function Texts({ line, chosen, name, wrong, onChange }: TextsProps) {
  const { same, entries } = chosen.texts;
  const pieces = piecesOf(chosen);
  const asked = line.labels.join(", ");
  const type = (entry: number, nth: number, text: string) => {
    const all = [...entries];
    const texts = line.labels.map((_, at) => all[entry]?.[at] ?? "");
    texts[nth] = text;
    all[entry] = texts;
    onChange({ same, entries: all });
  };
  return (
    <fieldset className="grid gap-2 sm:col-span-3 sm:pl-8">
      <legend className="text-sm">
        {line.texts.length > 0
          ? `${asked}, as they were. Please check them.`
          : `${asked}: please fill them in for this order.`}
      </legend>
      {pieces > 1 ? (
        <Checkbox
          label="Same for all pieces"
          checked={isSame(chosen.texts, pieces)}
          onChange={(event) => onChange({ same: event.target.checked, entries })}
        />
      ) : null}
      {textsOf(line, chosen).map((texts, entry) => (
        // Two players may have the same texts; their place tells them apart.
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the list
        <div key={entry} className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          {line.labels.map((label, nth) => (
            <TextField
              key={label}
              label={
                <>
                  {label}
                  <span className="sr-only">{` ${entry + 1} of ${name}`}</span>
                </>
              }
              hideLabel={entry > 0}
              aria-required
              autoComplete="off"
              value={texts[nth] ?? ""}
              error={wrong[`freeForm.${entry}.${nth}`]}
              onChange={(event) => type(entry, nth, event.target.value)}
            />
          ))}
        </div>
      ))}
    </fieldset>
  );
}
