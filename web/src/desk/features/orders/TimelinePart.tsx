// Who did what, the newest first, and the notes: written here, internal or for the buyer, too.
import type { DeskOrderView, EntryKind, OrderEntryView, OrderEventView, OrderNoteView } from "@fieldhouse/rules";
import { checkNote } from "@fieldhouse/rules/desk";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Told } from "../../../ui/told";
import { read, send } from "../../shared/client";
import { asking, to } from "../../shared/endpoints";
import { useMay } from "../../shared/session";
import { count, does, entryWords, eventSaid, eventWord } from "../../shared/words";
import { Button } from "../../ui/Button";
import { TextArea, Tick } from "../../ui/Controls";
import { Moment } from "../../ui/Moment";
import { Part } from "../../ui/Page";
import { ActForm, Window } from "../../ui/Window";
import { isSent, letterText } from "./letters";
import { useAct } from "./use-act";

/** Events that an order's first answer and each further one hold at most. */
const page = 50;

export function TimelinePart({ order }: { order: DeskOrderView }) {
  const may = useMay();
  const { id, site } = order.order;
  const last = order.timeline.at(-1)?.sequence ?? 0;
  const older = useInfiniteQuery({
    queryKey: ["events", id, last],
    queryFn: ({ pageParam, signal }) =>
      read(asking(to("/desk/api/orders/{id}/events", id), { after: pageParam }), signal),
    initialPageParam: last,
    getNextPageParam: (events) => (events.length < page ? undefined : events.at(-1)?.sequence),
    enabled: false,
  });
  const events = [...order.timeline, ...(older.data?.pages.flat() ?? [])];
  const hasOlder = older.data ? older.hasNextPage : order.timeline.length >= page;
  return (
    <Part id="timeline" title="Timeline">
      {may("orders.note", site) ? <NoteForm order={order} /> : null}
      <ol className="px-3 py-2">
        {events.map((event) => (
          <Event key={event.sequence} order={order} event={event} isToBuyer={isToBuyer(event, order.notes)} />
        ))}
      </ol>
      {hasOlder ? (
        <div className="px-3 pb-3">
          <Button
            pending={older.isFetching}
            onClick={() => void (older.data ? older.fetchNextPage() : older.refetch())}
          >
            Older
          </Button>
        </div>
      ) : null}
    </Part>
  );
}

/** 'picked 12 pieces on 2 lines'. */
export function entriesText(entries: readonly OrderEntryView[]): string {
  const kinds = [...new Set(entries.map(({ kind }) => kind))];
  const text = (kind: EntryKind) => {
    const of = entries.filter((entry) => entry.kind === kind);
    const pieces = of.reduce((sum, { quantity }) => sum + quantity, 0);
    return `${count(pieces, "piece")} ${entryWords[kind]} on ${count(of.length, "line")}`;
  };
  return kinds.map(text).join(", ");
}

/** Whether an event is a note that the buyer reads, too. */
const isToBuyer = (event: OrderEventView, notes: readonly OrderNoteView[]) =>
  event.kind === "order.note_added" &&
  notes.some((note) => note.public && note.author === event.by && note.text === event.text);

interface EventProps {
  order: DeskOrderView;
  event: OrderEventView;
  isToBuyer: boolean;
}

function Event({ order, event, isToBuyer: toBuyer }: EventProps) {
  const may = useMay();
  const { site } = order.order;
  const word = toBuyer ? "wrote to the buyer" : eventWord(event.kind);
  return (
    <li className="relative border-line border-l py-1.5 pl-4 before:absolute before:top-3 before:-left-1 before:size-2 before:rounded-full before:bg-dot-over">
      <p>
        {eventSaid(word, event.by)} <Moment at={event.at} className="text-muted" />
      </p>
      {event.text ? <p className="whitespace-pre-line break-words text-muted">{event.text}</p> : null}
      {event.entries.length > 0 ? <p className="text-muted">{entriesText(event.entries)}</p> : null}
      {event.undoable && may("orders.cancel", site) ? <TakeBack order={order} event={event} /> : null}
      {event.letter && may("orders.note", site) ? <SendAgain order={order} event={event} /> : null}
    </li>
  );
}

