// A placed order at /order?id=…, for whoever placed it, decides about it or holds its link; on paper a proof sheet to
// sign. Without an id: the active cart (cart §2).
import type { BuyerNoteView, OrderApprovalView, OrderView } from "@fieldhouse/rules";
import clsx from "clsx";
import { lazy, type ReactNode, Suspense } from "react";
import { PageHead } from "../../../shared/head";
import { paths } from "../../../shared/paths";
import { SaveAsList } from "../../../shared/save-as-list";
import { useShell } from "../../../shared/site";
import { Anchor } from "../../../ui/Anchor";
import { Button, ButtonLink } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { Navigate, useSearchParams } from "../../../ui/router";
import { LoadingShape, Skeleton } from "../../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../../ui/States";
import { CompactCards } from "../cart/CompactCards";
import { SummaryRows } from "../cart/OrderSummary";
import { Arrivals } from "./Arrivals";
import { useOrder } from "./api";
import { CancelOrder } from "./CancelOrder";
import { Credits } from "./Credits";
import { OrderFacts } from "./OrderFacts";
import { ProofSheet } from "./ProofSheet";
import { PutIntoCart } from "./PutIntoCart";

/** Loaded when somebody orders again. */
const Reorder = lazy(() => import("./Reorder"));

export default function OrderPage() {
  const [params] = useSearchParams();
  const ids = params.getAll("id");
  const [id = ""] = ids;
  // Two ids are nobody's: which one is meant is not guessed (R05).
  if (ids.length > 1) return <NoOrder />;
  const signature = params.get("key") ?? "";
  if (id === "") return <Navigate to={paths.cart} replace />;
  if (!params.has("again")) return <Order id={id} signature={signature} />;
  return (
    <Suspense fallback={<OrderShape />}>
      <Reorder id={id} signature={signature} />
    </Suspense>
  );
}

function Order({ id, signature }: { id: string; signature: string }) {
  const { data: order, error, isPaused, refetch } = useOrder(id, signature);
  if (order) {
    return <PlacedOrder order={order} signature={signature} onStale={() => void refetch()} />;
  }
  if (order === null) return <NoOrder />;
  return (
    <div className="page-width py-6">
      <PageHead title="Order" noIndex />
      {error || isPaused ? (
        <ErrorState error={error ?? { status: 0 }} level={1} onRetry={() => void refetch()} />
      ) : (
        <OrderShape />
      )}
    </div>
  );
}

function OrderShape() {
  return (
    <LoadingShape label="Loading your order">
      <Skeleton className="h-12 w-96 max-w-full" />
      <Skeleton className="mt-6 h-40" />
      <Skeleton className="mt-4 h-72" />
    </LoadingShape>
  );
}

function NoOrder() {
  return (
    <div className="page-width py-6">
      <PageHead title="Order not found" noIndex />
      <EmptyState
        level={1}
        title="We cannot find this order"
        actions={
          <>
            <ButtonLink href={paths.orderLookUp} tone="action">
              Find Your Order
            </ButtonLink>
            <ButtonLink href={paths.home} tone="outline">
              Back To Shopping
            </ButtonLink>
          </>
        }
      >
        <p>
          Please open it by the link in its letter, or find it by its number and your email. With an account, sign in
          first.
        </p>
      </EmptyState>
    </div>
  );
}

const when = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short" });

/** For how long after it was placed its buyer is thanked, in milliseconds: later an order is looked up by its number. */
const thankedFor = 24 * 60 * 60 * 1000;

/** What the buyer reads above the number, for orders that did not simply go their way. */
const titles: Partial<Record<OrderView["lifecycle"], string>> = {
  declined: "Your order was declined",
  cancelled: "Your order was canceled",
};

interface PlacedOrderProps {
  order: OrderView;
  /** Of the link it was opened by, or empty. */
  signature: string;
  /** Somebody else changed it. */
  onStale: () => void;
}

