// The desk's one picker: a field into which any fragment is typed, and below it what has it. What is typed counts as well: a
// scanner types and presses Enter, and nothing is picked for it that it did not name.
import { Autocomplete } from "@base-ui/react/autocomplete";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { Field } from "../../ui/Field";
import { control, labelled } from "./Controls";

export interface Choosable {
  /** What is picked, and stands in the field then. */
  code: string;
  name: string;
  /** At the end of the row. */
  beside?: string;
}

interface PickerProps {
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  fieldClassName?: string;
  typed: string;
  onType: (typed: string) => void;
  choices: readonly Choosable[];
  /** The answer to what is typed is not there yet. */
  searching: boolean;
  /** Enter takes the first row, too. */
  takesFirst?: boolean;
  onPick: (choice: Choosable) => void;
}

export function Picker(props: PickerProps) {
  const { label, hint, placeholder, fieldClassName, typed, onType, choices, searching, takesFirst = false } = props;
  const [open, setOpen] = useState(false);
  const shown = open && typed.trim().length > 1;
  const highlighted = useRef<Choosable>(undefined);
  const press = (event: KeyboardEvent) => {
    const picked = highlighted.current ?? (takesFirst ? choices[0] : undefined);
    if (event.key === "Enter") {
      setOpen(false);
      highlighted.current = undefined;
      if (!shown || !picked) return;
      event.preventDefault();
      event.stopPropagation();
      onType(picked.code);
      props.onPick(picked);
    }
    if (event.key !== "Escape" || !shown) return;
    // What is below the field closes, and not the window around it.
    event.stopPropagation();
    event.preventDefault();
    setOpen(false);
  };
  return (
    <Field label={label} hint={hint} className={`${labelled} relative ${fieldClassName ?? ""}`}>
      {(tied) => (
        // Below the field and not over the page: nothing else is hidden from who reads the page meanwhile.
        <Autocomplete.Root
          inline
          open={shown}
          mode="none"
          items={choices}
          itemToStringValue={(choice: Choosable) => choice.code}
          onItemHighlighted={(choice) => {
            highlighted.current = choice;
          }}
          value={typed}
          onValueChange={(next, { reason }) => {
            setOpen(reason === "input-change");
            if (next !== typed) onType(next);
          }}
        >
          <Autocomplete.Input
            {...tied}
            placeholder={placeholder}
            aria-expanded={shown}
            spellCheck={false}
            className={control}
            onKeyDownCapture={press}
            onBlur={() => setOpen(false)}
          />
          {shown ? (
            // biome-ignore lint/a11y/noStaticElementInteractions: the field keeps the focus while a row is pressed
            <div
              onMouseDown={(event) => event.preventDefault()}
              className="absolute top-full left-0 z-20 mt-1 max-h-72 w-96 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-brand border border-line bg-surface text-ink shadow-2xl"
            >
              <Autocomplete.Empty className="text-muted not-empty:px-3 not-empty:py-2">
                {searching ? "Searching" : "Nothing has that in it."}
              </Autocomplete.Empty>
              <Autocomplete.List className="p-1 empty:p-0">
                {(choice: Choosable) => (
                  <Autocomplete.Item
                    key={choice.code + choice.beside}
                    value={choice}
                    onClick={() => props.onPick(choice)}
                    className="grid min-h-9 cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-brand px-2 py-1 pointer-coarse:min-h-11 data-highlighted:bg-primary-soft"
                  >
                    <span className="font-mono text-[12px]">{choice.code}</span>
                    <span className="text-[12px] text-muted">{choice.beside}</span>
                    <span className="col-span-2">{choice.name}</span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </div>
          ) : null}
        </Autocomplete.Root>
      )}
    </Field>
  );
}
