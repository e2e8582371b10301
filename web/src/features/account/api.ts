// Account queries and mutations: the only place of the storefront that signs in and out.
import type {
  AccountChangeView,
  AddressBookView,
  AddressFormDraft,
  CustomerView,
  RegistrationDraft,
  SessionView,
  SignedInView,
} from "@fieldhouse/rules";
import type { QueryClient, UseQueryResult } from "@tanstack/react-query";
import { sendJson } from "../../api/client";
import { useApi } from "../../api/queries";
import { apiUrls } from "../../api/urls";
import { recalculateCart } from "../cart/api";
import { browserPage } from "./browser-page";

export function useSession(): UseQueryResult<SessionView, Error> {
  return useApi<SessionView>(apiUrls.session);
}

export function useAccount(): UseQueryResult<CustomerView, Error> {
  return useApi<CustomerView>(apiUrls.account, { staleTime: 0 });
}

export function useAddressBook(): UseQueryResult<AddressBookView, Error> {
  return useApi<AddressBookView>(apiUrls.addresses, { staleTime: 0 });
}

const personal = [
  apiUrls.personalPrices,
  apiUrls.cartHead,
  apiUrls.cartActive,
  apiUrls.checkout,
  apiUrls.account,
  apiUrls.addresses,
];

/** Another session: what was read for the earlier one is nobody's any more. */
function startOver(client: QueryClient, session: SessionView): void {
  client.setQueryData([apiUrls.session], session);
  for (const url of personal) void client.resetQueries({ queryKey: [url] });
  // Another buyer pays other prices (cart §7).
  void recalculateCart(client);
}

export interface Credentials {
  email: string;
  password: string;
  callbackUrl: string;
}

export async function signIn(client: QueryClient, credentials: Credentials): Promise<SignedInView> {
  const signed = await sendJson<SignedInView>("POST", apiUrls.signIn, credentials);
  startOver(client, signed.session);
  return signed;
}

const nobody: SessionView = {
  type: "anon",
  email: "",
  firstName: "",
  showCertReporting: false,
  businessUnit: [],
};

/** Signs out and goes home with a fresh page, so that nothing of the account stays in memory. A failure is logged
 *  only (account §8). */
export async function signOut(): Promise<void> {
  try {
    await sendJson<null>("POST", apiUrls.signOut);
  } catch (failure) {
    console.error("sign-out failed", failure);
    return;
  }
  browserPage.goTo("/");
}

export async function register(draft: RegistrationDraft): Promise<void> {
  await sendJson<unknown>("POST", apiUrls.register, draft);
}

export async function requestReset(email: string, storeKey: string): Promise<void> {
  await sendJson<unknown>("POST", apiUrls.passwordToken, { email, storeKey });
}

export async function createPassword(password: string, token: string): Promise<void> {
  await sendJson<unknown>("POST", apiUrls.createPassword, { password, token });
}

export async function updatePassword(currentPassword: string, newPassword: string): Promise<void> {
  await sendJson<unknown>("POST", apiUrls.updatePassword, { currentPassword, newPassword });
}

export interface AccountDraft {
  version: number;
  firstName: string;
  lastName: string;
  title: string;
  email: string;
  classification: string;
  currentPassword: string;
}

export async function saveAccount(client: QueryClient, draft: AccountDraft): Promise<AccountChangeView> {
  const change = await sendJson<AccountChangeView>("PUT", apiUrls.account, draft);
  if (change.signedOut) startOver(client, nobody);
  else client.setQueryData([apiUrls.account], change.customer);
  return change;
}

async function keepBook(client: QueryClient, book: Promise<AddressBookView>): Promise<void> {
  client.setQueryData([apiUrls.addresses], await book);
}

export async function saveAddress(client: QueryClient, id: string, draft: AddressFormDraft): Promise<void> {
  const sent =
    id === ""
      ? sendJson<AddressBookView>("POST", apiUrls.addresses, draft)
      : sendJson<AddressBookView>("PUT", apiUrls.address(id), draft);
  await keepBook(client, sent);
}

export async function removeAddress(client: QueryClient, id: string): Promise<void> {
  await keepBook(client, sendJson<AddressBookView>("DELETE", apiUrls.address(id)));
}

export async function makeDefaultAddress(client: QueryClient, id: string): Promise<void> {
  await keepBook(client, sendJson<AddressBookView>("POST", apiUrls.addressDefault(id)));
}

/** Asks the store to change sold to, bill to or payer. */
export async function requestChange(client: QueryClient, role: string, message: string): Promise<void> {
  await keepBook(client, sendJson<AddressBookView>("POST", apiUrls.changeRequests, { role, message }));
}
