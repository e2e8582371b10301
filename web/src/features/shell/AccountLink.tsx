// The sign-in menu label (shell §2): loading or failed, anonymous, or a customer's greeting.
import type { SessionView } from "@fieldhouse/rules";
import { useLocation } from "react-router";
import { useApi } from "../../api/queries";
import { apiUrls } from "../../api/urls";
import { useHydrated } from "../../app/hydrated";
import { paths } from "../../app/paths";
import { useText } from "../../text/texts";
import { Anchor } from "../../ui/Anchor";
import { Icon } from "../../ui/Icon";

interface AccountLinkProps {
  className: string;
  iconClassName?: string;
  onClick?: () => void;
}

export function AccountLink({ className, iconClassName = "size-4.5", onClick }: AccountLinkProps) {
  const alive = useHydrated();
  const text = useText();
  const { pathname, search } = useLocation();
  const { data: session } = useApi<SessionView>(apiUrls.session, { enabled: alive });
  const customer = session?.type === "customer";
  // Before the session is known the link already leads somewhere: the account area asks for a sign-in itself.
  const anonymous = session?.type === "anon" && pathname !== paths.signIn;
  return (
    <Anchor
      href={anonymous ? paths.signInFor(pathname + search) : paths.account}
      className={className}
      {...(onClick ? { onClick } : {})}
    >
      <Icon name="account" className={iconClassName} />
      {session === undefined
        ? "Loading..."
        : customer
          ? text("account.greeting").replace("{userName}", session.firstName)
          : text("account.label")}
    </Anchor>
  );
}
