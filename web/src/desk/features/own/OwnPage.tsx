// One's own account: sessions, passkeys, one-time codes, recovery codes, signing out.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { ApiError } from "../../../shared/client";
import { useNavigate } from "../../../ui/router";
import { useToast } from "../../../ui/Toast";
import { send, sentenceOf } from "../../shared/client";
import { type Address, sessionUrl, type TotpView, to } from "../../shared/endpoints";
import { knowsPasskeys, makePasskey } from "../../shared/passkeys";
import { useDesk } from "../../shared/queries";
import { useSession } from "../../shared/session";
import { count, signInWords } from "../../shared/words";
import { Button } from "../../ui/Button";
import { Input } from "../../ui/Controls";
import { Moment } from "../../ui/Moment";
import { Failed, Nothing, Page, Part, RowShapes } from "../../ui/Page";
import { ActForm, Window } from "../../ui/Window";
import { RecoveryCodes } from "../door/RecoveryCodes";

const CodePicture = lazy(() => import("../door/CodePicture").then((picture) => ({ default: picture.CodePicture })));

export function OwnPage() {
  const session = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = useMutation({
    mutationFn: () => send("POST", to("/desk/api/sign-out")),
    onSettled: () => {
      navigate("/");
      // Nothing of what was read stays for the next one.
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionUrl });
      client.setQueryData([sessionUrl], null);
    },
  });
  return (
    <Page
      title="My account"
      beside={<p className="text-muted">{session.email}</p>}
      acts={
        <Button pending={leave.isPending} onClick={() => leave.mutate()}>
          Sign out
        </Button>
      }
    >
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Passkeys />
        <Codes />
        <Sessions />
      </div>
    </Page>
  );
}

/** An act on what is one's own: what it answers is what is shown. */
function useOwnAct<Answer>(url: Address, act: () => Promise<Answer>, told: string, onDone: () => void = () => {}) {
  const client = useQueryClient();
  const say = useToast();
  return useMutation({
    mutationFn: act,
    onSuccess: (answer) => {
      if (answer === undefined) return;
      client.setQueryData([url], answer);
      say(told, "good");
      onDone();
    },
    onError: (failure) => say(sentenceOf(failure), "danger"),
  });
}

const passkeysUrl = to("/desk/api/passkeys");

function Passkeys() {
  const { data, error, refetch } = useDesk(passkeysUrl);
  const [adding, setAdding] = useState(false);
  return (
    <Part
      id="passkeys"
      title="Passkeys"
      acts={knowsPasskeys() ? <Button onClick={() => setAdding(true)}>Add a passkey</Button> : null}
    >
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <RowShapes rows={2} />}
      {data?.length === 0 ? (
        <Nothing>None yet. A passkey signs you in with a fingerprint, a face or a PIN.</Nothing>
      ) : null}
      <ul>
        {data?.map(({ id, name, createdAt, usedAt }) => (
          <Row key={id} act={<RemovePasskey id={id} name={name} />}>
            <span className="font-medium">{name}</span>
            <span className="block text-muted">
              since <Moment at={createdAt} />
              {usedAt ? (
                <>
                  , used <Moment at={usedAt} />
                </>
              ) : (
                ", never used"
              )}
            </span>
          </Row>
        ))}
      </ul>
      {adding ? <AddPasskey onClose={() => setAdding(false)} /> : null}
    </Part>
  );
}

function Row({ act, children }: { act?: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3 border-line border-b px-3 py-2 last:border-b-0">
      <span className="min-w-0 flex-1">{children}</span>
      {act}
    </li>
  );
}

function AddPasskey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const add = useOwnAct(
    passkeysUrl,
    async () => {
      const answer = await makePasskey(await send("POST", to("/desk/api/passkeys/options")));
      return answer && send("POST", passkeysUrl, { name, answer });
    },
    "The passkey is added.",
    onClose,
  );
  return (
    <Window open onClose={onClose} title="Add a passkey">
      <ActForm act="Go on to the browser" pending={add.isPending} onClose={onClose} onAct={() => add.mutate()}>
        <Input
          label="What you call it"
          placeholder="Laptop at the desk"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </ActForm>
    </Window>
  );
}

function RemovePasskey({ id, name }: { id: string; name: string }) {
  const [asked, setAsked] = useState(false);
  const close = () => setAsked(false);
  const remove = useOwnAct(
    passkeysUrl,
    () => send("DELETE", to("/desk/api/passkeys/{id}", id)),
    "The passkey is taken out.",
    close,
  );
  return (
    <>
      <Button tone="quiet" aria-label={`Take out ${name}`} onClick={() => setAsked(true)}>
        Take out
      </Button>
      <Window open={asked} onClose={close} title={`Take out ${name}`}>
        <ActForm act="Take it out" danger pending={remove.isPending} onClose={close} onAct={() => remove.mutate()}>
          <p>It signs you in no longer, on any device that has it.</p>
        </ActForm>
      </Window>
    </>
  );
}

