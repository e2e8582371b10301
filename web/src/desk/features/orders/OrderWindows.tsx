// The windows of the acts on an order. Each says in numbers what will be before it is done.
import type { DeskOrderView, HoldView, OrderLineView, RefundView, ShipmentView } from "@fieldhouse/rules";
import {
  cancelReasons,
  carriers,
  checkCancel,
  checkHold,
  checkParcels,
  checkRefund,
  dollars,
  type FieldError,
  holdKinds,
  type ParcelDraft,
  readDollars,
  refundMethods,
} from "@fieldhouse/rules/desk";
import { type ReactNode, useState } from "react";
import { send } from "../../shared/client";
import { to } from "../../shared/endpoints";
import { useDesk } from "../../shared/queries";
import { useCap, useSession } from "../../shared/session";
import { count, does } from "../../shared/words";
import { Button } from "../../ui/Button";
import { Choice, Input, TextArea } from "../../ui/Controls";
import { ActForm, Window } from "../../ui/Window";
import { CreditedPieces } from "./CreditedPieces";
import { letterText } from "./letters";
import { allOf, leftFor, Pieces, planOf, type Typed, wrongLine } from "./Pieces";
import { useAct } from "./use-act";
import { type Chosen, type Open, playersOf } from "./Whose";

export interface ActWindowProps {
  order: DeskOrderView;
  lines: readonly OrderLineView[];
  onClose: () => void;
}

const lineAt = (lines: readonly OrderLineView[], position: number) => lines.find((line) => line.position === position);

/** What the rules say of a field, once somebody tried. */
const at = (errors: readonly FieldError[], field: string) => errors.find((error) => error.field === field)?.message;

export function HoldWindow({ order, onClose }: ActWindowProps) {
  const [draft, setDraft] = useState({ kind: "", reason: "", due: "" });
  const [tried, setTried] = useState(false);
  const errors = tried ? checkHold(draft) : [];
  const { id, version, number, outstanding } = order.order;
  const url = to("/desk/api/orders/{id}/holds", id);
  const act = useAct(order, () => send("POST", url, { version, draft }), `${number} is on hold.`, onClose);
  return (
    <Window open onClose={onClose} title={`Hold ${number}`}>
      <ActForm
        act="Hold the order"
        pending={act.pending}
        problem={act.problem}
        onClose={onClose}
        told={`${count(outstanding, "outstanding piece")} will be neither picked nor shipped until the hold is closed.`}
        onAct={() => {
          setTried(true);
          if (checkHold(draft).length === 0) act.run();
        }}
      >
        <Choice
          label="What the order waits for"
          none="Please choose"
          choices={holdKinds()}
          value={draft.kind}
          error={at(errors, "kind")}
          onChange={(event) => setDraft({ ...draft, kind: event.target.value })}
        />
        <TextArea
          label="In words"
          value={draft.reason}
          error={at(errors, "reason")}
          onChange={(event) => setDraft({ ...draft, reason: event.target.value })}
        />
        <Input
          label="Look again by"
          placeholder="MM/DD/YYYY"
          hint="Leave it empty when there is no such day."
          value={draft.due}
          error={at(errors, "due")}
          onChange={(event) => setDraft({ ...draft, due: event.target.value })}
        />
      </ActForm>
    </Window>
  );
}

/** Hands a hold over, or puts it off. */
export function ChangeHoldWindow({ order, hold, onClose }: ActWindowProps & { hold: HoldView }) {
  const { id, version, number } = order.order;
  const session = useSession();
  const [draft, setDraft] = useState({ owner: hold.ownerId, due: hold.due });
  const [tried, setTried] = useState(false);
  const { data } = useDesk(to("/desk/api/orders/{id}/colleagues", id));
  const wrong = checkHold({ kind: hold.kind, reason: hold.reason, due: draft.due });
  const url = to("/desk/api/orders/{id}/holds/{hold}", id, hold.id);
  const act = useAct(order, () => send("PUT", url, { version, draft }), `The hold of ${number} is changed.`, onClose);
  const colleagues = (data ?? []).map((one) => ({
    code: one.id,
    name: one.id === session.id ? `${one.name} (me)` : one.name,
  }));
  // Who looks after it now may have left since.
  const known = draft.owner === "" || colleagues.some(({ code }) => code === draft.owner);
  return (
    <Window open onClose={onClose} title={`Change the hold: ${hold.label}`}>
      <ActForm
        act="Change the hold"
        pending={act.pending}
        problem={act.problem}
        onClose={onClose}
        told={`${number} goes on waiting.`}
        onAct={() => {
          setTried(true);
          if (wrong.length === 0) act.run();
        }}
      >
        <Choice
          label="Looked after by"
          none="Nobody yet"
          choices={known ? colleagues : [{ code: draft.owner, name: hold.owner }, ...colleagues]}
          value={draft.owner}
          onChange={(event) => setDraft({ ...draft, owner: event.target.value })}
        />
        <Input
          label="Look again by"
          placeholder="MM/DD/YYYY"
          hint="Leave it empty when there is no such day."
          value={draft.due}
          error={tried ? at(wrong, "due") : undefined}
          onChange={(event) => setDraft({ ...draft, due: event.target.value })}
        />
      </ActForm>
    </Window>
  );
}

