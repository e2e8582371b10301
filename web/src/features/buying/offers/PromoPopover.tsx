// The header's promo popover on desktops (shell §2, §4): the codes' boxes under a button. Closes on Escape, on a
// press outside and on touch-move. Before scripts run it is a link to the cart, where the same boxes stand.
import { lazy } from "react";
import { useHydrated } from "../../../shared/hydrated";
import { paths } from "../../../shared/paths";
import { Anchor } from "../../../ui/Anchor";
import { Icon } from "../../../ui/Icon";
import { Popover } from "../../../ui/Popover";
import { useLocation } from "../../../ui/router";
import { usePromoShown } from "./use-promo-shown";

const PromoSections = __PAGE_RENDERER__ ? () => null : lazy(() => import("./PromoSections"));

const look =
  "flex h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-brand px-3 font-semibold hover:bg-alt";

export function PromoPopover() {
  const shown = usePromoShown();
  const alive = useHydrated();
  const { pathname, search } = useLocation();
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
  return (
    <Popover
      address={pathname + search}
      closesOnTouchMove
      buttonClassName={look}
      panelClassName="mt-1 w-88 rounded-brand"
      label={() => label}
    >
      {(close) => <PromoSections onLeave={close} />}
    </Popover>
  );
}
