// An order at the desk: what waits at the top, lines and shipments below, who did what at the right.
import type { DeskOrderView, HoldView, OrderLineView, RefundView } from "@fieldhouse/rules";
import { dollars } from "@fieldhouse/rules/desk";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link, useParams } from "../../../ui/router";
import { queuesUrl } from "../../shared/endpoints";
import { placeOf } from "../../shared/list-ask";
import { dayText } from "../../shared/moments";
import { useOffers } from "../../shared/offered";
import { useDesk } from "../../shared/queries";
import { brandName, useMay, useSession } from "../../shared/session";
import { count, eventWord, queueDots } from "../../shared/words";
import { BrandMark } from "../../ui/BrandMark";
import { Button, ButtonLink } from "../../ui/Button";
import { Email } from "../../ui/Email";
import { Moment } from "../../ui/Moment";
import { Failed, Page, Part, RowShapes, State } from "../../ui/Page";
import { PdfLink } from "../../ui/PdfLink";
import { CreditedPieces } from "./CreditedPieces";
import { LinesPart } from "./LinesPart";
import { Looking } from "./Looking";
import {
  type ActWindowProps,
  CancelWindow,
  ChangeHoldWindow,
  CloseHoldWindow,
  CreditWindow,
  DecideWindow,
  HoldWindow,
  ParcelsWindow,
  PickWindow,
  ReleaseWindow,
  StepWindow,
  WithdrawWindow,
} from "./OrderWindows";
import { movesOf, type ShipmentAsk, ShipmentsPart } from "./ShipmentsPart";
import { TimelinePart } from "./TimelinePart";
import {
  type Lines,
  memoUrl,
  orderUrl,
  paperUrl,
  slipUrl,
  useAllLines,
  useChangeElsewhere,
  useLines,
} from "./use-order";

const EditWindow = lazy(() => import("./edit/EditWindow").then((edit) => ({ default: edit.EditWindow })));

export function OrderPage() {
  const { id = "" } = useParams();
  const order = useDesk(orderUrl(id));
  if (order.data) return <Order order={order.data} />;
  if (order.error) {
    return (
      <Page title="Order">
        <Failed error={order.error} onRetry={() => void order.refetch()} />
      </Page>
    );
  }
  return (
    <div className="px-4 pt-16 md:px-6">
      <RowShapes />
    </div>
  );
}

/** What can be done to an order as a whole. */
interface Act {
  act: "hold" | "release" | "pick" | "cancel" | "refund" | "edit";
  label: string;
  /** It is the next thing to do. */
  next?: boolean;
}

/** Those of its acts that have a button, in their order. */
function actsOf({ acts, creditable, order: { queue } }: DeskOrderView): readonly Act[] {
  const may = (act: DeskOrderView["acts"][number]) => acts.includes(act);
  const rows: readonly (Act & { shown: boolean })[] = [
    { act: "refund", label: "Credit", shown: may("refund") && creditable !== null },
    { act: "cancel", label: "Cancel pieces", shown: may("cancel") },
    { act: "edit", label: "Edit", shown: may("edit") && creditable !== null },
    { act: "hold", label: "Hold", shown: may("hold") },
    { act: "release", label: "Release", next: true, shown: may("release") },
    { act: "pick", label: "Pick", next: true, shown: may("pick") && queue === "to_pick" },
  ];
  return rows.filter(({ shown }) => shown);
}

/** The command box has the page's buttons and papers, too. */
function useOrderOffers(order: DeskOrderView, acts: readonly Act[], onAsk: (asked: Asked) => void): void {
  const may = useMay();
  const { id, number, site } = order.order;
  const about = `Order ${number}`;
  const print = (label: string, href: string) => ({
    label: `Print: ${label}`,
    about,
    run: () => void window.open(href, "_blank", "noopener"),
  });
  const shipments = order.shipments.filter(({ state }) => state !== "cancelled");
  const maySend = may("shipments.write", site) && order.acts.includes("ship");
  const ready = shipments.filter((shipment) => movesOf(shipment, maySend).some(({ step }) => step === "ship"));
  useOffers([
    ...acts.map(({ act, label }) => ({ label, about, run: () => onAsk({ act }) })),
    ...ready.map((shipment) => ({
      label: `Ship shipment ${shipment.number}`,
      about,
      run: () => onAsk({ act: "shipment", step: "ship", shipment }),
    })),
    ...order.documents.map(({ kind, label }) => print(label, paperUrl(id, kind))),
    ...shipments.map((shipment) => print(`Packing slip ${shipment.number}`, slipUrl(id, shipment.id))),
  ]);
}

