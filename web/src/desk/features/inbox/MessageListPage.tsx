// What people wrote to the store: forms and change requests. What is shown of them is in the address.
import { Link, useNavigate, useSearchParams } from "../../../ui/router";
import { asking, inboxUrl, type MessageRowView, to } from "../../shared/endpoints";
import { useDesk } from "../../shared/queries";
import { useRows } from "../../shared/rows";
import { useBrandsOf } from "../../shared/session";
import { BrandMark } from "../../ui/BrandMark";
import { Choice } from "../../ui/Controls";
import { Moment } from "../../ui/Moment";
import { Failed, ListEnds, Page, RowShapes, State } from "../../ui/Page";
import { messageDots, messageKinds, messageStates } from "./words";

const names = ["kind", "status", "site", "assignee", "after"] as const;
type Ask = Record<string, string>;

export function MessageListPage() {
  const [search] = useSearchParams();
  const ask: Ask = Object.fromEntries(
    names.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? ""]] : [])),
  );
  const kind = ask.kind ?? "form";
  const list = useDesk(asking(to("/desk/api/messages"), { ...ask, kind }), { keep: true });
  const counts = useDesk(inboxUrl, { staleTime: 15_000 });
  const rows = useRows();
  const place = (changed: Ask) => asking("/messages", { ...ask, after: "", ...changed });
  const waiting = kind === "form" ? counts.data?.forms : counts.data?.changeRequests;
  return (
    <Page
      title={messageKinds[kind] ?? "Messages"}
      beside={
        <p aria-live="polite" className="text-muted">
          {waiting ? `${waiting.text} waiting` : ""}
        </p>
      }
    >
      <Filters ask={ask} kind={kind} place={place} />
      {list.error ? <Failed error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <RowShapes rows={12} /> : null}
      {list.data?.messages.length === 0 && !list.error ? <Empty kind={kind} status={ask.status ?? "open"} /> : null}
      {list.data && list.data.messages.length > 0 && !list.error ? (
        <>
          <Messages ref={rows} messages={list.data.messages} />
          <ListEnds
            first={ask.after ? place({}) : undefined}
            next={list.data.next ? place({ after: list.data.next }) : undefined}
            more="Older messages"
            end="These are the oldest of this list."
          />
        </>
      ) : null}
    </Page>
  );
}

interface FiltersProps {
  ask: Ask;
  kind: string;
  place: (changed: Ask) => string;
}

function Filters({ ask, kind, place }: FiltersProps) {
  const navigate = useNavigate();
  const brands = useBrandsOf("inbox.view");
  const choose = (changed: Ask) => navigate(place(changed));
  return (
    <form
      aria-label="Filters"
      onSubmit={(event) => event.preventDefault()}
      className="mb-3 flex flex-wrap items-end gap-2"
    >
      <Choice
        label="What"
        choices={Object.entries(messageKinds).map(([code, name]) => ({ code, name }))}
        value={kind}
        onChange={(event) => choose({ kind: event.target.value, status: "" })}
        fieldClassName="w-44"
      />
      <Choice
        label="State"
        choices={Object.entries(messageStates)
          .filter(([code]) => code !== "declined" || kind === "change_request")
          .map(([code, name]) => ({ code, name }))}
        value={ask.status ?? "open"}
        onChange={(event) => choose({ status: event.target.value })}
        fieldClassName="w-40"
      />
      <Choice
        label="Looked after by"
        none="Anybody"
        choices={[{ code: "me", name: "Me" }]}
        value={ask.assignee ?? ""}
        onChange={(event) => choose({ assignee: event.target.value })}
        fieldClassName="w-40"
      />
      {brands.length > 1 ? (
        <Choice
          label="Brand"
          none="Any"
          choices={brands.map(({ site, name }) => ({ code: site, name }))}
          value={ask.site ?? ""}
          onChange={(event) => choose({ site: event.target.value })}
          fieldClassName="w-44"
        />
      ) : null}
    </form>
  );
}

function Empty({ kind, status }: { kind: string; status: string }) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-3 py-16 text-center">
      <p className="font-semibold text-base">{status === "open" ? "Everybody has an answer" : "Nothing is here"}</p>
      <p className="text-muted">
        {kind === "form"
          ? "What people send with the contact form and other forms of the storefront waits here until somebody answers it."
          : "When a customer asks to have sold to, bill to or payer changed, it waits here until somebody has done it."}
      </p>
    </div>
  );
}

function Messages({ messages, ref }: { messages: readonly MessageRowView[]; ref: React.Ref<HTMLTableSectionElement> }) {
  const navigate = useNavigate();
  return (
    <div className="-mx-4 overflow-x-auto md:-mx-6">
      <table className="desk-table desk-cards">
        <caption className="sr-only">Messages, the newest first</caption>
        <thead>
          <tr>
            <th scope="col" className="pl-4! md:pl-6!">
              About
            </th>
            <th scope="col">What was written</th>
            <th scope="col">From</th>
            <th scope="col">State</th>
            <th scope="col">Looked after by</th>
            <th scope="col" className="pr-4! md:pr-6!">
              Sent
            </th>
          </tr>
        </thead>
        <tbody ref={ref}>
          {messages.map((message) => (
            <tr
              key={message.id}
              onClick={(event) => {
                if (!(event.target as Element).closest("a")) navigate(`/messages/${message.id}`);
              }}
              className="cursor-pointer focus-within:bg-primary-soft hover:bg-alt"
            >
              <td className="pl-4! md:pl-6!">
                <span className="flex items-center gap-2">
                  <BrandMark site={message.site} />
                  <Link
                    data-row
                    to={`/messages/${message.id}`}
                    className="inline-flex min-h-6 items-center whitespace-nowrap"
                  >
                    {message.title}
                  </Link>
                </span>
              </td>
              <td className="card-line max-w-72 truncate text-muted 2xl:max-w-96">{message.excerpt}</td>
              <td className="max-w-60 truncate">{message.email}</td>
              <td>
                <State dot={messageDots[message.status] ?? "bg-dot-over"}>
                  {messageStates[message.status] ?? message.status}
                </State>
              </td>
              <td data-head="Looked after by" className="whitespace-nowrap">
                {message.assignee || <span className="text-muted">Nobody</span>}
              </td>
              <td className="whitespace-nowrap pr-4! md:pr-6!">
                <Moment at={message.sentAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
