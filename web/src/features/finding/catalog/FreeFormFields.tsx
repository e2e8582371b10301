// The free texts of pieces, such as name and number: once for all pieces of a size, or for each piece.
import type { FieldError } from "@fieldhouse/rules";
import clsx from "clsx";
import { type FreeFormState, freeFormOf, isSame } from "../../../shared/free-form";
import { IconButton } from "../../../ui/Button";
import { Checkbox } from "../../../ui/Checkbox";
import { TextField } from "../../../ui/Field";
import type { DraftLine } from "./add-draft";

/** Pieces whose fields are all on the page; of more than these a part is, and the rest is scrolled to. */
const AT_ONCE = 24;

// What fills them in knows how they are sent.
export { type FreeFormState, freeFormOf } from "../../../shared/free-form";

/** Sentences by `entry.label`, of a line's broken rules. */
function freeFormErrors(found: readonly FieldError[] | undefined): Record<string, string> {
  return Object.fromEntries(
    (found ?? [])
      .filter((error) => error.field.startsWith("freeForm."))
      .map((error) => [error.field.slice("freeForm.".length), error.message]),
  );
}

interface FreeFormSectionProps {
  lines: readonly DraftLine[];
  labels: readonly string[];
  /** What was typed, by sku. */
  states: Readonly<Record<string, FreeFormState>>;
  /** Broken rules, by line. */
  errors: Readonly<Record<string, FieldError[]>>;
  onChange: (line: DraftLine, state: FreeFormState) => void;
  onRemovePiece?: (line: DraftLine, entry: number) => void;
}

/** The texts of every piece that is wanted, below the quantities; nothing where the product has none. */
export default function FreeFormSection({
  lines,
  labels,
  states,
  errors,
  onChange,
  onRemovePiece,
}: FreeFormSectionProps) {
  const wanted = lines.filter((line) => line.quantity > 0);
  if (labels.length === 0 || wanted.length === 0) return null;
  return (
    <div className="mt-4 space-y-3">
      <h2 className="heading-case text-2xl">{labels.join(" and ")}</h2>
      {wanted.map((line) => (
        <FreeFormFields
          key={line.key}
          line={line}
          labels={labels}
          state={states[line.sku]}
          errors={freeFormErrors(errors[line.key])}
          onChange={(state) => onChange(line, state)}
          {...(onRemovePiece && { onRemovePiece: (entry: number) => onRemovePiece(line, entry) })}
        />
      ))}
    </div>
  );
}

interface FreeFormFieldsProps {
  line: DraftLine;
  labels: readonly string[];
  state: FreeFormState | undefined;
  /** Sentences by `entry.label`. */
  errors: Readonly<Record<string, string>>;
  onChange: (state: FreeFormState) => void;
  /** Takes one piece out with its texts, where pieces can be taken out one by one. */
  onRemovePiece?: (entry: number) => void;
}

function FreeFormFields({ line, labels, state, errors, onChange, onRemovePiece }: FreeFormFieldsProps) {
  const entries = freeFormOf(state, line.quantity, labels);
  const same = isSame(state, line.quantity);
  const long = !same && line.quantity > AT_ONCE;
  const type = (entry: number, index: number, text: string) => {
    const all = [...(state?.entries ?? [])];
    const texts = labels.map((_, at) => all[entry]?.[at] ?? "");
    texts[index] = text;
    all[entry] = texts;
    onChange({ same: state?.same, entries: all });
  };
  return (
    <fieldset className="rounded-brand border border-line p-3">
      <legend className="px-1 font-semibold text-sm">
        {line.variant}, {line.size.text}: {line.quantity} {line.quantity === 1 ? "piece" : "pieces"}
      </legend>
      {line.quantity > 1 ? (
        <Checkbox
          label="Same for all pieces"
          checked={same}
          onChange={(event) => onChange({ same: event.currentTarget.checked, entries: state?.entries ?? [] })}
        />
      ) : null}
      {long ? <p className="mb-2 text-muted text-sm">Scroll in the list for all of them.</p> : null}
      <ol className={clsx("space-y-2", long && "max-h-136 overflow-y-auto pr-2")}>
        {entries.map((texts, entry) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the list
          <li key={entry} className="flex items-start gap-2">
            {same ? null : (
              <span className="w-7 shrink-0 pt-2.5 text-right text-muted text-sm tabular-nums">{entry + 1}.</span>
            )}
            <div className="grid flex-1 gap-2 sm:grid-cols-2">
              {labels.map((label, index) => (
                <TextField
                  key={label}
                  label={
                    <>
                      {label} (Required)
                      {same ? null : <span className="sr-only">, piece {entry + 1}</span>}
                    </>
                  }
                  hideLabel={!same && entry > 0 && "wide"}
                  data-free-form={`${line.key}:${entry}.${index}`}
                  aria-required
                  maxLength={200}
                  autoComplete="off"
                  value={texts[index] ?? ""}
                  error={errors[`${entry}.${index}`]}
                  onChange={(event) => type(entry, index, event.currentTarget.value)}
                />
              ))}
            </div>
            {onRemovePiece && !same ? (
              <IconButton
                icon="trash"
                label={`Remove piece ${entry + 1} of ${line.variant}, ${line.size.text}`}
                onClick={() => onRemovePiece(entry)}
                className={clsx("mt-6 shrink-0", entry > 0 && "sm:mt-0")}
              />
            ) : null}
          </li>
        ))}
      </ol>
    </fieldset>
  );
}
