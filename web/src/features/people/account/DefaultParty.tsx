// Sold to, bill to or payer as the business units have it: read-only, with a link to ask for a change (account §2).
import type { ChangeRequestView, DefaultPartyView } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { type Ref, type SubmitEvent, useRef, useState } from "react";
import { ApiError } from "../../../shared/client";
import { sentenceOf } from "../../../shared/failures";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { FieldError, TextAreaField } from "../../../ui/Field";
import { Select } from "../../../ui/Select";
import { bringTo, Told, useTold } from "../../../ui/told";
import { AddressLines } from "../../buying/checkout/AddressLines";
import { AddressTypeTip } from "./AddressTypeTip";
import { requestChange } from "./api";

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

export function DefaultParty({ party }: { party: DefaultPartyView }) {
  const [asking, setAsking] = useState(false);
  // The newest one when the window was opened; once another is sent from here, what is said of it has the focus.
  const [before, setBefore] = useState("");
  const [sent, setSent] = useState(false);
  const [first] = party.changeRequests;
  const newest = first ? keyOf(first) : "";
  const said = useTold<HTMLDivElement>(sent && newest !== before ? newest : "");
  const open = () => {
    setBefore(newest);
    setSent(false);
    setAsking(true);
  };
  const close = (done: boolean) => {
    setAsking(false);
    setSent(done);
  };
  return (
    <>
      <h3 className="flex items-center gap-1 font-semibold text-lg">
        {party.label}
        <AddressTypeTip addressType={party.role} label={party.label} />
      </h3>
      {party.addresses.length === 0 ? <p className="text-muted">None on file yet.</p> : null}
      {party.addresses.map((entry) => (
        <div key={entry.id} className="mt-2 first-of-type:mt-0">
          <AddressLines address={entry.address} />
        </div>
      ))}
      <div role="status">
        {party.changeRequests.map((request) => (
          <RequestStatus key={keyOf(request)} request={request} ref={request === first ? said : undefined} />
        ))}
      </div>
      {party.changeRequestLink ? (
        <button
          type="button"
          className="mt-3 inline-flex min-h-9 items-center underline underline-offset-4 pointer-coarse:min-h-11"
          onClick={open}
        >
          Request a change
          <span className="sr-only"> of {party.label}</span>
        </button>
      ) : null}
      {asking ? <ChangeRequest party={party} onClose={close} /> : null}
    </>
  );
}

/** There is one for each unit. */
function keyOf({ unit, sentAt }: ChangeRequestView): string {
  return unit + sentAt;
}

function standing(status: string, sent: string): string {
  if (status === "open") return `Change requested on ${sent}`;
  return status === "declined" ? `Your request of ${sent} was declined` : `Your request of ${sent} is done`;
}

function RequestStatus({ request, ref }: { request: ChangeRequestView; ref: Ref<HTMLDivElement> | undefined }) {
  const sent = day.format(new Date(request.sentAt));
  return (
    <div ref={ref} tabIndex={-1} className="mt-3 rounded-brand-sm bg-alt px-3 py-2 text-sm outline-none">
      <p className="font-semibold">
        {standing(request.status, sent)}
        {request.unit ? ` for ${request.unit}` : ""}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{request.message}</p>
      {request.note ? <p className="mt-2 whitespace-pre-line wrap-anywhere">Our answer: {request.note}</p> : null}
    </div>
  );
}

interface ChangeRequestProps {
  party: DefaultPartyView;
  /** True once it is sent. */
  onClose: (done: boolean) => void;
}

function ChangeRequest({ party, onClose }: ChangeRequestProps) {
  // Who belongs to several units says which one it is of. What is sent leaves them while the window closes.
  const [units] = useState(party.changeRequestUnits);
  const done = useRef(false);
  const client = useQueryClient();
  const [message, setMessage] = useState("");
  const [unit, setUnit] = useState(units.length === 1 ? (units[0]?.key ?? "") : "");
  const [pending, setPending] = useState(false);
  const [broken, setBroken] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState("");

  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const { elements } = event.currentTarget;
    setBroken({});
    setRefusal("");
    setPending(true);
    try {
      await requestChange(client, party.role, message, unit);
      done.current = true;
      onClose(true);
      return;
    } catch (failure) {
      const told = failure instanceof ApiError ? failure.errors : [];
      const controls = told.map(({ field }) => elements.namedItem(field));
      const first = controls.find((control) => control instanceof HTMLElement);
      setBroken(Object.fromEntries(told.map(({ field, message }) => [field, message])));
      if (first instanceof HTMLElement) bringTo(first);
      else setRefusal(sentenceOf(failure));
    }
    setPending(false);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(false)}
      title={`Change ${party.label}`}
      finalFocus={() => (done.current ? false : null)}
    >
      <form noValidate className="grid gap-4 p-4" onSubmit={(event) => void send(event)}>
        <p>Tell us what should be changed. Our team checks it with your organization and writes to you.</p>
        {units.length === 1 ? (
          <p className="font-semibold">{units[0]?.name}</p>
        ) : (
          <Select
            label="Business unit"
            name="unit"
            required
            placeholder="Please choose"
            options={units.map(({ key, name }) => ({ value: key, label: `${name} (${key})` }))}
            value={unit}
            error={broken.unit}
            onChange={(event) => setUnit(event.target.value)}
          />
        )}
        <TextAreaField
          label="What should be changed?"
          name="message"
          required
          rows={5}
          value={message}
          error={broken.message}
          onChange={(event) => setMessage(event.target.value)}
        />
        <Told>{refusal ? <FieldError error={refusal} /> : null}</Told>
        <div className="flex gap-3">
          <Button type="submit" tone="action" pending={pending}>
            Send request
          </Button>
          <Button tone="outline" onClick={() => onClose(false)}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
