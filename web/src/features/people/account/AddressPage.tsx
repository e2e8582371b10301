// Add and edit an address (account §2, §4): add mode without an id, edit mode with one.
import type { AddressFormDraft } from "@fieldhouse/rules";
import { checkAddress, newAddress } from "@fieldhouse/rules/account";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AccountPage, AccountShape } from "../../../shared/account-page";
import { paths } from "../../../shared/paths";
import { useRulesForm } from "../../../shared/rules/use-rules-form";
import { useSubmit } from "../../../shared/rules/use-submit";
import { Button, ButtonLink } from "../../../ui/Button";
import { Checkbox } from "../../../ui/Checkbox";
import { TextField } from "../../../ui/Field";
import { Navigate, useNavigate, useSearchParams } from "../../../ui/router";
import { ErrorState } from "../../../ui/States";
import { useAddressCheck } from "../addresses/use-address-check";
import { AdditionalPhone } from "./AdditionalPhone";
import { Banner } from "./AuthCard";
import { saveAddress, useAddressBook } from "./api";
import { leaveWord } from "./last-word";
import { PlaceFields } from "./PlaceFields";
import { useCustomerRefresh } from "./use-customer-refresh";

const saveFailed = "There was an error while adding the address";

export function AddressPage() {
  const id = useSearchParams()[0].get("id") ?? "";
  const { data: book, error, refetch } = useAddressBook();
  if (id !== "" && book === undefined) {
    return error ? <ErrorState error={error} level={1} onRetry={() => void refetch()} /> : <AccountShape />;
  }
  const entry = book?.addresses.find((known) => known.id === id);
  // An address that is not there, or may not be changed, has no form.
  if (id !== "" && !entry?.editable) return <Navigate to={paths.addressBook} replace />;
  return (
    <AccountPage title={id === "" ? "Add New Address" : "Edit Address"}>
      <ButtonLink href={paths.addressBook} tone="outline" size="small" className="mt-3">
        Back to Address Book
      </ButtonLink>
      <AddressForm key={id} id={id} start={entry?.address ?? newAddress()} />
    </AccountPage>
  );
}

function AddressForm({ id, start }: { id: string; start: AddressFormDraft }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const refresh = useCustomerRefresh();
  const [failed, setFailed] = useState(false);
  const form = useRulesForm<AddressFormDraft>("address", checkAddress, start);
  const { check, dialog } = useAddressCheck();

  async function save(draft: AddressFormDraft): Promise<void> {
    setFailed(false);
    const address = await check(draft);
    if (address === null) return;
    form.reset(address, { keepDefaultValues: true });
    await saveAddress(client, id, address);
    leaveWord(`${address.address}, ${address.city} is saved in your address book.`);
    void refresh();
    await navigate(paths.addressBook);
  }
  const { onSubmit, pending } = useSubmit(form, save, () => {
    setFailed(true);
    window.scrollTo(0, 0);
    return undefined;
  });

  return (
    <>
      {failed ? <Banner tone="danger">{saveFailed}</Banner> : null}
      {dialog}
      <form noValidate className="mt-4 max-w-3xl" onSubmit={onSubmit}>
        <h2 className="heading-case text-2xl">Contact information</h2>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <TextField label="First Name" {...form.field("firstName")} />
          <TextField label="Last Name" {...form.field("lastName")} />
          <TextField label="School or company (optional)" fieldClassName="sm:col-span-2" {...form.field("company")} />
          <TextField label="Phone Number" {...form.field("phoneNumber")} />
          <AdditionalPhone form={form} />
        </div>
        <h2 className="heading-case mt-8 text-2xl">Address information</h2>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <PlaceFields form={form} />
        </div>
        <div className="mt-4">
          <Checkbox label="Set as default ship to address" {...form.register("setAsDefaultShipToAddress")} />
        </div>
        <div className="mt-6 flex gap-3">
          <Button type="submit" tone="action" pending={pending}>
            Save address
          </Button>
          <ButtonLink href={paths.addressBook} tone="outline">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </>
  );
}
