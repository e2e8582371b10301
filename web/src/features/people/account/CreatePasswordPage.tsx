// Setting a password with the token of a letter, or after the old store's password (account §2, §8).
import type { PasswordDraft } from "@fieldhouse/rules";
import { checkPasswordForm } from "@fieldhouse/rules/account";
import { useState } from "react";
import { ApiError } from "../../../shared/client";
import { sentenceOf } from "../../../shared/failures";
import { paths } from "../../../shared/paths";
import { useSubmit } from "../../../shared/rules/use-submit";
import { useText } from "../../../shared/text/texts";
import { Button, ButtonLink } from "../../../ui/Button";
import { Navigate, useNavigate, useSearchParams } from "../../../ui/router";
import { AuthCard, Banner, Done } from "./AuthCard";
import { createPassword } from "./api";
import { emptyPassword, NewPasswordFields, usePasswordForm } from "./PasswordFields";

const withPrefix = "[1]";

export default function CreatePasswordPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const text = useText();
  const [done, setDone] = useState(false);
  const form = usePasswordForm((password: PasswordDraft) => checkPasswordForm(password), emptyPassword(false));
  const token = query.get("token") ?? "";

  async function send({ password }: { password: PasswordDraft }): Promise<void> {
    await createPassword(password.new ?? "", token);
    setDone(true);
  }

  async function explain(failure: unknown): Promise<string> {
    const refused = failure instanceof ApiError && failure.status >= 400 && failure.status < 500;
    if (!refused) return sentenceOf(failure);
    if (failure.error.startsWith(withPrefix)) return failure.error.slice(withPrefix.length).trim();
    await navigate(paths.resetExpired, { replace: true });
    return "";
  }
  const { onSubmit, pending, refusal } = useSubmit(form, send, explain);

  if (token === "") return <Navigate to={paths.resetPassword} replace />;
  if (done) {
    return (
      <Done title="Password set" action={<ButtonLink href={paths.signIn}>Sign in</ButtonLink>}>
        Your new password is set. You can sign in with it now.
      </Done>
    );
  }
  return (
    <AuthCard title="Create Password">
      {query.has("magentouser") ? <Banner tone="info">{text("account.oneTimePassword")}</Banner> : null}
      {refusal ? <Banner tone="danger">{refusal}</Banner> : null}
      <form noValidate className="mt-6 grid gap-4" onSubmit={onSubmit}>
        <NewPasswordFields form={form} />
        <Button type="submit" tone="action" size="large" pending={pending}>
          Save password
        </Button>
      </form>
    </AuthCard>
  );
}
