// The address of an order while it is edited: as it is, until somebody says that it is another one.
import type { AddressFormDraft, FieldError } from "@fieldhouse/rules";
import { Button } from "../../../ui/Button";
import { Input } from "../../../ui/Controls";

const fields = [
  ["firstName", "First name"],
  ["lastName", "Last name"],
  ["company", "Company"],
  ["phoneNumber", "Phone"],
  ["address", "Address"],
  ["address2", "Address line 2"],
  ["city", "City"],
  ["state", "State"],
  ["zip", "ZIP code"],
] as const;

interface EditAddressProps {
  /** As it stands. */
  held: AddressFormDraft;
  /** As it is to be; nothing while it stays. */
  address: AddressFormDraft | undefined;
  errors: readonly FieldError[];
  onType: (address: AddressFormDraft | undefined) => void;
}

export function EditAddress({ held, address, errors, onType }: EditAddressProps) {
  if (!address) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 truncate">
          <span className="text-muted">Goes to</span> {held.company || `${held.firstName} ${held.lastName}`},{" "}
          {held.city}, {held.state}
        </p>
        <Button onClick={() => onType(held)}>Another address</Button>
      </div>
    );
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium text-sm">Address</legend>
      <div className="grid gap-3 md:grid-cols-3">
        {fields.map(([name, label]) => (
          <Input
            key={name}
            label={label}
            value={address[name] ?? ""}
            error={errors.find(({ field }) => field === `address.${name}`)?.message}
            onChange={(event) => onType({ ...address, [name]: event.target.value })}
          />
        ))}
      </div>
      <div>
        <Button tone="quiet" onClick={() => onType(undefined)}>
          Leave the address
        </Button>
      </div>
    </fieldset>
  );
}
