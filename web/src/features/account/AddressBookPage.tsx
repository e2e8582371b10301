// The address book (account §2, §6): default information, ship-to addresses eight at a time.
import type { AddressView } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { paths } from "../../app/paths";
import { useShell } from "../../app/site";
import { useText } from "../../text/texts";
import { Anchor } from "../../ui/Anchor";
import { Button, ButtonLink } from "../../ui/Button";
import { EmptyState, ErrorState } from "../../ui/States";
import { sentenceOf } from "../cart/api";
import { AccountPage, AccountShape } from "./AccountArea";
import { Banner } from "./AuthCard";
import { makeDefaultAddress, removeAddress, useAddressBook } from "./api";
import { AddressEntry } from "./Dashboard";
import { DefaultParty } from "./DefaultParty";
import { useCustomerRefresh } from "./use-customer-refresh";

/** Page size and increment (account §9). */
const pageSize = 8;

export function AddressBookPage() {
  const { brand } = useShell();
  const text = useText();
  const { data: book, error, refetch } = useAddressBook();
  const [shown, setShown] = useState(pageSize);
  const shipTo = book?.addresses ?? [];
  return (
    <AccountPage title="Address Book">
      {book === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <AccountShape />
        )
      ) : (
        <>
          <section className="mt-8">
            <h2 className="heading-case text-2xl">Default information</h2>
            {brand.changeRequests ? null : (
              <p className="mt-2">
                {text("account.contactForDefaults")}{" "}
                <Anchor href={paths.contact} className="underline underline-offset-4">
                  Contact us
                </Anchor>
              </p>
            )}
            <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
              {book.defaults.map((party) => (
                <li key={party.role} className="rounded-brand border border-line p-5">
                  <DefaultParty party={party} />
                </li>
              ))}
            </ul>
          </section>
          <section className="mt-8">
            <div className="flex flex-wrap items-baseline justify-between gap-4">
              <h2 className="heading-case text-2xl">Ship to</h2>
              <ButtonLink href={paths.newAddress} tone="outline">
                Add new address
              </ButtonLink>
            </div>
            {shipTo.length === 0 ? (
              <EmptyState icon="account" title="No addresses yet" level={3}>
                Add where your gear goes, and it is there at the next order.
              </EmptyState>
            ) : null}
            <ul className="mt-4 grid gap-4 sm:grid-cols-2">
              {shipTo.slice(0, shown).map((entry) => (
                <li key={entry.id} className="rounded-brand border border-line p-5">
                  <AddressEntry entry={entry} />
                  {entry.editable ? <AddressActions entry={entry} /> : null}
                </li>
              ))}
            </ul>
            {shown < shipTo.length ? (
              <Button tone="outline" className="mt-6" onClick={() => setShown(shown + pageSize)}>
                Load more addresses
              </Button>
            ) : null}
          </section>
        </>
      )}
    </AccountPage>
  );
}

function AddressActions({ entry }: { entry: AddressView }) {
  const client = useQueryClient();
  const refresh = useCustomerRefresh();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState("");
  const where = `${entry.address.address}, ${entry.address.city}`;

  async function act(change: Promise<void>): Promise<void> {
    setBusy(true);
    setRefusal("");
    try {
      await change;
      void refresh();
    } catch (failure) {
      setRefusal(sentenceOf(failure));
    }
    setBusy(false);
  }

  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        <ButtonLink href={paths.address(entry.id)} tone="outline" size="small">
          Edit
          <span className="sr-only"> {where}</span>
        </ButtonLink>
        <Button
          tone="outline"
          size="small"
          pending={busy}
          onClick={() => void act(makeDefaultAddress(client, entry.id))}
        >
          Set as default
          <span className="sr-only"> {where}</span>
        </Button>
        <Button tone="quiet" size="small" pending={busy} onClick={() => void act(removeAddress(client, entry.id))}>
          Remove
          <span className="sr-only"> {where}</span>
        </Button>
      </div>
      {refusal ? <Banner tone="danger">{refusal}</Banner> : null}
    </>
  );
}
