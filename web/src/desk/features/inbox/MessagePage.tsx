// A message: what was written, what the store wrote about it, who looks after it, and the answer.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError } from "../../../shared/client";
import { Link, useParams } from "../../../ui/router";
import { useToast } from "../../../ui/Toast";
import { Told } from "../../../ui/told";
import { send, sentenceOf } from "../../shared/client";
import { type InboxMessageView, inboxUrl, to } from "../../shared/endpoints";
import { rereadStale, useDesk } from "../../shared/queries";
import { useSession } from "../../shared/session";
import { useUnsaved } from "../../shared/unsaved";
import { BrandMark } from "../../ui/BrandMark";
import { Button } from "../../ui/Button";
import { Choice, TextArea } from "../../ui/Controls";
import { Moment } from "../../ui/Moment";
import { Failed, Nothing, Page, Part, RowShapes, State } from "../../ui/Page";
import { messageDots, messageStates } from "./words";

export function MessagePage() {
  const { id = "" } = useParams();
  const url = to("/desk/api/messages/{id}", id);
  const { data, error, refetch } = useDesk(url);
  if (!data) {
    return (
      <Page title="Message">
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <RowShapes rows={8} />}
      </Page>
    );
  }
  const { message } = data;
  return (
    <Page
      title={message.title}
      beside={
        <>
          <BrandMark site={message.site} />
          <State dot={messageDots[message.status] ?? "bg-dot-over"}>
            {messageStates[message.status] ?? message.status}
          </State>
          <span className="text-muted">
            Sent <Moment at={message.sentAt} />
          </span>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-4">
          <Said view={data} />
          <Notes view={data} />
        </div>
        {data.answerable ? (
          <div className="grid gap-4">
            <Assignee view={data} />
            <Answer key={`${message.id} ${message.status}`} view={data} />
          </div>
        ) : null}
      </div>
    </Page>
  );
}

function Said({ view }: { view: InboxMessageView }) {
  const { email } = view.message;
  return (
    <Part id="said" title="What was written">
      <dl className="grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-2 px-3 py-3 max-sm:grid-cols-[minmax(0,1fr)]">
        {view.said.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="whitespace-pre-line break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {email ? (
        <p className="border-line border-t px-3 py-2">
          <Link
            to={`/orders?email=${encodeURIComponent(email)}`}
            className="inline-flex min-h-6 items-center underline underline-offset-2 pointer-coarse:min-h-11"
          >
            Orders of {email}
          </Link>
        </p>
      ) : null}
    </Part>
  );
}

