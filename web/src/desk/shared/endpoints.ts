// Every operation that the desk asks: method, path, what is sent and what is answered, in the names of the server's own
// description, against which tests/contract/endpoints.mjs holds each row.
import type {
  Cents,
  DeskOrderView,
  HoldDraft,
  MemberRole,
  NoteDraft,
  OrderEditDraft,
  OrderEditPreviewView,
  OrderEditView,
  OrderEventView,
  OrderLinesView,
  OrderListView,
  OrderPickedView,
  OrderRowView,
  PaperKind,
  ParcelDraft,
  QueueCountView,
  QueuesView,
  RefundDraft,
} from "@fieldhouse/rules";
import type { LineQuantity, ShopAsDraft } from "@fieldhouse/rules/desk";
import type { AdjustDraft, CountDraft, IncomingDraft, ReceiveDraft, StockNoteDraft } from "@fieldhouse/rules/stock";
import {
  type AddressOf,
  filled,
  type MethodOn,
  type Parts,
  type PathOf,
  type RowOf,
  type SentTo,
} from "../../shared/operations";

/** One row an operation; without `sends` there is no body, and `null` is an answer without one. */
export interface Operations {
  "GET /desk/api/articles": { answers: ArticlePickView[] };
  "GET /desk/api/audit": { answers: AuditView };
  "POST /desk/api/audit/export": { answers: null };
  "PUT /desk/api/codes": { sends: TotpDraft; answers: null };
  "POST /desk/api/codes/options": { answers: TotpView };
  "GET /desk/api/customers": { answers: DeskCustomersView };
  "GET /desk/api/customers/{id}": { answers: DeskCustomerView };
  "POST /desk/api/customers/{id}/shop-as": { sends: ShopAsDraft; answers: ShopAsBegunView };
  "DELETE /desk/api/customers/{id}/shop-as": { answers: null };
  "POST /desk/api/invitations/accept": { sends: StaffAcceptDraft; answers: AcceptedView };
  "POST /desk/api/invitations/codes": { sends: InvitationToken; answers: TotpView };
  "POST /desk/api/invitations/look": { sends: InvitationToken; answers: InvitedView };
  "POST /desk/api/invitations/passkey": { sends: InvitationToken; answers: AskedView };
  "GET /desk/api/orders": { answers: OrderListView };
  "POST /desk/api/orders/bulk": { sends: BulkDraft; answers: BulkView };
  "GET /desk/api/orders/count": { answers: QueueCountView };
  "GET /desk/api/orders/{id}": { answers: DeskOrderView };
  "POST /desk/api/orders/{id}/cancellations": { sends: Seen_CancelPiecesDraft; answers: DeskOrderView };
  "POST /desk/api/orders/{id}/credits": { sends: Seen_RefundDraft; answers: DeskOrderView };
  "POST /desk/api/orders/{id}/credits/{credit}/decision": {
    sends: Seen_RefundDecisionDraft;
    answers: DeskOrderView;
  };
  "POST /desk/api/orders/{id}/credits/{credit}/withdrawal": {
    sends: Seen_WithdrawalDraft;
    answers: DeskOrderView;
  };
  "GET /desk/api/orders/{id}/edits": { answers: OrderEditView[] };
  "POST /desk/api/orders/{id}/edits": { sends: Seen_OrderEditDraft; answers: OrderEditView };
  "POST /desk/api/orders/{id}/edits/preview": { sends: Seen_OrderEditDraft; answers: OrderEditPreviewView };
  "POST /desk/api/orders/{id}/edits/{edit}/apply": { sends: Seen_NothingDraft; answers: DeskOrderView };
  "POST /desk/api/orders/{id}/edits/{edit}/discard": { sends: Seen_NothingDraft; answers: DeskOrderView };
  "GET /desk/api/orders/{id}/credits/{credit}/memo": { answers: null };
  "GET /desk/api/orders/{id}/documents/{kind}": { answers: null };
  "POST /desk/api/orders/{id}/cancellations/{event}/undo": { sends: Seen_NothingDraft; answers: DeskOrderView };
  "POST /desk/api/orders/{id}/events/{event}/letter": { sends: Seen_NothingDraft; answers: DeskOrderView };
  "GET /desk/api/orders/{id}/events": { answers: OrderEventView[] };
  "POST /desk/api/orders/{id}/holds": { sends: Seen_HoldDraft; answers: DeskOrderView };
  "GET /desk/api/orders/{id}/colleagues": { answers: ColleagueView[] };
  "PUT /desk/api/orders/{id}/holds/{hold}": { sends: Seen_HoldChangeDraft; answers: DeskOrderView };
  "POST /desk/api/orders/{id}/holds/{hold}/close": { sends: Seen_NothingDraft; answers: DeskOrderView };
  "POST /desk/api/orders/{id}/look": { answers: OrderLookView };
  "GET /desk/api/orders/{id}/lines": { answers: OrderLinesView };
  "POST /desk/api/orders/{id}/notes": { sends: Seen_NoteDraft; answers: DeskOrderView };
  "POST /desk/api/orders/{id}/release": { sends: Seen_NothingDraft; answers: DeskOrderView };
  "POST /desk/api/orders/{id}/shipments": { sends: Seen_PickDraft; answers: OrderPickedView };
  "POST /desk/api/orders/{id}/shipments/{shipment}/deliver": { sends: Seen_NothingDraft; answers: DeskOrderView };
  "POST /desk/api/orders/{id}/shipments/{shipment}/exception": { sends: Seen_NothingDraft; answers: DeskOrderView };
  "GET /desk/api/orders/{id}/shipments/{shipment}/packing-slip": { answers: null };
  "POST /desk/api/orders/{id}/shipments/{shipment}/pack": { sends: Seen_ParcelsDraft; answers: DeskOrderView };
  "POST /desk/api/orders/{id}/shipments/{shipment}/ship": { sends: Seen_ParcelsDraft; answers: DeskOrderView };
  "POST /desk/api/orders/{id}/shipments/{shipment}/take-back": { sends: Seen_NothingDraft; answers: DeskOrderView };
  "POST /desk/api/orders/{id}/shipments/{shipment}/undo": { sends: Seen_NothingDraft; answers: DeskOrderView };
  "GET /desk/api/inbox": { answers: InboxView };
  "GET /desk/api/jobs": { answers: JobsView };
  "POST /desk/api/jobs/{id}/drop": { answers: JobsView };
  "POST /desk/api/jobs/{id}/retry": { answers: JobsView };
  "GET /desk/api/letter-pages/{site}/{kind}": { answers: null };
  "GET /desk/api/letters": { answers: BrandLettersView[] };
  "PUT /desk/api/letters/{site}/{kind}": { sends: LetterSwitchDraft; answers: BrandLettersView[] };
  "GET /desk/api/letters/{site}/{kind}/preview": { answers: LetterPreviewView };
  "GET /desk/api/messages": { answers: MessagesView };
  "GET /desk/api/messages/{id}": { answers: InboxMessageView };
  "POST /desk/api/messages/{id}/answers": { sends: MessageAnswerDraft; answers: InboxMessageView };
  "PUT /desk/api/messages/{id}/assignee": { sends: AssigneeDraft; answers: InboxMessageView };
  "POST /desk/api/messages/{id}/notes": { sends: MessageNoteDraft; answers: InboxMessageView };
  "POST /desk/api/messages/{id}/reopen": { sends: MessageReopenDraft; answers: InboxMessageView };
  "GET /desk/api/newsletter": { answers: SubscribersView };
  "DELETE /desk/api/newsletter/{id}": { answers: null };
  "POST /desk/api/packing-slips": { sends: PackingSlipsDraft; answers: null };
  "GET /desk/api/paper-templates": { answers: PaperTemplatesView };
  "PUT /desk/api/paper-templates/{site}": { sends: PaperTemplatesDraft; answers: PaperTemplatesView };
  "POST /desk/api/paper-templates/{site}/preview": { sends: PaperPreviewDraft; answers: null };
  "POST /desk/api/papers": { sends: PapersDraft; answers: null };
  "GET /desk/api/passkeys": { answers: PasskeyView[] };
  "POST /desk/api/passkeys": { sends: PasskeyDraft; answers: PasskeyView[] };
  "POST /desk/api/passkeys/options": { answers: AskedView };
  "DELETE /desk/api/passkeys/{id}": { answers: PasskeyView[] };
  "PUT /desk/api/password": { sends: OwnPasswordDraft; answers: null };
  "GET /desk/api/queues": { answers: QueuesView };
  "POST /desk/api/recovery-codes": { answers: RecoveryCodesView };
  "GET /desk/api/reports/late": { answers: LateShipmentsView };
  "GET /desk/api/reports/late.csv": { answers: null };
  "GET /desk/api/reports/lines": { answers: SalesLinesView };
  "GET /desk/api/reports/sales": { answers: SalesReportView };
  "GET /desk/api/reports/sales.csv": { answers: null };
  "GET /desk/api/reports/searches": { answers: MissedSearchesView };
  "GET /desk/api/reports/searches.csv": { answers: null };
  "GET /desk/api/roles": { answers: RolesView };
  "PUT /desk/api/roles/{key}": { sends: StaffRoleDraft; answers: RolesView };
  "GET /desk/api/session": { answers: DeskSessionView };
  "POST /desk/api/session/confirm/passkey": { sends: AnsweredDraft; answers: DeskSessionView };
  "POST /desk/api/session/confirm/password": { sends: PasswordSignIn; answers: DeskSessionView };
  "GET /desk/api/sessions": { answers: OwnSessionView[] };
  "DELETE /desk/api/sessions/{id}": { answers: OwnSessionView[] };
  "POST /desk/api/sign-in/passkey": { sends: AnsweredDraft; answers: null };
  "POST /desk/api/sign-in/passkey/options": { answers: AskedView };
  "POST /desk/api/sign-in/password": { sends: PasswordSignIn; answers: null };
  "POST /desk/api/sign-out": { answers: null };
  "GET /desk/api/staff": { answers: StaffView[] };
  "POST /desk/api/staff": { sends: InviteDraft; answers: StaffView };
  "GET /desk/api/staff/{id}": { answers: StaffView };
  "POST /desk/api/staff/{id}/invitation": { answers: StaffView };
  "POST /desk/api/staff/{id}/restore": { sends: StateDraft; answers: StaffView };
  "PUT /desk/api/staff/{id}/roles": { sends: RolesDraft; answers: StaffView };
  "GET /desk/api/stock": { answers: StockListView };
  "GET /desk/api/stock/{sku}": { answers: StockView };
  "POST /desk/api/stock/{sku}/adjust": { sends: Seen_AdjustDraft; answers: StockView };
  "POST /desk/api/stock/{sku}/count": { sends: Seen_CountDraft; answers: StockView };
  "POST /desk/api/stock/{sku}/end": { sends: Seen_StockNoteDraft; answers: StockView };
  "POST /desk/api/stock/{sku}/incoming": { sends: Seen_IncomingDraft; answers: StockView };
  "POST /desk/api/stock/{sku}/incoming/{incoming}/receive": { sends: Seen_ReceiveDraft; answers: StockView };
  "POST /desk/api/stock/{sku}/incoming/{incoming}/withdraw": { sends: Seen_StockNoteDraft; answers: StockView };
  "GET /desk/api/units": { answers: UnitPickView[] };
  "GET /desk/api/views": { answers: SavedListView[] };
  "POST /desk/api/views": { sends: SavedListDraft; answers: SavedListView[] };
  "DELETE /desk/api/views/{id}": { answers: SavedListView[] };
  "POST /desk/api/staff/{id}/suspend": { sends: StateDraft; answers: StaffView };
}

