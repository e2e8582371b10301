// What the sign-in menu is called (shell §2): loading or failed, anonymous, or a customer's greeting.
import type { SessionView } from "@fieldhouse/rules";
import { apiUrls } from "../../../shared/endpoints";
import { useHydrated } from "../../../shared/hydrated";
import { useApi } from "../../../shared/queries";
import { useShopAsTold } from "../../../shared/shop-as";
import { useShell } from "../../../shared/site";
import { useText } from "../../../shared/text/texts";

/** The label with the session behind it; no session while it is loading or could not be read. */
export function useAccountLabel(): { label: string; session: SessionView | undefined } {
  const alive = useHydrated();
  const text = useText();
  const { account } = useShell();
  const { data: session } = useApi(apiUrls.session, { enabled: alive });
  useShopAsTold(session);
  if (session === undefined) return { label: "Loading...", session };
  const greeting = account.greeting || text("account.greeting");
  const label =
    session.type === "customer"
      ? greeting.replace("{userName}", () => session.firstName)
      : account.label || text("account.label");
  return { label, session };
}
