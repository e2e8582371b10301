// The top of every page: skip link, help and account, logo, search, cart, navigation.
import clsx from "clsx";
import { lazy, Suspense, useEffect, useState } from "react";
import { WordMark } from "../../../brands/WordMark";
import { useHydrated } from "../../../shared/hydrated";
import { paths } from "../../../shared/paths";
import { useShell } from "../../../shared/site";
import { Anchor } from "../../../ui/Anchor";
import { IconButton } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { useLocation } from "../../../ui/router";
import { PromoPopover } from "../../buying/offers/PromoPopover";
import { SearchBox } from "../../finding/search/SearchBox";
import { AccountMenu } from "./AccountMenu";
import { AlternateBar } from "./AlternateBar";
import { CartLink } from "./CartLink";
import { CategoryMenu } from "./CategoryMenu";
import { headerSearchHidden, separatorShown } from "./header-rules";
import { useNoStepsLeft } from "./use-back-steps";
import { useScrollLock } from "./use-scroll-lock";

const loadMobileMenu = () => import("./MobileMenu");
const MobileMenu = __PAGE_RENDERER__ ? () => null : lazy(loadMobileMenu);

export function Header() {
  const { brand, help, announcement, navigation } = useShell();
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState<"menu" | "search" | undefined>(undefined);
  const [menuWanted, setMenuWanted] = useState(false);
  const alive = useHydrated();
  const searchHidden = headerSearchHidden(pathname);
  useScrollLock(open === "search");
  useNoStepsLeft();

  // Whatever page comes next, it starts with nothing open over it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the trigger
  useEffect(() => setOpen(undefined), [pathname, search]);

  const controls = (
    <>
      {searchHidden ? null : (
        <div className="w-full max-w-xl max-md:hidden">
          <SearchBox />
        </div>
      )}
      {searchHidden ? null : <MobileSearchToggle alive={alive} open={open === "search"} onToggle={setOpen} />}
      <div className="max-lg:hidden">
        <PromoPopover />
      </div>
      {brand.wishlist ? (
        <Anchor
          href={paths.favourites}
          aria-label="Favorites"
          className="grid size-11 shrink-0 place-items-center rounded-brand hover:bg-alt max-lg:hidden"
        >
          <Icon name="heart" className="size-6.5" />
        </Anchor>
      ) : null}
      <CartLink />
      <div className="lg:hidden">
        {alive ? (
          <IconButton
            icon="menu"
            label="Menu"
            aria-expanded={open === "menu"}
            onPointerEnter={() => void loadMobileMenu()}
            onClick={() => {
              setMenuWanted(true);
              setOpen("menu");
            }}
          />
        ) : (
          <a href="#footer" aria-label="Menu" className="grid size-11 place-items-center">
            <Icon name="menu" />
          </a>
        )}
      </div>
    </>
  );

  return (
    <>
      <a
        href="#skipToMainContent"
        className="-translate-y-20 absolute top-2 left-2 z-60 rounded-brand bg-primary px-4 py-3 font-semibold text-on-primary focus:translate-y-0"
      >
        Skip to main content
      </a>
      <header className={clsx("relative z-40 bg-surface", separatorShown(pathname) && "border-line border-b")}>
        <div className={clsx("bg-bar text-on-bar text-sm", announcement === "" && "max-lg:hidden")}>
          <div className="page-width flex min-h-9 items-center justify-between gap-6 lg:max-xl:text-xs">
            <p className="text-balance py-1.5 max-md:w-full max-md:text-center max-md:text-xs">{announcement}</p>
            <ul className="flex shrink-0 items-center gap-3.5 max-lg:hidden xl:gap-5">
              {help.map((link) => (
                <li key={link.href}>
                  <Anchor
                    href={link.href}
                    newTab={link.newTab}
                    className="py-1.5 underline-offset-4 hover:underline focus-visible:outline-current"
                  >
                    {link.title}
                  </Anchor>
                </li>
              ))}
              <li>
                <AccountMenu className="flex items-center gap-1.5 py-1.5 underline-offset-4 hover:underline focus-visible:outline-current" />
              </li>
            </ul>
          </div>
        </div>
        {brand.alternateShell ? (
          <AlternateBar>{controls}</AlternateBar>
        ) : (
          <div className="page-width flex items-center gap-2 py-2 md:gap-6 md:py-3.5">
            <Anchor href={paths.home} className="shrink-0 rounded-brand-sm py-1 text-ink">
              <WordMark
                site={brand.site}
                written={brand.name}
                name={`${brand.name} home`}
                className="h-9 w-auto md:h-11"
              />
            </Anchor>
            <div className="ml-auto flex min-w-0 flex-1 items-center justify-end gap-2 md:gap-6">{controls}</div>
          </div>
        )}
        {open === "search" && !searchHidden ? (
          <div className="absolute inset-x-0 top-full border-line border-t bg-surface p-4 shadow-xl md:hidden">
            <SearchBox autoFocus onDone={() => setOpen(undefined)} />
          </div>
        ) : null}
        <CategoryMenu items={navigation} />
      </header>
      {menuWanted ? (
        <Suspense fallback={null}>
          <MobileMenu open={open === "menu"} onOpenChange={(next) => setOpen(next ? "menu" : undefined)} />
        </Suspense>
      ) : null}
    </>
  );
}

interface MobileSearchToggleProps {
  alive: boolean;
  open: boolean;
  onToggle: (open: "search" | undefined) => void;
}

/** Before scripts run this is a plain link to the search page. */
function MobileSearchToggle({ alive, open, onToggle }: MobileSearchToggleProps) {
  if (!alive) {
    return (
      <Anchor href="/search/" aria-label="Search" className="grid size-11 place-items-center md:hidden">
        <Icon name="search" />
      </Anchor>
    );
  }
  return (
    <IconButton
      icon={open ? "close" : "search"}
      label={open ? "Close search" : "Search"}
      aria-expanded={open}
      className="md:hidden"
      onClick={() => onToggle(open ? undefined : "search")}
    />
  );
}
