// Home: what waits. Each queue with what came last, and its whole list one press away.
import type { ReactNode } from "react";
import { Link } from "../../../ui/router";
import { useActive } from "../../shared/active";
import { asking, inboxUrl, jobsUrl, queuesUrl, salesLinesUrl, to } from "../../shared/endpoints";
import { useDesk } from "../../shared/queries";
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
      {may("inbox.view") || may("jobs.retry") ? (
        <ul className="mt-4 grid gap-1">
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
  const rows = data
    ? [
        { to: "/messages", waiting: data.forms, what: "message" },
        { to: "/messages?kind=change_request", waiting: data.changeRequests, what: "change request" },
      ]
    : [];
  return rows.map(({ to: place, waiting: { text }, what }) =>
    text === "0" ? null : (
      <Waiting key={place} to={place}>
        {text} {text === "1" ? `${what} waits` : `${what}s wait`} for an answer
      </Waiting>
    ),
  );
}

/** What was given up and waits for somebody. */
function Parked() {
  const active = useActive();
  const { data } = useDesk(jobsUrl, { refetchInterval: active ? 60_000 : false });
  const parked = data?.counts.find(({ state }) => state === "parked")?.jobs ?? 0;
  return parked === 0 ? null : (
    <Waiting to="/jobs">{count(parked, "letter or message", "letters and messages")} did not go out</Waiting>
  );
}

function Waiting({ to: place, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={place} className="inline-flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
        <State dot="bg-dot-hold">
          <span className="underline underline-offset-2">{children}</span>
        </State>
      </Link>
    </li>
  );
}

function Queues() {
  const active = useActive();
  const { data, error, refetch } = useDesk(queuesUrl, { refetchInterval: active ? 30_000 : false });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  const queue = (key: (typeof work)[number]) => data?.queues.find((row) => row.queue === key);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2">
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
              <Link to={`/orders/${order.id}`} className="flex min-h-9 items-center gap-3 px-3 hover:bg-alt">
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
