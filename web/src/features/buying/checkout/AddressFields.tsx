// The address form's fields (account §5). Which states there are is the rules' answer to the country.
import type { ShippingDraft } from "@fieldhouse/rules";
import { countries, stateAfterCountry, states } from "@fieldhouse/rules/account";
import type { RulesForm } from "../../../shared/rules/use-rules-form";
import { TextField } from "../../../ui/Field";
import { Select } from "../../../ui/Select";

export function AddressFields({ form }: { form: RulesForm<ShippingDraft> }) {
  const country = form.watch("address.country");
  const choices = states(country);
  return (
    <div className="mt-3 grid gap-4 sm:grid-cols-2">
      <TextField label="First Name" {...form.field("address.firstName")} />
      <TextField label="Last Name" {...form.field("address.lastName")} />
      <TextField
        label="School or company (optional)"
        fieldClassName="sm:col-span-2"
        {...form.field("address.company")}
      />
      <TextField label="Phone Number" {...form.field("address.phoneNumber")} />
      <TextField label="Additional phone (optional)" {...form.field("address.additionalPhoneNumber")} />
      <TextField label="Address" fieldClassName="sm:col-span-2" {...form.field("address.address")} />
      <TextField label="Address line 2 (optional)" fieldClassName="sm:col-span-2" {...form.field("address.address2")} />
      <Select
        label="Country"
        options={countries().map(({ code, name }) => ({ value: code, label: name }))}
        {...form.field("address.country", {
          // Another country has other states (account §5).
          onChange: (event) => {
            form.setValue(
              "address.state",
              stateAfterCountry(country, event.target.value, form.getValues("address.state")),
            );
            form.clearErrors("address.state");
          },
        })}
      />
      <TextField label="City" {...form.field("address.city")} />
      {choices.length > 0 ? (
        <Select
          label="State"
          placeholder="Select a state"
          options={choices.map(({ code, name }) => ({ value: code, label: name }))}
          {...form.field("address.state")}
        />
      ) : (
        <TextField label="State or province" {...form.field("address.state")} />
      )}
      <TextField label="Zip/Postal Code" {...form.field("address.zip")} />
    </div>
  );
}