export function CloseHoldWindow({ order, hold, onClose }: ActWindowProps & { hold: HoldView }) {
  const { id, version, number } = order.order;
  const url = to("/desk/api/orders/{id}/holds/{hold}/close", id, hold.id);
  const act = useAct(order, () => send("POST", url, { version }), `The hold of ${number} is closed.`, onClose);
  const others = order.holds.filter(({ closedAt }) => closedAt === null).length - 1;
  return (
    <Window open onClose={onClose} title={`Close the hold: ${hold.label}`}>
      <ActForm act="Close the hold" pending={act.pending} problem={act.problem} onClose={onClose} onAct={act.run}>
        <p>{hold.reason || "It says nothing more."}</p>
        <p className="text-muted">
          {others > 0
            ? `${count(others, "other hold stays", "other holds stay")} open: the order still waits.`
            : order.releasedAt === null && order.order.queue !== "awaiting_approval"
              ? "It is the last one: the order goes on to picking, unless orders are released by hand."
              : "It is the last one: the order goes on."}
        </p>
      </ActForm>
    </Window>
  );
}

export function ReleaseWindow({ order, onClose }: ActWindowProps) {
  const { id, version, number, outstanding } = order.order;
  const url = to("/desk/api/orders/{id}/release", id);
  const act = useAct(order, () => send("POST", url, { version }), `${number} is released.`, onClose);
  return (
    <Window open onClose={onClose} title={`Release ${number}`}>
      <ActForm act="Release the order" pending={act.pending} problem={act.problem} onClose={onClose} onAct={act.run}>
        <p>
          {count(outstanding, "piece")} on {count(order.lineCount, "line")} {does(outstanding, "goes", "go")} to picking
          and to the ERP.
        </p>
      </ActForm>
    </Window>
  );
}

export function PickWindow({ order, lines, onClose }: ActWindowProps) {
  const left = (line: OrderLineView) => line.toPick;
  const [own, setTyped] = useState<Typed>();
  // Until somebody types it is all there is, also once the order was read again beneath the window.
  const typed = own ?? allOf(lines, left);
  const [chosen, setChosen] = useState<Chosen>({});
  const { id, version } = order.order;
  const planned = planOf(lines, "pick", typed);
  const { wanted, plan, pieces, errors } = planned;
  const open: Open = { of: (position) => lineAt(lines, position)?.toPickPlayers ?? [], last: false };
  const { players, problem } = playersOf(wanted, open, chosen);
  const next = order.shipments.length + 1;
  const onShelf = lines.reduce((sum, line) => sum + line.toPick, 0);
  const url = to("/desk/api/orders/{id}/shipments", id);
  const act = useAct(
    order,
    () => send("POST", url, { version, draft: { lines: wanted, players } }),
    `${count(pieces, "piece")} picked into shipment ${next}.`,
    onClose,
  );
  const good = errors.size === 0 && plan.errors.length === 0 && problem === undefined;
  return (
    <Window open onClose={onClose} wide title={`Pick ${order.order.number}`}>
      <ActForm
        act={`Pick ${count(pieces, "piece")}`}
        disabled={!good}
        pending={act.pending}
        problem={act.problem}
        onClose={onClose}
        onAct={act.run}
        told={
          good
            ? `${count(pieces, "piece")} on ${count(wanted.length, "line")} ${does(pieces, "goes", "go")} into shipment ${next}; ${count(onShelf - pieces, "piece stays", "pieces stay")} on the shelf.`
            : (wrongLine(lines, planned) ?? problem ?? "Please enter how many pieces of which lines.")
        }
      >
        <Pieces
          whose={{ open, chosen, onChoose: setChosen }}
          label="Pieces to pick"
          lines={lines}
          left={left}
          leftWords="to pick"
          typed={typed}
          errors={errors}
          onType={setTyped}
        />
      </ActForm>
    </Window>
  );
}