function PlacedOrder({ order, signature, onStale }: PlacedOrderProps) {
  const placed = new Date(order.placedAt);
  // Who decides about an order is neither thanked for it nor told what became of theirs.
  const buyers = order.own || signature !== "";
  const number = `Order ${order.number}`;
  const thanks = Date.now() - placed.getTime() < thankedFor ? "Thank you for your order" : number;
  const { brand } = useShell();
  const { lifecycle } = order;
  const ended = lifecycle === "declined" || lifecycle === "cancelled";
  const held = order.onHold && !ended;
  const toBuyer = titles[lifecycle] ?? (held ? "Your order is on hold" : thanks);
  const title = buyers ? toBuyer : number;
  const delayed = order.shipments.some(({ state }) => state === "exception");
  const well = !ended && !held && !delayed;
  return (
    <div className="page-width max-w-5xl pt-6 pb-16 print:p-0">
      {/* On paper there is no header to tell whose order this is. */}
      <p className="heading hidden text-2xl print:mb-4 print:block">{brand.name}</p>
      <PageHead title={number} noIndex />
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        {/* An email, a name or a reason may be one long word. */}
        <div className="wrap-anywhere min-w-0">
          <p className={`flex items-center gap-2 font-semibold ${ended ? "text-danger" : well ? "text-good" : ""}`}>
            <Icon name={well && lifecycle !== "awaiting_approval" ? "check" : "info"} className="size-5" />
            {order.status}
          </p>
          <h1 className="mt-1 text-4xl md:text-5xl">{title}</h1>
          <p className="mt-3 max-w-prose">
            Order <strong>{order.number}</strong> was placed{" "}
            <time dateTime={order.placedAt}>{when.format(placed)}</time>. News about it goes to{" "}
            <strong>{order.email}</strong>.
          </p>
          {order.placedByText ? <p className="mt-3 font-medium">{order.placedByText}</p> : null}
          {order.letterNote ? <p className="mt-3 max-w-prose">{order.letterNote}</p> : null}
          {lifecycle === "cancelled" ? <Canceled order={order} /> : null}
          {held ? (
            <Box>
              Something has to be settled before it goes on. We will be in touch at {order.email}. Nothing of it is
              lost.
            </Box>
          ) : null}
          {order.approval && (order.approval.decision !== "waiting" || lifecycle === "awaiting_approval") ? (
            <Approval approval={order.approval} freed={freedOf(order)} buyers={buyers} />
          ) : null}
          {lifecycle === "declined" && order.own ? <PutIntoCart order={order} /> : null}
        </div>
        <div className="flex flex-wrap gap-3 print:hidden">
          {lifecycle === "declined" ? null : (
            <>
              <ButtonLink href={paths.orderAgain(order.id, signature)} tone="outline">
                Order Again
              </ButtonLink>
              <ButtonLink href={paths.newSeason(order.id, signature)} tone="outline">
                New Season
              </ButtonLink>
              <SaveAsList order={order.id} />
            </>
          )}
          <Button tone="outline" onClick={() => window.print()}>
            Print
          </Button>
          <ButtonLink href={paths.home} tone={lifecycle === "declined" ? "outline" : "action"}>
            Back To Shopping
          </ButtonLink>
          {order.own ? <CancelOrder order={order} signature={signature} onStale={onStale} /> : null}
        </div>
      </div>
      <div className="mt-8">
        <OrderFacts order={order} />
      </div>
      <Notes notes={order.notes} />
      <Credits order={order} signature={signature} />
      <Arrivals order={order} />
      <ul aria-label="Documents" className="mt-3 flex flex-wrap gap-x-6 print:hidden">
        {order.documents.map(({ kind, label }) => (
          <li key={kind}>
            <Anchor newTab href={paths.orderPaper(order.id, kind, signature)} className={onPaper}>
              {label} (PDF)
            </Anchor>
          </li>
        ))}
        {order.lines.length > 0 ? (
          <li>
            <a href={paths.orderLines(order.id, signature)} download className={onPaper}>
              Download all lines (CSV)
            </a>
          </li>
        ) : null}
      </ul>
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[1fr_22rem] print:block">
        <section>
          <h2 className="heading-case text-2xl">Items ({order.totalLineItemQuantity})</h2>
          <CompactCards
            cards={order.items}
            label="Items of this order"
            atMost={Number.POSITIVE_INFINITY}
            listedOnPaper
          />
        </section>
        <section className="rounded-brand-lg bg-alt p-6 print:bg-transparent print:p-0">
          <h2 className="heading-case text-2xl">Order Summary</h2>
          <div className="mt-3">
            <SummaryRows summary={order.summary} />
            <AfterChanges sums={order.afterChanges} />
          </div>
        </section>
      </div>
      <ProofSheet order={order} />
    </div>
  );
}

