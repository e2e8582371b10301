// The sign-in menu of desktops (shell §2): a button with the account's label that opens a panel. Before
// scripts run it is a link.
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useHydrated } from "../../app/hydrated";
import { Icon } from "../../ui/Icon";
import { AccountLink } from "./AccountLink";
import { useAccountLabel } from "./use-account-label";

const AccountPanel = __PAGE_RENDERER__ ? () => null : lazy(() => import("./AccountPanel"));

export function AccountMenu({ className }: { className: string }) {
  const alive = useHydrated();
  const [open, setOpen] = useState(false);
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { label } = useAccountLabel();
  const { pathname, search } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the trigger
  useEffect(() => setOpen(false), [pathname, search]);
  useEffect(() => {
    if (!open) return;
    const outside = (event: MouseEvent) => {
      if (!menu.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("mousedown", outside);
    return () => document.removeEventListener("mousedown", outside);
  }, [open]);

  if (!alive) return <AccountLink className={className} />;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what the button opened
    <div
      ref={menu}
      className="relative"
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className={className}
      >
        <Icon name="account" className="size-4.5" />
        {label}
        <Icon name={open ? "chevron-up" : "chevron-down"} className="size-3" />
      </button>
      {open ? (
        <div
          id={id}
          className="absolute top-full right-0 z-50 w-80 rounded-b-brand border border-line bg-surface p-5 text-base text-ink shadow-2xl"
        >
          <Suspense fallback={<p>Loading...</p>}>
            <AccountPanel onLeave={() => setOpen(false)} />
          </Suspense>
        </div>
      ) : null}
    </div>
  );
}
