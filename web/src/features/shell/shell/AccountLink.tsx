// The sign-in menu as a plain link: before scripts run, and where there is no room for a menu.

import { useHydrated } from "../../../shared/hydrated";
import { paths } from "../../../shared/paths";
import { useShell } from "../../../shared/site";
import { useText } from "../../../shared/text/texts";
import { Anchor } from "../../../ui/Anchor";
import { Icon } from "../../../ui/Icon";
import { useLocation } from "../../../ui/router";
import { useAccountLabel } from "./use-account-label";

export function AccountLink({ className }: { className: string }) {
  const { pathname, search } = useLocation();
  const { label, session } = useAccountLabel();
  const { account } = useShell();
  const alive = useHydrated();
  const text = useText();
  // Before the session is known the link already leads somewhere: the account area asks for a sign-in itself.
  const anonymous = session?.type === "anon" && pathname !== paths.signIn;
  return (
    <Anchor href={anonymous ? paths.signInFor(pathname + search) : paths.account} className={className}>
      <Icon name="account" className="size-4.5" />
      {alive ? (
        label
      ) : (
        <>
          <span className="needs-scripts">{label}</span>
          <span className="without-scripts">{account.label || text("account.label")}</span>
        </>
      )}
    </Anchor>
  );
}
