// The alternate navigation's own bar (shell §2): the logo in the middle, the content search at the left,
// account and cart at the right.
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { WordMark } from "../../../brands/WordMark";
import { useHydrated } from "../../../shared/hydrated";
import { paths } from "../../../shared/paths";
import { useShell } from "../../../shared/site";
import { Anchor } from "../../../ui/Anchor";
import { Icon } from "../../../ui/Icon";

const ContentSearch = __PAGE_RENDERER__ ? () => null : lazy(() => import("./ContentSearch"));

/** `children` are the controls at the right. */
export function AlternateBar({ children }: { children: ReactNode }) {
  const { brand } = useShell();
  return (
    <div className="page-width grid grid-cols-[auto_1fr] items-center gap-2 py-2 md:grid-cols-[minmax(0,10rem)_auto_minmax(0,1fr)] md:gap-6 md:py-4 xl:grid-cols-[1fr_auto_1fr]">
      <div className="max-md:hidden">
        <ContentSearchButton />
      </div>
      <Anchor href={paths.home} className="shrink-0 rounded-brand-sm py-1 text-ink">
        <WordMark site={brand.site} written={brand.name} name={`${brand.name} home`} className="h-9 w-auto md:h-12" />
      </Anchor>
      <div className="flex min-w-0 items-center justify-end gap-1">{children}</div>
    </div>
  );
}

/** Opens the content search; before scripts run, a link to the learning corner. */
export function ContentSearchButton({ onOpen }: { onOpen?: () => void }) {
  const alive = useHydrated();
  const [search, setSearch] = useState({ wanted: false, open: false });
  const opener = useRef<HTMLButtonElement>(null);
  const look =
    "flex h-11 w-full max-w-xs items-center gap-3 border-control border-b text-left text-muted hover:border-ink hover:text-ink";
  if (!alive) {
    return (
      <Anchor href="/learning-corner/" className={look}>
        <Icon name="book" className="size-5" />
        I'm looking for...
      </Anchor>
    );
  }
  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-haspopup="dialog"
        className={look}
        onClick={() => {
          onOpen?.();
          setSearch({ wanted: true, open: true });
        }}
      >
        <Icon name="book" className="size-5" />
        I'm looking for...
      </button>
      {search.wanted ? (
        <Suspense fallback={null}>
          <ContentSearch
            open={search.open}
            onOpenChange={(open) => setSearch({ wanted: true, open })}
            finalFocus={() => opener.current}
          />
        </Suspense>
      ) : null}
    </>
  );
}
