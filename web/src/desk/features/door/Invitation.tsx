// Accepting an invitation: its token stands behind the `#` of the address, which no server's log sees. A passkey, or a
// password with one-time codes; recovery codes are told once.
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, lazy, Suspense, useState } from "react";
import { ApiError } from "../../../shared/client";
import { Link, useLocation } from "../../../ui/router";
import { Told } from "../../../ui/told";
import { send, sentenceOf } from "../../shared/client";
import { type TotpView, to } from "../../shared/endpoints";
import { fullMoment } from "../../shared/moments";
import { knowsPasskeys, makePasskey } from "../../shared/passkeys";
import { Button } from "../../ui/Button";
import { Input } from "../../ui/Controls";
import { Door } from "./Door";
import { RecoveryCodes } from "./RecoveryCodes";

const CodePicture = lazy(() => import("./CodePicture").then((picture) => ({ default: picture.CodePicture })));

export function Invitation() {
  const token = useLocation().hash.slice(1);
  const invited = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => send("POST", to("/desk/api/invitations/look"), { token }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [codes, setCodes] = useState<string[] | undefined>();
  if (codes !== undefined) {
    return (
      <Door title="Welcome to the desk">
        {codes.length > 0 ? <RecoveryCodes codes={codes} /> : <p>Your passkey is what you sign in with.</p>}
        <a
          href="/desk"
          className="inline-flex min-h-9 items-center justify-center rounded-brand bg-action px-3 font-medium text-on-action"
        >
          To the desk
        </a>
      </Door>
    );
  }
  if (invited.isPending) return null;
  if (invited.isError) {
    const gone = invited.error instanceof ApiError && invited.error.status === 404;
    return (
      <Door title={gone ? "This invitation counts no longer" : "That did not work"}>
        <p>
          {gone
            ? "It was used, has expired, or another one came after it. Whoever invited you can send another one."
            : sentenceOf(invited.error)}
        </p>
        <Link to="/" className="underline underline-offset-2">
          Sign in
        </Link>
      </Door>
    );
  }
  const { email, name, invitedBy, expiresAt } = invited.data;
  return (
    <Door title="You are invited to the desk">
      <p className="text-muted">
        {email}, invited by {invitedBy}. The link counts once, until {fullMoment(expiresAt)}.
      </p>
      <Acceptance token={token} name={name === email ? "" : name} onAccepted={setCodes} />
    </Door>
  );
}

interface AcceptanceProps {
  token: string;
  name: string;
  onAccepted: (recoveryCodes: string[]) => void;
}

function Acceptance({ token, name: known, onAccepted }: AcceptanceProps) {
  const [name, setName] = useState(known);
  const [totp, setTotp] = useState<TotpView | undefined>();
  const byPasskey = useMutation({
    mutationFn: async () => {
      const passkey = await makePasskey(await send("POST", to("/desk/api/invitations/passkey"), { token }));
      if (!passkey) return undefined;
      return send("POST", to("/desk/api/invitations/accept"), { token, name, passkey });
    },
    onSuccess: (accepted) => accepted && onAccepted(accepted.recoveryCodes),
  });
  const withPassword = useMutation({
    mutationFn: () => send("POST", to("/desk/api/invitations/codes"), { token }),
    onSuccess: setTotp,
  });
  return (
    <>
      <Input label="Your name" autoComplete="name" value={name} onChange={(event) => setName(event.target.value)} />
      {totp ? (
        <PasswordAcceptance token={token} name={name} totp={totp} onAccepted={onAccepted} />
      ) : (
        <>
          {knowsPasskeys() ? (
            <>
              <Button tone="action" pending={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
                Accept with a passkey
              </Button>
              <p className="text-muted">A fingerprint, a face or a PIN of this device: nothing to remember.</p>
            </>
          ) : null}
          <Button pending={withPassword.isPending} onClick={() => withPassword.mutate()}>
            Accept with a password and codes
          </Button>
          <Told className="rounded-brand bg-danger-soft px-3 py-2 text-danger">
            {byPasskey.error
              ? sentenceOf(byPasskey.error)
              : withPassword.error
                ? sentenceOf(withPassword.error)
                : undefined}
          </Told>
        </>
      )}
    </>
  );
}

function PasswordAcceptance({ token, name, totp, onAccepted }: AcceptanceProps & { totp: TotpView }) {
  const [typed, setTyped] = useState({ new: "", confirm: "", code: "" });
  const accept = useMutation({
    mutationFn: () =>
      send("POST", to("/desk/api/invitations/accept"), {
        token,
        name,
        password: { ...typed, ceremony: totp.ceremony },
      }),
    onSuccess: ({ recoveryCodes }) => onAccepted(recoveryCodes),
  });
  const errors = accept.error instanceof ApiError ? accept.error.errors : [];
  const field = (key: keyof typeof typed) => ({
    value: typed[key],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [key]: event.target.value }),
    error: errors.find((error) => error.field === key)?.message,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!accept.isPending) accept.mutate();
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <Input label="Password" type="password" autoComplete="new-password" {...field("new")} />
      <Input label="Password again" type="password" autoComplete="new-password" {...field("confirm")} />
      <div className="grid justify-items-center gap-2 rounded-brand border border-line p-3">
        <Suspense fallback={<div className="size-44" />}>
          <CodePicture address={totp.address} />
        </Suspense>
        <p className="text-center text-muted">
          Scan it with an authenticator app, or type <code className="block break-all text-ink">{totp.secret}</code>
        </p>
      </div>
      <Input
        label="Its first code"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="Six digits that the app shows now."
        {...field("code")}
      />
      <Told className="rounded-brand bg-danger-soft px-3 py-2 text-danger">
        {accept.error ? sentenceOf(accept.error) : undefined}
      </Told>
      <Button type="submit" tone="action" pending={accept.isPending}>
        Accept
      </Button>
    </form>
  );
}
