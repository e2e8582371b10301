// Last step: everything once more, and placing the order exactly once whatever the line does meanwhile.
import type { CheckoutView, PlaceOrderDraft } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ApiError } from "../../../shared/client";
import { sentenceOf } from "../../../shared/failures";
import { PageHead } from "../../../shared/head";
import { paths } from "../../../shared/paths";
import { Anchor } from "../../../ui/Anchor";
import { Button } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { useNavigate } from "../../../ui/router";
import { CompactCards } from "../cart/CompactCards";
import { SummaryPanel } from "../cart/SummaryPanel";
import { CertificateList } from "../certificates/CertificateList";
import { linesOf } from "../certificates/held";
import { AddressLines } from "./AddressLines";
import { forgetCart, placeOrder, refreshCheckout } from "./api";
import { placementKey } from "./placement-key";
import { StepHeading } from "./StepHeading";
import { StepList } from "./StepList";

interface Notice {
  text: string;
  /** A guest gave the e-mail of somebody whose orders need approval. */
  signIn?: boolean;
  /** The total before and after, when that is the news. */
  difference?: { before: string; after: string };
  /** Names of the parts that say something else than before. */
  changed?: string[];
}

const changedMeanwhile = "Your order was changed since you opened this page. Please check it, then place the order.";

function difference(before: CheckoutView, after: CheckoutView): Pick<Notice, "difference" | "changed"> {
  const texts = { before: before.summary.total.text, after: after.summary.total.text };
  const marks = new Set(before.reviewed.map((part) => part.mark));
  const parts = after.reviewed.filter((part) => !marks.has(part.mark)).map((part) => part.name);
  // Other items cost something else.
  const changed = parts.filter((name) => name !== "Prices" || !parts.includes("Items"));
  return { ...(texts.before === texts.after ? {} : { difference: texts }), changed };
}

export function ReviewStep({ checkout }: { checkout: CheckoutView }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [placing, setPlacing] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  const noticeBox = useRef<HTMLDivElement>(null);

  // Another window changed the cart while this one was looked at: nothing changes here without a word.
  const seen = useRef(checkout);
  useEffect(() => {
    const before = seen.current;
    seen.current = checkout;
    const news = difference(before, checkout);
    if (
      before.cartVersion === checkout.cartVersion &&
      before.totalCents === checkout.totalCents &&
      !news.changed?.length
    )
      return;
    setNotice({ text: changedMeanwhile, ...news });
  }, [checkout]);

  async function place(): Promise<void> {
    const draft: PlaceOrderDraft = {
      cartId: checkout.cartId,
      cartVersion: checkout.cartVersion,
      totalCents: checkout.totalCents,
      reviewed: checkout.reviewed.map((part) => part.mark),
    };
    setPlacing(true);
    setNotice(null);
    try {
      const order = await placeOrder(client, draft, placementKey(draft));
      await navigate(paths.order(order.id), { replace: true });
    } catch (failure) {
      setPlacing(false);
      await refused(failure);
    }
  }

  async function refused(failure: unknown): Promise<void> {
    if (failure instanceof ApiError && failure.code === "already_placed" && failure.orderId) {
      forgetCart(client);
      await navigate(paths.order(failure.orderId), { replace: true });
      return;
    }
    const found = await explain(failure);
    setNotice(found);
    noticeBox.current?.focus();
  }

  async function explain(failure: unknown): Promise<Notice> {
    if (!(failure instanceof ApiError)) return { text: sentenceOf(failure) };
    if (failure.status === 0 || failure.status >= 500) {
      return {
        text: "We could not confirm your order yet. Please press Place Order again: it will be placed only once.",
      };
    }
    const fresh = await refreshCheckout(client).catch(() => null);
    // What is told here need not be told again.
    if (fresh) seen.current = fresh;
    if (failure.code === "total_changed" && fresh) {
      return {
        text: "The total of your order changed. Please check it, then place the order at the new total.",
        ...difference(checkout, fresh),
      };
    }
    if (failure.code === "cart_changed" || failure.code === "review_changed") {
      return {
        text: changedMeanwhile,
        ...(fresh ? difference(checkout, fresh) : {}),
      };
    }
    if (failure.errors.some((error) => error.code === "order_sign_in_first")) {
      return { text: sentenceOf(failure), signIn: true };
    }
    const another = fresh && fresh.totalCents !== checkout.totalCents;
    return { text: sentenceOf(failure), ...(another ? difference(checkout, fresh) : {}) };
  }

  const { shipping, payment, buying, approval } = checkout;
  const certificates = linesOf(checkout.paymentInfo, checkout.grossCents);
  const method = checkout.methods.find((candidate) => candidate.key === shipping?.method);
  return (
    <div className="page-width pt-6 pb-12 lg:pb-16">
      <PageHead title="Review - Checkout" noIndex />
      <StepList current="review" unfinished={checkout.step} />
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,782px)_20rem] xl:grid-cols-[minmax(0,782px)_minmax(26rem,34rem)] lg:justify-between">
        <div className="min-w-0">
          <StepHeading>Review your order</StepHeading>
          <div ref={noticeBox} role="alert" tabIndex={-1} className="outline-none">
            {notice ? <NoticeBox notice={notice} /> : null}
          </div>
          {approval ? <ApprovalNote text={approval.text} /> : null}
          {buying && buying.choices.length > 0 ? (
            <div className="mt-6">
              <Part title="Order for" edit={paths.checkoutShipping} editLabel="Edit for whom you order">
                <p>{buying.name}</p>
              </Part>
            </div>
          ) : null}
          <div className="mt-6 grid gap-4 md:grid-cols-2">
            {shipping ? (
              <Part title="Ship to" edit={paths.checkoutShipping} editLabel="Edit shipping">
                <AddressLines address={shipping.address} />
                <p className="mt-2 text-muted">{shipping.email}</p>
              </Part>
            ) : null}
            <div className="grid min-w-0 gap-4">
              <Part title="Shipping method" edit={paths.checkoutShipping} editLabel="Edit shipping method">
                <p>{method?.label}</p>
                {shipping?.instructions ? (
                  <p className="mt-1 whitespace-pre-line text-muted">{shipping.instructions}</p>
                ) : null}
              </Part>
              {payment || certificates.length > 0 ? (
                <Part title="Payment" edit={paths.checkoutPayment} editLabel="Edit payment">
                  {payment && checkout.paymentNeeded ? <p>Purchase order {payment.poNumber}</p> : null}
                  {payment?.poFileName && checkout.paymentNeeded ? (
                    <p className="text-muted">{payment.poFileName}</p>
                  ) : null}
                  <CertificateList lines={certificates} />
                </Part>
              ) : null}
            </div>
          </div>
          <div className="mt-4">
            <Part title={`Items (${checkout.totalLineItemQuantity})`} edit={paths.cart} editLabel="Edit cart">
              <CompactCards cards={checkout.items} label="Items of your order" atMost={Number.POSITIVE_INFINITY} />
            </Part>
          </div>
        </div>
        <SummaryPanel
          summary={checkout.summary}
          busy={placing}
          action={
            <Button tone="action" size="large" wide pending={placing} onClick={() => void place()}>
              Place Order
            </Button>
          }
        />
      </div>
    </div>
  );
}