export function CancelWindow({ order, lines, onClose }: ActWindowProps) {
  const [typed, setTyped] = useState<Typed>({});
  const [words, setWords] = useState({ reason: "", note: "" });
  const [tried, setTried] = useState(false);
  const { id, version, number } = order.order;
  const planned = planOf(lines, "cancel", typed);
  const { wanted, plan, pieces, errors } = planned;
  const [chosen, setChosen] = useState<Chosen>({});
  const open: Open = { of: (position) => lineAt(lines, position)?.outstandingPlayers ?? [], last: true };
  const { players, problem } = playersOf(wanted, open, chosen);
  const draft = { ...words, lines: wanted };
  const wrong = tried ? checkCancel(draft) : [];
  const back = plan.entries.filter(({ kind }) => kind === "unpicked").reduce((sum, entry) => sum + entry.quantity, 0);
  const stays = order.order.outstanding - pieces;
  const good = errors.size === 0 && plan.errors.length === 0 && problem === undefined;
  const url = to("/desk/api/orders/{id}/cancellations", id);
  const act = useAct(
    order,
    () => send("POST", url, { version, draft: { ...draft, players } }),
    `${count(pieces, "piece")} of ${number} canceled.`,
    onClose,
  );
  const told = [
    `${count(pieces, "piece")} on ${count(wanted.length, "line")} will be canceled.`,
    letterText(order, "order_cancelled"),
    back > 0 ? `${count(back, "picked piece goes", "picked pieces go")} back on the shelf.` : "",
    stays > 0
      ? `${count(stays, "piece stays", "pieces stay")} outstanding.`
      : "Nothing of the order stays outstanding.",
  ];
  return (
    <Window open onClose={onClose} wide title={`Cancel pieces of ${number}`}>
      <ActForm
        act={`Cancel ${count(pieces, "piece")}`}
        danger
        disabled={!good}
        pending={act.pending}
        problem={act.problem}
        onClose={onClose}
        onAct={() => {
          setTried(true);
          if (checkCancel(draft).length === 0) act.run();
        }}
        told={
          good
            ? told.filter(Boolean).join(" ")
            : (wrongLine(lines, planned) ?? problem ?? "Please enter how many pieces of which lines.")
        }
      >
        <Pieces
          whose={{ open, chosen, onChoose: setChosen }}
          label="Pieces to cancel"
          lines={lines}
          left={(line) => line.outstanding}
          leftWords="outstanding"
          typed={typed}
          errors={errors}
          onType={setTyped}
        />
        <div className="grid gap-3 md:grid-cols-2">
          <Choice
            label="Reason"
            none="Please choose"
            choices={cancelReasons()}
            value={words.reason}
            error={at(wrong, "reason")}
            onChange={(event) => setWords({ ...words, reason: event.target.value })}
          />
          <TextArea
            label="In words, for the buyer"
            rows={2}
            value={words.note}
            error={at(wrong, "note")}
            onChange={(event) => setWords({ ...words, note: event.target.value })}
          />
        </div>
      </ActForm>
    </Window>
  );
}

export function CreditWindow({ order, lines, onClose }: ActWindowProps) {
  const [draft, setDraft] = useState({ amount: "", method: "", reason: "" });
  const [typed, setTyped] = useState<Typed>({});
  const [tried, setTried] = useState(false);
  const { id, version, number, site } = order.order;
  const left = (line: OrderLineView) => leftFor(line, "refund");
  const { wanted, errors } = planOf(lines, "refund", typed);
  const creditable = order.creditable ?? 0;
  const whole = { ...draft, lines: wanted };
  const wrong = tried ? checkRefund(whole, creditable) : [];
  const amount = readDollars(draft.amount);
  const cap = useCap("refunds.create", site);
  const waits = amount !== undefined && cap !== undefined && amount > cap;
  const url = to("/desk/api/orders/{id}/credits", id);
  const sum = amount === undefined ? "an amount" : dollars(amount);
  const act = useAct(
    order,
    () => send("POST", url, { version, draft: whole }),
    waits ? `A credit of ${sum} waits for a second person.` : `${sum} credited for ${number}.`,
    onClose,
  );
  return (
    <Window open onClose={onClose} title={`Credit for ${number}`}>
      <ActForm
        act={waits ? `Ask for ${sum}` : `Credit ${sum}`}
        disabled={errors.size > 0}
        pending={act.pending}
        problem={act.problem}
        onClose={onClose}
        onAct={() => {
          setTried(true);
          if (checkRefund(whole, creditable).length === 0) act.run();
        }}
        told={
          waits
            ? `Above ${dollars(cap ?? 0)} a second person has to agree. ${letterText(order, "order_credited", "The buyer is told then.")}`
            : `At most ${dollars(creditable)} can still be credited. ${letterText(order, "order_credited")}`
        }
      >
        <Input
          label="Amount in dollars"
          inputMode="decimal"
          value={draft.amount}
          error={at(wrong, "amount")}
          onChange={(event) => setDraft({ ...draft, amount: event.target.value })}
        />
        {creditable > 0 ? (
          <div>
            <Button onClick={() => setDraft({ ...draft, amount: dollars(creditable) })}>
              All that can be credited, {dollars(creditable)}
            </Button>
          </div>
        ) : null}
        <Choice
          label="How it is given back"
          none="Please choose"
          choices={refundMethods()}
          value={draft.method}
          error={at(wrong, "method")}
          onChange={(event) => setDraft({ ...draft, method: event.target.value })}
        />
        <TextArea
          label="What it is for"
          value={draft.reason}
          error={at(wrong, "reason")}
          onChange={(event) => setDraft({ ...draft, reason: event.target.value })}
        />
        {lines.some((line) => left(line) > 0) ? (
          <>
            <Pieces
              label="Pieces it is for"
              lines={lines}
              left={left}
              leftWords="to credit"
              typed={typed}
              errors={errors}
              onType={setTyped}
            />
            <p className="text-muted text-sm">
              Pieces named here are written off with it, and a credit for pieces cannot be taken back.
            </p>
          </>
        ) : null}
      </ActForm>
    </Window>
  );
}

