// Parts that a document may have: those that are chosen in their order, then the others. By keyboard as by pointer.
import type { PaperPartView } from "../../shared/endpoints";
import { Button } from "../../ui/Button";
import { Tick } from "../../ui/Controls";

interface PartListProps {
  title: string;
  parts: readonly PaperPartView[];
  /** Nothing where the store's default counts. */
  keys: readonly string[] | null | undefined;
  error: string | undefined;
  onChange: (keys: string[]) => void;
}

export function PartList({ title, parts, keys, error, onChange }: PartListProps) {
  const chosen = keys ?? parts.filter(({ usual }) => usual).map(({ key }) => key);
  const place = ({ key }: PaperPartView) => (chosen.includes(key) ? chosen.indexOf(key) : chosen.length);
  const move = (from: number, into: number) => {
    const next = [...chosen];
    next.splice(into, 0, ...next.splice(from, 1));
    onChange(next);
  };
  return (
    <fieldset className="min-w-0 content-start rounded-brand border border-line px-3 pb-2">
      <legend className="px-1 text-[12px] text-muted">{title}</legend>
      {error ? (
        <p role="alert" className="text-[12px] text-danger">
          {error}
        </p>
      ) : null}
      <ol>
        {[...parts]
          .sort((one, other) => place(one) - place(other))
          .map((part) => {
            const at = place(part);
            const isChosen = at < chosen.length;
            return (
              <li key={part.key} className="flex items-center gap-1">
                <Tick
                  label={part.name}
                  checked={isChosen}
                  onChange={() => onChange(isChosen ? chosen.filter((key) => key !== part.key) : [...chosen, part.key])}
                  className="min-w-0 flex-1"
                />
                {isChosen ? (
                  <>
                    <Mover label={`${part.name} earlier`} end={at === 0} onMove={() => move(at, at - 1)}>
                      Earlier
                    </Mover>
                    <Mover label={`${part.name} later`} end={at === chosen.length - 1} onMove={() => move(at, at + 1)}>
                      Later
                    </Mover>
                  </>
                ) : null}
              </li>
            );
          })}
      </ol>
    </fieldset>
  );
}

interface MoverProps {
  label: string;
  /** There is nowhere to go; it keeps the focus all the same. */
  end: boolean;
  onMove: () => void;
  children: string;
}

function Mover({ label, end, onMove, children }: MoverProps) {
  return (
    <Button
      tone="quiet"
      aria-label={label}
      aria-disabled={end || undefined}
      onClick={end ? undefined : onMove}
      className="px-2! aria-disabled:text-muted"
    >
      {children}
    </Button>
  );
}
