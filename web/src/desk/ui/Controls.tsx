// Labelled controls as dense as the desk is.
import clsx from "clsx";
import type { InputHTMLAttributes, ReactNode, Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import { Field } from "../../ui/Field";

export const control = clsx(
  "min-h-8 w-full rounded-brand-sm border border-control bg-surface px-2 py-1 text-ink pointer-coarse:min-h-11",
  "placeholder:text-muted disabled:bg-alt disabled:text-muted aria-invalid:border-danger aria-invalid:bg-danger-soft",
);

/** Labels are quieter than what stands below them. */
export const labelled = "gap-1! [&>label]:text-[12px] [&>label]:text-muted [&>p]:text-[12px]";

interface Labelled {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  hideLabel?: boolean;
  fieldClassName?: string;
}

interface InputProps extends InputHTMLAttributes<HTMLInputElement>, Labelled {
  ref?: Ref<HTMLInputElement>;
}

export function Input({ label, error, hint, hideLabel, fieldClassName, required, className, ...rest }: InputProps) {
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      hideLabel={hideLabel}
      required={required}
      className={clsx(labelled, fieldClassName)}
    >
      {(tied) => <input type="text" autoComplete="off" {...rest} {...tied} className={clsx(control, className)} />}
    </Field>
  );
}

interface TextProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, Labelled {}

export function TextArea({ label, error, hint, hideLabel, fieldClassName, required, className, ...rest }: TextProps) {
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      hideLabel={hideLabel}
      required={required}
      className={clsx(labelled, fieldClassName)}
    >
      {(tied) => <textarea rows={3} {...rest} {...tied} className={clsx(control, className)} />}
    </Field>
  );
}

interface ChoiceProps extends SelectHTMLAttributes<HTMLSelectElement>, Labelled {
  choices: readonly { code: string; name: string }[];
  ref?: Ref<HTMLSelectElement>;
  /** The first, empty choice. */
  none?: string;
}

export function Choice(props: ChoiceProps) {
  const { label, error, hint, hideLabel, fieldClassName, required, className, choices, none, ...rest } = props;
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      hideLabel={hideLabel}
      required={required}
      className={clsx(labelled, fieldClassName)}
    >
      {(tied) => (
        <select {...rest} {...tied} className={clsx(control, className)}>
          {none === undefined ? null : <option value="">{none}</option>}
          {choices.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface TickProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type"> {
  label: ReactNode;
}

/** A box to tick, or with `kind` one of several. */
export function Tick({ label, className, kind = "checkbox", ...rest }: TickProps & { kind?: "checkbox" | "radio" }) {
  return (
    <label className={clsx("flex min-h-8 cursor-pointer items-center gap-2 pointer-coarse:min-h-11", className)}>
      <input type={kind} {...rest} className="size-4 accent-(--brand-primary)" />
      <span>{label}</span>
    </label>
  );
}
