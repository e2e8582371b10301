// So many pieces of some lines: one field a line, what is wrong beside it. How many there may be is the rules' to say.
import type { OrderLineView } from "@fieldhouse/rules";
import { type LineQuantity, type PieceMove, type PlanView, planPieces } from "@fieldhouse/rules/desk";
import { useId, useState } from "react";
import { chosenOf, count } from "../../shared/words";
import { Button } from "../../ui/Button";
import { control } from "../../ui/Controls";
import { type Chosen, type Open, Whose } from "./Whose";

/** What was typed, by the position of the line. */
export type Typed = Readonly<Record<number, string>>;

export interface Planned {
  wanted: LineQuantity[];
  plan: PlanView;
  /** Pieces of it. */
  pieces: number;
  /** What is wrong, by the position of the line. */
  errors: ReadonlyMap<number, string>;
}

/** What an act would make of what was typed. */
export function planOf(lines: readonly OrderLineView[], moved: PieceMove, typed: Typed): Planned {
  const errors = new Map<number, string>();
  const wanted: LineQuantity[] = [];
  for (const line of lines) {
    const { position } = line;
    const text = (typed[position] ?? "").trim();
    if (text === "" || text === "0") continue;
    if (/^\d+$/.test(text)) wanted.push({ position, quantity: Math.min(Number(text), most) });
    else errors.set(position, `Please enter a whole number of at most ${leftFor(line, moved).toLocaleString("en-US")}`);
  }
  const states = lines.map(({ position, ledger }) => ({ position, ledger }));
  const plan = planPieces(states, moved, wanted);
  for (const { field, message } of plan.errors) {
    const place = /^lines\.(\d+)\./.exec(field)?.[1];
    const line = place === undefined ? undefined : wanted[Number(place)];
    if (line) errors.set(line.position, message);
  }
  return { wanted, plan, pieces: wanted.reduce((sum, { quantity }) => sum + quantity, 0), errors };
}

/** What the first line that is wrong should be like instead; nothing where none is. */
export function wrongLine(lines: readonly OrderLineView[], { errors }: Planned): string | undefined {
  const line = lines.find(({ position }) => errors.has(position));
  return line && `${line.sku}: ${errors.get(line.position)}.`;
}

/** The border to the rules takes whole numbers of nine digits and fewer. */
const most = 999_999_999;

/** How many pieces of a line an act can be about: asked for more than there can be, the rules say how many are left. */
export function leftFor({ position, ledger }: OrderLineView, moved: PieceMove): number {
  const { errors } = planPieces([{ position, ledger }], moved, [{ position, quantity: most }]);
  const left = errors[0]?.params?.left;
  return typeof left === "number" ? left : 0;
}

/** Every line with all that is left of it. */
export function allOf(lines: readonly OrderLineView[], left: (line: OrderLineView) => number): Typed {
  return Object.fromEntries(lines.filter((line) => left(line) > 0).map((line) => [line.position, String(left(line))]));
}

/** Beyond so many lines one looks for a line. */
export const manyLines = 12;
/** Lines that are drawn at once: of an order of thousands one looks for those one means. */
export const drawnLines = 200;

/** That there are more than are drawn. */
export function NotDrawn({ lines }: { lines: number }) {
  if (lines === 0) return null;
  return <li className="px-3 py-2 text-muted">{count(lines, "more line")}: find them by sku, article or player.</li>;
}

interface PiecesProps {
  /** What the fields are for: 'Pieces to cancel'. */
  label: string;
  lines: readonly OrderLineView[];
  left: (line: OrderLineView) => number;
  /** 'still outstanding'. */
  leftWords: string;
  typed: Typed;
  errors: ReadonlyMap<number, string>;
  onType: (typed: Typed) => void;
  /** Of lines with a name for each piece: whose they are. */
  whose?: { open: Open; chosen: Chosen; onChoose: (chosen: Chosen) => void };
}

export function Pieces({ label, lines, left, leftWords, typed, errors, onType, whose }: PiecesProps) {
  const [looked, setLooked] = useState("");
  const id = useId();
  const open = lines.filter((line) => left(line) > 0);
  const sought = looked.trim().toLowerCase();
  const shown = open.filter((line) =>
    `${line.sku} ${line.name} ${chosenOf(line)} ${line.texts.join(" ")}`.toLowerCase().includes(sought),
  );
  const drawn = shown.filter(({ position }, nth) => nth < drawnLines || errors.has(position));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium text-sm">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {open.length > manyLines ? (
          <input
            type="search"
            aria-label="Find a line"
            placeholder="sku, article or player"
            value={looked}
            onChange={(event) => setLooked(event.target.value)}
            className={`${control} w-56!`}
          />
        ) : null}
        <Button onClick={() => onType({ ...typed, ...allOf(shown, left) })}>All {leftWords}</Button>
        <Button tone="quiet" onClick={() => onType({})}>
          None
        </Button>
      </div>
      <ul className="rounded-brand border border-line">
        {drawn.map((line) => {
          const error = errors.get(line.position);
          return (
            <li
              key={line.position}
              className="grid grid-cols-[1fr_auto] gap-x-3 border-line border-b px-3 py-1.5 last:border-b-0"
            >
              <span className="min-w-0">
                <span className="block truncate">
                  <span className="font-mono text-[12px]">{line.sku}</span> {line.name}
                </span>
                {line.options.length > 0 ? <span className="block">{chosenOf(line)}</span> : null}
                <span className="text-muted">
                  {left(line).toLocaleString("en-US")} of {count(line.ledger.ordered, "piece")} {leftWords}
                </span>
              </span>
              <input
                inputMode="numeric"
                aria-label={`${label}, ${line.sku}`}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? `${id}-${line.position}` : undefined}
                value={typed[line.position] ?? ""}
                onChange={(event) => onType({ ...typed, [line.position]: event.target.value })}
                className={`${control} w-20! self-center text-right`}
              />
              {error ? (
                <span id={`${id}-${line.position}`} className="col-span-full text-danger">
                  {error}
                </span>
              ) : whose ? (
                <Whose position={line.position} pieces={Number(typed[line.position] ?? 0)} {...whose} />
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
