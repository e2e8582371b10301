// The desk's buttons: 32 px under a mouse, 44 under a finger.
import clsx from "clsx";
import type { ButtonHTMLAttributes, Ref } from "react";
import { Anchor, type AnchorProps } from "../../ui/Anchor";

interface Look {
  /** `action` is the one thing to do next; `danger` takes something away. */
  tone?: "action" | "plain" | "quiet" | "danger";
}

const tones = {
  action: "border-transparent bg-action text-on-action hover:bg-action-strong",
  plain: "border-control bg-surface text-ink hover:bg-alt",
  quiet: "border-transparent bg-transparent text-ink hover:bg-alt",
  danger: "border-danger bg-surface text-danger hover:bg-danger-soft",
};

const classes = ({ tone = "plain" }: Look, className?: string) =>
  clsx(
    "inline-flex min-h-8 items-center justify-center gap-1.5 whitespace-nowrap rounded-brand border px-3 font-medium",
    "disabled:cursor-not-allowed disabled:border-line disabled:bg-alt disabled:text-muted pointer-coarse:min-h-11",
    tones[tone],
    className,
  );

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** The answer is awaited; presses meanwhile do nothing. */
  pending?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ tone, pending = false, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      {...rest}
      onClick={(event) => {
        if (pending) event.preventDefault();
        else onClick?.(event);
      }}
      className={classes({ tone }, clsx(pending && "opacity-60", className))}
    />
  );
}

export function ButtonLink({ tone, className, ...rest }: AnchorProps & Look) {
  return <Anchor {...rest} className={classes({ tone }, className)} />;
}