interface AfterwardsProps {
  order: DeskOrderView;
  event: OrderEventView;
}

/** A cancellation is taken back while it is fresh. */
function TakeBack({ order, event }: AfterwardsProps) {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button tone="quiet" onClick={() => setAsked(true)} className="-ml-2 px-2!">
        Take the cancellation back
      </Button>
      {asked ? <TakeBackWindow order={order} event={event} onClose={() => setAsked(false)} /> : null}
    </>
  );
}

function TakeBackWindow({ order, event, onClose }: AfterwardsProps & { onClose: () => void }) {
  const { id, version, number } = order.order;
  const canceled = event.entries.filter(({ kind }) => kind === "cancelled");
  const pieces = canceled.reduce((sum, { quantity }) => sum + quantity, 0);
  const letter = letterText(order, "order_restored", "The buyer gets a letter.");
  const url = to("/desk/api/orders/{id}/cancellations/{event}/undo", id, String(event.sequence));
  const told = `The cancellation is taken back. ${letter}`;
  const act = useAct(order, () => send("POST", url, { version }), told, onClose);
  return (
    <Window open onClose={onClose} title={`Take back a cancellation of ${number}`}>
      <ActForm
        act={`Restore ${count(pieces, "piece")}`}
        pending={act.pending}
        problem={act.problem}
        onClose={onClose}
        onAct={act.run}
      >
        <p>
          {count(pieces, "piece")} on {count(canceled.length, "line")} {does(pieces, "is", "are")} outstanding again.{" "}
          {letter}
        </p>
        {order.lifecycle === "complete" ? <p>The order is complete: it opens again.</p> : null}
      </ActForm>
    </Window>
  );
}

/** The buyer gets the letter once more. */
function SendAgain({ order, event }: AfterwardsProps) {
  const { id, version, email } = order.order;
  const url = to("/desk/api/orders/{id}/events/{event}/letter", id, String(event.sequence));
  const act = useAct(
    order,
    () => send("POST", url, { version }),
    `The letter to ${email} is on its way again.`,
    () => {},
  );
  return (
    <>
      <Button
        tone="quiet"
        pending={act.pending}
        onClick={act.run}
        aria-label={`Send the letter again: ${eventWord(event.kind)}`}
        className="-ml-2 px-2! text-muted"
      >
        Send the letter again
      </Button>
      <Told className="text-danger">{act.problem}</Told>
    </>
  );
}

function NoteForm({ order }: { order: DeskOrderView }) {
  const [draft, setDraft] = useState({ text: "", public: false });
  const [tried, setTried] = useState(false);
  const { id, version } = order.order;
  const wrong = tried ? checkNote(draft) : undefined;
  const url = to("/desk/api/orders/{id}/notes", id);
  const told = draft.public
    ? `The note is written. ${letterText(order, "order_noted", "The buyer gets it by mail.")}`
    : "The note is written.";
  const act = useAct(
    order,
    () => send("POST", url, { version, draft }),
    told,
    () => {
      setDraft({ text: "", public: false });
      setTried(false);
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!act.pending && !checkNote(draft)) act.run();
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-2 border-line border-b px-3 py-2.5">
      <TextArea
        label="Note"
        rows={2}
        value={draft.text}
        error={wrong?.message}
        onChange={(event) => setDraft({ ...draft, text: event.target.value })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Tick
          label={`The buyer reads it too${isSent(order, "order_noted") ? ", and gets it by mail" : ". This brand sends no letter of it"}`}
          checked={draft.public}
          onChange={(event) => setDraft({ ...draft, public: event.target.checked })}
        />
        <Button type="submit" pending={act.pending} className="ml-auto">
          Write the note
        </Button>
      </div>
      <Told className="text-danger">{act.problem}</Told>
    </form>
  );
}
