// A window over the page for one act: what it is about, what will be, and the button that does it.
import { Dialog } from "@base-ui/react/dialog";
import clsx from "clsx";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { bringTo, Told } from "../../ui/told";
import { Button } from "./Button";
import { useOpenWindow } from "./open-windows";
import { placeOf } from "./work-goes-on";

interface WindowProps {
  open: boolean;
  onClose: () => void;
  title: string;
  wide?: boolean;
  children: ReactNode;
}

export function Window({ open, onClose, title, wide = false, children }: WindowProps) {
  useOpenWindow(open);
  // Back to what opened it.
  const [whereWorkGoesOn] = useState(() => (open ? placeOf(document.activeElement) : undefined));
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45" />
        <Dialog.Popup
          finalFocus={whereWorkGoesOn && (() => whereWorkGoesOn() ?? true)}
          className={clsx(
            "-translate-x-1/2 fixed top-[8dvh] left-1/2 z-50 flex max-h-[84dvh] w-[calc(100vw-2rem)] flex-col",
            "rounded-brand-lg border border-line bg-surface text-ink shadow-2xl max-md:top-4 max-md:max-h-[calc(100dvh-2rem)]",
            wide ? "max-w-4xl" : "max-w-lg",
          )}
        >
          <Dialog.Title className="border-line border-b px-4 py-3 font-semibold text-base">{title}</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ActFormProps {
  /** What the button says: the act, in numbers where there are some. */
  act: string;
  /** It takes something away. */
  danger?: boolean;
  pending: boolean;
  /** Why it cannot be done as it is. */
  problem?: string | undefined;
  disabled?: boolean;
  onAct: () => void;
  onClose: () => void;
  /** What will be when it is done, beside the button. */
  told?: ReactNode;
  children?: ReactNode;
}

/** The inside of such a window. */
export function ActForm(props: ActFormProps) {
  const { act, danger = false, pending, problem, disabled = false, onAct, onClose, told, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending || disabled) return;
    onAct();
    setTries(tries + 1);
  };
  useEffect(() => {
    // Refused, here or by the server: what is wrong is where one goes on.
    if (tries > 0 && !pending) bringTo(form.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
  }, [tries, pending]);
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <div className="grid min-h-0 flex-1 grid-cols-1 content-start gap-3 overflow-y-auto px-4 py-3">
        {children}
        <Told className="rounded-brand bg-danger-soft px-3 py-2 text-danger">{problem}</Told>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-4 py-3">
        {told ? (
          <p aria-live="polite" className="mr-auto min-w-48 flex-1 text-muted max-sm:basis-full">
            {told}
          </p>
        ) : null}
        <Button onClick={onClose}>Leave it</Button>
        <Button type="submit" tone={danger ? "danger" : "action"} pending={pending} disabled={disabled}>
          {act}
        </Button>
      </div>
    </form>
  );
}
