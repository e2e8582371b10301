// One code to type and apply: the field, its button, and what went wrong, announced.
import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { sentenceOf } from "../../../shared/failures";
import { Button } from "../../../ui/Button";
import { controlClasses, FieldError } from "../../../ui/Field";

interface Props {
  label: string;
  /** What is wrong with the typed code before it is sent; empty when nothing. */
  check: (typed: string) => string;
  apply: (typed: string) => Promise<void>;
  /** Why nothing can be typed now; empty when it can. */
  locked?: string;
  /** A sentence about something else than typing, shown in the same place. */
  refusal?: string;
  /** What stands between label and field: the code in use. */
  children?: ReactNode;
}

export function CodeForm({ label, check, apply, locked = "", refusal = "", children }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [failure, setFailure] = useState("");
  const [pending, setPending] = useState(false);
  const error = refusal || failure;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (pending || locked) return;
    const wrong = check(typed);
    setFailure(wrong);
    if (wrong) {
      input.current?.focus();
      return;
    }
    setPending(true);
    try {
      await apply(typed);
      setTyped("");
    } catch (thrown) {
      setFailure(sentenceOf(thrown));
      input.current?.focus();
    } finally {
      setPending(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-busy={pending} className="grid gap-2">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {children}
      <div className="flex gap-2">
        <input
          ref={input}
          id={id}
          type="text"
          value={typed}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          disabled={locked !== ""}
          aria-invalid={error !== "" || undefined}
          aria-describedby={`${id}-error ${id}-locked`}
          onChange={(event) => {
            setTyped(event.target.value);
            setFailure("");
          }}
          className={controlClasses}
        />
        <Button type="submit" tone="outline" pending={pending} disabled={locked !== ""}>
          Apply
        </Button>
      </div>
      <p id={`${id}-locked`} className="text-muted text-sm empty:hidden">
        {locked}
      </p>
      <div id={`${id}-error`} role="alert" className="empty:hidden">
        <FieldError error={error || undefined} />
      </div>
    </form>
  );
}
