// Sign-in (account §2): error and callbackUrl from the address; 'token:' leads to a new password.
import type { SignInDraft } from "@fieldhouse/rules";
import { checkSignIn, safeRedirect } from "@fieldhouse/rules/account";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../shared/client";
import { pushEvent } from "../../../shared/data-layer";
import { sentenceOf } from "../../../shared/failures";
import { paths } from "../../../shared/paths";
import { useRulesForm } from "../../../shared/rules/use-rules-form";
import { useSubmit } from "../../../shared/rules/use-submit";
import { useShell } from "../../../shared/site";
import { useText } from "../../../shared/text/texts";
import { Anchor } from "../../../ui/Anchor";
import { Button, ButtonLink } from "../../../ui/Button";
import { TextField } from "../../../ui/Field";
import { Navigate, useNavigate, useSearchParams } from "../../../ui/router";
import { useToast } from "../../../ui/Toast";
import { undoChange } from "../../buying/cart/api";
import { AuthCard, Banner } from "./AuthCard";
import { signIn, useSession } from "./api";

const tokenError = "token:";
const parted = "Your cart is as it was. What you added on this visit is back here when you sign out.";

/** Where an error leads that carries a one-time token; nothing for any other. */
function tokenPath(error: string): string | undefined {
  return error.startsWith(tokenError) ? paths.createPassword(error.slice(tokenError.length)) : undefined;
}

export default function SignInPage() {
  const { brand } = useShell();
  const text = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const [query] = useSearchParams();
  const { data: session } = useSession();
  const urlError = query.get("error") ?? "";
  const callbackUrl = safeRedirect(query.get("callbackUrl") ?? "");
  const [leaving, setLeaving] = useState(false);
  const form = useRulesForm<SignInDraft>("signIn", checkSignIn, { email: "", password: "" });

  const { onSubmit, pending, refusal } = useSubmit(form, send, explain, urlError === "" ? "" : text("login_error"));

  const byToken = tokenPath(urlError);
  if (byToken) return <Navigate to={byToken} replace />;
  // Whoever has signed in already has no business here.
  if (session?.type === "customer" && !leaving) return <Navigate to={callbackUrl} replace />;

  async function send({ email, password }: SignInDraft): Promise<void> {
    setLeaving(true);
    const signed = await signIn(client, { email: email.trim().toLowerCase(), password, callbackUrl });
    pushEvent({ event: "login", method: "email" });
    if (signed.merged !== "") {
      const run = () => {
        undoChange(client, signed.mergedUndo)
          .then(() => toast(parted, "good"))
          .catch((failure: unknown) => toast(sentenceOf(failure), "danger"));
      };
      toast(signed.merged, "good", signed.mergedUndo === "" ? undefined : { label: "Undo", run });
    }
    await navigate(signed.redirect, { replace: true });
  }

  function explain(failure: unknown): string {
    setLeaving(false);
    const path = failure instanceof ApiError ? tokenPath(failure.error) : undefined;
    if (path) void navigate(path);
    if (path) return "";
    const wrong = failure instanceof ApiError && failure.status === 401;
    return wrong ? text("login_error") : failureSentence(failure);
  }

  return (
    <AuthCard title="Sign In">
      {refusal ? <Banner tone="danger">{refusal}</Banner> : null}
      <form noValidate className="mt-6 grid gap-4" onSubmit={onSubmit}>
        <TextField label="Email" {...form.field("email")} />
        <TextField label="Password" {...form.field("password")} />
        <p>
          <Anchor href={paths.resetPassword} className="inline-flex min-h-11 items-center underline underline-offset-4">
            Forgot your password?
          </Anchor>
        </p>
        <Button type="submit" tone="action" size="large" pending={pending}>
          Sign In
        </Button>
      </form>
      {brand.registerLink ? (
        <section className="mt-8 border-line border-t pt-6">
          <h2 className="heading-case text-2xl">New customer?</h2>
          <p className="mt-2 text-muted">An account keeps your addresses and your team's cart on every device.</p>
          <ButtonLink href={paths.register} tone="outline" className="mt-4">
            Create an account
          </ButtonLink>
        </section>
      ) : null}
    </AuthCard>
  );
}

function failureSentence(failure: unknown): string {
  // Too many tries says itself how to go on.
  return failure instanceof ApiError && failure.status === 429 ? failure.message : sentenceOf(failure);
}
