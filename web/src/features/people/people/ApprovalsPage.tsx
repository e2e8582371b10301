// Orders of one's business units that wait for approval, and those decided last: approved, or declined with a note.
import type { ApprovalsView, ApprovalView, OrderView } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { AccountPage, AccountShape } from "../../../shared/account-page";
import { ApiError } from "../../../shared/client";
import { apiUrls } from "../../../shared/endpoints";
import { sentenceOf } from "../../../shared/failures";
import { paths } from "../../../shared/paths";
import { useApi } from "../../../shared/queries";
import { useFieldMessage } from "../../../shared/text/field-messages";
import { Anchor } from "../../../ui/Anchor";
import { Button } from "../../../ui/Button";
import { TextAreaField } from "../../../ui/Field";
import { EmptyState, ErrorState } from "../../../ui/States";
import { CompactCards } from "../../buying/cart/CompactCards";
import { SummaryRows } from "../../buying/cart/OrderSummary";
import { OrderFacts } from "../../buying/orders/OrderFacts";
import { Banner } from "../account/AuthCard";
import { decideOrder } from "./api";

const when = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const decided = { waiting: "Waiting for approval", approved: "Approved", declined: "Declined" } as const;

export function ApprovalsPage() {
  const { data, error, refetch } = useApi(apiUrls.approvals, { staleTime: 0 });
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
  const waiting = orders.filter(({ decision }) => decision === "waiting");
  const done = orders.filter(({ decision }) => decision !== "waiting");

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
          {waiting.map((approval) => (
            <li key={approval.order.id} className="rounded-brand border border-line p-5">
              <Whose approval={approval} />
              <What order={approval.order} />
              <OpenAndPrint order={approval.order} />
              {approval.order.own ? (
                <p className="mt-4 text-muted">This is your own order. Somebody else has to approve it.</p>
              ) : (
                <Decide order={approval.order} onDecided={onDecided} />
              )}
            </li>
          ))}
        </ul>
      )}
      {done.length > 0 ? (
        <>
          <h2 className="heading-case mt-10 text-2xl">Decided</h2>
          <ul aria-label="Decided orders" className="mt-4 grid gap-4">
            {done.map((approval) => (
              <li key={approval.order.id} className="rounded-brand border border-line p-5">
                <Whose approval={approval} />
                {approval.note ? <p className="mt-3 whitespace-pre-line wrap-anywhere">“{approval.note}”</p> : null}
                {/* Nothing is to be decided by it any more. */}
                <details className="mt-2">
                  <summary className="min-h-11 cursor-pointer py-2 underline underline-offset-4">
                    Items ({approval.order.totalLineItemQuantity}), {approval.order.summary.total.text}
                  </summary>
                  <What order={approval.order} />
                </details>
                <OpenAndPrint order={approval.order} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

function Whose({ approval: { order, buyer, unit, decision } }: { approval: ApprovalView }) {
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h3 className="font-semibold text-lg">Order {order.number}</h3>
        <span className="rounded-full bg-alt px-3 py-1 text-sm">{decided[decision]}</span>
      </div>
      <p className="mt-1 wrap-anywhere text-muted">
        {buyer} ({order.email}) for {unit}, {when.format(new Date(order.placedAt))}
      </p>
    </>
  );
}

/** Everything the decision is about: what, where to, at which price. */
function What({ order }: { order: OrderView }) {
  return (
    <>
      <div className="mt-3">
        <OrderFacts order={order} />
      </div>
      <div className="mt-3 grid items-start gap-x-8 gap-y-4 lg:grid-cols-[1fr_18rem]">
        <div className="min-w-0">
          <h4 className="font-semibold">Items ({order.totalLineItemQuantity})</h4>
          <CompactCards cards={order.items} label={`Items of order ${order.number}`} atMost={8} />
        </div>
        <SummaryRows summary={order.summary} />
      </div>
    </>
  );
}

function OpenAndPrint({ order }: { order: OrderView }) {
  return (
    <p className="mt-3">
      <Anchor href={paths.order(order.id)} className="inline-block py-1 underline underline-offset-4 hover:text-accent">
        Open and print
        <span className="sr-only"> order {order.number}</span>
      </Anchor>
    </p>
  );
}

function Decide({ order, onDecided }: { order: OrderView; onDecided: (sentence: string) => void }) {
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
      await decideOrder(client, order.id, decision, note, order.summary.total.text);
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
        const sentence = other ? messageOf(other) : sentenceOf(failure);
        // It may have another total by now, or be decided: then this form goes, and what it would say with it.
        await client.invalidateQueries({ queryKey: [apiUrls.approvals] });
        const now = client.getQueryData<ApprovalsView>([apiUrls.approvals]);
        const found = now?.orders.find((approval) => approval.order.id === order.id);
        if (found?.decision !== "waiting") {
          const fate = found ? `was ${found.decision} in the meantime` : "does not wait any more";
          onDecided(`Order ${order.number} ${fate}: your decision was not taken.`);
          return;
        }
        setRefusal(sentence);
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
