// Home: what waits. Each queue with what came last, and its whole list one press away.
import type { ReactNode } from "react";
import { Link } from "../../../ui/router";
import { useActive } from "../../shared/active";
import { asking, inboxUrl, jobsUrl, queuesUrl, salesLinesUrl, to } from "../../shared/endpoints";
import { useDesk } from "../../shared/queries";
import { useRows } from "../../shared/rows";
import { brandName, useMay } from "../../shared/session";
import { count, queueDots, queueTeaching } from "../../shared/words";
import { BrandMark } from "../../ui/BrandMark";
import { Moment } from "../../ui/Moment";
import { Failed, Nothing, Page, Part, RowShapes, State } from "../../ui/Page";

/** Rows of a queue at home: what came last. */
const few = 5;

/** The queues in which somebody at the desk has something to do. */
const work = ["on_hold", "to_release", "to_pick", "to_ship"] as const;

export function HomePage() {
  const may = useMay();
  return (
    <Page title="Queues">
      {may("orders.view") ? (
        <Queues />
      ) : (
        <p className="text-muted">Your roles show no orders. What they show stands on the left.</p>
      )}
      {may("orders.view") || may("inbox.view") || may("jobs.retry") ? (
        <ul className="mt-4 grid gap-1">
          {may("orders.view") ? <OfOrders /> : null}
          {may("inbox.view") ? <Inbox /> : null}
          {may("jobs.retry") ? <Parked /> : null}
        </ul>
      ) : null}
      {may("amounts.view") ? <Sales /> : null}
    </Page>
  );
}

/** What was sold, a line a brand. */
function Sales() {
  const active = useActive();
  const { data, error, refetch } = useDesk(salesLinesUrl, { refetchInterval: active ? 60_000 : false });
  return (
    <div className="mt-4">
      <Part
        id="sales"
        title="Sales"
        acts={
          <Link to="/reports" className="inline-flex min-h-8 items-center underline underline-offset-2">
            Open <span className="sr-only">reports</span>
          </Link>
        }
      >
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
        {data || error ? null : <RowShapes rows={4} />}
        <ul>
          {data?.lines.map(({ site, text }) => (
            <li key={site} className="border-line border-b px-3 py-2 last:border-b-0 sm:flex sm:gap-3">
              <span className="flex w-44 shrink-0 items-center gap-2">
                <BrandMark site={site} />
                {brandName(site)}
              </span>
              <span className="text-muted">{text}</span>
            </li>
          ))}
        </ul>
      </Part>
    </div>
  );
}

/** What people wrote and nobody has answered. */
function Inbox() {
  const active = useActive();
  const { data } = useDesk(inboxUrl, { refetchInterval: active ? 60_000 : false });
  return (
    <>
      <Counted
        to="/messages"
        text={data?.forms.text}
        one="message waits for an answer"
        many="messages wait for an answer"
      />
      <Counted
        to="/messages?kind=change_request"
        text={data?.changeRequests.text}
        one="change request waits for an answer"
        many="change requests wait for an answer"
      />
    </>
  );
}

/** What orders wait for that is in no queue of the house. */
function OfOrders() {
  const active = useActive();
  const { data } = useDesk(queuesUrl, { refetchInterval: active ? 30_000 : false });
  return (
    <>
      <Counted
        to="/orders?queue=awaiting_approval"
        text={data?.queues.find(({ queue }) => queue === "awaiting_approval")?.text}
        one="order waits for its unit's approval"
        many="orders wait for their unit's approval"
      />
      <Counted
        to="/orders?waits=credit"
        text={data?.credits.text}
        one="order has a credit that waits for a second person"
        many="orders have a credit that waits for a second person"
      />
      <Counted
        to="/orders?waits=edit"
        text={data?.edits.text}
        one="order has an edit that is kept for later"
        many="orders have an edit that is kept for later"
      />
    </>
  );
}

