// An invitation out of a letter: accepted with the account of its e-mail, or by making that account.
import type { InvitedPersonDraft, ReceivedInvitationView } from "@fieldhouse/rules";
import { checkInvitedPerson } from "@fieldhouse/rules/account";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AccountShape } from "../../../shared/account-page";
import { ApiError } from "../../../shared/client";
import { pushEvent } from "../../../shared/data-layer";
import { sentenceOf } from "../../../shared/failures";
import { paths } from "../../../shared/paths";
import { useRulesForm } from "../../../shared/rules/use-rules-form";
import { useSubmit } from "../../../shared/rules/use-submit";
import { useText } from "../../../shared/text/texts";
import { Button, ButtonLink } from "../../../ui/Button";
import { TextField } from "../../../ui/Field";
import { useLocation, useSearchParams } from "../../../ui/router";
import { Select } from "../../../ui/Select";
import { ErrorState } from "../../../ui/States";
import { AuthCard, Banner, Done } from "../account/AuthCard";
import { signOutHere, useSession } from "../account/api";
import { useClassifications } from "../account/classifications";
import { usePasswordVerdict, useVerdicts, withVerdict } from "../account/PasswordFields";
import { acceptInvitation, registerInvited, useInvitation } from "./api";
import { roleNames } from "./roles";

export default function InvitationPage() {
  const token = useSearchParams()[0].get("token") ?? "";
  const { data: invitation, error, refetch } = useInvitation(token);
  const { data: session } = useSession();
  const [done, setDone] = useState(false);
  if (done && invitation) {
    return (
      <Done title="Welcome to the team" action={<ButtonLink href={paths.account}>My account</ButtonLink>}>
        You order for {invitation.unit} now, as {roleNames[invitation.role]}.
      </Done>
    );
  }
  if (token === "" || invitation === null) {
    return (
      <AuthCard title="Invitation">
        <Banner tone="danger">
          This invitation cannot be accepted any more. Please ask whoever invited you for a new one.
        </Banner>
        <ButtonLink href={paths.home} className="mt-6">
          Back to home
        </ButtonLink>
      </AuthCard>
    );
  }
  if (invitation === undefined || session === undefined) {
    return (
      <AuthCard title="Invitation">
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <AccountShape />}
      </AuthCard>
    );
  }
  const part = { token, invitation, onDone: () => setDone(true) };
  return (
    <AuthCard title={`Invitation to ${invitation.unit}`}>
      <p className="mt-4">
        You are invited to order for {invitation.unit}, as {roleNames[invitation.role]}. The invitation was sent to{" "}
        <strong className="wrap-anywhere">{invitation.email}</strong>.
      </p>
      {session.type === "customer" ? (
        session.email === invitation.email ? (
          <Accept {...part} />
        ) : (
          <OtherAccount email={session.email} />
        )
      ) : invitation.registered ? (
        <SignInFirst />
      ) : (
        <MakeAccount {...part} />
      )}
    </AuthCard>
  );
}

interface PartProps {
  token: string;
  invitation: ReceivedInvitationView;
  onDone: () => void;
}

function Accept({ token, onDone }: PartProps) {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState("");

  async function accept(): Promise<void> {
    setPending(true);
    setRefusal("");
    try {
      await acceptInvitation(client, token);
      onDone();
    } catch (failure) {
      setRefusal(failure instanceof ApiError && failure.status < 500 ? failure.message : sentenceOf(failure));
      setPending(false);
    }
  }

  return (
    <>
      {refusal ? <Banner tone="danger">{refusal}</Banner> : null}
      <Button tone="action" size="large" className="mt-6" pending={pending} onClick={() => void accept()}>
        Accept invitation
      </Button>
    </>
  );
}

function OtherAccount({ email }: { email: string }) {
  const { pathname } = useLocation();
  return (
    <>
      <Banner tone="info">
        You are signed in as {email}. Sign out, and sign in with the email the invitation was sent to.
      </Banner>
      <Button className="mt-6" onClick={() => void signOutHere(pathname)}>
        Sign out
      </Button>
    </>
  );
}

function SignInFirst() {
  const { pathname, search } = useLocation();
  return (
    <>
      <p className="mt-4">There is an account with this email. Sign in to accept.</p>
      <ButtonLink href={paths.signInFor(pathname + search)} tone="action" className="mt-6">
        Sign in
      </ButtonLink>
    </>
  );
}

const nobody: InvitedPersonDraft = {
  title: "",
  classification: "",
  firstName: "",
  lastName: "",
  password: { change: false, current: "", new: "", confirm: "" },
};

function MakeAccount({ token, invitation, onDone }: PartProps) {
  const client = useQueryClient();
  const text = useText();
  const classifications = useClassifications();
  const verdicts = useVerdicts();
  const rules = (draft: InvitedPersonDraft) => checkInvitedPerson(draft, invitation.email);
  const form = useRulesForm<InvitedPersonDraft>(
    "invitedPerson",
    (draft) => withVerdict(rules(draft), verdicts, draft),
    nobody,
  );
  usePasswordVerdict(form, verdicts, rules, ({ firstName, lastName }) => [invitation.email, firstName, lastName]);

  async function send(person: InvitedPersonDraft): Promise<void> {
    await registerInvited(client, token, person);
    pushEvent({ event: "sign_up", method: "email" });
    onDone();
  }

  function explain(failure: unknown): string | undefined {
    if (!(failure instanceof ApiError)) return undefined;
    if (failure.error.startsWith("[1]")) return text("commonPassword");
    return failure.code === "email_exists" ? failure.message : undefined;
  }
  const { onSubmit, pending, refusal } = useSubmit(form, send, explain);

  return (
    <>
      {refusal ? <Banner tone="danger">{refusal}</Banner> : null}
      <form noValidate className="mt-6 grid gap-4" onSubmit={onSubmit}>
        <TextField label="Title" {...form.field("title")} />
        <Select
          label="Classification"
          placeholder="Select a classification"
          options={classifications}
          {...form.field("classification")}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="First Name" {...form.field("firstName")} />
          <TextField label="Last Name" {...form.field("lastName")} />
        </div>
        <TextField label="Password" hint="12 to 64 characters." {...form.field("password.new")} />
        <TextField label="Confirm Password" {...form.field("password.confirm")} />
        <Button type="submit" tone="action" size="large" pending={pending}>
          Create account and accept
        </Button>
      </form>
    </>
  );
}
