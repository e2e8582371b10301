// Every operation of the API that the storefront asks: method, path, what is sent and what is answered, in the names of the
// server's own description, against which tests/contract/endpoints.mjs holds each row. The addresses double as query keys and
// as keys of the data a page arrives with, so the server builds the very same strings.
import type {
  AccountCertificatesView,
  AccountChangeView,
  AccountHomeView,
  AddCertificateDraft,
  AddLinesDraft,
  AddressBookView,
  AddressFormDraft,
  AddressLookupDraft,
  AddressLookupView,
  ApprovalLimitDraft,
  ApprovalsView,
  BuyerDraft,
  CancelOwnDraft,
  CartChangeView,
  CartHeadView,
  CartView,
  Cents,
  CertificateDraft,
  CertificateQuestion,
  ChangeLineDraft,
  ChangeRequestDraft,
  CheckoutView,
  CodesView,
  ContentSearchView,
  CopiedCartView,
  CustomerView,
  DecisionDraft,
  DevicesView,
  FieldError,
  FormSubmissionDraft,
  FormView,
  HistoryView,
  InvitationDraft,
  InvitedPersonDraft,
  OrderLinkView,
  OrderLookUpDraft,
  OrderView,
  PageView,
  PaymentDraft,
  PeopleView,
  PlaceOrderDraft,
  ProductTileView,
  ProductView,
  QuickOrderProductView,
  ReceivedInvitationView,
  RegistrationDraft,
  ReorderDraft,
  ReorderView,
  RequisitionChange,
  RequisitionDraft,
  RequisitionsView,
  RequisitionView,
  ResetRequestDraft,
  SearchView,
  SeasonView,
  SessionView,
  ShareDraft,
  SharedCartView,
  SharesView,
  ShareView,
  ShellView,
  ShippingDraft,
  SignedInView,
  SuggestView,
  WishlistView,
} from "@fieldhouse/rules";
import type { RosterStyle } from "@fieldhouse/rules/roster";
import { type AddressOf, filled, type MethodOn, type Parts, type PathOf, type RowOf, type SentTo } from "./operations";