// What is no rule's business is told by the server alone.
export interface SalesFigures {
  orders: number;
  pieces: number;
  sold: Cents;
  canceled: Cents;
  net: Cents;
  credited: Cents;
}
interface SalesLineView {
  site: string;
  today: SalesFigures;
  week: SalesFigures;
  text: string;
}
interface SalesLinesView {
  lines: SalesLineView[];
  waiting: number;
}
export interface SalesPointView {
  day: string;
  name: string;
  net: Cents;
  before: Cents;
}
export interface SalesRowView {
  key: string;
  name: string;
  figures: SalesFigures;
  before: Cents;
  share: string;
}
export type SalesBy = "day" | "brand" | "unit" | "style" | "size";
export interface SalesReportView {
  from: string;
  to: string;
  beforeFrom: string;
  beforeTo: string;
  by: SalesBy;
  countsOrders: boolean;
  unitName: string;
  styleName: string;
  total: SalesRowView;
  summary: string;
  caption: string;
  approvals: string;
  points: SalesPointView[];
  rows: SalesRowView[];
  waiting: number;
}
export interface LateMonthView {
  month: string;
  site: string;
  brand: string;
  shipments: number;
  late: number;
  share: string;
  waiting: number;
}
export interface LateShipmentsView {
  from: string;
  to: string;
  lateDays: number;
  summary: string;
  rows: LateMonthView[];
  more: boolean;
  pending: number;
}
export interface MissedSearchView {
  site: string;
  brand: string;
  text: string;
  searches: number;
  last: string;
}
export interface MissedSearchesView {
  from: string;
  to: string;
  summary: string;
  rows: MissedSearchView[];
}
export interface PackingSlipsDraft {
  shipments: string[];
}
interface PapersDraft {
  kind: string;
  orders: string[];
}
export interface PaperPartView {
  key: string;
  name: string;
  usual: boolean;
}
export interface PaperKindView {
  kind: PaperKind;
  field: Exclude<keyof PapersWords, "address" | "remitTo">;
  label: string;
  terms: string;
  footer: string;
  facts: PaperPartView[];
  columns: PaperPartView[];
}
export interface PaperWords {
  terms?: string | null;
  footer?: string | null;
  facts?: string[] | null;
  columns?: string[] | null;
}
export interface PapersWords {
  address: string[];
  remitTo: string[];
  acknowledgement: PaperWords;
  packingSlip: PaperWords;
  pickList: PaperWords;
  roster: PaperWords;
  invoice: PaperWords;
  creditMemo: PaperWords;
}
export interface BrandPapersView {
  site: string;
  name: string;
  changeable: boolean;
  version: number;
  papers: PapersWords;
}
export interface PaperTemplatesView {
  kinds: PaperKindView[];
  brands: BrandPapersView[];
  elsewhere: boolean;
}
interface PaperTemplatesDraft {
  version: number;
  papers: PapersWords;
}
interface PaperPreviewDraft {
  kind: string;
  papers: PapersWords;
}

