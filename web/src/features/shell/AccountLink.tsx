// The sign-in menu as a plain link: before scripts run, and where there is no room for a menu.
import { useLocation } from "react-router";
import { paths } from "../../app/paths";
import { Anchor } from "../../ui/Anchor";
import { Icon } from "../../ui/Icon";
import { useAccountLabel } from "./use-account-label";

interface AccountLinkProps {
  className: string;
  iconClassName?: string;
  onClick?: () => void;
}

export function AccountLink({ className, iconClassName = "size-4.5", onClick }: AccountLinkProps) {
  const { pathname, search } = useLocation();
  const { label, session } = useAccountLabel();
  // Before the session is known the link already leads somewhere: the account area asks for a sign-in itself.
  const anonymous = session?.type === "anon" && pathname !== paths.signIn;
  return (
    <Anchor
      href={anonymous ? paths.signInFor(pathname + search) : paths.account}
      className={className}
      {...(onClick ? { onClick } : {})}
    >
      <Icon name="account" className={iconClassName} />
      {label}
    </Anchor>
  );
}
