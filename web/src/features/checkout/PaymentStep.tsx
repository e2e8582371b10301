// Second step: how it is paid. Today by purchase order.
import { type CheckoutView, checkPayment, type PaymentDraft } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../app/paths";
import { useRulesForm } from "../../rules/use-rules-form";
import { useText } from "../../text/texts";
import { Button, ButtonLink } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import { savePayment } from "./api";
import { FormAlert } from "./FormAlert";
import { showRefusal } from "./form-errors";
import { StepHeading } from "./StepHeading";
import { stepPaths } from "./steps";

export function PaymentStep({ checkout }: { checkout: CheckoutView }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const text = useText();
  const [refusal, setRefusal] = useState("");
  const form = useRulesForm<PaymentDraft>(
    "payment",
    checkPayment,
    checkout.payment ?? { poNumber: "", poFileName: "" },
  );
  const { errors, isSubmitting, submitCount } = form.formState;

  async function save(draft: PaymentDraft): Promise<void> {
    setRefusal("");
    try {
      const saved = await savePayment(client, draft);
      await navigate(stepPaths[saved.step]);
    } catch (failure) {
      setRefusal(showRefusal(failure, form, form.fields));
    }
  }

  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(save)(event)} aria-busy={isSubmitting}>
      <StepHeading>Payment</StepHeading>
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
        <Button type="submit" tone="action" size="large" pending={isSubmitting}>
          Review Order
        </Button>
      </div>
    </form>
  );
}
