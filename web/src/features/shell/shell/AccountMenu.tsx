// The sign-in menu of desktops (shell §2): a button with the account's label that opens a panel. Before
// scripts run it is a link.
import { lazy } from "react";
import { useHydrated } from "../../../shared/hydrated";
import { Icon } from "../../../ui/Icon";
import { Popover } from "../../../ui/Popover";
import { useLocation } from "../../../ui/router";
import { AccountLink } from "./AccountLink";
import { useAccountLabel } from "./use-account-label";

const AccountPanel = __PAGE_RENDERER__ ? () => null : lazy(() => import("./AccountPanel"));

export function AccountMenu({ className }: { className: string }) {
  const alive = useHydrated();
  const { label } = useAccountLabel();
  const { pathname, search } = useLocation();
  if (!alive) return <AccountLink className={className} />;
  return (
    <Popover
      address={pathname + search}
      buttonClassName={className}
      panelClassName="w-80 rounded-b-brand"
      label={(open) => (
        <>
          <Icon name="account" className="size-4.5" />
          {label}
          <Icon name={open ? "chevron-up" : "chevron-down"} className="size-3" />
        </>
      )}
    >
      {(close) => <AccountPanel onLeave={close} />}
    </Popover>
  );
}