/** One row an operation; without `sends` there is no body, and `null` is an answer without one. */
export interface Operations {
  "GET /api/account": { answers: CustomerView };
  "PUT /api/account": { sends: AccountDraft; answers: AccountChangeView };
  "GET /api/account/activity": { answers: ActivitiesView };
  "GET /api/account/addresses": { answers: AddressBookView };
  "POST /api/account/addresses": { sends: AddressFormDraft; answers: AddressBookView };
  "PUT /api/account/addresses/{id}": { sends: AddressFormDraft; answers: AddressBookView };
  "DELETE /api/account/addresses/{id}": { answers: AddressBookView };
  "POST /api/account/addresses/{id}/default": { answers: AddressBookView };
  "POST /api/account/addresses/{id}/restore": { answers: AddressBookView };
  "GET /api/account/lists": { answers: RequisitionsView };
  "POST /api/account/lists": { sends: RequisitionDraft; answers: RequisitionsView };
  "GET /api/account/lists/{id}": { answers: RequisitionView };
  "PUT /api/account/lists/{id}": { sends: RequisitionChange; answers: RequisitionView };
  "DELETE /api/account/lists/{id}": { answers: RequisitionsView };
  "POST /api/account/lists/{id}/cart": { sends: ReorderDraft; answers: CopiedCartView };
  "GET /api/account/approvals": { answers: ApprovalsView };
  "POST /api/account/approvals/{id}": { sends: DecisionDraft; answers: ApprovalsView };
  "GET /api/account/certificates": { answers: AccountCertificatesView };
  "POST /api/account/change-requests": { sends: ChangeRequestDraft; answers: AddressBookView };
  "GET /api/account/devices": { answers: DevicesView };
  "POST /api/account/devices/sign-out-others": { answers: DevicesView };
  "DELETE /api/account/devices/{id}": { answers: null };
  "GET /api/account/home": { answers: AccountHomeView };
  "GET /api/account/orders": { answers: HistoryView };
  "GET /api/account/people": { answers: PeopleView };
  "PUT /api/account/people/{id}/approval": { sends: ApprovalLimitDraft; answers: PeopleView };
  "POST /api/account/people/{id}/invitations": { sends: InvitationDraft; answers: PeopleView };
  "DELETE /api/account/people/{id}/invitations/{invitation}": { answers: PeopleView };
  "PUT /api/account/people/{id}/members/{member}": { sends: RoleDraft; answers: PeopleView };
  "DELETE /api/account/people/{id}/members/{member}": { answers: PeopleView };
  "POST /api/addresses/lookup": { sends: AddressLookupDraft; answers: AddressLookupView };
  "POST /api/analytics/events": { sends: EventsDraft; answers: null };
  "GET /api/auth/session": { answers: SessionView };
  "POST /api/auth/signin": { sends: SignInRequest; answers: SignedInView };
  "POST /api/auth/signout": { answers: null };
  "GET /api/cart/active": { answers: CartView | null };
  "POST /api/cart/certificates": { sends: AddCertificateDraft; answers: CartView };
  "DELETE /api/cart/certificates/{id}": { answers: CartView };
  "GET /api/cart/codes": { answers: CodesView };
  "POST /api/cart/flyer-code": { sends: CodeDraft; answers: CodesView };
  "DELETE /api/cart/flyer-code": { answers: CodesView };
  "GET /api/cart/head": { answers: CartHeadView };
  "POST /api/cart/lines": { sends: AddLinesDraft; answers: CartChangeView };
  "DELETE /api/cart/lines": { answers: CartChangeView };
  "PATCH /api/cart/lines/{id}": { sends: ChangeLineDraft; answers: CartChangeView };
  "DELETE /api/cart/lines/{id}": { answers: CartChangeView };
  "POST /api/cart/program-id": { sends: CodeDraft; answers: CodesView };
  "DELETE /api/cart/program-id": { answers: CodesView };
  "POST /api/cart/recalculate": { sends: RecalculateDraft; answers: CartView };
  "POST /api/cart/removals": { sends: RemoveLinesDraft; answers: CartChangeView };
  "GET /api/cart/shared/{token}": { answers: SharedCartView };
  "POST /api/cart/shared/{token}/copy": { answers: CopiedCartView };
  "GET /api/cart/shares": { answers: SharesView };
  "POST /api/cart/shares": { sends: ShareDraft; answers: ShareView };
  "DELETE /api/cart/shares/{id}": { answers: SharesView };
  "POST /api/cart/undo": { sends: UndoDraft; answers: CartChangeView };
  "POST /api/catalog/articles": { sends: ArticlesDraft; answers: ArticlesView };
  "GET /api/catalog/products/{slugOrSku}": { answers: ProductView };
  "GET /api/checkout": { answers: CheckoutView };
  "PUT /api/checkout/buyer": { sends: BuyerDraft; answers: CheckoutView };
  "PUT /api/checkout/payment": { sends: PaymentDraft; answers: CheckoutView };
  "PUT /api/checkout/shipping": { sends: ShippingDraft; answers: CheckoutView };
  "GET /api/content/pages/{slug}": { answers: PageView };
  "GET /api/content/search": { answers: ContentSearchView };
  "POST /api/erp/price-personalized/all/": { sends: PriceAllDraft; answers: PriceAllView };
  "POST /api/features/Account/create-password": { sends: CreatePasswordDraft; answers: DoneView };
  "POST /api/features/Account/password-check": { sends: PasswordCheckDraft; answers: PasswordCheckView };
  "POST /api/features/Account/password-token": { sends: ResetRequestDraft; answers: DoneView };
  "POST /api/features/Account/register": { sends: RegistrationDraft; answers: DoneView };
  "POST /api/features/Account/update-password": { sends: UpdatePasswordDraft; answers: DoneView };
  "POST /api/features/CertificateInput": { sends: CertificateQuestion; answers: CertificateDraft };
  "POST /api/features/Newsletter01": { sends: NewsletterDraft; answers: SubscribedView };
  "GET /api/features/QuickEdit/": { answers: ProductView };
  "GET /api/features/QuickOrder/": { answers: QuickOrderProductView };
  "GET /api/features/RecentlyViewed/": { answers: ProductTileView[] };
  "GET /api/forms/{slug}": { answers: FormView };
  "POST /api/forms/{slug}": { sends: FormSubmissionDraft; answers: null };
  "POST /api/invitations/accept": { sends: AcceptDraft; answers: SessionView };
  "POST /api/invitations/register": { sends: RegisterInvitedDraft; answers: SignedInView };
  "GET /api/invitations/{token}": { answers: ReceivedInvitationView };
  "POST /api/order-look-ups": { sends: OrderLookUpDraft; answers: OrderLinkView };
  "POST /api/orders": { sends: PlaceOrderDraft; answers: OrderView };
  "GET /api/orders/{id}": { answers: OrderView };
  "POST /api/orders/{id}/cancellation": { sends: CancelOwnDraft; answers: OrderView };
  "POST /api/orders/{id}/cart": { answers: CopiedCartView };
  "GET /api/orders/{id}/reorder": { answers: ReorderView };
  "GET /api/orders/{id}/season": { answers: SeasonView };
  "POST /api/orders/{id}/reorder": { sends: ReorderDraft; answers: CopiedCartView };
  "GET /api/search": { answers: SearchView };
  "GET /api/search/suggest": { answers: SuggestView };
  "GET /api/shell": { answers: ShellView };
  "GET /api/wishlist": { answers: WishlistView };
  "POST /api/wishlist": { sends: WishDraft; answers: WishlistView };
  "DELETE /api/wishlist/{id}": { answers: WishlistView };
}

