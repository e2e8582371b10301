// The frame of checkout: guards the order of the steps, shows the step and the order summary beside it.
import type { CheckoutView } from "@fieldhouse/rules";
import { stepToShow } from "@fieldhouse/rules/account";
import { useEffect, useRef } from "react";
import { PageHead } from "../../../shared/head";
import { paths } from "../../../shared/paths";
import { Navigate, useParams } from "../../../ui/router";
import { LoadingShape, Skeleton } from "../../../ui/Skeleton";
import { ErrorState } from "../../../ui/States";
import { useToast } from "../../../ui/Toast";
import { useCartInStep } from "../cart/api";
import { CompactCards } from "../cart/CompactCards";
import { SummaryPanel } from "../cart/SummaryPanel";
import { useCheckout } from "./api";
import { PaymentStep } from "./PaymentStep";
import { ReviewStep } from "./ReviewStep";
import { useAwaitsBook } from "./SavedAddresses";
import { ShippingStep } from "./ShippingStep";
import { StepList } from "./StepList";
import { stepNames, stepPaths } from "./steps";

export default function CheckoutPage() {
  useCartInStep();
  const asked = useParams().step;
  const { data: checkout, error, isPaused, refetch } = useCheckout();
  const awaitsBook = useAwaitsBook(asked === "shipping");
  useSaysWhatBecame(checkout);

  if (checkout === undefined) {
    if (!error && !isPaused) return <CheckoutShape />;
    return (
      <div className="page-width py-6">
        <PageHead title="Checkout" noIndex />
        <ErrorState error={error ?? { status: 0 }} level={1} onRetry={() => void refetch()} />
      </div>
    );
  }
  // Without a cart, or with an empty one, there is nothing to check out.
  if (checkout === null || checkout.items.length === 0) return <Navigate to={paths.cart} replace />;
  const step = stepToShow(asked ?? "", checkout.step);
  if (step !== asked) return <Navigate to={stepPaths[step]} replace />;

  if (step === "review") return <ReviewStep checkout={checkout} />;
  if (awaitsBook) return <CheckoutShape />;
  return (
    <div className="page-width pt-6 pb-12 lg:pb-16">
      <PageHead title={`${stepNames[step]} - Checkout`} noIndex />
      <StepList current={step} unfinished={checkout.step} />
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,782px)_20rem] xl:grid-cols-[minmax(0,782px)_minmax(26rem,34rem)] lg:justify-between">
        {step === "shipping" ? <ShippingStep checkout={checkout} /> : <PaymentStep checkout={checkout} />}
        <SummaryPanel summary={checkout.summary}>
          <SummaryItems checkout={checkout} />
        </SummaryPanel>
      </div>
    </div>
  );
}

/** What was here a moment ago and is not any more was ordered or taken out elsewhere: whoever is led away hears why. */
function useSaysWhatBecame(checkout: CheckoutView | null | undefined): void {
  const toast = useToast();
  const had = useRef(false);
  useEffect(() => {
    if (checkout && checkout.items.length > 0) had.current = true;
    else if (checkout !== undefined && had.current) toast("Your cart was ordered or emptied in another window");
  }, [checkout, toast]);
}

/** What is ordered, beside the steps before the review. */
function SummaryItems({ checkout }: { checkout: CheckoutView }) {
  return (
    <section aria-label="Items" className="mt-5 border-line border-t pt-4">
      <h3 className="heading-case text-xl">Items ({checkout.totalLineItemQuantity})</h3>
      <div className="lg:max-h-[50dvh] lg:overflow-y-auto">
        <CompactCards cards={checkout.items} label="Items of your order" />
      </div>
    </section>
  );
}

function CheckoutShape() {
  return (
    <div className="page-width py-6">
      <PageHead title="Checkout" noIndex />
      <LoadingShape label="Loading checkout">
        <Skeleton className="h-11 w-80 max-w-full" />
        <div className="mt-6 grid gap-8 lg:grid-cols-[minmax(0,782px)_20rem] xl:grid-cols-[minmax(0,782px)_minmax(26rem,34rem)] lg:justify-between">
          <div className="grid gap-4">
            <Skeleton className="h-12 w-64" />
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
          </div>
          <Skeleton className="h-80" />
        </div>
      </LoadingShape>
    </div>
  );
}