/** Takes a credit back that counted. */
export function WithdrawWindow({ order, refund, onClose }: ActWindowProps & { refund: RefundView }) {
  const { id, version } = order.order;
  const [reason, setReason] = useState("");
  const amount = dollars(refund.amount);
  const url = to("/desk/api/orders/{id}/credits/{credit}/withdrawal", id, refund.id);
  const act = useAct(
    order,
    () => send("POST", url, { version, draft: { reason } }),
    `The credit of ${amount} is taken back.`,
    onClose,
  );
  return (
    <Window open onClose={onClose} title={`Take back ${amount}`}>
      <ActForm
        act={`Take back ${amount}`}
        danger
        pending={act.pending}
        problem={act.problem}
        onClose={onClose}
        onAct={act.run}
        told={`It does not count any more, and its memo goes. ${letterText(order, "order_credited")}`}
      >
        <TextArea
          label="In words, for the buyer"
          rows={2}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </ActForm>
    </Window>
  );
}

export function DecideWindow({
  order,
  lines,
  refund,
  granted,
  onClose,
}: ActWindowProps & { refund: RefundView; granted: boolean }) {
  const { id, version } = order.order;
  const amount = dollars(refund.amount);
  const url = to("/desk/api/orders/{id}/credits/{credit}/decision", id, refund.id);
  const act = useAct(
    order,
    () => send("POST", url, { version, draft: { granted } }),
    granted ? `${amount} credited.` : `The credit of ${amount} is refused.`,
    onClose,
  );
  return (
    <Window open onClose={onClose} title={granted ? `Agree to ${amount}` : `Refuse ${amount}`}>
      <ActForm
        act={granted ? `Credit ${amount}` : `Refuse ${amount}`}
        danger={!granted}
        pending={act.pending}
        problem={act.problem}
        onClose={onClose}
        onAct={act.run}
      >
        <p>
          {refund.createdBy} asked for it: {refund.reason}
        </p>
        <CreditedPieces refund={refund} lines={lines} />
        <p className="text-muted">
          {refund.method}. {granted ? letterText(order, "order_credited") : "The buyer hears nothing of it."}
        </p>
      </ActForm>
    </Window>
  );
}

const inside = (shipment: ShipmentView) => shipment.lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** A parcel as it can be entered again: the operation tells the carrier's name. */
const draftOf = ({ carrier, tracking }: { carrier: string; tracking: string }): ParcelDraft => ({
  carrier: carriers().find(({ name }) => name === carrier)?.code ?? "other",
  tracking,
});