/** Which window is open. */
type Asked =
  | { act: Act["act"] }
  | { act: "close" | "change"; hold: HoldView }
  | { act: "decide"; refund: RefundView; granted: boolean }
  | { act: "withdraw"; refund: RefundView }
  | ({ act: "shipment" } & ShipmentAsk);

function Order({ order }: { order: DeskOrderView }) {
  const [asked, setAsked] = useState<Asked | undefined>();
  const lines = useLines(order);
  const queues = useDesk(queuesUrl, { staleTime: 15_000 });
  const { number, site, queue, status } = order.order;
  const label = queues.data?.queues.find((row) => row.queue === queue)?.label ?? status;
  const acts = actsOf(order);
  const close = () => setAsked(undefined);
  useOrderOffers(order, acts, setAsked);
  return (
    <Page
      title={`Order ${number}`}
      beside={
        <>
          <BrandMark site={site} />
          <State dot={queueDots[queue]} className="font-medium">
            {label}
          </State>
        </>
      }
      acts={acts.map(({ act, label, next }) => (
        <Button key={act} tone={next ? "action" : "plain"} onClick={() => setAsked({ act })}>
          {label}
        </Button>
      ))}
    >
      <Looking id={order.order.id} className="-mt-2 mb-1" />
      <ChangedElsewhere order={order} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Waiting
            order={order}
            lines={lines.lines}
            mayEdit={acts.some(({ act }) => act === "edit")}
            onAsk={setAsked}
          />
          <Facts order={order} />
          <LinesPart order={order} lines={lines} />
          <ShipmentsPart
            order={order}
            lines={lines.lines}
            onAsk={(ask) => setAsked({ act: "shipment", ...ask })}
            acts={
              acts.some(({ act }) => act === "pick") ? (
                <ButtonLink tone="quiet" href={`/pick/${order.order.id}`}>
                  Pick at the shelf
                </ButtonLink>
              ) : null
            }
          />
          <Money order={order} lines={lines.lines} onTakeBack={(refund) => setAsked({ act: "withdraw", refund })} />
        </div>
        <TimelinePart order={order} />
      </div>
      {asked ? <Asking asked={asked} order={order} lines={lines} onClose={close} /> : null}
    </Page>
  );
}

type AskingProps = Omit<ActWindowProps, "lines"> & { asked: Asked; lines: Lines };

/** What may be done to any line of an order, or names any. */
const ofAnyLine: readonly Asked["act"][] = ["pick", "cancel", "refund", "edit", "decide"];

/** The window that is open; one about any line opens once all of them are there. */
function Asking({ asked, lines, ...rest }: AskingProps): ReactNode {
  const waits = ofAnyLine.includes(asked.act);
  const whole = useAllLines(lines, waits);
  if (whole || !waits) return <AskedWindow asked={asked} lines={lines.lines} {...rest} />;
  return (
    <div className="fixed inset-x-4 bottom-4 z-20 mx-auto flex max-w-md flex-wrap items-center gap-2 rounded-brand border border-line bg-surface px-3 py-2 shadow-2xl">
      <p role="status" className="mr-auto">
        {lines.error ? "The other lines could not be read." : `Reading ${count(lines.more, "more line")}.`}
      </p>
      {lines.error ? <Button onClick={lines.showMore}>Try again</Button> : null}
      <Button tone="quiet" onClick={rest.onClose}>
        Leave it
      </Button>
    </div>
  );
}

function AskedWindow({ asked, ...given }: ActWindowProps & { asked: Asked }): ReactNode {
  switch (asked.act) {
    case "hold":
      return <HoldWindow {...given} />;
    case "release":
      return <ReleaseWindow {...given} />;
    case "pick":
      return <PickWindow {...given} />;
    case "cancel":
      return <CancelWindow {...given} />;
    case "refund":
      return <CreditWindow {...given} />;
    case "edit":
      return (
        <Suspense fallback={null}>
          <EditWindow {...given} />
        </Suspense>
      );
    case "change":
      return <ChangeHoldWindow {...given} hold={asked.hold} />;
    case "close":
      return <CloseHoldWindow {...given} hold={asked.hold} />;
    case "decide":
      return <DecideWindow {...given} refund={asked.refund} granted={asked.granted} />;
    case "withdraw":
      return <WithdrawWindow {...given} refund={asked.refund} />;
    case "shipment": {
      const { shipment, step } = asked;
      return step === "pack" || step === "ship" ? (
        <ParcelsWindow {...given} shipment={shipment} step={step} />
      ) : (
        <StepWindow {...given} shipment={shipment} step={step} />
      );
    }
  }
}

