// The account dashboard (account §2): a greeting, the account in short, the address book in short.
import type { AddressView, SessionView } from "@fieldhouse/rules";
import { paths } from "../../app/paths";
import { Anchor } from "../../ui/Anchor";
import { ErrorState } from "../../ui/States";
import { AddressLines } from "../checkout/AddressLines";
import { AccountPage, AccountShape } from "./AccountArea";
import { signOut, useAccount, useAddressBook } from "./api";

const link = "underline underline-offset-4";

export function Dashboard({ session }: { session: SessionView }) {
  const { data: account, error, refetch } = useAccount();
  const { data: book } = useAddressBook();
  return (
    <AccountPage title={`Hello, ${session.firstName}`}>
      <p className="mt-2 text-muted">
        Not {session.firstName}?{" "}
        <button type="button" className={link} onClick={() => void signOut()}>
          Not you? Sign out
        </button>
      </p>
      {account ? (
        <section className="mt-8 rounded-brand border border-line p-5">
          <div className="flex items-baseline justify-between gap-4">
            <h2 className="heading-case text-2xl">Account Information</h2>
            <Anchor href={paths.accountInformation} className={link}>
              Edit
              <span className="sr-only"> account information</span>
            </Anchor>
          </div>
          <p className="mt-2">
            {account.firstName} {account.lastName}
          </p>
          <p className="break-words text-muted">{account.email}</p>
        </section>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <AccountShape />
      )}
      {book ? (
        <section className="mt-6 rounded-brand border border-line p-5">
          <div className="flex items-baseline justify-between gap-4">
            <h2 className="heading-case text-2xl">Address Book</h2>
            <Anchor href={paths.addressBook} className={link}>
              View all<span className="sr-only"> addresses</span>
            </Anchor>
          </div>
          <ul className="mt-3 grid gap-4 sm:grid-cols-2">
            {book.addresses.slice(0, 2).map((entry) => (
              <li key={entry.id}>
                <AddressEntry entry={entry} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </AccountPage>
  );
}

/** An address under the label of its type. */
export function AddressEntry({ entry }: { entry: AddressView }) {
  return (
    <>
      <p className="font-semibold">
        <span className="capitalize">{entry.label}</span>
        {entry.isDefault ? <span className="ml-2 rounded-full bg-alt px-2 py-0.5 text-sm">Default</span> : null}
      </p>
      <AddressLines address={entry.address} />
    </>
  );
}
