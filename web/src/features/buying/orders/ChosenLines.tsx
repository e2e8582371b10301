// Lines of then as they stand today: each says whether it is the same, costs something else, was replaced or cannot be had; names
// and numbers are asked for; then all that was chosen goes into the cart in one act.
import { type CopiedCartView, formatCents, type ReorderDraft, type ReorderLineView } from "@fieldhouse/rules";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { ApiError, newIdempotencyKey } from "../../../shared/client";
import { sentenceOf } from "../../../shared/failures";
import { Button } from "../../../ui/Button";
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
  texts: string[][];
}

export function ChosenLines({ label, lines, add: addChosen, beside }: ChosenLinesProps) {
  const box = useRef<HTMLDivElement>(null);
  /** One intent is one key: asked again after a lost answer, nothing is added twice. */
  const key = useRef("");
  const [chosen, setChosen] = useState(() =>
    lines.map((line): Chosen => ({ taken: line.had, quantity: String(line.quantity), texts: line.texts })),
  );
  const [checked, setChecked] = useState(false);
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
    if (key.current === "") key.current = newIdempotencyKey();
    setPending(true);
    setProblem("");
    const wanted = lines.flatMap(({ position, labels: asked }, place) => {
      const line = chosen[place];
      if (!line?.taken) return [];
      return [{ position, quantity: Number(line.quantity) || 0, freeForm: asked.length > 0 ? line.texts : [] }];
    });
    try {
      setCopied(await addChosen({ lines: wanted, textsChecked: checked }, key.current));
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
    return line?.taken ? [{ sku: skuNow || sku, quantity: Number(line.quantity) || 0 }] : [];
  });
  return (
    <form aria-label={label} onSubmit={(event) => void add(event)}>
      <ul aria-label="Lines" className="mt-6 divide-y divide-line border-line border-y">
        {lines.map((line, place) => (
          <li key={line.position} className="py-4">
            <Line line={line} chosen={chosen[place]} onChange={(part) => change(place, part)} />
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
  onChange: (part: Partial<Chosen>) => void;
}

function Line({ line, chosen, onChange }: LineProps) {
  const name = [line.name, line.options].filter(Boolean).join(", ");
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
          {line.errors.map((error) => (
            <span key={error.field + error.code} className="block text-danger text-sm">
              {error.message}
            </span>
          ))}
        </span>
      </label>
      {chosen?.taken ? (
        <TextField
          label={`Pieces of ${name}`}
          hideLabel
          inputMode="numeric"
          value={chosen.quantity}
          onChange={(event) => onChange({ quantity: event.target.value })}
        />
      ) : null}
      {chosen?.taken && line.labels.length > 0 ? (
        <fieldset className="grid gap-2 sm:col-span-3 sm:pl-8">
          <legend className="text-sm">{line.labels.join(", ")}, as they were. Please check them.</legend>
          {chosen.texts.map((texts, entry) => (
            // Two players may have the same texts; their place tells them apart.
            // biome-ignore lint/suspicious/noArrayIndexKey: entries neither move nor go
            <div key={entry} className="grid gap-2 sm:grid-cols-3">
              {line.labels.map((label, nth) => (
                <TextField
                  key={label}
                  label={`${label} ${entry + 1} of ${name}`}
                  hideLabel
                  placeholder={label}
                  value={texts[nth] ?? ""}
                  onChange={(event) =>
                    onChange({
                      texts: chosen.texts.map((before, place) =>
                        place === entry
                          ? line.labels.map((_, n) => (n === nth ? event.target.value : (before[n] ?? "")))
                          : before,
                      ),
                    })
                  }
                />
              ))}
            </div>
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}
