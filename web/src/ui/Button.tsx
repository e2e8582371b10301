// Buttons, links that look like buttons, and buttons that are only an icon.
import clsx from "clsx";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Anchor, type AnchorProps } from "./Anchor";
import { Icon, type IconName } from "./Icon";

interface Look {
  /** `action` is the one strong colour of a page. */
  tone?: "action" | "primary" | "outline" | "quiet" | "inverse";
  size?: "small" | "medium" | "large";
  wide?: boolean;
}

const tones = {
  action: "bg-action text-on-action hover:bg-action-strong active:bg-action-strong border-transparent",
  primary: "bg-primary text-on-primary hover:opacity-90 border-transparent",
  outline: "bg-surface text-ink border-control hover:border-ink hover:bg-alt",
  quiet: "bg-transparent text-ink border-transparent hover:bg-alt",
  inverse: "bg-white text-ink border-transparent hover:bg-alt",
};

const sizes = {
  small: "min-h-9 px-3 text-sm pointer-coarse:min-h-11",
  medium: "min-h-11 px-5 text-base",
  large: "min-h-13 px-7 text-lg",
};

function classes({ tone = "primary", size = "medium", wide = false }: Look, className?: string): string {
  return clsx(
    "inline-flex items-center justify-center gap-2 rounded-brand border text-center font-semibold leading-tight",
    "transition-colors duration-100 disabled:cursor-not-allowed disabled:border-transparent disabled:bg-line disabled:text-muted",
    tones[tone],
    sizes[size],
    wide && "w-full",
    className,
  );
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** Shows that the answer is awaited; presses meanwhile do nothing. */
  pending?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ tone, size, wide, pending = false, className, children, onClick, ...rest }: ButtonProps) {
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
      className={classes({ tone, size, wide }, className)}
    >
      {pending ? (
        <span
          aria-hidden="true"
          className="size-4 animate-spin rounded-full border-2 border-current border-r-transparent"
        />
      ) : null}
      {children}
    </button>
  );
}

export function ButtonLink({ tone, size, wide, className, ...rest }: AnchorProps & Look) {
  return <Anchor {...rest} className={classes({ tone, size, wide }, className)} />;
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  /** What it does, for those who do not see the icon. */
  label: string;
  badge?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ icon, label, badge, className, ...rest }: IconButtonProps) {
  // One that does nothing is not shown; who built it finds it in the log (shell §8).
  if (!rest.onClick && rest.type !== "submit") {
    console.error("an icon button does nothing", label);
    return null;
  }
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={clsx(
        "relative inline-grid size-11 shrink-0 place-items-center rounded-brand text-ink transition-colors duration-100",
        "hover:bg-alt disabled:cursor-not-allowed disabled:text-muted",
        className,
      )}
    >
      <Icon name={icon} />
      {badge}
    </button>
  );
}