/** Said before the order is placed, by the rule that decides when it is. */
function ApprovalNote({ text }: { text: string }) {
  return (
    <section
      aria-label="Approval"
      className="mt-6 flex items-start gap-3 rounded-brand border border-line bg-alt px-4 py-3"
    >
      <Icon name="info" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        <p className="font-semibold">This order will wait for approval</p>
        <p className="mt-1">{text}</p>
      </div>
    </section>
  );
}

function NoticeBox({ notice }: { notice: Notice }) {
  return (
    <div className="mt-4 flex items-start gap-3 rounded-brand border border-danger bg-danger-soft px-4 py-3">
      <Icon name="attention" className="mt-0.5 size-5 text-danger" />
      <div>
        <p className="font-medium text-danger">{notice.text}</p>
        {notice.signIn ? (
          <Anchor href={paths.signInFor(paths.checkoutReview)} className="mt-1 inline-block py-1 underline">
            Sign in
          </Anchor>
        ) : null}
        {notice.changed?.length ? <p className="mt-1">Changed: {notice.changed.join(", ")}</p> : null}
        {notice.difference ? (
          <p className="mt-1 tabular-nums">
            <span className="sr-only">Before </span>
            <s className="text-muted">{notice.difference.before}</s> <span className="sr-only">now </span>
            <strong>{notice.difference.after}</strong>
          </p>
        ) : null}
      </div>
    </div>
  );
}

function Part(props: { title: string; edit: string; editLabel: string; children: ReactNode }) {
  return (
    <section className="min-w-0 rounded-brand border border-line p-4">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="heading-case text-xl">{props.title}</h2>
        <Anchor
          href={props.edit}
          aria-label={props.editLabel}
          className="py-1 underline underline-offset-4 hover:text-accent"
        >
          Edit
        </Anchor>
      </div>
      <div className="wrap-anywhere mt-2">{props.children}</div>
    </section>
  );
}
