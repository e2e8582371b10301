// A labelled choice from a list. The platform's own control: best on phones, and no script needed.
import clsx from "clsx";
import type { Ref, SelectHTMLAttributes } from "react";
import { controlClasses, Field } from "./Field";
import { Icon } from "./Icon";

export interface Option {
  value: string;
  label: string;
  disabled?: boolean;
}

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string;
  options: readonly Option[];
  /** First, empty choice. */
  placeholder?: string;
  error?: string | undefined;
  hint?: string;
  hideLabel?: boolean;
  fieldClassName?: string;
  ref?: Ref<HTMLSelectElement>;
}

export function Select(props: SelectProps) {
  const { label, options, placeholder, error, hint, hideLabel, required, className, fieldClassName, ...rest } = props;
  return (
    <Field label={label} error={error} hint={hint} hideLabel={hideLabel} required={required} className={fieldClassName}>
      {(control) => (
        <span className="relative block">
          <select {...rest} {...control} className={clsx(controlClasses, "appearance-none pr-10", className)}>
            {placeholder === undefined ? null : <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon
            name="chevron-down"
            className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 size-4 text-muted"
          />
        </span>
      )}
    </Field>
  );
}
