// Who it is: a passkey first, else password and code. What a proof is for is its owner's: signing in, or showing it once
// more.
import { type FormEvent, useState } from "react";
import { Told } from "../../../ui/told";
import { send, sentenceOf } from "../../shared/client";
import { type AnsweredDraft, type PasswordSignIn, to } from "../../shared/endpoints";
import { knowsPasskeys, showPasskey } from "../../shared/passkeys";
import { Button } from "../../ui/Button";
import { Input } from "../../ui/Controls";

interface ProofFormProps {
  /** Known of who shows it once more. */
  email?: string;
  act: string;
  onPasskey: (answer: AnsweredDraft) => Promise<void>;
  onPassword: (proof: PasswordSignIn) => Promise<void>;
}

export function ProofForm({ email, act, onPasskey, onPassword }: ProofFormProps) {
  const [typed, setTyped] = useState({ email: email ?? "", password: "", code: "" });
  const [problem, setProblem] = useState("");
  const [pending, setPending] = useState(false);
  const run = async (prove: () => Promise<void>) => {
    setProblem("");
    setPending(true);
    try {
      await prove();
    } catch (failure) {
      setProblem(sentenceOf(failure));
      // A code counts once, right or wrong.
      setTyped((before) => ({ ...before, code: "" }));
    } finally {
      setPending(false);
    }
  };
  const byPasskey = () =>
    run(async () => {
      const answer = await showPasskey(await send("POST", to("/desk/api/sign-in/passkey/options")));
      if (answer) await onPasskey(answer);
    });
  const byPassword = (event: FormEvent) => {
    event.preventDefault();
    if (!pending) void run(() => onPassword(typed));
  };
  const field = (name: keyof PasswordSignIn) => ({
    value: typed[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  });
  return (
    <>
      {knowsPasskeys() ? (
        <>
          <Button tone="action" pending={pending} onClick={byPasskey} className="w-full">
            {act} with a passkey
          </Button>
          <p className="flex items-center gap-3 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            or
          </p>
        </>
      ) : null}
      <form onSubmit={byPassword} noValidate className="grid gap-3">
        {email === undefined ? <Input label="E-mail" type="email" autoComplete="username" {...field("email")} /> : null}
        <Input label="Password" type="password" autoComplete="current-password" {...field("password")} />
        <Input
          label="One-time code"
          autoComplete="one-time-code"
          hint="Six digits of your authenticator app, or a recovery code."
          {...field("code")}
        />
        <Told className="rounded-brand bg-danger-soft px-3 py-2 text-danger">{problem}</Told>
        <Button type="submit" pending={pending} className="w-full">
          {act} with a password
        </Button>
      </form>
    </>
  );
}