/** What was canceled or credited since, and what the order comes to after that. */
function AfterChanges({ sums }: { sums: OrderView["afterChanges"] }) {
  if (sums.length === 0) return null;
  return (
    <dl aria-label="After changes" className="mt-3 border-line border-t pt-2">
      {sums.map(({ label, text }) => (
        <div
          key={label}
          className={clsx("grid grid-cols-[1fr_auto] gap-x-4 py-1", label.startsWith("Total") && "font-bold")}
        >
          <dt>{label}</dt>
          <dd className="text-right tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A link to what is kept or printed. */
const onPaper = "inline-flex min-h-11 items-center underline underline-offset-4";

function Box({ children }: { children: ReactNode }) {
  return <div className="mt-3 max-w-prose rounded-brand border border-line bg-alt px-4 py-3">{children}</div>;
}

/** What becomes of the certificates of an order that ended before it was paid. */
const freedOf = ({ certificates }: OrderView) =>
  certificates.length > 0 ? " Its gift certificates can be used again." : "";

function Canceled({ order }: { order: OrderView }) {
  return <Box>Nothing of it will be sent, and nothing is charged.{freedOf(order)}</Box>;
}

/** What the store wrote to the buyer. */
function Notes({ notes }: { notes: readonly BuyerNoteView[] }) {
  const { brand } = useShell();
  if (notes.length === 0) return null;
  return (
    <section aria-label="Notes" className="mt-8">
      <h2 className="heading-case text-2xl">From {brand.name}</h2>
      <ul className="mt-2 space-y-3">
        {notes.map((note) => (
          <li key={note.at + note.text} className="max-w-prose break-inside-avoid border-line border-l-2 pl-4">
            <time dateTime={note.at} className="text-muted text-sm">
              {when.format(new Date(note.at))}
            </time>
            <p className="whitespace-pre-line wrap-anywhere">{note.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ApprovalProps {
  approval: OrderApprovalView;
  freed: string;
  /** Its buyer reads it, not somebody of the business unit. */
  buyers: boolean;
}

/** What somebody else of the business unit has to say about it. */
function Approval({ approval: { decision, unit, note }, freed, buyers }: ApprovalProps) {
  return (
    <Box>
      {decision === "waiting" ? (
        <p>Somebody of {unit} has to approve it first. Nothing is charged and nothing is sent before.</p>
      ) : null}
      {decision === "waiting" && !buyers ? (
        <p className="mt-1 print:hidden">
          <Anchor href={paths.approvals} className="inline-block py-1 underline underline-offset-4 hover:text-accent">
            Back to the approvals
          </Anchor>
        </p>
      ) : null}
      {decision === "declined" ? <p>Nothing is charged.{freed}</p> : null}
      {decision === "approved" ? <p>It was approved by {unit}.</p> : null}
      {note ? <p className="mt-1 whitespace-pre-line wrap-anywhere">“{note}”</p> : null}
    </Box>
  );
}