function Codes() {
  const { recoveryCodes, hasPassword } = useSession();
  const [changing, setChanging] = useState(false);
  const client = useQueryClient();
  const say = useToast();
  const [totp, setTotp] = useState<TotpView | undefined>();
  const [asked, setAsked] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | undefined>();
  const fail = (failure: unknown) => say(sentenceOf(failure), "danger");
  const begin = useMutation({
    mutationFn: () => send("POST", to("/desk/api/codes/options")),
    onSuccess: setTotp,
    onError: fail,
  });
  const replace = useMutation({
    mutationFn: () => send("POST", to("/desk/api/recovery-codes")),
    onSuccess: (made) => {
      setCodes(made.recoveryCodes);
      void client.invalidateQueries({ queryKey: [sessionUrl] });
    },
    onError: fail,
  });
  const close = () => {
    setAsked(false);
    setCodes(undefined);
  };
  return (
    <Part id="codes" title="Codes and password">
      <ul>
        <Row
          act={
            <Button pending={begin.isPending} onClick={() => begin.mutate()}>
              Set up again
            </Button>
          }
        >
          <span className="font-medium">One-time codes</span>
          <span className="block text-muted">Six digits of an authenticator app, beside your password.</span>
        </Row>
        <Row act={<Button onClick={() => setAsked(true)}>New codes</Button>}>
          <span className="font-medium">Recovery codes</span>
          <span className="block text-muted">{count(recoveryCodes, "code")} left. Each counts once.</span>
        </Row>
        {hasPassword ? (
          <Row act={<Button onClick={() => setChanging(true)}>Change it</Button>}>
            <span className="font-medium">Password</span>
            <span className="block text-muted">Another one ends your other sessions.</span>
          </Row>
        ) : null}
      </ul>
      {changing ? <NewPassword onClose={() => setChanging(false)} /> : null}
      {totp ? <NewTotp totp={totp} onClose={() => setTotp(undefined)} /> : null}
      <Window open={asked} onClose={close} title="New recovery codes">
        {codes ? (
          <div className="grid gap-3 overflow-y-auto px-4 py-3">
            <RecoveryCodes codes={codes} />
            <Button tone="action" onClick={close}>
              I have kept them
            </Button>
          </div>
        ) : (
          <ActForm
            act="Make new codes"
            danger
            pending={replace.isPending}
            onClose={close}
            onAct={() => replace.mutate()}
          >
            <p>{count(recoveryCodes, "code")} that you have count no longer; ten new ones are shown once.</p>
          </ActForm>
        )}
      </Window>
    </Part>
  );
}

function NewTotp({ totp, onClose }: { totp: TotpView; onClose: () => void }) {
  const [code, setCode] = useState("");
  const say = useToast();
  const change = useMutation({
    mutationFn: () => send("PUT", to("/desk/api/codes"), { ceremony: totp.ceremony, code }),
    onSuccess: () => {
      say("Your codes come from the new secret now.", "good");
      onClose();
    },
  });
  return (
    <Window open onClose={onClose} title="One-time codes">
      <ActForm
        act="Take it over"
        pending={change.isPending}
        problem={change.error ? sentenceOf(change.error) : undefined}
        onClose={onClose}
        onAct={() => change.mutate()}
        told="The codes you have count until then."
      >
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
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </ActForm>
    </Window>
  );
}

function NewPassword({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState({ current: "", new: "", confirm: "" });
  const client = useQueryClient();
  const say = useToast();
  const change = useMutation({
    mutationFn: () => send("PUT", to("/desk/api/password"), draft),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: [sessionsUrl] });
      say("Your password is changed. Your other sessions are ended.", "good");
      onClose();
    },
  });
  const errors = change.error instanceof ApiError ? change.error.errors : [];
  const at = (field: string) => errors.find((error) => error.field === `password.${field}`)?.message;
  const field = (name: keyof typeof draft, label: string, autoComplete: string) => (
    <Input
      type="password"
      label={label}
      autoComplete={autoComplete}
      value={draft[name]}
      error={at(name)}
      onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
    />
  );
  return (
    <Window open onClose={onClose} title="Change the password">
      <ActForm
        act="Change it"
        pending={change.isPending}
        problem={change.error && errors.length === 0 ? sentenceOf(change.error) : undefined}
        onClose={onClose}
        onAct={() => change.mutate()}
        told="Your other sessions are ended; this one stays."
      >
        {field("current", "Current password", "current-password")}
        {field("new", "New password", "new-password")}
        {field("confirm", "New password again", "new-password")}
      </ActForm>
    </Window>
  );
}

const sessionsUrl = to("/desk/api/sessions");

function Sessions() {
  const { data, error, refetch } = useDesk(sessionsUrl);
  return (
    <Part id="sessions" title="Sessions">
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <RowShapes rows={2} />}
      <ul>
        {data?.map((session) => (
          <Row
            key={session.id}
            act={session.current ? <span className="text-muted">This one</span> : <EndSession {...session} />}
          >
            <span className="font-medium">{session.device || "A browser"}</span>
            <span className="block text-muted">
              by {signInWords[session.signedInBy] ?? session.signedInBy}, <Moment at={session.createdAt} />, from{" "}
              {session.network}, last seen <Moment at={session.seenAt} />
            </span>
          </Row>
        ))}
      </ul>
    </Part>
  );
}

function EndSession({ id, device }: { id: string; device: string }) {
  const end = useOwnAct(sessionsUrl, () => send("DELETE", to("/desk/api/sessions/{id}", id)), "The session is ended.");
  return (
    <Button aria-label={`End ${device}`} pending={end.isPending} onClick={() => end.mutate()}>
      End it
    </Button>
  );
}