// What is no rule's business is told by the server alone.
interface ActivityOrderView {
  id: string;
  number: string;
}
interface ActivityView {
  id: string;
  staff: string;
  reason: string;
  begunAt: string;
  endedAt?: string | null;
  orders: ActivityOrderView[];
}
interface ActivitiesView {
  activities: ActivityView[];
}
interface AcceptDraft {
  token: string;
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
interface ArticlesDraft {
  skus: string[];
}
interface ArticlesView {
  products: RosterStyle[];
}
interface CodeDraft {
  code: string;
}
interface CreatePasswordDraft {
  password: string;
  token: string;
}
interface DoneView {
  ok: boolean;
}
interface EventsDraft {
  events: { act: "click" | "addedToCart"; productId: string }[];
}
interface NewsletterDraft {
  email: string;
}
interface PasswordCheckDraft {
  password: string;
  personal: readonly string[];
}
interface PasswordCheckView {
  errors: FieldError[];
}
interface PriceAllDraft {
  storeKey: string;
  flyer: string;
  programId?: string | undefined;
  products: { sku: string; quantity: number; flyer: string; programId?: string | undefined }[];
}
interface PriceAllView {
  data: { results: { sku: string; unitPrice: string | null; centAmount: Cents | null }[] };
}
interface RecalculateDraft {
  cartId: string;
}
interface RegisterInvitedDraft {
  token: string;
  person: InvitedPersonDraft;
}
interface RemoveLinesDraft {
  lineItemIds: readonly string[];
  version: number;
}
interface RoleDraft {
  role: string;
}
export interface SignInRequest {
  email: string;
  password: string;
  callbackUrl: string;
}
interface SubscribedView {
  ok: boolean;
}
interface UndoDraft {
  undo: string;
}
interface UpdatePasswordDraft {
  currentPassword: string;
  newPassword: string;
}
interface WishDraft {
  productId: string;
}

/** Paths of the table. */
export type Path = PathOf<Operations>;
/** Methods that a path has. */
export type MethodOf<P extends Path> = MethodOn<Operations, P>;
/** What an operation is sent; `undefined` where it is sent nothing. */
export type Sent<M extends string, P extends Path> = SentTo<RowOf<Operations, M, P>>;
/** What it answers. */
export type Answer<M extends string, P extends Path> = RowOf<Operations, M, P>["answers"];
/** An address below a path of the table, which it remembers. */
export type Address<P extends Path = Path> = AddressOf<P>;

function at<P extends Path>(path: P): Address<P> {
  return path as Address<P>;
}

/** Addresses of a path whose `{…}` are filled in. */
function under<P extends Path>(path: P): (...parts: Parts<P>) => Address<P> {
  return (...parts: string[]) => filled(path, parts) as Address<P>;
}

/** `name=value&…` in the given order, empty ones left out, spaces as %20. */
export function queryString(pairs: readonly (readonly [string, string])[]): string {
  return pairs
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
}

function withQuery<P extends Path>(address: P | Address<P>, query: string): Address<P> {
  return (query === "" ? address : `${address}?${query}`) as Address<P>;
}

const cartLine = under("/api/cart/lines/{id}");
const orderAt = under("/api/orders/{id}");
const orderAgainAt = under("/api/orders/{id}/reorder");
const savedListAt = under("/api/account/lists/{id}");
const savedListIntoCartAt = under("/api/account/lists/{id}/cart");
const seasonAt = under("/api/orders/{id}/season");

export const apiUrls = {
  shell: at("/api/shell"),
  analyticsEvents: at("/api/analytics/events"),
  cartHead: at("/api/cart/head"),
  cartActive: at("/api/cart/active"),
  cartLines: at("/api/cart/lines"),
  cartRecalculate: at("/api/cart/recalculate"),
  cartCodes: at("/api/cart/codes"),
  cartFlyerCode: at("/api/cart/flyer-code"),
  cartProgramId: at("/api/cart/program-id"),
  certificateInput: at("/api/features/CertificateInput"),
  certificate: (number: string) => withQuery("/api/features/CertificateInput", queryString([["id", number]])),
  cartCertificates: at("/api/cart/certificates"),
  cartCertificate: under("/api/cart/certificates/{id}"),
  personalPrices: at("/api/erp/price-personalized/all/"),
  checkout: at("/api/checkout"),
  checkoutShipping: at("/api/checkout/shipping"),
  checkoutPayment: at("/api/checkout/payment"),
  checkoutBuyer: at("/api/checkout/buyer"),
  orders: at("/api/orders"),
  page: under("/api/content/pages/{slug}"),
  contentSearch: (query: string) => withQuery("/api/content/search", queryString([["query", query]])),
  form: under("/api/forms/{slug}"),
  newsletter: at("/api/features/Newsletter01"),
  wishlist: at("/api/wishlist"),
  wish: under("/api/wishlist/{id}"),
  product: under("/api/catalog/products/{slugOrSku}"),
  quickOrder: (number: string) => withQuery("/api/features/QuickOrder/", queryString([["productId", number]])),
  quickEdit: (sku: string) => withQuery("/api/features/QuickEdit/", queryString([["productId", sku]])),
  /** Of a list's canonical query, which is the rules' affair. */
  search: (query: string) => withQuery("/api/search", query),
  suggest: (query: string) => withQuery("/api/search/suggest", queryString([["query", query]])),
  articles: at("/api/catalog/articles"),
  recentlyViewed: (productIds: string) =>
    withQuery("/api/features/RecentlyViewed/", queryString([["productIds", productIds]])),
  cartRemovals: at("/api/cart/removals"),
  cartUndo: at("/api/cart/undo"),
  cartShares: at("/api/cart/shares"),
  cartShare: under("/api/cart/shares/{id}"),
  cartShared: under("/api/cart/shared/{token}"),
  cartSharedCopy: under("/api/cart/shared/{token}/copy"),
  cartLinesAt: (version: number) => withQuery("/api/cart/lines", queryString([["version", String(version)]])),
  cartLine,
  cartLineAt: (id: string, version: number) => withQuery(cartLine(id), queryString([["version", String(version)]])),
  signIn: at("/api/auth/signin"),
  signOut: at("/api/auth/signout"),
  session: at("/api/auth/session"),
  register: at("/api/features/Account/register"),
  passwordCheck: at("/api/features/Account/password-check"),
  passwordToken: at("/api/features/Account/password-token"),
  createPassword: at("/api/features/Account/create-password"),
  updatePassword: at("/api/features/Account/update-password"),
  account: at("/api/account"),
  accountHome: at("/api/account/home"),
  addressLookup: at("/api/addresses/lookup"),
  changeRequests: at("/api/account/change-requests"),
  addresses: at("/api/account/addresses"),
  address: under("/api/account/addresses/{id}"),
  addressDefault: under("/api/account/addresses/{id}/default"),
  addressRestore: under("/api/account/addresses/{id}/restore"),
  activity: at("/api/account/activity"),
  devices: at("/api/account/devices"),
  device: under("/api/account/devices/{id}"),
  otherDevices: at("/api/account/devices/sign-out-others"),
  people: at("/api/account/people"),
  unitInvitations: under("/api/account/people/{id}/invitations"),
  unitInvitation: under("/api/account/people/{id}/invitations/{invitation}"),
  unitMember: under("/api/account/people/{id}/members/{member}"),
  unitApproval: under("/api/account/people/{id}/approval"),
  invitation: under("/api/invitations/{token}"),
  acceptInvitation: at("/api/invitations/accept"),
  registerInvited: at("/api/invitations/register"),
  approvals: at("/api/account/approvals"),
  approval: under("/api/account/approvals/{id}"),
  accountCertificates: at("/api/account/certificates"),
  order: (id: string, key = "") => withQuery(orderAt(id), queryString([["key", key]])),
  orderLookUps: at("/api/order-look-ups"),
  orderCancellation: under("/api/orders/{id}/cancellation"),
  accountOrders: (asked: Record<string, string>) =>
    withQuery("/api/account/orders", queryString(Object.entries(asked))),
  orderAgain: (id: string, key = "") => withQuery(orderAgainAt(id), queryString([["key", key]])),
  savedLists: at("/api/account/lists"),
  savedList: savedListAt,
  savedListIntoCart: savedListIntoCartAt,
  season: (id: string, key = "") => withQuery(seasonAt(id), queryString([["key", key]])),
  orderIntoCart: under("/api/orders/{id}/cart"),
} as const;
