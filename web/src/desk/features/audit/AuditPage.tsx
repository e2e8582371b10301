// What was done by whom: everybody's acts for who may read them, one's own for all others. Filters and place are in the
// address.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "../../../ui/router";
import { useToast } from "../../../ui/Toast";
import { sentenceOf, take } from "../../shared/client";
import { asking, type EntryView, to } from "../../shared/endpoints";
import { useDesk } from "../../shared/queries";
import { brandName, useMay } from "../../shared/session";
import { Button, ButtonLink } from "../../ui/Button";
import { Input } from "../../ui/Controls";
import { Moment } from "../../ui/Moment";
import { Failed, ListEnds, Nothing, Page, RowShapes } from "../../ui/Page";

const names = ["action", "subjectKind", "subjectId", "actor", "day", "before"] as const;

/** A day of whoever looks, as the moments between which it lies; nothing for what is none. */
function between(day: string | undefined): { from?: string; to?: string } {
  const [year, month, date] = (day ?? "").split("-").map(Number);
  if (!year || !month || !date) return {};
  return { from: String(+new Date(year, month - 1, date)), to: String(+new Date(year, month - 1, date + 1)) };
}

export function AuditPage() {
  const [search] = useSearchParams();
  const may = useMay();
  const say = useToast();
  const ask = Object.fromEntries(names.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? ""]] : [])));
  const { day, ...wanted } = ask;
  const log = useDesk(asking(to("/desk/api/audit"), { ...wanted, ...between(day) }), { keep: true });
  const taken = useMutation({
    mutationFn: () => take(to("/desk/api/audit/export"), "audit.jsonl"),
    onSuccess: () => say("The whole log is in your downloads. That you took it is written down in it.", "good"),
    onError: (failure) => say(sentenceOf(failure), "danger"),
  });
  const place = (changed: Record<string, string>) => asking("/audit", { ...ask, before: "", ...changed });
  return (
    <Page
      title="Audit"
      beside={
        <p className="text-muted">{may("audit.view") ? "Everybody's acts" : "Your own acts"}, the newest first</p>
      }
      acts={
        may("audit.export") ? (
          <Button pending={taken.isPending} onClick={() => taken.mutate()}>
            Export all of it
          </Button>
        ) : null
      }
    >
      <Filters key={search.toString()} ask={ask} place={place} />
      {log.error ? <Failed error={log.error} onRetry={() => void log.refetch()} /> : null}
      {log.isPending ? <RowShapes rows={20} /> : null}
      {log.data?.entries.length === 0 ? <Nothing>Nothing was done that is like that.</Nothing> : null}
      {log.data && log.data.entries.length > 0 ? (
        <>
          <Entries entries={log.data.entries} place={place} />
          <ListEnds
            first={ask.before ? place({}) : undefined}
            next={log.data.next ? place({ before: String(log.data.next) }) : undefined}
            more="Older acts"
          />
        </>
      ) : null}
    </Page>
  );
}

type Place = (changed: Record<string, string>) => string;

function Filters({ ask, place }: { ask: Record<string, string>; place: Place }) {
  const navigate = useNavigate();
  const [action, setAction] = useState(ask.action ?? "");
  const [day, setDay] = useState(ask.day ?? "");
  const narrowed = names.some((name) => name !== "before" && ask[name]);
  return (
    <form
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault();
        navigate(place({ action: action.trim(), day }));
      }}
      className="mb-3 flex flex-wrap items-end gap-2"
    >
      <Input
        label="What was done"
        placeholder="order.held"
        value={action}
        onChange={(event) => setAction(event.target.value)}
        fieldClassName="w-56"
        className="font-mono text-[12px]"
      />
      <Input
        label="On the day"
        type="date"
        value={day}
        onChange={(event) => setDay(event.target.value)}
        fieldClassName="w-40"
      />
      <Button type="submit">Filter</Button>
      {narrowed ? (
        <ButtonLink tone="quiet" href="/audit">
          All acts
        </ButtonLink>
      ) : null}
    </form>
  );
}

function Entries({ entries, place }: { entries: readonly EntryView[]; place: Place }) {
  return (
    <div className="-mx-4 overflow-x-auto md:-mx-6">
      <table className="desk-table desk-cards">
        <caption className="sr-only">Acts, the newest first</caption>
        <thead>
          <tr>
            {["When", "Who", "What", "To what", "Brand", "From", "What changed"].map((name) => (
              <th key={name} scope="col" className="first:pl-4! md:first:pl-6!">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.seq} className="align-top hover:bg-alt [&>td]:py-2">
              <td className="whitespace-nowrap pl-4! md:pl-6!">
                <Moment at={entry.at} />
              </td>
              <td className="whitespace-nowrap">
                {entry.actorId ? (
                  <Link to={place({ actor: entry.actorId })} className="underline underline-offset-2">
                    {entry.actorName || entry.actorKind}
                  </Link>
                ) : (
                  entry.actorName || entry.actorKind
                )}
              </td>
              <td className="font-mono text-[12px]">{entry.action}</td>
              <td className="whitespace-nowrap">
                <Subject entry={entry} place={place} />
              </td>
              <td className="whitespace-nowrap text-muted">{entry.site ? brandName(entry.site) : ""}</td>
              <td className="whitespace-nowrap text-muted">{entry.network}</td>
              <td className="card-line max-w-xl">
                {entry.reason ? <p>{entry.reason}</p> : null}
                <Change entry={entry} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Subject({ entry, place }: { entry: EntryView; place: Place }) {
  const { subjectKind, subjectId, after } = entry;
  const told = after as { number?: string } | null;
  if (subjectKind === "order") {
    return (
      <Link to={`/orders/${subjectId}`} className="font-mono text-[12px] underline underline-offset-2">
        {told?.number ?? "order"}
      </Link>
    );
  }
  return (
    <Link to={place({ subjectKind, subjectId })} className="underline underline-offset-2">
      {subjectKind}
    </Link>
  );
}

/** Values that became others, field by field; a list or an object as it is written. */
export function changesOf(before: unknown, after: unknown): { field: string; from: string; to: string }[] {
  const fields = (value: unknown) =>
    value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};
  const [one, other] = [fields(before), fields(after)];
  const text = (value: unknown) =>
    value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .map((field) => ({ field, from: text(one[field]), to: text(other[field]) }))
    .filter(({ from, to: into }) => from !== into);
}

function Change({ entry }: { entry: EntryView }) {
  const changes = changesOf(entry.before, entry.after);
  if (changes.length === 0) return null;
  return (
    <details>
      <summary className="min-h-6 cursor-pointer text-muted underline underline-offset-2">
        {changes.map(({ field }) => field).join(", ")}
      </summary>
      <dl className="grid gap-1 py-1">
        {changes.map(({ field, from, to: into }) => (
          <div key={field} className="break-all">
            <dt className="inline text-muted">{field}: </dt>
            <dd className="inline font-mono text-[12px]">
              {from ? `${from} → ` : ""}
              {into || "nothing"}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
