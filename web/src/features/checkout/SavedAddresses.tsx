// For customers: an address of their address book fills the ship-to fields (decisions: checkout).
import type { AddressBookView, AddressFormDraft, SessionView, ShippingDraft } from "@fieldhouse/rules";
import { useApi } from "../../api/queries";
import { apiUrls } from "../../api/urls";
import type { RulesForm } from "../../rules/use-rules-form";
import { Select } from "../../ui/Select";
import { placeKey } from "../addresses/api";

function useBook() {
  const { data: session } = useApi<SessionView>(apiUrls.session);
  const customer = session?.type === "customer";
  const { data: book } = useApi<AddressBookView>(apiUrls.addresses, { enabled: customer });
  return { session, customer, book };
}

/** Whether an address is one of the address book as it stands there: it was looked up when it was saved. */
export function useIsOfBook(): (address: AddressFormDraft) => boolean {
  const { book } = useBook();
  return (address) => book?.addresses.some((known) => placeKey(known.address) === placeKey(address)) ?? false;
}

export function SavedAddresses({ form }: { form: RulesForm<ShippingDraft> }) {
  const { session, customer, book } = useBook();
  if (!customer || book === undefined || book.addresses.length === 0) return null;

  function fill(id: string): void {
    const entry = book?.addresses.find((known) => known.id === id);
    if (!entry) return;
    form.setValue("address", entry.address);
    form.clearErrors("address");
    if (form.getValues("email").trim() === "") form.setValue("email", session?.email ?? "");
  }

  return (
    <Select
      label="Use an address of your address book"
      placeholder="Another address"
      defaultValue=""
      fieldClassName="mt-3"
      options={book.addresses.map(({ id, address }) => ({
        value: id,
        label: `${address.firstName} ${address.lastName}, ${address.address}, ${address.city}`,
      }))}
      onChange={(event) => fill(event.target.value)}
    />
  );
}
