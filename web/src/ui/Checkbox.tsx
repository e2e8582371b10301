// A checkbox and a radio button with their labels; the whole row is the target.
import clsx from "clsx";
import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import { Icon } from "./Icon";

interface ChoiceProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type"> {
  label: ReactNode;
  /** A second line. */
  description?: ReactNode;
  /** At the row's end, for example a price. */
  aside?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

const box = clsx(
  "peer col-start-1 row-start-1 size-5 appearance-none border border-control bg-surface",
  "checked:border-primary checked:bg-primary disabled:bg-alt",
);

export function Checkbox({ label, description, aside, className, ...rest }: ChoiceProps) {
  return (
    <label className={clsx("flex min-h-11 cursor-pointer items-center gap-3 py-1", className)}>
      <span className="grid place-items-center">
        <input type="checkbox" {...rest} className={clsx(box, "rounded-[min(var(--brand-radius-sm),5px)]")} />
        <Icon
          name="check"
          className="pointer-events-none invisible col-start-1 row-start-1 size-4 text-on-primary peer-checked:visible"
        />
      </span>
      <ChoiceText label={label} description={description} aside={aside} />
    </label>
  );
}

/** A radio button as a framed row: shipping methods, payment kinds. */
export function RadioCard({ label, description, aside, className, ...rest }: ChoiceProps) {
  return (
    <label
      className={clsx(
        "flex min-h-14 cursor-pointer items-center gap-3 rounded-brand border border-control bg-surface px-4 py-3",
        "hover:border-ink has-checked:border-primary has-checked:bg-primary-soft",
        className,
      )}
    >
      <span className="grid place-items-center">
        <input type="radio" {...rest} className={clsx(box, "rounded-full")} />
        <span className="pointer-events-none invisible col-start-1 row-start-1 size-2 rounded-full bg-on-primary peer-checked:visible" />
      </span>
      <ChoiceText label={label} description={description} aside={aside} />
    </label>
  );
}

function ChoiceText({ label, description, aside }: Pick<ChoiceProps, "label" | "description" | "aside">) {
  return (
    <>
      <span className="wrap-anywhere min-w-0 flex-1">
        {label}
        {description ? <span className="block text-muted text-sm">{description}</span> : null}
      </span>
      {aside ? <span className="font-semibold tabular-nums">{aside}</span> : null}
    </>
  );
}