function Notes({ view }: { view: InboxMessageView }) {
  return (
    <Part id="notes" title="What the store wrote">
      {view.notes.length === 0 ? <Nothing>Nobody has written anything yet.</Nothing> : null}
      <ol>
        {view.notes.map((note) => (
          <li key={`${note.at} ${note.text}`} className="border-line border-b px-3 py-2 last:border-b-0">
            <p>
              {note.by} {note.sent ? "answered" : "noted for the house"} <Moment at={note.at} className="text-muted" />
            </p>
            <p className="whitespace-pre-line break-words text-muted">{note.text}</p>
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** An act on a message: what it answers is what is shown. */
function useInboxAct(
  view: InboxMessageView,
  act: () => Promise<InboxMessageView>,
  told: string,
  onDone: () => void = () => {},
) {
  const client = useQueryClient();
  const say = useToast();
  const url = to("/desk/api/messages/{id}", view.message.id);
  const made = useMutation({
    mutationFn: act,
    onSuccess: (next) => {
      client.setQueryData([url], next);
      void client.invalidateQueries({ queryKey: [inboxUrl] });
      say(told, "good");
      onDone();
    },
    onError: (failure) => rereadStale(client, failure, url),
  });
  const errors = made.error instanceof ApiError ? made.error.errors : [];
  return {
    run: () => made.mutate(),
    pending: made.isPending,
    problem: made.error ? sentenceOf(made.error) : undefined,
    errorAt: (field: string) => errors.find((error) => error.field === field)?.message,
  };
}

function Assignee({ view }: { view: InboxMessageView }) {
  const { id, version } = view.message;
  const session = useSession();
  const [chosen, setChosen] = useState(view.assigneeId);
  const field = useRef<HTMLSelectElement>(null);
  const act = useInboxAct(
    view,
    () => send("PUT", to("/desk/api/messages/{id}/assignee", id), { version, assignee: chosen }),
    "It is theirs to look after now.",
    // The button has nothing more to do.
    () => field.current?.focus(),
  );
  const colleagues = view.colleagues.map((one) => ({
    code: one.id,
    name: one.id === session.id ? `${one.name} (me)` : one.name,
  }));
  return (
    <Part id="assignee" title="Who looks after it">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!act.pending) act.run();
        }}
        className="flex flex-wrap items-end gap-2 px-3 py-3"
      >
        <Choice
          ref={field}
          label="Looked after by"
          none="Nobody"
          choices={colleagues}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          fieldClassName="min-w-48 flex-1"
        />
        <Button type="submit" pending={act.pending} disabled={chosen === view.assigneeId}>
          Assign
        </Button>
        <Told className="w-full text-danger">{act.problem}</Told>
      </form>
    </Part>
  );
}

function Answer({ view }: { view: InboxMessageView }) {
  const { id, version, kind, email, status } = view.message;
  const isForm = kind === "form";
  const [text, setText] = useState("");
  const [note, setNote] = useState("");
  useUnsaved(`${text}${note}`.trim() !== "");
  const clear = () => setText("");
  const answers = to("/desk/api/messages/{id}/answers", id);
  const told = email ? `The letter to ${email} is on its way.` : "It is closed.";
  const done = useInboxAct(
    view,
    () => send("POST", answers, { version, answer: { text, end: "done" } }),
    isForm && !text.trim() ? "It is closed; nobody is written to." : told,
    clear,
  );
  const other = useInboxAct(
    view,
    () => send("POST", answers, { version, answer: { text, end: isForm ? "" : "declined" } }),
    told,
    clear,
  );
  const noted = useInboxAct(
    view,
    () => send("POST", to("/desk/api/messages/{id}/notes", id), { version, text: note }),
    "The note is written, for the house.",
    () => setNote(""),
  );
  const again = useInboxAct(
    view,
    () => send("POST", to("/desk/api/messages/{id}/reopen", id), { version }),
    "It waits again.",
  );
  const says = text.trim() !== "";
  const pending = done.pending || other.pending;
  return (
    <Part id="answer" title={status === "open" ? "Answer" : "It was answered"}>
      {status === "open" ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!pending) done.run();
          }}
          noValidate
          className="grid gap-2 px-3 py-3"
        >
          <TextArea
            label={email ? `To ${email}` : "No e-mail was given: it can be closed, and not answered"}
            rows={7}
            value={text}
            disabled={!email}
            error={done.errorAt("text") ?? other.errorAt("text")}
            onChange={(event) => setText(event.target.value)}
          />
          <p className="text-muted">
            {isForm
              ? "The letter holds your answer, and below it what was written."
              : "The customer reads it in their address book, and gets a letter. The information itself comes with the next import."}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" tone="action" pending={done.pending}>
              {isForm ? (says ? "Answer and close" : "Close without an answer") : "It is done"}
            </Button>
            <Button pending={other.pending} disabled={isForm && !says} onClick={other.run}>
              {isForm ? "Answer, and leave it open" : "Decline it"}
            </Button>
          </div>
          <Told className="text-danger">{done.problem ?? other.problem}</Told>
        </form>
      ) : isForm ? (
        <div className="grid gap-2 px-3 py-3">
          <p className="text-muted">Whoever wrote may write again; what was closed too early can wait once more.</p>
          <Button pending={again.pending} onClick={again.run} className="justify-self-start">
            Let it wait again
          </Button>
          <Told className="text-danger">{again.problem}</Told>
        </div>
      ) : (
        <p className="px-3 py-3 text-muted">The customer was told. Who wants another change asks anew.</p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!noted.pending) noted.run();
        }}
        noValidate
        className="grid gap-2 border-line border-t px-3 py-3"
      >
        <TextArea
          label="Note for the house"
          rows={2}
          value={note}
          error={noted.errorAt("text")}
          onChange={(event) => setNote(event.target.value)}
        />
        <Button type="submit" pending={noted.pending} className="justify-self-start">
          Write the note
        </Button>
        <Told className="text-danger">{noted.problem}</Told>
      </form>
    </Part>
  );
}
