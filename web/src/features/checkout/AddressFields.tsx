// The address form's fields (account §5). Which states there are is the rules' answer to the country.
import { countries, type ShippingDraft, states } from "@fieldhouse/rules";
import type { UseFormReturn } from "react-hook-form";
import { TextField } from "../../ui/Field";
import { Select } from "../../ui/Select";

export function AddressFields({ form }: { form: UseFormReturn<ShippingDraft> }) {
  const errors = form.formState.errors.address ?? {};
  const country = form.watch("address.country");
  const choices = states(country);
  return (
    <div className="mt-3 grid gap-4 sm:grid-cols-2">
      <TextField
        label="First Name"
        required
        autoComplete="shipping given-name"
        error={errors.firstName?.message}
        {...form.register("address.firstName")}
      />
      <TextField
        label="Last Name"
        required
        autoComplete="shipping family-name"
        error={errors.lastName?.message}
        {...form.register("address.lastName")}
      />
      <TextField
        label="School or company (optional)"
        fieldClassName="sm:col-span-2"
        autoComplete="shipping organization"
        error={errors.company?.message}
        {...form.register("address.company")}
      />
      <TextField
        label="Phone Number"
        required
        type="tel"
        autoComplete="shipping tel"
        error={errors.phoneNumber?.message}
        {...form.register("address.phoneNumber")}
      />
      <TextField
        label="Additional phone (optional)"
        type="tel"
        autoComplete="off"
        error={errors.additionalPhoneNumber?.message}
        {...form.register("address.additionalPhoneNumber")}
      />
      <TextField
        label="Address"
        required
        fieldClassName="sm:col-span-2"
        autoComplete="shipping address-line1"
        error={errors.address?.message}
        {...form.register("address.address")}
      />
      <TextField
        label="Address line 2 (optional)"
        fieldClassName="sm:col-span-2"
        autoComplete="shipping address-line2"
        error={errors.address2?.message}
        {...form.register("address.address2")}
      />
      <Select
        label="Country"
        required
        options={countries().map(({ code, name }) => ({ value: code, label: name }))}
        autoComplete="shipping country"
        error={errors.country?.message}
        {...form.register("address.country", {
          // Another country has other states (account §5).
          onChange: () => {
            form.setValue("address.state", "");
            form.clearErrors("address.state");
          },
        })}
      />
      <TextField
        label="City"
        required
        autoComplete="shipping address-level2"
        error={errors.city?.message}
        {...form.register("address.city")}
      />
      {choices.length > 0 ? (
        <Select
          label="State"
          required
          placeholder="Select a state"
          options={choices.map(({ code, name }) => ({ value: code, label: name }))}
          autoComplete="shipping address-level1"
          error={errors.state?.message}
          {...form.register("address.state")}
        />
      ) : (
        <TextField
          label="State or province"
          required
          autoComplete="shipping address-level1"
          error={errors.state?.message}
          {...form.register("address.state")}
        />
      )}
      <TextField
        label="Zip/Postal Code"
        required
        autoComplete="shipping postal-code"
        error={errors.zip?.message}
        {...form.register("address.zip")}
      />
    </div>
  );
}
