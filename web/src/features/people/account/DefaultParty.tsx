// Sold to, bill to or payer as the business units have it: read-only, with a link to ask for a change (account §2).
import type { ChangeRequestView, DefaultPartyView, UnitNameView } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { ApiError } from "../../../shared/client";
import { sentenceOf } from "../../../shared/failures";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { FieldError, TextAreaField } from "../../../ui/Field";
import { Select } from "../../../ui/Select";
import { bringTo, Told } from "../../../ui/told";
import { AddressLines } from "../../buying/checkout/AddressLines";
import { AddressTypeTip } from "./AddressTypeTip";
import { requestChange } from "./api";

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

interface DefaultPartyProps {
  party: DefaultPartyView;
  /** The customer's units: who has several says which one a change is of. */
  units: readonly UnitNameView[];
}

export function DefaultParty({ party, units }: DefaultPartyProps) {
  const [asking, setAsking] = useState(false);
  const open = party.changeRequest?.status === "open";
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
      <div role="status">{party.changeRequest ? <RequestStatus request={party.changeRequest} /> : null}</div>
      {party.changeRequestLink && !open ? (
        <button
          type="button"
          className="mt-3 inline-flex min-h-9 items-center underline underline-offset-4 pointer-coarse:min-h-11"
          onClick={() => setAsking(true)}
        >
          Request a change
          <span className="sr-only"> of {party.label}</span>
        </button>
      ) : null}
      {asking ? <ChangeRequest party={party} units={units} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function standing(status: string, sent: string): string {
  if (status === "open") return `Change requested on ${sent}`;
  return status === "declined" ? `Your request of ${sent} was declined` : `Your request of ${sent} is done`;
}

function RequestStatus({ request }: { request: ChangeRequestView }) {
  const sent = day.format(new Date(request.sentAt));
  return (
    <div className="mt-3 rounded-brand-sm bg-alt px-3 py-2 text-sm">
      <p className="font-semibold">
        {standing(request.status, sent)}
        {request.unit ? ` for ${request.unit}` : ""}
      </p>
      <p className="whitespace-pre-line break-words">{request.message}</p>
      {request.note ? <p className="mt-2 whitespace-pre-line break-words">Our answer: {request.note}</p> : null}
    </div>
  );
}

function ChangeRequest({ party, units, onClose }: DefaultPartyProps & { onClose: () => void }) {
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
      onClose();
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
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Change ${party.label}`}>
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
          <Button tone="outline" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
