// Account queries and mutations: the only place of the storefront that signs in and out.
import type {
  AccountChangeView,
  AccountHomeView,
  AddressBookView,
  AddressFormDraft,
  CustomerView,
  DevicesView,
  FieldError,
  RegistrationDraft,
  SessionView,
  SignedInView,
} from "@fieldhouse/rules";
import type { QueryClient, UseQueryResult } from "@tanstack/react-query";
import { sendJson } from "../../../shared/client";
import { type AccountDraft, apiUrls, type SignInRequest } from "../../../shared/endpoints";
import { tellOfPerson } from "../../../shared/other-windows";
import { paths } from "../../../shared/paths";
import { useApi, useLoggedFailure } from "../../../shared/queries";
import { shopAsForm } from "../../../shared/shop-as";
import { recalculateCart } from "../../buying/cart/api";
import { browserPage } from "./browser-page";

export function useSession(): UseQueryResult<SessionView, Error> {
  return useApi(apiUrls.session);
}

/** The customer; a failure to read it is logged (account §8). */
export function useAccount(): UseQueryResult<CustomerView, Error> {
  const read = useApi(apiUrls.account, { staleTime: 0 });
  useLoggedFailure("the customer", read.error);
  return read;
}

/** The last orders, what waits, and the units one belongs to. */
export function useAccountHome(): UseQueryResult<AccountHomeView, Error> {
  return useApi(apiUrls.accountHome, { staleTime: 0 });
}

export function useAddressBook(): UseQueryResult<AddressBookView, Error> {
  return useApi(apiUrls.addresses, { staleTime: 0 });
}

const personal = [
  apiUrls.personalPrices,
  apiUrls.cartHead,
  apiUrls.cartActive,
  apiUrls.checkout,
  apiUrls.account,
  apiUrls.accountHome,
  apiUrls.addresses,
  apiUrls.savedLists,
  apiUrls.devices,
  apiUrls.people,
  apiUrls.approvals,
  apiUrls.accountCertificates,
];

/** Another session: what was read for the earlier one is nobody's any more, in no window. */
export function startOver(client: QueryClient, session: SessionView): void {
  tellOfPerson();
  client.setQueryData([apiUrls.session], session);
  for (const url of personal) void client.resetQueries({ queryKey: [url] });
  // Another buyer pays other prices (cart §7).
  void recalculateCart(client);
}

export async function signIn(client: QueryClient, credentials: SignInRequest): Promise<SignedInView> {
  const signed = await sendJson("POST", apiUrls.signIn, credentials);
  startOver(client, signed.session);
  return signed;
}

const nobody: SessionView = {
  type: "anon",
  email: "",
  firstName: "",
  showCertReporting: false,
  businessUnit: [],
  seesPeople: false,
  decidesOrders: false,
  shopAs: false,
};

/** Signs out and goes home with a fresh page, so that nothing of the account stays in memory. A failure is logged
 *  only (account §8). */
export async function signOut(): Promise<void> {
  if (await endSession()) browserPage.goTo(paths.home);
}

/** The variant that goes home only from a page of the account, and stays on any other (account §2). */
export async function signOutHere(pathname: string): Promise<void> {
  if (!(await endSession())) return;
  if (`${pathname}/`.startsWith(paths.account)) browserPage.goTo(paths.home);
  else browserPage.reload();
}

async function endSession(): Promise<boolean> {
  // Who shops as this customer ends that: it is the customer who signs out.
  const shopAs = shopAsForm();
  if (shopAs) {
    shopAs.requestSubmit();
    return false;
  }
  try {
    await sendJson("POST", apiUrls.signOut);
    tellOfPerson();
    return true;
  } catch (failure) {
    console.error("sign-out failed", failure);
    return false;
  }
}

export async function register(draft: RegistrationDraft): Promise<void> {
  await sendJson("POST", apiUrls.register, draft);
}

export async function requestReset(email: string, storeKey: string): Promise<void> {
  await sendJson("POST", apiUrls.passwordToken, { email, storeKey });
}

/** What the server finds wrong with a password that is being chosen; `personal` are the words about the person. */
export async function checkPassword(password: string, personal: readonly string[]): Promise<FieldError[]> {
  const { errors } = await sendJson("POST", apiUrls.passwordCheck, { password, personal });
  return errors;
}

export async function createPassword(password: string, token: string): Promise<void> {
  await sendJson("POST", apiUrls.createPassword, { password, token });
}

export async function updatePassword(currentPassword: string, newPassword: string): Promise<void> {
  await sendJson("POST", apiUrls.updatePassword, { currentPassword, newPassword });
}

export async function saveAccount(client: QueryClient, draft: AccountDraft): Promise<AccountChangeView> {
  const change = await sendJson("PUT", apiUrls.account, draft);
  if (change.signedOut) startOver(client, nobody);
  else client.setQueryData([apiUrls.account], change.customer);
  return change;
}

async function keepBook(client: QueryClient, book: Promise<AddressBookView>): Promise<void> {
  const queryKey = [apiUrls.addresses];
  const newest = await book;
  // A book that was asked for before the change may come after it.
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, newest);
}

export async function saveAddress(client: QueryClient, id: string, draft: AddressFormDraft): Promise<void> {
  const sent = id === "" ? sendJson("POST", apiUrls.addresses, draft) : sendJson("PUT", apiUrls.address(id), draft);
  await keepBook(client, sent);
}

export async function removeAddress(client: QueryClient, id: string): Promise<void> {
  await keepBook(client, sendJson("DELETE", apiUrls.address(id)));
}

/** Puts back what was removed: the same address, where it was. */
export async function restoreAddress(client: QueryClient, id: string): Promise<void> {
  await keepBook(client, sendJson("POST", apiUrls.addressRestore(id)));
}

export async function makeDefaultAddress(client: QueryClient, id: string): Promise<void> {
  await keepBook(client, sendJson("POST", apiUrls.addressDefault(id)));
}

/** Asks the store to change sold to, bill to or payer of a business unit. */
export async function requestChange(client: QueryClient, role: string, message: string, unit: string): Promise<void> {
  await keepBook(client, sendJson("POST", apiUrls.changeRequests, { role, message, unit }));
}

/** Signs another device out. */
export async function signOutDevice(client: QueryClient, id: string): Promise<void> {
  await sendJson("DELETE", apiUrls.device(id));
  client.setQueryData<DevicesView>([apiUrls.devices], (known) =>
    known ? { devices: known.devices.filter((device) => device.id !== id) } : known,
  );
}

/** Signs every device but this one out. */
export async function signOutOtherDevices(client: QueryClient): Promise<void> {
  client.setQueryData([apiUrls.devices], await sendJson("POST", apiUrls.otherDevices));
}
