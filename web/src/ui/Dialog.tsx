// Windows over the page: a centred dialog, and a drawer from one side or the bottom. Both keep focus
// inside, lock the page's scrolling, close on Escape and on a press outside.
import { Dialog as Base } from "@base-ui/react/dialog";
import clsx from "clsx";
import type { ReactNode } from "react";
import { IconButton } from "./Button";

interface WindowProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Keeps the title for screen readers only. */
  hideTitle?: boolean;
  children: ReactNode;
  /** Stays at the bottom while the rest scrolls. */
  footer?: ReactNode;
  className?: string;
  /** Where the focus goes when it opens; by itself the first control, which closes it. */
  initialFocus?: () => HTMLElement | null;
  /** Where the focus goes when it closes, where what opened it may be gone meanwhile; false where something that is not
   *  drawn yet takes it. */
  finalFocus?: () => HTMLElement | false | null;
}

const backdrop =
  "fixed inset-0 z-50 bg-black/50 transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0";

export function Dialog(props: WindowProps) {
  return (
    <Window
      {...props}
      className={clsx(
        "-translate-x-1/2 -translate-y-1/2 fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] flex-col",
        "rounded-brand-lg bg-surface shadow-2xl transition duration-200 data-ending-style:scale-95 data-starting-style:scale-95",
        "data-ending-style:opacity-0 data-starting-style:opacity-0",
        props.className ?? "max-w-lg",
      )}
    />
  );
}

const sides = {
  right:
    "inset-y-0 right-0 h-dvh w-full max-w-md data-ending-style:translate-x-full data-starting-style:translate-x-full",
  left: "inset-y-0 left-0 h-dvh w-full max-w-md data-ending-style:-translate-x-full data-starting-style:-translate-x-full",
  top: "inset-x-0 top-0 max-h-[92dvh] data-ending-style:-translate-y-full data-starting-style:-translate-y-full",
  bottom:
    "inset-x-0 bottom-0 max-h-[92dvh] rounded-t-brand-lg data-ending-style:translate-y-full data-starting-style:translate-y-full",
  full: "inset-0 data-ending-style:opacity-0 data-starting-style:opacity-0",
};

interface DrawerProps extends WindowProps {
  side?: keyof typeof sides;
}

export function Drawer({ side = "right", ...props }: DrawerProps) {
  return (
    <Window
      {...props}
      className={clsx(
        "fixed z-50 flex flex-col bg-surface shadow-2xl transition duration-200 ease-out",
        sides[side],
        props.className,
      )}
    />
  );
}

function Window(props: WindowProps) {
  const { open, onOpenChange, title, hideTitle, children, footer, className, initialFocus, finalFocus } = props;
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={backdrop} />
        <Base.Popup
          className={className}
          initialFocus={initialFocus ? () => initialFocus() ?? true : undefined}
          finalFocus={finalFocus ? () => finalFocus() ?? true : undefined}
        >
          <div
            className={clsx(
              "flex items-center justify-between gap-4 pr-2 pl-4",
              !hideTitle && "border-line border-b py-2",
            )}
          >
            <Base.Title className={hideTitle ? "sr-only" : "heading-case wrap-anywhere text-2xl"}>{title}</Base.Title>
            <Base.Close
              render={<IconButton icon="close" label="Close" className={hideTitle ? "ml-auto" : undefined} />}
            />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
          {footer ? <div className="border-line border-t bg-surface p-4">{footer}</div> : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
