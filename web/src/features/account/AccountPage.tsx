// The account page of a visitor without a session: what can be done as a guest. Signing in is not here.
import { PageHead } from "../../app/head";
import { paths } from "../../app/paths";
import { useShell } from "../../app/site";
import { ButtonLink } from "../../ui/Button";
import { EmptyState } from "../../ui/States";

export function AccountPage() {
  const { brand } = useShell();
  return (
    <>
      <PageHead title={`Account | ${brand.name}`} noIndex />
      <EmptyState
        level={1}
        icon="account"
        title="You are shopping as a guest"
        actions={
          <>
            <ButtonLink href={paths.cart}>Go to your cart</ButtonLink>
            <ButtonLink href={paths.contact} tone="outline">
              Contact us
            </ButtonLink>
          </>
        }
      >
        <p>
          No account is needed to order: check out with your e-mail address and a purchase order number. Your cart stays
          in this browser.
        </p>
      </EmptyState>
    </>
  );
}