/** Somebody else was at it: told, and shown when that is wanted. Nothing moves under the hand. */
function ChangedElsewhere({ order }: { order: DeskOrderView }) {
  const client = useQueryClient();
  const change = useChangeElsewhere(order);
  return (
    <div role="status" className="sticky top-12 z-10">
      {change ? (
        <p className="mb-3 flex flex-wrap items-center gap-3 rounded-brand border border-line bg-warn-soft px-3 py-2">
          <span>
            Changed by {change.by || "the buyer"}: {eventWord(change.kind)} <Moment at={change.at} />
          </span>
          <Button
            className="ml-auto"
            onClick={() => void client.invalidateQueries({ queryKey: [orderUrl(order.order.id)] })}
          >
            Show
          </Button>
        </p>
      ) : null}
    </div>
  );
}

interface WaitingProps {
  order: DeskOrderView;
  lines: readonly OrderLineView[];
  mayEdit: boolean;
  onAsk: (asked: Asked) => void;
}

/** What waits for somebody: holds, approval, credits above a cap, edits that are not applied yet. */
function Waiting({ order, lines, mayEdit, onAsk }: WaitingProps) {
  const may = useMay();
  const session = useSession();
  const { site, unit } = order.order;
  const holds = order.holds.filter(({ closedAt }) => closedAt === null);
  const asked = order.refunds.filter(({ state }) => state === "asked");
  const approval = order.lifecycle === "awaiting_approval";
  const open = [holds, asked, order.keptEdits].some((rows) => rows.length > 0);
  if (!open && !approval && !order.erpWaits) return null;
  return (
    <section aria-label="What waits" className="grid gap-2">
      {approval ? (
        <Waits>
          <p>Waits for an approver of {unit || "its business unit"}. Nothing can be picked before.</p>
        </Waits>
      ) : null}
      {order.erpWaits ? (
        <Waits>
          <p>The ERP has not answered the last message about this order. It can be edited once it has.</p>
        </Waits>
      ) : null}
      {holds.map((hold) => (
        <Waits key={hold.id}>
          <p className="min-w-0 flex-1">
            <span className="font-semibold">On hold: {hold.label}</span>
            {hold.reason ? `. ${hold.reason}` : ""}{" "}
            <span className="text-muted">
              {hold.owner}, <Moment at={hold.openedAt} />
              {hold.due ? `, look again by ${dayText(hold.due)}` : ""}
            </span>
          </p>
          {may("orders.hold", site) ? (
            <>
              <Button tone="quiet" onClick={() => onAsk({ act: "change", hold })}>
                Hand over or put off
              </Button>
              <Button onClick={() => onAsk({ act: "close", hold })}>Close the hold</Button>
            </>
          ) : null}
        </Waits>
      ))}
      {asked.map((refund) => (
        <Waits key={refund.id}>
          <div className="min-w-0 flex-1">
            <p>
              <span className="font-semibold">Credit of {dollars(refund.amount)} waits for a second person.</span>{" "}
              {refund.reason}{" "}
              <span className="text-muted">
                {refund.createdBy}, <Moment at={refund.createdAt} />
              </span>
            </p>
            <CreditedPieces refund={refund} lines={lines} />
          </div>
          {refund.createdById !== session.id && may("refunds.approve_above_cap", site) ? (
            <>
              <Button onClick={() => onAsk({ act: "decide", refund, granted: true })}>Agree</Button>
              <Button onClick={() => onAsk({ act: "decide", refund, granted: false })}>Refuse</Button>
            </>
          ) : null}
        </Waits>
      ))}
      {order.keptEdits.map(({ id, by, at }) => (
        <Waits key={id}>
          <p className="min-w-0 flex-1">
            <span className="font-semibold">An edit is kept for later.</span>{" "}
            <span className="text-muted">
              {by}, <Moment at={at} />
            </span>
          </p>
          {mayEdit ? <Button onClick={() => onAsk({ act: "edit" })}>Look at the edit</Button> : null}
        </Waits>
      ))}
    </section>
  );
}

