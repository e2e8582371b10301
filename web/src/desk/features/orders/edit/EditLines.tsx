// The lines of an order while it is edited: pieces of each, at which price, and articles that are added.
import type { EditBasis, FieldError, OrderEditDraft, OrderLineView } from "@fieldhouse/rules";
import { dollars } from "@fieldhouse/rules/desk";
import { useId, useState } from "react";
import { chosenOf, count } from "../../../shared/words";
import { ArticlePicker } from "../../../ui/ArticlePicker";
import { Button } from "../../../ui/Button";
import { control, Input } from "../../../ui/Controls";
import { drawnLines, manyLines, NotDrawn } from "../Pieces";
import { errorsOfLine, heldTexts, type TypedAdded, type TypedEdit, unreadable } from "./typed";

interface EditLinesProps {
  lines: readonly OrderLineView[];
  basis: EditBasis;
  draft: OrderEditDraft;
  typed: TypedEdit;
  errors: readonly FieldError[];
  onType: (typed: TypedEdit) => void;
}

export function EditLines({ lines, basis, draft, typed, errors, onType }: EditLinesProps) {
  const [looked, setLooked] = useState("");
  const id = useId();
  const sought = looked.trim().toLowerCase();
  const shown = lines.filter((line) =>
    `${line.sku} ${line.name} ${chosenOf(line)} ${line.texts.join(" ")}`.toLowerCase().includes(sought),
  );
  // What was typed into is always in sight, so that what is wrong with it is.
  const drawn = shown.filter(
    ({ position }, nth) => nth < drawnLines || typed.quantities[position] || typed.texts[position] !== undefined,
  );
  const wrongNumbers = unreadable(typed);
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-1 font-medium text-sm">Pieces</legend>
      {lines.length > manyLines ? (
        <input
          type="search"
          aria-label="Find a line"
          placeholder="sku, article or player"
          value={looked}
          onChange={(event) => setLooked(event.target.value)}
          className={`${control} w-56!`}
        />
      ) : null}
      <ul className="rounded-brand border border-line">
        {drawn.map((line) => {
          const { position } = line;
          const wrong = errorsOfLine(errors, draft, position);
          const error = wrongNumbers.includes(position) ? "Please enter a whole number" : wrong.pieces;
          const held = heldTexts(line);
          const { ordered, cancelled = 0, shipped = 0 } = line.ledger;
          const pieces = ordered - cancelled;
          const judged = basis.lines.find((known) => known.position === position);
          const wanted = draft.amounts?.lines?.find((edit) => edit.position === position)?.quantity ?? pieces;
          return (
            <li key={position} className="grid grid-cols-1 gap-1 border-line border-b px-3 py-1.5 last:border-b-0">
              <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3">
                {/* The end of a sku is the size: in a narrow window it has the row for itself. */}
                <span className="min-w-0 max-sm:col-span-full">
                  <span className="block truncate">
                    <span className="font-mono text-[12px]">{line.sku}</span> {line.name}
                  </span>
                  {line.options.length > 0 ? <span className="block">{chosenOf(line)}</span> : null}
                  <span className="text-muted">
                    {count(pieces, "piece")}
                    {shipped > 0 ? `, ${shipped.toLocaleString("en-US")} shipped` : ""}
                    {judged ? `, sold at ${dollars(judged.sold.your)}` : ""}
                  </span>
                </span>
                <input
                  inputMode="numeric"
                  aria-label={`Pieces, ${line.sku}`}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? `${id}-${position}` : undefined}
                  placeholder={String(pieces)}
                  value={typed.quantities[position] ?? ""}
                  onChange={(event) =>
                    onType({ ...typed, quantities: { ...typed.quantities, [position]: event.target.value } })
                  }
                  className={`${control} w-20! text-right max-sm:col-start-2`}
                />
                <Button
                  tone="quiet"
                  aria-label={`Take out ${line.sku}`}
                  disabled={pieces === shipped}
                  onClick={() =>
                    onType({
                      ...typed,
                      today: { ...typed.today, [position]: false },
                      quantities: { ...typed.quantities, [position]: String(shipped) },
                    })
                  }
                >
                  Take out
                </Button>
              </div>
              {error ? (
                <span id={`${id}-${position}`} className="text-danger">
                  {error}
                </span>
              ) : null}
              {judged && wanted > pieces ? (
                <Prices
                  line={line}
                  sold={dollars(judged.sold.your)}
                  now={judged.today ? dollars(judged.today.your) : undefined}
                  today={typed.today[position] === true}
                  onChoose={(today) => onType({ ...typed, today: { ...typed.today, [position]: today } })}
                />
              ) : null}
              {line.texts.length > 0 && pieces > 0 ? (
                <textarea
                  rows={1}
                  aria-label={`Names and numbers, ${line.sku}`}
                  aria-invalid={wrong.texts ? true : undefined}
                  aria-describedby={wrong.texts ? `${id}-${position}-texts` : undefined}
                  placeholder={`${line.texts.slice(0, 2).join(" · ")}: to change them, one row a piece, parted by commas`}
                  value={typed.texts[position] ?? held ?? ""}
                  onChange={(event) => onType({ ...typed, texts: { ...typed.texts, [position]: event.target.value } })}
                  className={`${control} field-sizing-content max-h-48`}
                />
              ) : null}
              {wrong.texts ? (
                <span id={`${id}-${position}-texts`} className="text-danger">
                  {wrong.texts}
                </span>
              ) : null}
            </li>
          );
        })}
        <NotDrawn lines={shown.length - drawn.length} />
        {shown.length === 0 ? <li className="px-3 py-4 text-center text-muted">No line is like that.</li> : null}
      </ul>
    </fieldset>
  );
}