export interface BrandLetterView {
  kind: string;
  name: string;
  reader: string;
  on: boolean;
  stays: string;
  version: number;
  switchedBy: string;
  switchedAt?: string | null;
}
export interface BrandLettersView {
  site: string;
  name: string;
  switchable: boolean;
  letters: BrandLetterView[];
}
interface LetterSwitchDraft {
  version: number;
  on: boolean;
}
interface LetterPreviewView {
  subject: string;
  text: string;
  about: string;
}
interface ArticlePickView {
  sku: string;
  name: string;
  options: string;
  price: string;
  orderable: boolean;
}
interface UnitPickView {
  key: string;
  name: string;
  site: string;
}
interface OrderLookView {
  text: string;
}
interface ActivityOrderView {
  id: string;
  number: string;
}
export interface ActivityView {
  id: string;
  staff: string;
  reason: string;
  begunAt: string;
  endedAt?: string | null;
  orders: ActivityOrderView[];
}
export interface DeskCustomerRowView {
  id: string;
  site: string;
  name: string;
  email: string;
  createdAt: string;
}
interface DeskCustomersView {
  customers: DeskCustomerRowView[];
  next?: string | null;
}
interface DeskCustomerUnitView {
  key: string;
  name: string;
  role: MemberRole;
}
export interface DeskCustomerView {
  customer: DeskCustomerRowView;
  confirmed: boolean;
  units: DeskCustomerUnitView[];
  addresses: number;
  orders: OrderRowView[];
  orderCount: number;
  activities: ActivityView[];
  mayShopAs: boolean;
  shopping: boolean;
}
interface ShopAsBegunView {
  address: string;
  endsAt: string;
}
interface StaffAcceptDraft {
  token: string;
  name: string;
  passkey?: AnsweredDraft;
  password?: NewPassword;
}
interface AcceptedView {
  recoveryCodes: string[];
}
export interface AllowedView {
  permission: string;
  sites?: string[] | null;
  cap?: Cents | null;
}
export interface AnsweredDraft {
  ceremony: string;
  credential: object;
}
export interface AskedView {
  ceremony: string;
  options: object;
}
interface AuditView {
  entries: EntryView[];
  next?: number | null;
}
export interface DeskSessionView {
  id: string;
  name: string;
  email: string;
  roles: GivenRole[];
  allowed: AllowedView[];
  signedInBy: string;
  freshUntil: number;
  endsAt: number;
  recoveryCodes: number;
  hasPassword: boolean;
}
export interface EntryView {
  seq: number;
  id: string;
  at: number;
  actorKind: string;
  actorId: string;
  actorName: string;
  onBehalfOf: string;
  session: string;
  network: string;
  action: string;
  subjectKind: string;
  subjectId: string;
  site: string;
  before: unknown;
  after: unknown;
  reason: string;
  requestId: string;
  previousHash: string;
  hash: string;
}
export interface GivenRole {
  role: string;
  sites?: string[] | null;
}
interface InvitationToken {
  token: string;
}
export interface InvitedView {
  email: string;
  name: string;
  invitedBy: string;
  expiresAt: number;
}
interface InviteDraft {
  email: string;
  name: string;
  roles: GivenRole[];
}
interface NewPassword {
  new: string;
  confirm: string;
  ceremony: string;
  code: string;
}
interface AnswerDraft {
  text?: string;
  end?: string;
}
interface AssigneeDraft {
  assignee: string;
  version: number;
}
interface BulkDraft {
  act?: BulkAct;
  orders?: SeenOrder[];
  hold?: HoldDraft;
}
export type BulkAct = "release" | "hold" | "pick";
interface BulkResultView {
  id: string;
  problem: string;
}
export interface BulkView {
  done: number;
  results: BulkResultView[];
}
interface ColleagueView {
  id: string;
  name: string;
}
interface InboxView {
  forms: QueueCountView;
  changeRequests: QueueCountView;
}
interface JobCountView {
  state: string;
  jobs: number;
}
interface JobOrderView {
  id: string;
  number: string;
}
export interface JobView {
  id: string;
  queue: string;
  kind: string;
  site: string;
  order?: JobOrderView | null;
  to?: string | null;
  createdAt: string;
  since: string;
  attempts: number;
  reason: string;
}
interface JobsView {
  jobs: JobView[];
  counts: JobCountView[];
  next?: string | null;
}
interface MessageAnswerDraft {
  answer: AnswerDraft;
  version: number;
}
interface MessageNoteDraft {
  text: string;
  version: number;
}
interface MessageNoteView {
  sent: boolean;
  text: string;
  by: string;
  at: string;
}
interface MessageReopenDraft {
  reason?: string;
  version: number;
}
export interface MessageRowView {
  id: string;
  kind: string;
  site: string;
  title: string;
  email: string;
  excerpt: string;
  sentAt: string;
  status: string;
  assignee: string;
  version: number;
}
export interface InboxMessageView {
  message: MessageRowView;
  said: SaidView[];
  notes: MessageNoteView[];
  assigneeId: string;
  colleagues: ColleagueView[];
  answerable: boolean;
}
interface MessagesView {
  messages: MessageRowView[];
  next?: string | null;
}
interface ListAsk {
  queue?: string;
  site?: string;
  unit?: string;
  email?: string;
  from?: string;
  to?: string;
  hold?: string;
  owner?: string;
  due?: string;
  waits?: string;
  q?: string;
  after?: string;
}
interface SavedListDraft {
  name: string;
  shared?: boolean;
  ask?: ListAsk;
}
export interface SavedListView {
  id: string;
  name: string;
  ask: ListAsk;
  shared: boolean;
  own: boolean;
  by: string;
}
interface SeenOrder {
  id: string;
  version: number;
}
interface SaidView {
  label: string;
  value: string;
}
export interface SubscriberView {
  id: string;
  site: string;
  email: string;
  askedAt: string;
  confirmedAt?: string | null;
}
interface SubscribersView {
  subscribers: SubscriberView[];
  confirmed: number;
  next?: string | null;
}
export interface OwnSessionView {
  id: string;
  device: string;
  network: string;
  signedInBy: string;
  createdAt: number;
  seenAt: number;
  current: boolean;
}
interface ParcelsDraft {
  parcels?: ParcelDraft[];
}
interface PasskeyDraft {
  name: string;
  answer: AnsweredDraft;
}
export interface PasskeyView {
  id: string;
  name: string;
  createdAt: number;
  usedAt?: number | null;
}
export interface PasswordSignIn {
  email: string;
  password: string;
  code: string;
}
export interface PermissionView {
  key: string;
  name: string;
  dangerous: boolean;
  capped: boolean;
  whole_store: boolean;
}
interface CancelPiecesDraft {
  lines?: LineQuantity[];
  players?: LinePlayersDraft[];
  reason?: string;
  note?: string;
}
export interface LinePlayersDraft {
  position: number;
  players: string[];
}
interface PickDraft {
  lines?: LineQuantity[];
  players?: LinePlayersDraft[];
}
interface RecoveryCodesView {
  recoveryCodes: string[];
}
interface WithdrawalDraft {
  reason?: string;
}
interface RefundDecisionDraft {
  granted?: boolean;
}
interface StaffRoleDraft {
  version: number;
  name: string;
  permissions: string[];
  caps?: Record<string, Cents>;
}
interface RolesDraft {
  version: number;
  roles: GivenRole[];
}
interface RolesView {
  roles: RoleView[];
  permissions: PermissionView[];
}
export interface RoleView {
  key: string;
  name: string;
  permissions: string[];
  caps: Record<string, Cents>;
  editable: boolean;
  version: number;
}
interface Seen_CancelPiecesDraft {
  version: number;
  draft?: CancelPiecesDraft;
}
interface HoldChangeDraft {
  owner?: string;
  due?: string;
}
interface Seen_HoldChangeDraft {
  version: number;
  draft?: HoldChangeDraft;
}
interface Seen_HoldDraft {
  version: number;
  draft?: HoldDraft;
}
interface Seen_NoteDraft {
  version: number;
  draft?: NoteDraft;
}
interface Seen_NothingDraft {
  version: number;
}
interface Seen_OrderEditDraft {
  version: number;
  draft?: OrderEditDraft;
}
interface Seen_ParcelsDraft {
  version: number;
  draft?: ParcelsDraft;
}
interface Seen_PickDraft {
  version: number;
  draft?: PickDraft;
}
interface Seen_RefundDecisionDraft {
  version: number;
  draft?: RefundDecisionDraft;
}
interface Seen_RefundDraft {
  version: number;
  draft?: RefundDraft;
}
interface Seen_WithdrawalDraft {
  version: number;
  draft?: WithdrawalDraft;
}
export interface StaffView {
  id: string;
  email: string;
  name: string;
  state: string;
  roles: GivenRole[];
  createdAt: number;
  version: number;
}
interface Seen_AdjustDraft {
  version: number;
  draft?: AdjustDraft;
}
interface Seen_CountDraft {
  version: number;
  draft?: CountDraft;
}
interface Seen_IncomingDraft {
  version: number;
  draft?: IncomingDraft;
}
interface Seen_ReceiveDraft {
  version: number;
  draft?: ReceiveDraft;
}
interface Seen_StockNoteDraft {
  version: number;
  draft?: StockNoteDraft;
}
export type StockState = "out" | "low" | "in";
export type StockKind =
  | "counted"
  | "adjusted"
  | "reserved"
  | "released"
  | "shipped"
  | "came_back"
  | "expected"
  | "received"
  | "withdrawn"
  | "ended";
