// The sign-in menu of desktops (shell §2): a button with the account's label that opens a panel. Before
// scripts run it is a link.
import type { SessionView } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, useEffect } from "react";
import { useHydrated } from "../../../shared/hydrated";
import { Icon } from "../../../ui/Icon";
import { Popover } from "../../../ui/Popover";
import { useLocation } from "../../../ui/router";
import { AccountLink } from "./AccountLink";
import { useAccountLabel } from "./use-account-label";

const AccountPanel = __PAGE_RENDERER__ ? () => null : lazy(() => import("./AccountPanel"));

export function AccountMenu({ className }: { className: string }) {
  const alive = useHydrated();
  const { label, session } = useAccountLabel();
  const { pathname, search } = useLocation();
  useSamePerson(session);
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

/** Of a visitor nothing is private: what watches over who is shown comes with somebody who signed in. */
function useSamePerson(session: SessionView | undefined): void {
  const client = useQueryClient();
  const signedIn = session?.type === "customer";
  useEffect(() => {
    if (!signedIn) return;
    const watch = import("../../../shared/same-person")
      .then(({ watchPerson }) => watchPerson(client))
      // What does not come watches over nobody.
      .catch(() => undefined);
    return () => void watch.then((stop) => stop?.());
  }, [client, signedIn]);
}