interface PricesProps {
  line: OrderLineView;
  sold: string;
  /** Nothing while there is no price today. */
  now: string | undefined;
  today: boolean;
  onChoose: (today: boolean) => void;
}

/** What more pieces cost: what the line was sold at, or what it costs today. */
function Prices({ line, sold, now, today, onChoose }: PricesProps) {
  return (
    <label className="flex flex-wrap items-center gap-2">
      <span className="text-muted">Price of a piece</span>
      <select
        aria-label={`Price of a piece, ${line.sku}`}
        value={today ? "today" : "sold"}
        onChange={(event) => onChoose(event.target.value === "today")}
        className={`${control} w-auto! max-w-full`}
      >
        <option value="sold">Sold at {sold}</option>
        {now ? <option value="today">Today's {now}, for the whole line</option> : null}
      </select>
      {now ? null : <span className="text-muted">There is no price of today.</span>}
    </label>
  );
}

interface AddedLinesProps {
  /** Whose articles they are. */
  site: string;
  added: readonly TypedAdded[];
  /** What the server says of each, in their order. */
  articles: readonly { sku: string; name: string; labels: string[] }[];
  basis: EditBasis;
  lineCount: number;
  errors: readonly FieldError[];
  onType: (added: TypedAdded[]) => void;
}

export function AddedLines({ site, added, articles, basis, lineCount, errors, onType }: AddedLinesProps) {
  const put = (place: number, told: Partial<TypedAdded>) =>
    onType(added.map((line, other) => (other === place ? { ...line, ...told } : line)));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium text-sm">Added articles</legend>
      {added.map((line, place) => {
        const article = articles[place];
        const today = basis.lines.find(({ position }) => position === lineCount + place + 1)?.today;
        const error = errors.find(({ field }) => field.startsWith(`added.${place}.`))?.message;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <div key={place} className="grid gap-2 rounded-brand border border-line px-3 py-2">
            <div className="grid grid-cols-[minmax(0,1fr)_5rem_auto] items-end gap-3">
              {/* Whoever scans presses Enter: the edit is not applied by that. */}
              {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its field is told */}
              <div onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}>
                <ArticlePicker
                  label={`Sku, added ${place + 1}`}
                  site={site}
                  typed={line.sku}
                  onType={(sku) => put(place, { sku })}
                  onPick={(sku) => put(place, { sku })}
                />
              </div>
              <Input
                label="Pieces"
                aria-label={`Pieces, added ${place + 1}`}
                inputMode="numeric"
                value={line.quantity}
                onChange={(event) => put(place, { quantity: event.target.value })}
              />
              <Button tone="quiet" onClick={() => onType(added.filter((_, other) => other !== place))}>
                Leave out
              </Button>
            </div>
            {line.sku.trim() && article?.name ? (
              <p className="text-muted">
                {article.name}
                {today ? `, ${dollars(today.your)} a piece today` : ""}
              </p>
            ) : null}
            {(article?.labels ?? []).map((label, nth) => (
              <Input
                key={label}
                label={`${label}, for all pieces`}
                value={line.texts[nth] ?? ""}
                onChange={(event) =>
                  put(place, {
                    texts: (article?.labels ?? []).map((_, at) =>
                      at === nth ? event.target.value : (line.texts[at] ?? ""),
                    ),
                  })
                }
              />
            ))}
            {line.sku.trim() && error ? <p className="text-danger">{error}</p> : null}
          </div>
        );
      })}
      <div>
        <Button onClick={() => onType([...added, { sku: "", quantity: "1", texts: [] }])}>Add an article</Button>
      </div>
    </fieldset>
  );
}
