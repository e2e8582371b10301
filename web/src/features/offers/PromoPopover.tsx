// The header's promo popover on desktops (shell §2, §4): the codes' boxes under a button. Closes on Escape, on a
// press outside and on touch-move. Before scripts run it is a link to the cart, where the same boxes stand.
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useHydrated } from "../../app/hydrated";
import { paths } from "../../app/paths";
import { Anchor } from "../../ui/Anchor";
import { Icon } from "../../ui/Icon";
import { usePromoShown } from "./use-promo-shown";

const PromoSections = __PAGE_RENDERER__ ? () => null : lazy(() => import("./PromoSections"));

const look =
  "flex h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-brand px-3 font-semibold hover:bg-alt";

export function PromoPopover() {
  const shown = usePromoShown();
  const alive = useHydrated();
  const [open, setOpen] = useState(false);
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { pathname, search } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the trigger
  useEffect(() => setOpen(false), [pathname, search]);
  useEffect(() => {
    if (!open) return;
    const outside = (event: MouseEvent) => {
      if (!popover.current?.contains(event.target as Node)) setOpen(false);
    };
    const away = () => setOpen(false);
    document.addEventListener("mousedown", outside);
    document.addEventListener("touchmove", away, { passive: true });
    return () => {
      document.removeEventListener("mousedown", outside);
      document.removeEventListener("touchmove", away);
    };
  }, [open]);

  if (!shown) return null;
  const label = (
    <>
      <Icon name="tag" className="size-6" />
      Offers
    </>
  );
  if (!alive) {
    return (
      <Anchor href={paths.cart} className={look}>
        {label}
      </Anchor>
    );
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what the button opened
    <div
      ref={popover}
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
        className={look}
      >
        {label}
      </button>
      {open ? (
        <div
          id={id}
          className="absolute top-full right-0 z-50 mt-1 w-88 rounded-brand border border-line bg-surface p-5 text-base text-ink shadow-2xl"
        >
          <Suspense fallback={<p>Loading...</p>}>
            <PromoSections onLeave={() => setOpen(false)} />
          </Suspense>
        </div>
      ) : null}
    </div>
  );
}
