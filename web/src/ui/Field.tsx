// A labelled control with its hint and error, tied together for assistive technology.
import clsx from "clsx";
import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from "react";
import { Icon } from "./Icon";

/** What a control inside a field must carry. */
export interface ControlProps {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  "aria-required": true | undefined;
}

interface FieldProps {
  label: ReactNode;
  /** The sentence of a broken rule; empty or missing when all is well. */
  error?: string | undefined;
  hint?: ReactNode;
  required?: boolean;
  /** Keeps the label for screen readers only; `wide`: where there is room for columns, whose first row has the labels. */
  hideLabel?: boolean | "wide";
  className?: string;
  children: (control: ControlProps) => ReactNode;
}

export function Field({ label, error, hint, required = false, hideLabel = false, className, children }: FieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  const described = [error ? errorId : "", hint ? hintId : ""].filter(Boolean).join(" ");
  return (
    <div className={clsx("grid content-start gap-1.5", className)}>
      <label
        htmlFor={id}
        className={hideLabel === true ? "sr-only" : clsx("font-medium text-sm", hideLabel && "sm:sr-only")}
      >
        {label}
        {required ? (
          <span aria-hidden="true" className="text-danger">
            {" *"}
          </span>
        ) : null}
      </label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": described || undefined,
        "aria-required": required || undefined,
      })}
      {hint ? (
        <p id={hintId} className="text-muted text-sm">
          {hint}
        </p>
      ) : null}
      <FieldError id={errorId} error={error} />
    </div>
  );
}

/** The sentence of a broken rule, with an attention icon. */
export function FieldError({ id, error }: { id?: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p id={id} className="flex items-start gap-1.5 font-medium text-danger text-sm">
      <Icon name="attention" className="mt-0.5 size-4" />
      <span className="wrap-anywhere">{error}</span>
    </p>
  );
}

export const controlClasses = clsx(
  "min-h-11 w-full rounded-brand-sm border border-control bg-surface px-3 py-2 text-base text-ink",
  "placeholder:text-muted hover:border-ink disabled:cursor-not-allowed disabled:bg-alt disabled:text-muted",
  "aria-invalid:border-danger aria-invalid:bg-danger-soft",
);

type Labelled = Pick<FieldProps, "label" | "error" | "hint" | "hideLabel">;

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement>, Labelled {
  ref?: Ref<HTMLInputElement>;
  fieldClassName?: string;
}

export function TextField({
  label,
  error,
  hint,
  hideLabel,
  required,
  className,
  fieldClassName,
  ...rest
}: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} required={required} hideLabel={hideLabel} className={fieldClassName}>
      {(control) => <input type="text" {...rest} {...control} className={clsx(controlClasses, className)} />}
    </Field>
  );
}

interface TextAreaFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, Labelled {
  ref?: Ref<HTMLTextAreaElement>;
}

export function TextAreaField({ label, error, hint, hideLabel, required, className, ...rest }: TextAreaFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} required={required} hideLabel={hideLabel}>
      {(control) => <textarea rows={3} {...rest} {...control} className={clsx(controlClasses, className)} />}
    </Field>
  );
}