/** What was given up, or held, and waits for somebody. */
function Parked() {
  const active = useActive();
  const { data } = useDesk(jobsUrl, { refetchInterval: active ? 60_000 : false });
  const text = (of: string) => data?.counts.find(({ state }) => state === of)?.jobs.toLocaleString("en-US");
  return (
    <>
      <Counted
        to="/jobs"
        text={text("parked")}
        one="letter or message did not go out"
        many="letters and messages did not go out"
      />
      <Counted
        to="/jobs?state=held"
        text={text("held")}
        one="letter is kept for a mailbox that is full"
        many="letters are kept for mailboxes that are full"
      />
    </>
  );
}

interface CountedProps {
  to: string;
  /** How many; nothing while it is not known. */
  text: string | undefined;
  /** What is said of one, and of more. */
  one: string;
  many: string;
}

/** A line for what there is. */
function Counted({ to: place, text = "0", one, many }: CountedProps) {
  if (text === "0") return null;
  return (
    <Waiting to={place}>
      {text} {text === "1" ? one : many}
    </Waiting>
  );
}

function Waiting({ to: place, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={place} className="inline-flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
        <State dot="bg-dot-hold" className="max-sm:whitespace-normal">
          <span className="underline underline-offset-2">{children}</span>
        </State>
      </Link>
    </li>
  );
}

function Queues() {
  const active = useActive();
  const rows = useRows<HTMLDivElement>();
  const { data, error, refetch } = useDesk(queuesUrl, { refetchInterval: active ? 30_000 : false });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  const queue = (key: (typeof work)[number]) => data?.queues.find((row) => row.queue === key);
  return (
    <div ref={rows} className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2">
      {data && data.late.orders.count > 0 ? (
        <p className="flex flex-wrap items-center gap-2 rounded-brand bg-warn-soft px-3 py-2 xl:col-span-full">
          <span className="font-semibold text-warn">{data.late.text} late</span>
          <span>Placed more than a week ago, and something of them is still outstanding.</span>
          <Link to="/orders?queue=late" className="ml-auto font-medium underline underline-offset-2">
            Show them
          </Link>
        </p>
      ) : null}
      {data && data.due.orders.count > 0 ? (
        <p className="flex flex-wrap items-center gap-2 rounded-brand bg-alt px-3 py-2 xl:col-span-full">
          <span className="font-semibold">{data.due.text} to look at again</span>
          <span>On hold, and the day is there that somebody noted.</span>
          <Link to="/orders?queue=on_hold&due=yes" className="ml-auto font-medium underline underline-offset-2">
            Show them<span className="sr-only"> that are to be looked at again</span>
          </Link>
        </p>
      ) : null}
      {work.map((key) => (
        <Queue key={key} queue={key} label={queue(key)?.label} text={queue(key)?.text} />
      ))}
    </div>
  );
}

interface QueueProps {
  queue: (typeof work)[number];
  label: string | undefined;
  text: string | undefined;
}

function Queue({ queue, label, text }: QueueProps) {
  const { data, error, refetch } = useDesk(asking(to("/desk/api/orders"), { queue }));
  const address = `/orders?queue=${queue}`;
  return (
    <Part
      id={`queue-${queue}`}
      title={label ?? ""}
      acts={
        <Link to={address} className="inline-flex min-h-8 items-center gap-2">
          <State dot={queueDots[queue]}>
            <span className="text-muted">{text ?? ""}</span>
          </State>
          <span className="underline underline-offset-2">
            Open <span className="sr-only">{label}</span>
          </span>
        </Link>
      }
    >
      <div className="min-h-[184px]">
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
        {data || error ? null : <RowShapes rows={few} />}
        {data?.orders.length === 0 ? <Nothing>{queueTeaching[queue]}</Nothing> : null}
        <ul>
          {data?.orders.slice(0, few).map((order) => (
            <li key={order.id} className="border-line border-b last:border-b-0">
              <Link data-row to={`/orders/${order.id}`} className="flex min-h-9 items-center gap-3 px-3 hover:bg-alt">
                <BrandMark site={order.site} />
                <span className="font-mono text-[12px]">{order.number}</span>
                <span className="min-w-0 flex-1 truncate">{order.unit || order.shipTo}</span>
                <span className="text-muted max-sm:hidden">{count(order.outstanding, "piece")}</span>
                <Moment at={order.placedAt} className="w-28 text-right text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </Part>
  );
}
