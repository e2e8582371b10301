// The request for a link to set a password (account §2): the answer is the same for every address.
import { checkResetRequest } from "@fieldhouse/rules/account";
import { useState } from "react";
import { paths } from "../../../shared/paths";
import { useRulesForm } from "../../../shared/rules/use-rules-form";
import { useSubmit } from "../../../shared/rules/use-submit";
import { useShell } from "../../../shared/site";
import { useText } from "../../../shared/text/texts";
import { Button, ButtonLink } from "../../../ui/Button";
import { TextField } from "../../../ui/Field";
import { useSearchParams } from "../../../ui/router";
import { AuthCard, Banner, Done } from "./AuthCard";
import { requestReset } from "./api";

export default function ResetPasswordPage() {
  const { brand } = useShell();
  const text = useText();
  const [query] = useSearchParams();
  const [sent, setSent] = useState(false);
  const form = useRulesForm<{ email: string }>(
    "resetRequest",
    ({ email }) => checkResetRequest({ email, storeKey: brand.site }),
    { email: "" },
  );

  const { onSubmit, pending, refusal } = useSubmit(form, async ({ email }) => {
    await requestReset(email, brand.site);
    setSent(true);
  });

  if (sent) {
    return (
      <Done title="Check your email" action={<ButtonLink href={paths.home}>Back to home</ButtonLink>}>
        If there is an account with this email, we have sent it a link to set a new password. It works for 30 minutes.
      </Done>
    );
  }
  return (
    <AuthCard title="Reset Password">
      {query.has("isExpired") ? <Banner tone="danger">{text("account.linkExpired")}</Banner> : null}
      {refusal ? <Banner tone="danger">{refusal}</Banner> : null}
      <p className="mt-4">Enter the email of your account, and we send you a link to set a new password.</p>
      <form noValidate className="mt-6 grid gap-4" onSubmit={onSubmit}>
        <TextField label="Email" {...form.field("email")} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" tone="action" pending={pending}>
            Send link
          </Button>
          <ButtonLink href={paths.signIn} tone="outline">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </AuthCard>
  );
}
