// The address book (account §2, §6): default information, ship-to addresses eight at a time.
import type { AddressFormDraft, AddressView } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { AccountPage, AccountShape } from "../../../shared/account-page";
import { sentenceOf } from "../../../shared/failures";
import { paths } from "../../../shared/paths";
import { useShell } from "../../../shared/site";
import { useText } from "../../../shared/text/texts";
import { Anchor } from "../../../ui/Anchor";
import { Button, ButtonLink } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { EmptyState, ErrorState } from "../../../ui/States";
import { Told } from "../../../ui/told";
import { AddressLines } from "../../buying/checkout/AddressLines";
import { Banner } from "./AuthCard";
import { makeDefaultAddress, removeAddress, restoreAddress, useAddressBook } from "./api";
import { AddressEntry } from "./Dashboard";
import { DefaultParty } from "./DefaultParty";
import { takeWord } from "./last-word";
import { useCustomerRefresh } from "./use-customer-refresh";

/** Page size and increment (account §9). */
const pageSize = 8;

export function AddressBookPage() {
  const { brand } = useShell();
  const text = useText();
  const { data: book, error, refetch } = useAddressBook();
  const [shown, setShown] = useState(pageSize);
  const [done, setDone] = useState<Done>();
  // What was saved on the page before is said here.
  useEffect(() => {
    const text = takeWord();
    if (text !== "") setDone({ text });
  }, []);
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
            {done ? <DoneNote key={done.text} done={done} onDone={setDone} /> : null}
            {shipTo.length === 0 ? (
              <EmptyState icon="account" title="No addresses yet" level={3}>
                Add where your gear goes, and it is there at the next order.
              </EmptyState>
            ) : null}
            <ul className="mt-4 grid gap-4 sm:grid-cols-2">
              {shipTo.slice(0, shown).map((entry) => (
                <li key={entry.id} className="rounded-brand border border-line p-5">
                  <AddressEntry entry={entry} />
                  {entry.editable ? <AddressActions entry={entry} onDone={setDone} /> : null}
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

/** What was done, and the address that was taken out by it. */
interface Done {
  text: string;
  removed?: AddressView;
}

/** Says what was done, with the way back. What was pressed is gone: the focus is here. */
function DoneNote({ done, onDone }: { done: Done; onDone: (done: Done) => void }) {
  const client = useQueryClient();
  const refresh = useCustomerRefresh();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState("");
  const { removed } = done;

  async function putBack({ id, address }: AddressView): Promise<void> {
    setBusy(true);
    setRefusal("");
    try {
      await restoreAddress(client, id);
      onDone({ text: `${placeOf(address)} is back in your address book.` });
      void refresh();
    } catch (failure) {
      setRefusal(sentenceOf(failure));
      setBusy(false);
    }
  }

  return (
    <>
      <Told
        tone="info"
        className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-brand border border-line bg-alt px-4 py-3 font-medium"
      >
        <span>{done.text}</span>
        {removed ? (
          <Button tone="outline" size="small" pending={busy} onClick={() => void putBack(removed)}>
            Undo
          </Button>
        ) : null}
      </Told>
      {refusal ? <Banner tone="danger">{refusal}</Banner> : null}
    </>
  );
}

function placeOf({ address, city }: AddressFormDraft): string {
  return `${address}, ${city}`;
}

function AddressActions({ entry, onDone }: { entry: AddressView; onDone: (done: Done) => void }) {
  const client = useQueryClient();
  const refresh = useCustomerRefresh();
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState("");
  const where = placeOf(entry.address);

  async function act(change: () => Promise<void>, done: Done): Promise<void> {
    setBusy(true);
    setAsking(false);
    setRefusal("");
    try {
      await change();
      onDone(done);
      void refresh();
    } catch (failure) {
      setRefusal(sentenceOf(failure));
    }
    setBusy(false);
  }

  const makeDefault = () =>
    act(() => makeDefaultAddress(client, entry.id), { text: `${where} is your default ship-to address now.` });
  const remove = () => act(() => removeAddress(client, entry.id), { text: `${where} was removed.`, removed: entry });

  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        <ButtonLink href={paths.address(entry.id)} tone="outline" size="small">
          Edit
          <span className="sr-only"> {where}</span>
        </ButtonLink>
        <Button tone="outline" size="small" pending={busy} onClick={() => void makeDefault()}>
          Set as default
          <span className="sr-only"> {where}</span>
        </Button>
        <Button tone="quiet" size="small" pending={busy} onClick={() => setAsking(true)}>
          Remove
          <span className="sr-only"> {where}</span>
        </Button>
      </div>
      {refusal ? <Banner tone="danger">{refusal}</Banner> : null}
      {asking ? (
        <Dialog open onOpenChange={(open) => !open && setAsking(false)} title="Remove this address?">
          <div className="grid gap-4 p-4">
            <AddressLines address={entry.address} />
            <div className="flex gap-3">
              <Button tone="action" onClick={() => void remove()}>
                Remove
              </Button>
              <Button tone="outline" onClick={() => setAsking(false)}>
                Keep
              </Button>
            </div>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
