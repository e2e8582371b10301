// Second step: how it is paid: by gift certificates, and what they leave by purchase order.
import type { CheckoutView, PaymentDraft } from "@fieldhouse/rules";
import { checkPayment } from "@fieldhouse/rules/account";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { paths } from "../../../shared/paths";
import { FormAlert } from "../../../shared/rules/FormAlert";
import { useRulesForm } from "../../../shared/rules/use-rules-form";
import { useSubmit } from "../../../shared/rules/use-submit";
import { useText } from "../../../shared/text/texts";
import { Button, ButtonLink } from "../../../ui/Button";
import { TextField } from "../../../ui/Field";
import { useNavigate } from "../../../ui/router";
import { CertificateBox } from "../certificates/CertificateBox";
import { savePayment } from "./api";
import { StepHeading } from "./StepHeading";
import { stepPaths } from "./steps";

export function PaymentStep({ checkout }: { checkout: CheckoutView }) {
  const text = useText();
  const certificates = (
    <div className="mt-6 max-w-xl rounded-brand-lg border border-line p-4 empty:hidden">
      <CertificateBox paymentInfo={checkout.paymentInfo} totalCents={checkout.grossCents} />
    </div>
  );
  if (checkout.paymentNeeded) return <PurchaseOrder checkout={checkout}>{certificates}</PurchaseOrder>;
  return (
    <div>
      <StepHeading>Payment</StepHeading>
      {certificates}
      <p className="mt-6 max-w-prose font-medium">{text("checkout.paidByCertificates")}</p>
      <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row">
        <ButtonLink href={paths.checkoutShipping} tone="outline" size="large">
          Back To Shipping
        </ButtonLink>
        <ButtonLink href={paths.checkoutReview} tone="action" size="large">
          Review Order
        </ButtonLink>
      </div>
    </div>
  );
}

/** `children` is a form of its own and stands above this one. */
function PurchaseOrder({ checkout, children }: { checkout: CheckoutView; children: ReactNode }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const text = useText();
  const form = useRulesForm<PaymentDraft>(
    "payment",
    checkPayment,
    checkout.payment ?? { poNumber: "", poFileName: "" },
  );
  const { errors, submitCount } = form.formState;

  const { onSubmit, pending, refusal } = useSubmit(form, async (draft) => {
    const saved = await savePayment(client, draft);
    await navigate(stepPaths[saved.step]);
  });

  return (
    <div>
      <StepHeading>Payment</StepHeading>
      {children}
      <form noValidate onSubmit={onSubmit} aria-busy={pending}>
        <FormAlert count={submitCount > 0 ? Object.keys(errors).length : 0} refusal={refusal} />
        <section className="mt-6">
          <h2 className="heading-case text-2xl">Purchase order</h2>
          <p className="mt-1 text-muted">{text("checkout.poHelp")}</p>
          <div className="mt-4 grid max-w-xl gap-4">
            <TextField label="Purchase order number" {...form.field("poNumber")} />
            <TextField
              label="Name of the purchase order file (optional)"
              hint={text("checkout.poFileHint")}
              {...form.field("poFileName")}
            />
          </div>
        </section>
        <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row">
          <ButtonLink href={paths.checkoutShipping} tone="outline" size="large">
            Back To Shipping
          </ButtonLink>
          <Button type="submit" tone="action" size="large" pending={pending}>
            Review Order
          </Button>
        </div>
      </form>
    </div>
  );
}