export function ParcelsWindow(props: ActWindowProps & { shipment: ShipmentView; step: "pack" | "ship" }) {
  const { order, shipment, step, onClose } = props;
  const [parcels, setParcels] = useState<ParcelDraft[]>(() =>
    shipment.parcels.length > 0 ? shipment.parcels.map(draftOf) : [{ carrier: "ups", tracking: "" }],
  );
  const [tried, setTried] = useState(false);
  const errors = tried ? checkParcels(parcels) : [];
  const { id, version } = order.order;
  const told = { version, draft: { parcels } };
  const url = to(`/desk/api/orders/{id}/shipments/{shipment}/${step}`, id, shipment.id);
  const name = `Shipment ${shipment.number}`;
  const act = useAct(
    order,
    () => send("POST", url, told),
    `${name} is ${step === "pack" ? "packed" : "shipped"}.`,
    onClose,
  );
  const set = (place: number, changed: Partial<ParcelDraft>) =>
    setParcels(parcels.map((parcel, nth) => (nth === place ? { ...parcel, ...changed } : parcel)));
  const pieces = count(inside(shipment), "piece");
  return (
    <Window open onClose={onClose} title={`${step === "pack" ? "Pack" : "Ship"} shipment ${shipment.number}`}>
      <ActForm
        act={step === "pack" ? `Pack ${pieces}` : `Ship ${pieces}`}
        pending={act.pending}
        problem={act.problem}
        onClose={onClose}
        onAct={() => {
          setTried(true);
          if (checkParcels(parcels).length === 0) act.run();
        }}
        told={
          step === "pack"
            ? `${pieces} in ${count(parcels.length, "parcel")}.`
            : `${pieces} in ${count(parcels.length, "parcel")} ${does(inside(shipment), "leaves", "leave")} the house. ${letterText(order, "order_shipped", "The buyer gets the tracking by mail.")}`
        }
      >
        {at(errors, "parcels") ? <p className="text-danger">{at(errors, "parcels")}</p> : null}
        {parcels.map((parcel, place) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: parcels have nothing but their place
            key={place}
            className="flex flex-wrap items-end gap-2"
          >
            <Choice
              label={`Carrier of parcel ${place + 1}`}
              choices={carriers()}
              value={parcel.carrier}
              error={at(errors, `parcels.${place}.carrier`)}
              onChange={(event) => set(place, { carrier: event.target.value })}
              fieldClassName="w-40"
            />
            <Input
              label="Tracking number"
              value={parcel.tracking}
              error={at(errors, `parcels.${place}.tracking`)}
              onChange={(event) => set(place, { tracking: event.target.value })}
              fieldClassName="min-w-40 flex-1"
              className="font-mono"
            />
            {parcels.length > 1 ? (
              <Button
                tone="quiet"
                aria-label={`Take parcel ${place + 1} out`}
                onClick={() => setParcels(parcels.filter((_, nth) => nth !== place))}
              >
                Take out
              </Button>
            ) : null}
          </div>
        ))}
        <div>
          <Button onClick={() => setParcels([...parcels, { carrier: parcels.at(-1)?.carrier ?? "ups", tracking: "" }])}>
            Another parcel
          </Button>
        </div>
      </ActForm>
    </Window>
  );
}

/** Steps of a shipment that need nothing but a yes. */
export type Step = "deliver" | "exception" | "take-back" | "undo";

const steps: Record<
  Step,
  { act: string; danger: boolean; done: string; will: (pieces: number, order: DeskOrderView) => ReactNode }
> = {
  deliver: {
    act: "Note the delivery of",
    danger: false,
    done: "is delivered",
    will: (pieces, order) =>
      `${count(pieces, "piece has", "pieces have")} arrived. ${letterText(order, "order_delivered")}`,
  },
  exception: {
    act: "Note an exception for",
    danger: true,
    done: "has an exception",
    will: (pieces) =>
      `Something is wrong with ${count(pieces, "piece")} on the way. The buyer hears nothing of it yet.`,
  },
  "take-back": {
    act: "Take back",
    danger: true,
    done: "came back",
    will: (pieces) => `${count(pieces, "piece")} came back from the carrier: on the shelf and outstanding again.`,
  },
  undo: {
    act: "Undo the picking of",
    danger: true,
    done: "is undone",
    will: (pieces) => `${count(pieces, "piece goes", "pieces go")} back on the shelf, and the shipment is no more.`,
  },
};

export function StepWindow({
  order,
  shipment,
  step,
  onClose,
}: ActWindowProps & { shipment: ShipmentView; step: Step }) {
  const { id, version } = order.order;
  const { act: verb, danger, done, will } = steps[step];
  const url = to(`/desk/api/orders/{id}/shipments/{shipment}/${step}`, id, shipment.id);
  const name = `Shipment ${shipment.number}`;
  const pieces = count(inside(shipment), "piece");
  const act = useAct(order, () => send("POST", url, { version }), `${name} ${done}.`, onClose);
  return (
    <Window open onClose={onClose} title={name}>
      <ActForm
        act={`${verb} ${pieces}`}
        danger={danger}
        pending={act.pending}
        problem={act.problem}
        onClose={onClose}
        onAct={act.run}
      >
        <p>{will(inside(shipment), order)}</p>
      </ActForm>
    </Window>
  );
}
