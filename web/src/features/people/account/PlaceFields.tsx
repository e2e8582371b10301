// Street to ZIP of a form whose address lies at its root: registration and the address book (account §5).
import type { AddressFormDraft } from "@fieldhouse/rules";
import { countries, stateAfterCountry, states } from "@fieldhouse/rules/account";
import type { RulesForm } from "../../../shared/rules/use-rules-form";
import { TextField } from "../../../ui/Field";
import { Select } from "../../../ui/Select";

export function PlaceFields({ form }: { form: RulesForm<AddressFormDraft> }) {
  const country = form.watch("country");
  const choices = states(country);
  return (
    <>
      <TextField label="Address" fieldClassName="sm:col-span-2" {...form.field("address")} />
      <TextField label="Address line 2 (optional)" fieldClassName="sm:col-span-2" {...form.field("address2")} />
      <Select
        label="Country"
        options={countries().map(({ code, name }) => ({ value: code, label: name }))}
        {...form.field("country", {
          // Another country has other states (account §5).
          onChange: (event) => {
            form.setValue("state", stateAfterCountry(country, event.target.value, form.getValues("state")));
            form.clearErrors("state");
          },
        })}
      />
      <TextField label="City" {...form.field("city")} />
      {choices.length > 0 ? (
        <Select
          label="State"
          placeholder="Select a state"
          options={choices.map(({ code, name }) => ({ value: code, label: name }))}
          {...form.field("state")}
        />
      ) : (
        <TextField label="State or province" {...form.field("state")} />
      )}
      <TextField label="Zip/Postal Code" {...form.field("zip")} />
    </>
  );
}
