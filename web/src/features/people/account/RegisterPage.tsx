// Create account (account §2, §4): personal and login information, confirmation, the two special errors.
import type { AddressFormDraft, RegistrationDraft } from "@fieldhouse/rules";
import { checkRegistration, newRegistration } from "@fieldhouse/rules/account";
import { useState } from "react";
import { ApiError } from "../../../shared/client";
import { pushEvent } from "../../../shared/data-layer";
import { paths } from "../../../shared/paths";
import { type RulesForm, useRulesForm } from "../../../shared/rules/use-rules-form";
import { useSubmit } from "../../../shared/rules/use-submit";
import { useText } from "../../../shared/text/texts";
import { Anchor } from "../../../ui/Anchor";
import { Button, ButtonLink } from "../../../ui/Button";
import { Checkbox } from "../../../ui/Checkbox";
import { TextField } from "../../../ui/Field";
import { Select } from "../../../ui/Select";
import { useAddressCheck } from "../addresses/use-address-check";
import { AdditionalPhone } from "./AdditionalPhone";
import { AuthCard, Banner, Done } from "./AuthCard";
import { register } from "./api";
import { useClassifications } from "./classifications";
import { usePasswordVerdict, useVerdicts, withVerdict } from "./PasswordFields";
import { PlaceFields } from "./PlaceFields";

/** Words that make a password easily guessed. */
function aboutPerson({ email, firstName, lastName, company }: RegistrationDraft): string[] {
  return [email, firstName, lastName, company ?? ""];
}

export default function RegisterPage() {
  const text = useText();
  const [emailExists, setEmailExists] = useState(false);
  const [done, setDone] = useState(false);
  const classifications = useClassifications();
  const verdicts = useVerdicts();
  const form = useRulesForm<RegistrationDraft>(
    "registration",
    (draft) => withVerdict(checkRegistration(draft), verdicts, draft),
    newRegistration(),
  );
  usePasswordVerdict(form, verdicts, checkRegistration, aboutPerson);
  const { check, dialog } = useAddressCheck();
  // A registration has every field of an address form, at the same names.
  const place = form as unknown as RulesForm<AddressFormDraft>;

  async function send(draft: RegistrationDraft): Promise<void> {
    setEmailExists(false);
    const address = await check(draft);
    if (address === null) return;
    const { address: street, address2, city, state, zip } = address;
    const chosen = { address: street, address2, city, state, zip };
    // What was chosen stays, whatever becomes of the registration.
    for (const [name, value] of Object.entries(chosen)) form.setValue(name as keyof typeof chosen, value);
    await register({ ...draft, ...chosen });
    pushEvent({ event: "sign_up", method: "email" });
    setDone(true);
  }

  function explain(failure: unknown): string | undefined {
    const error = failure instanceof ApiError ? failure.error : "";
    const exists = error.startsWith("[0]");
    setEmailExists(exists);
    if (exists) return "";
    return error.startsWith("[1]") ? text("commonPassword") : undefined;
  }
  const { onSubmit, pending, refusal } = useSubmit(form, send, explain);

  if (done) {
    return (
      <Done title="Your account is ready" action={<ButtonLink href={paths.signIn}>Sign in</ButtonLink>}>
        Thank you for registering. You can sign in now.
      </Done>
    );
  }
  const link = "underline underline-offset-4";
  return (
    <AuthCard title="Create Account" wide>
      {emailExists ? (
        <Banner tone="danger">
          {text("emailExists")}{" "}
          <Anchor href={paths.signIn} className={link}>
            Sign in
          </Anchor>{" "}
          or{" "}
          <Anchor href={paths.resetPassword} className={link}>
            set a new password
          </Anchor>
          .
        </Banner>
      ) : null}
      {refusal ? <Banner tone="danger">{refusal}</Banner> : null}
      {dialog}
      <form noValidate className="mt-6" onSubmit={onSubmit}>
        <h2 className="heading-case text-2xl">Personal information</h2>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <TextField label="Title" {...form.field("title")} />
          <Select
            label="Classification"
            placeholder="Select a classification"
            options={classifications}
            {...form.field("classification")}
          />
          <TextField label="First Name" {...form.field("firstName")} />
          <TextField label="Last Name" {...form.field("lastName")} />
          <TextField label="Phone Number" {...form.field("phoneNumber")} />
          <AdditionalPhone form={place} />
          <TextField label="School or company (optional)" fieldClassName="sm:col-span-2" {...form.field("company")} />
          <PlaceFields form={place} />
        </div>
        <h2 className="heading-case mt-8 text-2xl">Login information</h2>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <TextField label="Email" {...form.field("email")} />
          <TextField label="Confirm Email" {...form.field("confirmEmail")} />
          <TextField label="Password" hint="12 to 64 characters." {...form.field("password.new")} />
          <TextField label="Confirm Password" {...form.field("password.confirm")} />
        </div>
        <div className="mt-4">
          <Checkbox label="Send me news and offers by email" {...form.register("subscribeNewsletter")} />
        </div>
        <Button type="submit" tone="action" size="large" className="mt-8" pending={pending}>
          Create account
        </Button>
      </form>
    </AuthCard>
  );
}
