// The desktop's category navigation: a bar of links, each with a flyout of what is below it. Timing as
// in shell §4: hovering opens after 150 ms, leaving a nested panel closes after 1200 ms. A pointer on its way down to
// the open flyout may cross other items.
import type { NavigationItemView } from "@fieldhouse/rules";
import clsx from "clsx";
import { type KeyboardEvent, type PointerEvent, Suspense, useEffect, useRef, useState } from "react";
import { wanted } from "../../../shared/later";
import { whenSettled } from "../../../shared/settle";
import { Anchor } from "../../../ui/Anchor";
import { Icon } from "../../../ui/Icon";
import { useLocation } from "../../../ui/router";
import { menuCloseDelay, menuOpenDelay } from "../../../ui/timings";
import { useAim } from "./aim";
import { useHeldPage } from "./use-held-page";

const { Part: Flyout, preload: loadFlyout } = wanted(() => import("./Flyout"));

export function CategoryMenu({ items }: { items: readonly NavigationItemView[] }) {
  const [open, setOpen] = useState<number | undefined>(undefined);
  /** Pointer or focus is here: it may open at any moment. */
  const [near, setNear] = useState(false);
  const bar = useRef<HTMLElement>(null);
  /** Opened on purpose, not by a pointer that passed: a press on what hovering opened keeps it open. */
  const pressed = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { pathname, search } = useLocation();
  const aim = useAim(() => bar.current?.querySelector("[data-flyout]"), "below");
  useHeldPage(open !== undefined, near);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the trigger
  useEffect(() => setOpen(undefined), [pathname, search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => whenSettled(loadFlyout), []);
  useEffect(() => {
    if (open === undefined) return;
    const outside = (event: MouseEvent) => {
      if (!bar.current?.contains(event.target as Node)) setOpen(undefined);
    };
    document.addEventListener("mousedown", outside);
    return () => document.removeEventListener("mousedown", outside);
  }, [open]);

  const come = () => {
    loadFlyout();
    setNear(true);
  };
  const later = (delay: number, next: number | undefined) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), delay);
  };
  const now = (next: number | undefined) => {
    clearTimeout(timer.current);
    aim.cancel();
    setOpen(next);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || open === undefined) return;
    event.stopPropagation();
    now(undefined);
    bar.current?.querySelector<HTMLElement>(`[data-opens="${open}"]`)?.focus();
  };

  if (items.length === 0) return null;
  return (
    <nav
      ref={bar}
      aria-label="Categories"
      className="nav-bar relative border-line border-t bg-nav text-on-nav max-lg:hidden"
      onKeyDown={onKeyDown}
      onFocus={come}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setNear(false);
      }}
      onPointerEnter={() => {
        come();
        clearTimeout(timer.current);
      }}
      onPointerLeave={(event: PointerEvent) => {
        setNear(false);
        if (event.pointerType !== "mouse") return;
        aim.cancel();
        later(open === undefined ? 0 : menuCloseDelay, undefined);
      }}
    >
      <ul className="page-width flex items-stretch justify-between gap-1">
        {items.map((item, index) => {
          const hasPanel = (item.navigation ?? []).length > 0;
          const isOpen = open === index;
          return (
            <li
              key={item.href}
              className="flex items-center"
              onPointerEnter={(event) => {
                if (event.pointerType !== "mouse") return;
                aim.choose(event, menuOpenDelay, () => {
                  pressed.current = false;
                  setOpen(hasPanel ? index : undefined);
                });
              }}
              onPointerMove={(event) => aim.moved(event, isOpen)}
            >
              <Anchor
                href={item.href}
                newTab={item.newTab}
                className={clsx(
                  "nav-item border-b-3 px-1.5 py-3 font-semibold text-sm transition-colors focus-visible:outline-current xl:px-2.5 xl:text-[15px]",
                  isOpen ? "border-nav-mark" : "border-transparent hover:border-nav-mark/50",
                  item.accent && "text-nav-accent",
                )}
                data-open={isOpen}
                onPointerUp={(event) => {
                  // The first tap opens, the second goes there.
                  if (event.pointerType === "mouse" || !hasPanel || isOpen) return;
                  pressed.current = true;
                  now(index);
                  event.currentTarget.addEventListener("click", (click) => click.preventDefault(), { once: true });
                }}
                onClick={() => now(undefined)}
              >
                {item.title}
              </Anchor>
              {hasPanel ? (
                <button
                  type="button"
                  data-opens={index}
                  aria-expanded={isOpen}
                  aria-label={`${item.title} menu`}
                  onClick={() => {
                    pressed.current = !(isOpen && pressed.current);
                    now(pressed.current ? index : undefined);
                  }}
                  className="-ml-1.5 grid h-9 w-6 place-items-center xl:-ml-2.5 rounded-brand-sm focus-visible:outline-current"
                >
                  <Icon name={isOpen ? "chevron-up" : "chevron-down"} className="size-3.5" />
                </button>
              ) : null}
              {isOpen ? (
                <Suspense fallback={null}>
                  <Flyout item={item} onClose={() => now(undefined)} />
                </Suspense>
              ) : null}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
