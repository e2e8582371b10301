// For customers: an address of their address book fills the ship-to fields (decisions: checkout). Many are searched.
import type { AddressFormDraft, AddressView, ShippingDraft } from "@fieldhouse/rules";
import { newAddress } from "@fieldhouse/rules/account";
import { useId, useState } from "react";
import { apiUrls } from "../../../shared/endpoints";
import { useApi } from "../../../shared/queries";
import type { RulesForm } from "../../../shared/rules/use-rules-form";
import { RadioCard } from "../../../ui/Checkbox";
import { TextField } from "../../../ui/Field";
import { placeKey } from "../../people/addresses/api";

function useBook(wanted = true) {
  const { data: session, isLoading: asksWho } = useApi(apiUrls.session);
  const customer = wanted && session?.type === "customer";
  const { data: book, isLoading: asksBook } = useApi(apiUrls.addresses, { enabled: customer });
  return { session, customer, book, loading: asksWho || asksBook };
}

/**
 * Whether the first step waits for the address book: it stands above the fields, and what came late would push them
 * down. Once it was there, or could not be read, nothing takes the fields away again.
 */
export function useAwaitsBook(isFirstStep: boolean): boolean {
  const { loading } = useBook(isFirstStep);
  const [waited, setWaited] = useState(false);
  if (isFirstStep && !loading && !waited) setWaited(true);
  return isFirstStep && loading && !waited;
}

/** Whether an address is one of the address book as it stands there: it was looked up when it was saved. */
export function useIsOfBook(): (address: AddressFormDraft) => boolean {
  const { book } = useBook();
  return (address) => book?.addresses.some((known) => placeKey(known.address) === placeKey(address)) ?? false;
}

interface SavedAddressesProps {
  form: RulesForm<ShippingDraft>;
  /** Told the business units that ship to the address chosen; none for one of their own. */
  onUnits: (units: readonly string[]) => void;
}

export function SavedAddresses({ form, onUnits }: SavedAddressesProps) {
  const { session, customer, book } = useBook();
  if (!customer || book === undefined || book.addresses.length === 0) return null;

  function fill(address: AddressFormDraft): void {
    form.setValue("address", { ...address, setAsDefaultShipToAddress: false });
    form.clearErrors("address");
    if (form.getValues("email").trim() === "") form.setValue("email", session?.email ?? "");
  }

  return (
    <Choice
      addresses={book.addresses}
      present={form.watch("address")}
      onChoose={(entry) => {
        fill(entry?.address ?? newAddress());
        onUnits(entry?.namedBy ?? []);
      }}
    />
  );
}

/** From here on a list is searched rather than read. */
const many = 8;

interface ChoiceProps {
  addresses: AddressView[];
  /** What stands in the fields. */
  present: AddressFormDraft;
  /** An entry of the book, or none for another address. */
  onChoose: (entry?: AddressView) => void;
}

function Choice({ addresses, present, onChoose }: ChoiceProps) {
  const group = useId();
  const [words, setWords] = useState("");
  /** What was chosen last; two entries of the book may be the same but for their key. */
  const [last, setLast] = useState<string | null>(null);
  const fitting = addresses.filter(({ address }) => contactKey(address) === contactKey(present));
  const chosen = (fitting.find(({ id }) => id === last) ?? fitting[0])?.id ?? "";
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = addresses.filter((entry) => {
    const text = [...told(entry), entry.key].join(" ").toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  return (
    <fieldset className="mt-3">
      <legend className="font-medium text-sm">Use an address of your address book</legend>
      {addresses.length > many ? (
        <div className="mt-2 flex flex-wrap items-end gap-x-4 gap-y-1">
          <TextField
            label="Find an address"
            type="search"
            fieldClassName="min-w-60 flex-1"
            hint="By name, street, city or key"
            value={words}
            onChange={(event) => setWords(event.target.value)}
            // Enter looks for an address here, and does not send the form.
            onKeyDown={(event) => {
              if (event.key === "Enter") event.preventDefault();
            }}
          />
          <p role="status" className="min-h-6 text-muted text-sm">
            {found.length} of {addresses.length} addresses
          </p>
        </div>
      ) : null}
      <div className="mt-2 grid max-h-96 gap-2 overflow-y-auto p-1">
        {found.map((entry) => {
          const [who, where] = told(entry);
          return (
            <RadioCard
              key={entry.id}
              name={group}
              value={entry.id}
              label={who}
              description={where}
              aside={entry.key || (entry.isDefault ? "Default" : undefined)}
              checked={chosen === entry.id}
              onChange={() => {
                setLast(entry.id);
                onChoose(entry);
              }}
            />
          );
        })}
        <RadioCard name={group} value="" label="Another address" checked={chosen === ""} onChange={() => onChoose()} />
      </div>
    </fieldset>
  );
}

/** Who and where, on one line each. */
function told({ address }: AddressView): [who: string, where: string] {
  const person = `${address.firstName} ${address.lastName}`.trim();
  const region = `${address.state} ${address.zip}`.trim();
  return [
    [address.company, person].filter(Boolean).join(", "),
    [address.address, address.address2, address.city, region].filter(Boolean).join(", "),
  ];
}

function contactKey(address: AddressFormDraft): string {
  return `${placeKey(address)}${address.firstName}/${address.lastName}/${address.company}/${address.phoneNumber}`;
}
