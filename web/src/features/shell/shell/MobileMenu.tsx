// The full-screen menu of small screens: panels that drill in, with back and close.
import type { NavigationItemView } from "@fieldhouse/rules";
import clsx from "clsx";
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { paths } from "../../../shared/paths";
import { useShell } from "../../../shared/site";
import { Anchor } from "../../../ui/Anchor";
import { Drawer } from "../../../ui/Dialog";
import { Icon } from "../../../ui/Icon";
import { useNavigate } from "../../../ui/router";
import { PromoPanel } from "../../buying/offers/PromoPanel";
import AccountPanel from "./AccountPanel";
import { ContentSearchButton } from "./AlternateBar";
import { useAccountLabel } from "./use-account-label";
import { useBackSteps } from "./use-back-steps";

const row = "flex min-h-13 w-full items-center gap-3 border-line border-b px-4 py-2 text-left";

export default function MobileMenu({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { brand, help, navigation } = useShell();
  const { label } = useAccountLabel();
  const [trail, setTrail] = useState<NavigationItemView[]>([]);
  const [account, setAccount] = useState(false);
  const [promo, setPromo] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const here = trail.at(-1);
  const depth = account ? -1 : trail.length;

  const leave = useBackSteps(open ? 1 + trail.length + Number(account) + Number(promo) : 0, (left) => {
    if (left === 0) onOpenChange(false);
    setTrail(trail.slice(0, Math.max(0, left - 1)));
    setAccount(false);
    setPromo(false);
  });

  useEffect(() => {
    if (open) return;
    setTrail([]);
    setAccount(false);
    setPromo(false);
  }, [open]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new panel is where one is now
  useEffect(() => {
    if (document.activeElement === document.body) panel.current?.focus();
  }, [depth]);

  const move = (next: NavigationItemView[]) => setTrail(next);
  const close = () => onOpenChange(false);
  const navigate = useNavigate();
  /** The page that is gone to takes the place of the menu's entries in the history: Back leads to where the menu was opened. */
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const href = link?.getAttribute("href") ?? "";
    if (!link || link.target || !href.startsWith("/")) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    leave((replace) => void navigate(href, { replace }));
  };

  return (
    <Drawer side="full" open={open} onOpenChange={onOpenChange} title={account ? label : (here?.title ?? "Menu")}>
      <div key={depth} ref={panel} tabIndex={-1} onClickCapture={follow} className="outline-none">
        {here || account ? (
          <button
            type="button"
            onClick={() => (account ? setAccount(false) : move(trail.slice(0, -1)))}
            className={clsx(row, "bg-alt font-semibold")}
          >
            <Icon name="chevron-left" className="size-5" />
            Back to {trail.at(-2)?.title ?? "menu"}
          </button>
        ) : null}
        {account ? (
          <div className="p-4">
            <AccountPanel onLeave={close} />
          </div>
        ) : null}
        {brand.alternateShell && depth === 0 ? (
          <div className="px-4 pt-2">
            <ContentSearchButton />
          </div>
        ) : null}
        <ul hidden={account}>
          {here ? (
            <li>
              <Anchor href={here.href} onClick={close} className={clsx(row, "font-bold")}>
                Shop all {here.title}
              </Anchor>
            </li>
          ) : null}
          {(here?.navigation ?? navigation).map((item) => (
            <li key={item.href}>
              {(item.navigation ?? []).length > 0 ? (
                <button
                  type="button"
                  onClick={() => move([...trail, item])}
                  className={clsx(row, "font-semibold", item.accent && "text-accent")}
                >
                  {item.title}
                  <Icon name="chevron-right" className="ml-auto size-5 text-muted" />
                </button>
              ) : (
                <Anchor
                  href={item.href}
                  newTab={item.newTab}
                  onClick={close}
                  className={clsx(row, item.accent ? "font-semibold text-accent" : here ? "" : "font-semibold")}
                >
                  {item.title}
                </Anchor>
              )}
            </li>
          ))}
        </ul>
        {here || account ? null : (
          <ul className="mt-4 border-line border-t bg-alt">
            <li>
              <button type="button" className={row} onClick={() => setAccount(true)}>
                <Icon name="account" className="size-5 text-muted" />
                {label}
                <Icon name="chevron-right" className="ml-auto size-5 text-muted" />
              </button>
            </li>
            <li>
              <PromoPanel className={row} open={promo} onOpenChange={setPromo} onLeave={close} />
            </li>
            {brand.wishlist ? (
              <SecondaryItem href={paths.favourites} title="Favorites" onClick={close}>
                <Icon name="heart" className="size-5 text-muted" />
              </SecondaryItem>
            ) : null}
            {help.map((link) => (
              <SecondaryItem key={link.href} {...link} onClick={close} />
            ))}
          </ul>
        )}
      </div>
    </Drawer>
  );
}

interface SecondaryItemProps {
  href: string;
  title: string;
  newTab?: boolean;
  onClick: () => void;
  /** An icon, where one stands for this alone. */
  children?: ReactNode;
}

function SecondaryItem({ href, title, newTab = false, onClick, children }: SecondaryItemProps) {
  return (
    <li>
      <Anchor href={href} newTab={newTab} onClick={onClick} className={row}>
        {children}
        {title}
      </Anchor>
    </li>
  );
}
