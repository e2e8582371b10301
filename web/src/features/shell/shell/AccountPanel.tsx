// What the sign-in menu holds (shell §2, §6): sign-in and the new-customer block for a visitor, greeting and
// account menu for a customer. On desktops and on phones.

import { paths } from "../../../shared/paths";
import { useShell } from "../../../shared/site";
import { Anchor } from "../../../ui/Anchor";
import { Button, ButtonLink } from "../../../ui/Button";
import { Icon, isIconName } from "../../../ui/Icon";
import { useLocation } from "../../../ui/router";
import { signOutHere } from "../../people/account/api";
import { useAccountLabel } from "./use-account-label";

export default function AccountPanel({ onLeave }: { onLeave: () => void }) {
  const { label, session } = useAccountLabel();
  const { account, brand } = useShell();
  const { pathname, search } = useLocation();
  if (session === undefined) return <p role="status">{label}</p>;
  if (session.type === "customer") {
    return (
      <nav aria-label="Account">
        <p className="heading text-2xl">{label}</p>
        <ul className="mt-2">
          {account.items.map((item) => (
            <li key={item.href}>
              <Anchor
                href={item.href}
                newTab={item.newTab}
                onClick={onLeave}
                className="flex min-h-11 items-center underline-offset-4 hover:underline"
              >
                {item.title}
              </Anchor>
            </li>
          ))}
        </ul>
        <Button tone="outline" wide className="mt-3" onClick={() => void signOutHere(pathname)}>
          Sign Out
        </Button>
      </nav>
    );
  }
  const { newCustomer } = account;
  // Whoever is at the sign-in page already comes back to where that page leads.
  const signIn = pathname === paths.signIn ? pathname + search : paths.signInFor(pathname + search);
  return (
    <>
      <p className="heading text-xl">{account.haveAccountTitle}</p>
      <ButtonLink href={signIn} onClick={onLeave} tone="action" wide className="mt-3">
        {account.signInTitle || "Sign in"}
      </ButtonLink>
      {brand.registerLink && newCustomer.title ? (
        <section aria-label={newCustomer.title} className="mt-5 border-line border-t pt-4">
          <p className="heading text-xl">{newCustomer.title}</p>
          <ul className="mt-2 space-y-2">
            {newCustomer.items.map((item) => (
              <li key={item.title} className="flex items-start gap-2.5">
                {isIconName(item.iconName) ? <Icon name={item.iconName} className="mt-0.5 size-5 text-muted" /> : null}
                {item.title}
              </li>
            ))}
          </ul>
          <ButtonLink href={newCustomer.registerBtn.href} onClick={onLeave} tone="outline" wide className="mt-4">
            {newCustomer.registerButtonTitle}
          </ButtonLink>
        </section>
      ) : null}
    </>
  );
}