export interface StockRowView {
  sku: string;
  name: string;
  counted: boolean;
  onHand: number;
  reserved: number;
  available: number;
  missing: number;
  lowAt: number;
  state: StockState;
  incoming: number;
  incomingOn: string;
  late: boolean;
  version: number;
  changedAt: string;
}
interface StockListView {
  articles: StockRowView[];
  next?: string | null;
}
export interface StockEntryView {
  seq: number;
  kind: StockKind;
  quantity: number;
  onHand: number;
  reserved: number;
  reason: string;
  note: string;
  orderId: string;
  orderNumber: string;
  by: string;
  at: string;
}
export interface IncomingView {
  id: string;
  quantity: number;
  received: number;
  left: number;
  expected: string;
  late: boolean;
  reference: string;
  by: string;
}
export interface StockView {
  article: StockRowView;
  sites: string[];
  incoming: IncomingView[];
  entries: StockEntryView[];
  before?: number | null;
  adjustable: boolean;
  today: string;
}
interface StateDraft {
  reason?: string;
  version: number;
}
interface OwnPasswordDraft {
  current: string;
  new: string;
  confirm: string;
}
interface TotpDraft {
  ceremony: string;
  code: string;
}
export interface TotpView {
  ceremony: string;
  secret: string;
  address: string;
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

/** The address of a path whose `{…}` are filled in. */
export function to<P extends Path>(path: P, ...parts: Parts<P>): Address<P> {
  return filled(path, parts) as Address<P>;
}

/** The same with a query; what is empty is left out. */
export function asking<P extends Path>(address: Address<P>, query: Record<string, string | number>): Address<P> {
  const told = Object.entries(query).filter(([, value]) => value !== "");
  if (told.length === 0) return address;
  return `${address}?${new URLSearchParams(told.map(([name, value]) => [name, String(value)]))}` as Address<P>;
}

export const sessionUrl = to("/desk/api/session");
export const queuesUrl = to("/desk/api/queues");
export const savedUrl = to("/desk/api/views");
export const salesLinesUrl = to("/desk/api/reports/lines");
export const inboxUrl = to("/desk/api/inbox");
export const jobsUrl = to("/desk/api/jobs");
