// An article's stock: how it stands, what is on its way, and what happened to it.
import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Link, useParams } from "../../../ui/router";
import { read } from "../../shared/client";
import { asking, type StockEntryView, type StockView } from "../../shared/endpoints";
import { useDesk } from "../../shared/queries";
import { count } from "../../shared/words";
import { BrandMark } from "../../ui/BrandMark";
import { Button } from "../../ui/Button";
import { Moment } from "../../ui/Moment";
import { Failed, Nothing, Page, Part, RowShapes, State } from "../../ui/Page";
import type { Open } from "./StockWindows";
import { stockUrl } from "./use-stock-act";
import { signed, standing, stockKinds } from "./words";

/** With the rules of stock. */
const OpenWindow = lazy(() => import("./StockWindows").then((windows) => ({ default: windows.OpenWindow })));

export function StockPage() {
  const { sku: asked = "" } = useParams();
  const { data, error, refetch } = useDesk(stockUrl(asked));
  const [open, setOpen] = useState<Open | undefined>();
  if (!data) {
    return (
      <Page title="Stock">
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <RowShapes rows={8} />}
      </Page>
    );
  }
  const { article } = data;
  const { dot, word } = standing(article);
  return (
    <Page
      title={article.sku}
      beside={
        <>
          {data.sites.map((site) => (
            <BrandMark key={site} site={site} />
          ))}
          <span>{article.name}</span>
          <State dot={dot}>{word}</State>
        </>
      }
      acts={data.adjustable ? <Acts counted={article.counted} onOpen={(act) => setOpen({ act })} /> : null}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-4">
          {article.counted ? <Numbers stock={data} /> : <Uncounted adjustable={data.adjustable} />}
          {article.counted ? <Incoming stock={data} onOpen={setOpen} /> : null}
        </div>
        <Past key={data.entries[0]?.seq} stock={data} asked={asked} />
      </div>
      {open ? (
        <Suspense>
          <OpenWindow open={open} stock={data} asked={asked} onClose={() => setOpen(undefined)} />
        </Suspense>
      ) : null}
    </Page>
  );
}

function Acts({ counted, onOpen }: { counted: boolean; onOpen: (act: "count" | "adjust" | "end" | "expect") => void }) {
  if (!counted) {
    return (
      <Button tone="action" onClick={() => onOpen("count")}>
        Count
      </Button>
    );
  }
  return (
    <>
      <Button onClick={() => onOpen("end")}>Count it no more</Button>
      <Button onClick={() => onOpen("expect")}>On its way</Button>
      <Button onClick={() => onOpen("adjust")}>Correct</Button>
      <Button tone="action" onClick={() => onOpen("count")}>
        Count
      </Button>
    </>
  );
}

function Uncounted({ adjustable }: { adjustable: boolean }) {
  return (
    <Part id="numbers" title="Not counted here">
      <p className="px-3 py-3 text-muted">
        It can be bought as it was imported.
        {adjustable ? " With your first count its stock is your own: no more is sold than you have." : ""}
      </p>
    </Part>
  );
}

function Numbers({ stock: { article } }: { stock: StockView }) {
  const rows: [string, number, string][] = [
    ["Available", article.available, "can be promised"],
    ["On hand", article.onHand, "in the house"],
    ["Promised", article.reserved, "orders wait for them"],
    ["Low at", article.lowAt, "listed as low with so many left"],
  ];
  return (
    <Part id="numbers" title="How it stands">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 px-3 py-3 md:grid-cols-4">
        {rows.map(([name, pieces, about]) => (
          <div key={name}>
            <dt className="text-[12px] text-muted">{name}</dt>
            <dd className="font-semibold text-lg tabular-nums">{pieces.toLocaleString("en-US")}</dd>
            <dd className="text-[12px] text-muted">{about}</dd>
          </div>
        ))}
      </dl>
      {article.missing > 0 ? (
        <p className="border-line border-t px-3 py-2 text-danger">
          {count(article.missing, "piece")} that orders wait for {article.missing === 1 ? "is" : "are"} not there. Count
          again, expect more, or cancel.
        </p>
      ) : null}
    </Part>
  );
}

function Incoming({ stock, onOpen }: { stock: StockView; onOpen: (open: Open) => void }) {
  return (
    <Part id="incoming" title="On its way">
      {stock.incoming.length === 0 ? <Nothing>Nothing is on its way.</Nothing> : null}
      <ul>
        {stock.incoming.map((delivery) => {
          const what = `${count(delivery.left, "piece")} on ${delivery.expected}`;
          return (
            <li
              key={delivery.id}
              className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-line px-3 py-1.5 not-first:border-t"
            >
              <span>
                {what}
                {delivery.late ? <span className="text-danger"> · late</span> : null}
              </span>
              <span className="text-muted">
                {delivery.received > 0 ? `${delivery.received} of ${delivery.quantity} came. ` : ""}
                {delivery.reference}
              </span>
              {stock.adjustable ? (
                <span className="ml-auto inline-flex gap-1">
                  <Button aria-label={`Receive ${what}`} onClick={() => onOpen({ act: "receive", delivery })}>
                    Receive
                  </Button>
                  <Button
                    tone="quiet"
                    aria-label={`Will not come: ${what}`}
                    onClick={() => onOpen({ act: "withdraw", delivery })}
                  >
                    Will not come
                  </Button>
                </span>
              ) : null}
            </li>
          );
        })}
      </ul>
    </Part>
  );
}

function Past({ stock, asked }: { stock: StockView; asked: string }) {
  const older = useInfiniteQuery({
    queryKey: ["stock entries", asked, stock.before],
    queryFn: ({ pageParam, signal }) => read(asking(stockUrl(asked), { before: pageParam }), signal),
    initialPageParam: stock.before ?? 0,
    getNextPageParam: (view) => view.before ?? undefined,
    enabled: false,
  });
  const entries = [...stock.entries, ...(older.data?.pages.flatMap((view) => view.entries) ?? [])];
  const hasOlder = older.data ? older.hasNextPage : Boolean(stock.before);
  return (
    <Part id="past" title="What happened">
      {entries.length === 0 ? <Nothing>Nobody counted it yet.</Nothing> : null}
      <ol className="px-3 py-2">
        {entries.map((entry) => (
          <Entry key={entry.seq} entry={entry} />
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

function Entry({ entry }: { entry: StockEntryView }) {
  const moved = [["on hand", entry.onHand] as const, ["promised", entry.reserved] as const].filter(
    ([, pieces]) => pieces !== 0,
  );
  return (
    <li className="relative border-line border-l py-1.5 pl-4 before:absolute before:top-3 before:-left-1 before:size-2 before:rounded-full before:bg-dot-over">
      <p>
        {count(entry.quantity, "piece")} {stockKinds[entry.kind]}
        {entry.by ? ` by ${entry.by}` : ""} <Moment at={entry.at} className="text-muted" />
      </p>
      <p className="text-muted">
        {[entry.reason, entry.note].filter(Boolean).join(". ")}
        {entry.orderNumber ? (
          <Link to={`/orders/${entry.orderId}`} className="inline-flex min-h-6 items-center">
            {entry.orderNumber}
          </Link>
        ) : null}
        {moved.length > 0 ? (
          <span className="ml-2 tabular-nums first:ml-0">
            {moved.map(([what, pieces]) => `${signed(pieces)} ${what}`).join(", ")}
          </span>
        ) : null}
      </p>
    </li>
  );
}
