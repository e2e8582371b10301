// A quantity being typed. It holds text and says nothing about whether the number is allowed: the
// rules answer that when the field loses focus.
import clsx from "clsx";
import { type InputHTMLAttributes, type Ref, useId } from "react";
import { FieldError } from "./Field";
import { Icon } from "./Icon";

interface QuantityInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> {
  value: string;
  onValueChange: (value: string) => void;
  invalid?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** The bare input: digits on phones, everything selected on focus so that typing replaces it. */
export function QuantityInput({
  value,
  onValueChange,
  invalid = false,
  className,
  onFocus,
  ...rest
}: QuantityInputProps) {
  return (
    <input
      type="text"
      inputMode="numeric"
      pattern="[0-9]*"
      autoComplete="off"
      maxLength={6}
      {...rest}
      value={value}
      aria-invalid={invalid || undefined}
      onFocus={(event) => {
        event.currentTarget.select();
        onFocus?.(event);
      }}
      onChange={(event) => onValueChange(event.currentTarget.value)}
      className={clsx(
        "min-h-11 w-full rounded-brand-sm border border-control bg-surface px-1 text-center text-base tabular-nums",
        "placeholder:text-muted hover:border-ink disabled:border-line disabled:bg-alt disabled:text-muted",
        "aria-invalid:border-2 aria-invalid:border-danger aria-invalid:bg-danger-soft",
        className,
      )}
    />
  );
}

interface QuantityFieldProps extends QuantityInputProps {
  label: string;
  hideLabel?: boolean;
  error?: string | undefined;
  /** One step down (-1) or up (1). Without it there are no buttons. */
  onStep?: (direction: -1 | 1) => void;
}

/** The input with its label, error and step buttons. */
export function QuantityField({ label, hideLabel = false, error, onStep, disabled, ...rest }: QuantityFieldProps) {
  const id = useId();
  const step = (direction: -1 | 1) => (
    <button
      type="button"
      tabIndex={-1}
      disabled={disabled}
      aria-label={direction < 0 ? `One less: ${label}` : `One more: ${label}`}
      onClick={() => onStep?.(direction)}
      className="grid size-11 shrink-0 place-items-center text-ink hover:bg-alt disabled:text-muted"
    >
      <Icon name={direction < 0 ? "minus" : "plus"} className="size-4" />
    </button>
  );
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className={hideLabel ? "sr-only" : "font-medium text-sm"}>
        {label}
      </label>
      <div
        className={clsx(
          "inline-flex w-fit items-center overflow-hidden rounded-brand border bg-surface",
          error ? "border-danger" : "border-control",
        )}
      >
        {onStep ? step(-1) : null}
        <QuantityInput
          {...rest}
          id={id}
          disabled={disabled}
          invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error` : undefined}
          className={clsx("border-0! w-16! rounded-none!", rest.className)}
        />
        {onStep ? step(1) : null}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
