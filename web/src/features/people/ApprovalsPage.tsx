// Orders of one's business units that wait for approval, and those decided last: approved, or declined with a note.
import type { ApprovalsView, ApprovalView } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError } from "../../api/client";
import { useApi } from "../../api/queries";
import { apiUrls } from "../../api/urls";
import { useFieldMessage } from "../../text/field-messages";
import { Button } from "../../ui/Button";
import { TextAreaField } from "../../ui/Field";
import { EmptyState, ErrorState } from "../../ui/States";
import { AccountPage, AccountShape } from "../account/AccountArea";
import { Banner } from "../account/AuthCard";
import { sentenceOf } from "../cart/api";
import { decideOrder } from "./api";

const when = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const decided = { waiting: "Waiting for approval", approved: "Approved", declined: "Declined" } as const;

export function ApprovalsPage() {
  const { data, error, refetch } = useApi<ApprovalsView>(apiUrls.approvals, { staleTime: 0 });
  return (
    <AccountPage title="Approvals">
      {data ? (
        <Orders orders={data.orders} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <AccountShape />
      )}
    </AccountPage>
  );
}

function Orders({ orders }: { orders: ApprovalView[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [said, setSaid] = useState("");
  const waiting = orders.filter((order) => order.decision === "waiting");
  const done = orders.filter((order) => order.decision !== "waiting");

  function onDecided(sentence: string): void {
    setSaid(sentence);
    // The order that was decided about has moved down.
    heading.current?.focus();
  }

  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="heading-case mt-6 text-2xl outline-none">
        Waiting
      </h2>
      <div role="status" className="mt-2 font-medium empty:hidden">
        {said}
      </div>
      {waiting.length === 0 ? (
        <EmptyState icon="check" title="Nothing waits for you" level={3}>
          Orders of your business units that need approval are listed here.
        </EmptyState>
      ) : (
        <ul aria-label="Orders that wait" className="mt-4 grid gap-4">
          {waiting.map((order) => (
            <li key={order.orderId} className="rounded-brand border border-line p-5">
              <OrderSummary order={order} />
              {order.own ? (
                <p className="mt-4 text-muted">This is your own order. Somebody else has to approve it.</p>
              ) : (
                <Decide order={order} onDecided={onDecided} />
              )}
            </li>
          ))}
        </ul>
      )}
      {done.length > 0 ? (
        <>
          <h2 className="heading-case mt-10 text-2xl">Decided</h2>
          <ul aria-label="Decided orders" className="mt-4 grid gap-4">
            {done.map((order) => (
              <li key={order.orderId} className="rounded-brand border border-line p-5">
                <OrderSummary order={order} />
                {order.note ? <p className="mt-3 whitespace-pre-line break-words">“{order.note}”</p> : null}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

function OrderSummary({ order }: { order: ApprovalView }) {
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h3 className="font-semibold text-lg">Order {order.number}</h3>
        <span className="rounded-full bg-alt px-3 py-1 text-sm">{decided[order.decision]}</span>
      </div>
      <p className="mt-1 break-words text-muted">
        {order.buyer} ({order.buyerEmail}) for {order.unit}, {when.format(new Date(order.placedAt))}
        {order.poNumber ? `, purchase order ${order.poNumber}` : null}
      </p>
      <ul
        aria-label={`Lines of order ${order.number}`}
        className="mt-3 divide-y divide-line border-line border-y text-sm"
      >
        {order.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a placed order never move
          <li key={index} className="flex justify-between gap-4 py-2">
            <span className="min-w-0 break-words">
              {line.quantity} × {line.name} <span className="text-muted">{line.sku}</span>
            </span>
            <span className="tabular-nums">{line.price}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 flex justify-between gap-4 font-semibold">
        <span>{order.pieces} pieces, in total</span>
        <span className="tabular-nums">{order.total}</span>
      </p>
    </>
  );
}

function Decide({ order, onDecided }: { order: ApprovalView; onDecided: (sentence: string) => void }) {
  const client = useQueryClient();
  const messageOf = useFieldMessage();
  const field = useRef<HTMLTextAreaElement>(null);
  const [note, setNote] = useState("");
  const [pending, setPending] = useState(false);
  const [broken, setBroken] = useState("");
  const [refusal, setRefusal] = useState("");

  async function decide(decision: "approved" | "declined"): Promise<void> {
    setPending(true);
    setBroken("");
    setRefusal("");
    try {
      await decideOrder(client, order.orderId, decision, note);
      onDecided(`Order ${order.number} was ${decision}.`);
      return;
    } catch (failure) {
      const errors = failure instanceof ApiError ? failure.errors : [];
      const atNote = errors.find((error) => error.field === "note");
      if (atNote) {
        setBroken(messageOf(atNote));
        field.current?.focus();
      } else {
        const [other] = errors;
        const conflict = failure instanceof ApiError && failure.status === 409 ? failure.message : undefined;
        setRefusal(other ? messageOf(other) : (conflict ?? sentenceOf(failure)));
      }
    }
    setPending(false);
  }

  return (
    <form noValidate aria-label={`Decide about order ${order.number}`} onSubmit={(event) => event.preventDefault()}>
      {refusal ? <Banner tone="danger">{refusal}</Banner> : null}
      <div className="mt-4">
        <TextAreaField
          ref={field}
          label="Note to the buyer"
          name="note"
          hint="Declining needs a reason."
          value={note}
          error={broken || undefined}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button tone="action" pending={pending} onClick={() => void decide("approved")}>
          Approve
          <span className="sr-only"> order {order.number}</span>
        </Button>
        <Button tone="outline" pending={pending} onClick={() => void decide("declined")}>
          Decline
          <span className="sr-only"> order {order.number}</span>
        </Button>
      </div>
    </form>
  );
}
