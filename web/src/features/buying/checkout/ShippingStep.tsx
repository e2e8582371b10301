// First step: who and where to, and how it ships. Guests give an e-mail and an address (account §5).
import { type CheckoutView, formatCents, type ShippingDraft } from "@fieldhouse/rules";
import { checkShipping } from "@fieldhouse/rules/account";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { FormAlert } from "../../../shared/rules/FormAlert";
import { useRulesForm } from "../../../shared/rules/use-rules-form";
import { useSubmit } from "../../../shared/rules/use-submit";
import { useText } from "../../../shared/text/texts";
import { Button } from "../../../ui/Button";
import { RadioCard } from "../../../ui/Checkbox";
import { FieldError, TextAreaField, TextField } from "../../../ui/Field";
import { useNavigate } from "../../../ui/router";
import { useAddressCheck } from "../../people/addresses/use-address-check";
import { AddressFields } from "./AddressFields";
import { saveShipping } from "./api";
import { OrderFor, useBuyer } from "./OrderFor";
import { SavedAddresses, useIsOfBook } from "./SavedAddresses";
import { StepHeading } from "./StepHeading";
import { stepPaths } from "./steps";
import { forgetTyped, shippingToBegin, useKeepsTyped } from "./typed-shipping";

export function ShippingStep({ checkout }: { checkout: CheckoutView }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const text = useText();
  const methodKeys = checkout.methods.map((method) => method.key);
  const form = useRulesForm<ShippingDraft>(
    "shipping",
    (draft) => checkShipping(draft, methodKeys),
    useState(() => shippingToBegin(checkout))[0],
  );
  useKeepsTyped(form, checkout);
  const { errors, submitCount } = form.formState;
  const { check, dialog } = useAddressCheck();
  const isOfBook = useIsOfBook();
  const buyer = useBuyer(checkout.buying);
  const methodsHeading = useId();
  const methodError = useId();

  async function save(draft: ShippingDraft): Promise<void> {
    const address = isOfBook(draft.address) ? draft.address : await check(draft.address);
    if (address === null) return;
    form.setValue("address", address);
    const saved = await saveShipping(client, { ...draft, address });
    forgetTyped();
    await navigate(stepPaths[saved.step === "shipping" ? "payment" : saved.step]);
  }
  const { onSubmit, pending, refusal } = useSubmit(form, save);

  return (
    <form noValidate onSubmit={onSubmit} aria-busy={pending}>
      <StepHeading>Shipping</StepHeading>
      {dialog}
      <FormAlert count={submitCount > 0 ? countErrors(errors) : 0} refusal={refusal} />

      <OrderFor buyer={buyer} />

      <section className="mt-6">
        <h2 className="heading-case text-2xl">Contact</h2>
        <div className="mt-3">
          <TextField label="E-mail" hint={text("checkout.emailHint")} {...form.field("email")} />
        </div>
      </section>

      <section className="mt-8">
        <h2 className="heading-case text-2xl">Ship to</h2>
        <SavedAddresses form={form} onUnits={buyer.follow} />
        <AddressFields form={form} />
      </section>

      <section className="mt-8">
        <fieldset aria-describedby={errors.method ? methodError : undefined}>
          <legend id={methodsHeading} className="heading heading-case text-2xl">
            Shipping method
          </legend>
          <div className="mt-3 grid gap-3">
            {checkout.methods.map((method) => (
              <RadioCard
                key={method.key}
                value={method.key}
                label={method.label}
                aside={formatCents(method.cents)}
                {...form.register("method")}
              />
            ))}
          </div>
          <FieldError id={methodError} error={errors.method?.message} />
        </fieldset>
        <div className="mt-4">
          <TextAreaField label="Notes for the carrier (optional)" {...form.field("instructions")} />
        </div>
      </section>

      <Button type="submit" tone="action" size="large" className="mt-8 w-full sm:w-auto" pending={pending}>
        Continue To Payment
      </Button>
    </form>
  );
}

/** Messages anywhere in the tree of errors react-hook-form keeps. */
function countErrors(errors: object): number {
  return Object.values(errors).reduce<number>((count, entry: unknown) => {
    if (typeof entry !== "object" || entry === null) return count;
    return count + ("message" in entry && "type" in entry ? 1 : countErrors(entry));
  }, 0);
}
