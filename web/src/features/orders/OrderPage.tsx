// A placed order at /order?id=…, for whoever placed it; printable. Without an id: the active cart (cart §2).
import type { OrderApprovalView, OrderView } from "@fieldhouse/rules";
import type { ReactNode } from "react";
import { Navigate, useSearchParams } from "react-router";
import { PageHead } from "../../app/head";
import { paths } from "../../app/paths";
import { useShell } from "../../app/site";
import { Button, ButtonLink } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { LoadingShape, Skeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { CompactCards } from "../cart/CompactCards";
import { SummaryRows } from "../cart/OrderSummary";
import { CertificateList } from "../certificates/CertificateList";
import { AddressLines } from "../checkout/AddressLines";
import { useOrder } from "./api";
import { PutIntoCart } from "./PutIntoCart";

export default function OrderPage() {
  const [params] = useSearchParams();
  const ids = params.getAll("id");
  const [id = ""] = ids;
  // Two ids are nobody's: which one is meant is not guessed (R05).
  if (ids.length > 1) return <NoOrder />;
  return id === "" ? <Navigate to={paths.cart} replace /> : <Order id={id} />;
}

function Order({ id }: { id: string }) {
  const { data: order, error, isPaused, refetch } = useOrder(id);
  if (order) return <PlacedOrder order={order} />;
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
          <ButtonLink href={paths.home} tone="action">
            Back To Shopping
          </ButtonLink>
        }
      >
        <p>Orders are shown only in the browser they were placed in. Please check the address.</p>
      </EmptyState>
    </div>
  );
}

const when = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short" });

function PlacedOrder({ order }: { order: OrderView }) {
  const placed = new Date(order.placedAt);
  const { brand } = useShell();
  const decision = order.approval?.decision;
  const declined = decision === "declined";
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
          <h1 className="mt-1 text-4xl md:text-5xl">
            {declined ? "Your order was declined" : "Thank you for your order"}
          </h1>
          <p className="mt-3 max-w-prose">
            Order <strong>{order.number}</strong> was placed{" "}
            <time dateTime={order.placedAt}>{when.format(placed)}</time>. News about it goes to{" "}
            <strong className="break-words">{order.email}</strong>.
          </p>
          {order.letterNote ? <p className="mt-3 max-w-prose">{order.letterNote}</p> : null}
          {order.approval ? <Approval approval={order.approval} /> : null}
          {declined ? <PutIntoCart order={order} /> : null}
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
      <dl className="mt-8 grid gap-x-8 gap-y-5 rounded-brand-lg bg-alt p-5 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] print:bg-transparent print:p-0">
        <Fact term="Order number">{order.number}</Fact>
        {order.poNumber ? <Fact term="Purchase order">{order.poNumber}</Fact> : null}
        {order.certificates.length > 0 ? (
          <Fact term="Gift certificates">
            <CertificateList lines={order.certificates} />
          </Fact>
        ) : null}
        {order.orderedFor ? <Fact term="Ordered for">{order.orderedFor}</Fact> : null}
        <Fact term="Ship to">
          <AddressLines address={order.shipTo} />
        </Fact>
        <Fact term="Shipping method">{order.shippingMethod}</Fact>
      </dl>
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[1fr_22rem]">
        <section>
          <h2 className="heading-case text-2xl">Items ({order.totalLineItemQuantity})</h2>
          <CompactCards cards={order.items} label="Items of this order" atMost={Number.POSITIVE_INFINITY} />
        </section>
        <section className="rounded-brand-lg bg-alt p-6 print:bg-transparent print:p-0">
          <h2 className="heading-case text-2xl">Order Summary</h2>
          <div className="mt-3">
            <SummaryRows summary={order.summary} />
          </div>
        </section>
      </div>
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

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold text-muted text-sm">{term}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  );
}
