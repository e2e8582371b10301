// A cart that somebody shared, to read, and to copy to one's own (/cart/shared/{token}).
import type { CopiedCartView, SharedCartView } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { newIdempotencyKey } from "../../../shared/client";
import { sentenceOf } from "../../../shared/failures";
import { PageHead } from "../../../shared/head";
import { paths } from "../../../shared/paths";
import { Button, ButtonLink } from "../../../ui/Button";
import { FieldError } from "../../../ui/Field";
import { useParams } from "../../../ui/router";
import { LoadingShape, Skeleton } from "../../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../../ui/States";
import { trackAddToCart } from "../cart/analytics";
import { CompactCards } from "../cart/CompactCards";
import { addedOf, CopiedLines } from "../cart/CopiedLines";
import { SummaryRows } from "../cart/OrderSummary";
import { copyShared, useSharedCart } from "./api";

export default function SharedCartPage() {
  const { token = "" } = useParams();
  const { data: shared, error, isPaused, refetch } = useSharedCart(token);
  return (
    <div className="page-width pt-6 pb-12 lg:pb-16">
      <PageHead title="Shared Cart" noIndex />
      {shared ? (
        <Shared token={token} shared={shared} />
      ) : shared === null ? (
        <EmptyState
          level={1}
          icon="cart"
          title="This link shows no cart"
          actions={
            <ButtonLink href={paths.home} tone="action">
              Back To Shopping
            </ButtonLink>
          }
        >
          <p>It may have expired, or its owner may have stopped sharing. Please ask for a new link.</p>
        </EmptyState>
      ) : error || isPaused ? (
        <ErrorState error={error ?? { status: 0 }} level={1} onRetry={() => void refetch()} />
      ) : (
        <LoadingShape label="Loading the shared cart">
          <Skeleton className="h-11 w-72" />
          <Skeleton className="mt-6 h-72" />
        </LoadingShape>
      )}
    </div>
  );
}

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });

function Shared({ token, shared }: { token: string; shared: SharedCartView }) {
  const client = useQueryClient();
  /** One intent is one key: asked again after a lost answer, nothing is added twice. */
  const key = useRef("");
  const [copied, setCopied] = useState<CopiedCartView | null>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState("");

  async function copy(): Promise<void> {
    if (key.current === "") key.current = newIdempotencyKey();
    setPending(true);
    setProblem("");
    try {
      const done = await copyShared(client, token, key.current);
      key.current = "";
      setCopied(done);
      if (done.change) {
        const added = addedOf(shared.items, done.leftOut).flatMap((card) => card.lineItems);
        trackAddToCart(added, done.change.cards);
      }
    } catch (failure) {
      setProblem(sentenceOf(failure));
    }
    setPending(false);
  }

  return (
    <>
      <h1 className="text-4xl md:text-5xl">Shared Cart ({shared.totalLineItemQuantity})</h1>
      <p className="mt-2 text-muted">
        As it was on <time dateTime={shared.sharedAt}>{day.format(new Date(shared.sharedAt))}</time>, at your prices of
        today.
        {shared.withTexts ? "" : " Names and numbers of players are not shown."}
      </p>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,782px)_20rem] lg:justify-between">
        <CompactCards cards={shared.items} label="Items of this cart" />
        <section aria-label="Order Summary" className="rounded-brand-lg bg-alt p-6 print:bg-transparent print:p-0">
          <h2 className="heading-case text-2xl">Order Summary</h2>
          <div className="mt-3">
            <SummaryRows summary={shared.summary} />
          </div>
          <Button
            tone="action"
            size="large"
            wide
            className="mt-5 print:hidden"
            pending={pending}
            onClick={() => void copy()}
          >
            Copy to my cart
          </Button>
          <div role="alert" className="mt-2">
            <FieldError error={problem || undefined} />
          </div>
          <div role="status">{copied ? <CopiedLines copied={copied} /> : null}</div>
        </section>
      </div>
    </>
  );
}