function Waits({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2 rounded-brand bg-warn-soft px-3 py-2">{children}</div>;
}

function Facts({ order }: { order: DeskOrderView }) {
  const { placedAt, email, unit, poNumber, site, status } = order.order;
  const facts: [string, ReactNode][] = [
    ["Placed", <Moment key="placed" at={placedAt} />],
    ["Placed in the buyer's name by", order.placedBy],
    ["Brand", brandName(site)],
    ["The buyer reads", status],
    [
      "Buyer",
      <span key="buyer">
        <Link to={placeOf({}, { email })} className="underline underline-offset-2" title="All orders of this buyer">
          <Email of={email} />
        </Link>
        {unit ? <span className="block text-muted">{unit}</span> : null}
        {order.customer ? (
          <Link to={`/customers/${order.customer}`} className="block underline underline-offset-2">
            The customer
          </Link>
        ) : null}
      </span>,
    ],
    ["Purchase order", [poNumber, order.poFileName].filter(Boolean).join(" · ")],
    ["Shipping", order.shippingMethod],
    ["For the carrier", order.instructions],
    ["Released", order.releasedAt ? <Moment key="released" at={order.releasedAt} /> : ""],
  ];
  return (
    <div className="grid gap-4 rounded-brand border border-line p-3 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <dl className="grid content-start gap-x-6 gap-y-2 sm:grid-cols-2">
        {facts
          .filter(([, value]) => value !== "")
          .map(([name, value]) => (
            <div key={name} className="min-w-0">
              <dt className="text-muted">{name}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ))}
      </dl>
      <div>
        <h2 className="font-normal text-muted leading-[1.45]">Ships to</h2>
        <address className="not-italic">
          {order.address.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
        {order.documents.length > 0 ? (
          <>
            <h2 id="documents" className="mt-3 font-normal text-muted leading-[1.45]">
              Documents
            </h2>
            <ul aria-labelledby="documents" className="grid justify-items-start">
              {order.documents.map(({ kind, label }) => (
                <li key={kind}>
                  <PdfLink href={paperUrl(order.order.id, kind)}>{label}</PdfLink>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </div>
  );
}

const refundStates = {
  asked: "waits for a second person",
  granted: "given",
  refused: "refused",
  withdrawn: "taken back",
} as const;

interface MoneyProps {
  order: DeskOrderView;
  lines: readonly OrderLineView[];
  onTakeBack: (refund: RefundView) => void;
}

function Money({ order, lines, onTakeBack }: MoneyProps) {
  const may = useMay();
  if (order.sums.length === 0) return null;
  return (
    <Part id="money" title="Amounts">
      <div className="grid gap-4 p-3 md:grid-cols-2">
        <dl className="grid content-start gap-y-1">
          {order.sums.map(({ label, text }) => (
            <div key={label} className={label.startsWith("Total") ? "flex font-semibold" : "flex"}>
              <dt>{label}</dt>
              <dd className="ml-auto">{text}</dd>
            </div>
          ))}
        </dl>
        <div>
          <h3 className="font-semibold">Credits</h3>
          {order.refunds.length === 0 ? (
            <p className="text-muted">None. At most {dollars(order.creditable ?? 0)} can be credited.</p>
          ) : (
            <ul className="grid gap-2">
              {order.refunds.map((refund) => (
                <li key={refund.id}>
                  <p className="flex gap-2">
                    <span>{dollars(refund.amount)}</span>
                    <span className="text-muted">
                      {refund.method}, {refundStates[refund.state]}
                      {refund.decidedBy ? ` by ${refund.decidedBy}` : ""}
                    </span>
                    {refund.state === "granted" ? (
                      <PdfLink href={memoUrl(order.order.id, refund.id)} className="ml-auto">
                        Credit memo
                      </PdfLink>
                    ) : null}
                    {/* What is for pieces stays: they were written off with it. */}
                    {refund.state === "granted" &&
                    refund.lines.length === 0 &&
                    may("refunds.create", order.order.site) ? (
                      <Button tone="quiet" onClick={() => onTakeBack(refund)}>
                        Take back
                      </Button>
                    ) : null}
                  </p>
                  <p className="text-muted">
                    {refund.reason}. {refund.createdBy}, <Moment at={refund.createdAt} />
                  </p>
                  <CreditedPieces refund={refund} lines={lines} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Part>
  );
}
