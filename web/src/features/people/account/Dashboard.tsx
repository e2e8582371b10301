// The account dashboard (account §2): a greeting, what waits and the last orders, the account in short, the address
// book in short. Nothing is shown before all of it is there, so that nothing moves.
import type { AddressBookView, AddressView, SessionView } from "@fieldhouse/rules";
import { AccountPage } from "../../../shared/account-page";
import { paths } from "../../../shared/paths";
import { Anchor } from "../../../ui/Anchor";
import { LoadingShape, Skeleton } from "../../../ui/Skeleton";
import { ErrorState } from "../../../ui/States";
import { AddressLines } from "../../buying/checkout/AddressLines";
import { AccountHome } from "./AccountHome";
import { AddressTypeTip } from "./AddressTypeTip";
import { signOut, useAccount, useAccountHome, useAddressBook } from "./api";

const link = "underline underline-offset-4";

export function Dashboard({ session }: { session: SessionView }) {
  const { data: account, error, refetch } = useAccount();
  const { data: book, error: bookError, refetch: refetchBook } = useAddressBook();
  const { data: home, error: homeError, refetch: refetchHome } = useAccountHome();
  const settled = (account || error) && (book || bookError) && (home || homeError);
  return (
    <AccountPage title={`Hello, ${session.firstName}`}>
      <p className="mt-2 text-muted">
        <button type="button" className={`${link} pointer-coarse:min-h-11`} onClick={() => void signOut()}>
          Not you? Sign out
        </button>
      </p>
      {settled ? null : <DashboardShape />}
      {/* Of one that cannot be read nothing is shown (account §8); a page without anything says so. */}
      {settled && !account && !book && !home ? (
        <ErrorState
          error={error}
          onRetry={() => {
            void refetch();
            void refetchBook();
            void refetchHome();
          }}
        />
      ) : null}
      {settled && home ? <AccountHome home={home} /> : null}
      {settled && account ? (
        <section className="mt-6 rounded-brand border border-line p-5">
          <div className="flex items-baseline justify-between gap-4">
            <h2 className="heading-case text-2xl">Account Information</h2>
            <Anchor href={paths.accountInformation} className={link}>
              Edit
              <span className="sr-only"> account information</span>
            </Anchor>
          </div>
          <p className="wrap-anywhere mt-2">
            {account.firstName} {account.lastName}
          </p>
          <p className="wrap-anywhere text-muted">{account.email}</p>
        </section>
      ) : null}
      {settled && book ? (
        <section className="mt-6 rounded-brand border border-line p-5">
          <div className="flex items-baseline justify-between gap-4">
            <h2 className="heading-case text-2xl">Address Book</h2>
            <Anchor href={paths.addressBook} className={link}>
              View all<span className="sr-only"> addresses</span>
            </Anchor>
          </div>
          {inShort(book).length === 0 ? <p className="mt-2 text-muted">No addresses yet.</p> : null}
          <ul className="mt-3 grid gap-4 empty:hidden sm:grid-cols-2">
            {inShort(book).map((entry) => (
              <li key={`${entry.addressType} ${entry.id}`}>
                <AddressEntry entry={entry} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </AccountPage>
  );
}

/** The shape of what comes: ways on, orders and units, account, addresses. */
function DashboardShape() {
  return (
    <LoadingShape label="Loading your account">
      <Skeleton className="mt-6 h-12 w-full rounded-brand sm:w-64" />
      <Skeleton className="mt-6 h-64 rounded-brand" />
      <Skeleton className="mt-6 h-28 rounded-brand" />
      <Skeleton className="mt-6 h-32 rounded-brand" />
      <Skeleton className="mt-6 h-48 rounded-brand" />
    </LoadingShape>
  );
}

/** Two ship-to addresses, and one each of sold to, bill to and payer. */
function inShort(book: AddressBookView): AddressView[] {
  const defaults = book.defaults.flatMap((party) => party.addresses.slice(0, 1));
  return [...book.addresses.slice(0, 2), ...defaults];
}

/** An address under the label of its type, with what the type means (account §2). */
export function AddressEntry({ entry }: { entry: AddressView }) {
  return (
    <>
      <p className="flex items-center gap-1 font-semibold">
        {entry.label}
        <AddressTypeTip addressType={entry.addressType} label={entry.label} />
        {entry.isDefault ? <span className="ml-2 rounded-full bg-alt px-2 py-0.5 text-sm">Default</span> : null}
      </p>
      <AddressLines address={entry.address} />
    </>
  );
}
