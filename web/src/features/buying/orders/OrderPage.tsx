// A placed order at /order?id=…, for whoever placed it, decides about it or holds its link; on paper a proof sheet to
// sign. Without an id: the active cart (cart §2).
import type { OrderApprovalView, OrderView } from "@fieldhouse/rules";
import { Navigate, useSearchParams } from "react-router";
import { PageHead } from "../../../shared/head";
import { paths } from "../../../shared/paths";
import { useShell } from "../../../shared/site";
import { Button, ButtonLink } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { LoadingShape, Skeleton } from "../../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../../ui/States";
import { CompactCards } from "../cart/CompactCards";
import { SummaryRows } from "../cart/OrderSummary";
import { useOrder } from "./api";
import { OrderFacts } from "./OrderFacts";
import { ProofSheet } from "./ProofSheet";
import { PutIntoCart } from "./PutIntoCart";

export default function OrderPage() {
  const [params] = useSearchParams();
  const ids = params.getAll("id");
  const [id = ""] = ids;
  // Two ids are nobody's: which one is meant is not guessed (R05).
  if (ids.length > 1) return <NoOrder />;
  return id === "" ? <Navigate to={paths.cart} replace /> : <Order id={id} signature={params.get("key") ?? ""} />;
}

function Order({ id, signature }: { id: string; signature: string }) {
  const { data: order, error, isPaused, refetch } = useOrder(id, signature);
  if (order) return <PlacedOrder order={order} thanked={order.own || signature !== ""} />;
  if (order === null) return <NoOrder />;
  return (
    <div className="page-width py-6">
      <PageHead title="Order" noIndex />
      {error || isPaused ? (
        <ErrorState error={error ?? { status: 0 }} level={1} onRetry={() => void refetch()} />
      ) : (
        <LoadingShape label="Loading your order">
          <Skeleton className="h-12 w-96 max-w-full" />
          <Skeleton className="mt-6 h-40" />
          <Skeleton className="mt-4 h-72" />
        </LoadingShape>
      )}
    </div>
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

/** Who decides about an order is not thanked for it. */
function PlacedOrder({ order, thanked }: { order: OrderView; thanked: boolean }) {
  const placed = new Date(order.placedAt);
  const { brand } = useShell();
  const decision = order.approval?.decision;
  const declined = decision === "declined";
  const toBuyer = declined ? "Your order was declined" : "Thank you for your order";
  const title = thanked ? toBuyer : `Order ${order.number}`;
  return (
    <div className="page-width max-w-5xl pt-6 pb-16 print:p-0">
      {/* On paper there is no header to tell whose order this is. */}
      <p className="heading hidden text-2xl print:mb-4 print:block">{brand.name}</p>
      <PageHead title={`Order ${order.number}`} noIndex />
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div>
          <p className={`flex items-center gap-2 font-semibold ${declined ? "text-danger" : "text-good"}`}>
            <Icon name={decision === undefined || decision === "approved" ? "check" : "info"} className="size-5" />
            {order.status}
          </p>
          <h1 className="mt-1 text-4xl md:text-5xl">{title}</h1>
          <p className="mt-3 max-w-prose">
            Order <strong>{order.number}</strong> was placed{" "}
            <time dateTime={order.placedAt}>{when.format(placed)}</time>. News about it goes to{" "}
            <strong className="break-words">{order.email}</strong>.
          </p>
          {order.letterNote ? <p className="mt-3 max-w-prose">{order.letterNote}</p> : null}
          {order.approval ? <Approval approval={order.approval} /> : null}
          {declined && order.own ? <PutIntoCart order={order} /> : null}
        </div>
        <div className="flex gap-3 print:hidden">
          <Button tone="outline" onClick={() => window.print()}>
            Print
          </Button>
          <ButtonLink href={paths.home} tone={declined ? "outline" : "action"}>
            Back To Shopping
          </ButtonLink>
        </div>
      </div>
      <div className="mt-8">
        <OrderFacts order={order} />
      </div>
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
          </div>
        </section>
      </div>
      <ProofSheet order={order} />
    </div>
  );
}

/** What somebody else of the business unit has to say about it. */
function Approval({ approval: { decision, unit, note } }: { approval: OrderApprovalView }) {
  return (
    <div className="mt-3 max-w-prose rounded-brand border border-line bg-alt px-4 py-3">
      {decision === "waiting" ? (
        <p>Somebody of {unit} has to approve it first. Nothing is charged and nothing is sent before.</p>
      ) : null}
      {decision === "declined" ? <p>Nothing is charged. Its gift certificates can be used again.</p> : null}
      {decision === "approved" ? <p>It was approved by {unit}.</p> : null}
      {note ? <p className="mt-1 whitespace-pre-line break-words">“{note}”</p> : null}
    </div>
  );
}
