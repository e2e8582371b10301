// Whose pieces an act is about, of a line with a name for each: the rules say who is next, and somebody may say otherwise.
import { checkPlayers, firstPlayer, type LineQuantity } from "@fieldhouse/rules/desk";
import { useId } from "react";
import type { LinePlayersDraft } from "../../shared/endpoints";

/** Places in the list of a line's open names, by the position of the line: of those only where somebody chose. */
export type Chosen = Readonly<Record<number, readonly number[]>>;

/** Who may be chosen of a line, and from which end they are taken. */
export interface Open {
  of: (position: number) => readonly string[];
  last: boolean;
}

/** Places of the names that the rules take. */
function defaults(open: readonly string[], pieces: number, last: boolean): number[] {
  const first = firstPlayer(open.length, pieces, last);
  return first === undefined ? [] : Array.from({ length: pieces }, (_, nth) => first + nth);
}

const named = (open: readonly string[], places: readonly number[]) => open.filter((_, place) => places.includes(place));

/** Whether somebody can be chosen: not where it is all of them. */
const isChoice = (open: readonly string[], pieces: number) => pieces > 0 && pieces < open.length;

/** What is sent, and the first thing that is wrong with it. */
export function playersOf(
  wanted: readonly LineQuantity[],
  { of }: Open,
  chosen: Chosen,
): { players: LinePlayersDraft[]; problem: string | undefined } {
  const players: LinePlayersDraft[] = [];
  let problem: string | undefined;
  for (const { position, quantity } of wanted) {
    const places = chosen[position];
    const open = of(position);
    if (!places || !isChoice(open, quantity)) continue;
    const names = named(open, places);
    players.push({ position, players: names });
    problem ??= checkPlayers([...open], names, quantity)?.message;
  }
  return { players, problem };
}

interface WhoseProps {
  position: number;
  /** How many pieces. */
  pieces: number;
  open: Open;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}

export function Whose({ position, pieces, open, chosen, onChoose }: WhoseProps) {
  const id = useId();
  const names = open.of(position);
  if (!isChoice(names, pieces)) return null;
  const places = chosen[position] ?? defaults(names, pieces, open.last);
  const problem = checkPlayers([...names], named(names, places), pieces)?.message;
  const toggle = (place: number, on: boolean) =>
    onChoose({ ...chosen, [position]: on ? [...places, place] : places.filter((one) => one !== place) });
  return (
    <fieldset className="col-span-full mt-1 grid gap-1" aria-describedby={problem ? id : undefined}>
      <legend className="text-muted">For whom</legend>
      <ul className="grid max-h-48 gap-x-4 overflow-y-auto sm:grid-cols-2">
        {names.map((name, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be called the same, and a list keeps its order.
          <li key={place}>
            <label className="flex min-h-8 items-center gap-2">
              <input
                type="checkbox"
                checked={places.includes(place)}
                onChange={({ target }) => toggle(place, target.checked)}
              />
              {name}
            </label>
          </li>
        ))}
      </ul>
      {problem ? (
        <p id={id} className="text-danger">
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}
