// The form drawer's way in (shell §2, §4): a side tab on desktops, a bar at the bottom on phones, and every
// element with the data marker. The drawer itself is loaded when it is wanted.
import clsx from "clsx";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useHydrated } from "../../../shared/hydrated";
import { isBrowserOnly } from "../../../shared/page-data";
import { useShell } from "../../../shared/site";
import { Icon } from "../../../ui/Icon";
import { useLocation } from "../../../ui/router";

const FormDrawerWindow = __PAGE_RENDERER__ ? () => null : lazy(() => import("./FormDrawerWindow"));

/** Any element carrying this toggles the drawer; a value names the form. */
export const marker = "data-open-form-drawer";

export default function FormDrawer() {
  const { formDrawer } = useShell();
  const alive = useHydrated();
  const { pathname } = useLocation();
  const [drawer, setDrawer] = useState({ wanted: false, open: false, slug: "" });
  const first = formDrawer?.forms[0] ?? "";
  const opener = useRef<Element | null>(null);
  const ways = useRef<HTMLElement>(null);
  // The tab and the bar are gone while the drawer is open: what opened it, or its successor, has the focus again.
  const back = () => {
    const drawn = (element: Element | null) => (element?.getClientRects().length ?? 0) > 0;
    const known = opener.current?.isConnected && drawn(opener.current) ? opener.current : null;
    const way = known ?? [...(ways.current?.querySelectorAll("button") ?? [])].find(drawn) ?? null;
    return way instanceof HTMLElement ? way : null;
  };

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const marked = event.target instanceof Element ? event.target.closest(`[${marker}]`) : null;
      if (!marked) return;
      event.preventDefault();
      const named = marked.getAttribute(marker) ?? "";
      opener.current = marked;
      setDrawer((before) => ({ wanted: true, open: !before.open, slug: named || before.slug || first }));
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [first]);

  if (!formDrawer || !alive) return null;
  // The tab is as wide as a page's gutter, so that it never lies over what is being read.
  // Where something is being ordered, the foot of a phone's window is the order's.
  const quiet = isBrowserOnly(pathname);
  const show = () => setDrawer({ wanted: true, open: true, slug: first });
  return (
    <>
      {drawer.open ? null : (
        <aside ref={ways} aria-label={formDrawer.header} className="print:hidden">
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={show}
            className="fixed right-0 bottom-[20vh] z-30 hidden w-6 rotate-180 items-center justify-center rounded-r-brand-sm border border-transparent bg-primary px-4 font-semibold text-on-primary text-xs leading-none [writing-mode:vertical-rl] hover:bg-ink md:pointer-fine:flex"
          >
            {formDrawer.stickyButtonText}
          </button>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={show}
            className={clsx(
              "quote-bar fixed inset-x-0 bottom-0 z-30 flex min-h-12 items-center justify-center gap-2 border-white/40 border-t bg-primary font-semibold text-on-primary md:pointer-fine:hidden",
              quiet && "hidden",
            )}
          >
            {formDrawer.stickyButtonText}
            <Icon name="chevron-up" className="size-4" />
          </button>
        </aside>
      )}
      {drawer.wanted ? (
        <Suspense fallback={null}>
          <FormDrawerWindow
            open={drawer.open}
            onOpenChange={(open) => setDrawer((before) => ({ ...before, open }))}
            header={drawer.slug === first ? formDrawer.header : ""}
            slug={drawer.slug}
            finalFocus={back}
          />
        </Suspense>
      ) : null}
    </>
  );
}
