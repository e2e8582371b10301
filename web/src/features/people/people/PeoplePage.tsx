// People of the business units one looks after: roles, removing, invitations, and what needs approval.
import type { MemberView, UnitPeopleView } from "@fieldhouse/rules";
import { formatCents } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { AccountPage, AccountShape } from "../../../shared/account-page";
import { ApiError } from "../../../shared/client";
import { sentenceOf } from "../../../shared/failures";
import { useFieldMessage } from "../../../shared/text/field-messages";
import { Button } from "../../../ui/Button";
import { Checkbox } from "../../../ui/Checkbox";
import { Dialog } from "../../../ui/Dialog";
import { TextField } from "../../../ui/Field";
import { Select } from "../../../ui/Select";
import { ErrorState } from "../../../ui/States";
import { useToast } from "../../../ui/Toast";
import { Banner } from "../account/AuthCard";
import { changeRole, invite, limitApproval, removeMember, usePeople, withdraw } from "./api";
import { roleHelp, roleNames, roleOptions } from "./roles";

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

export function PeoplePage() {
  const { data, error, refetch } = usePeople();
  return (
    <AccountPage title="People">
      {data ? (
        data.units.map((unit) => <Unit key={unit.id} unit={unit} />)
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <AccountShape />
      )}
    </AccountPage>
  );
}

/** One change at a time, with what came of it: said for all, or refused. */
function useChange() {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  const [refusal, setRefusal] = useState("");
  async function run(change: Promise<void>, done: string): Promise<boolean> {
    setBusy(true);
    setSaid("");
    setRefusal("");
    try {
      await change;
      setSaid(done);
      return true;
    } catch (failure) {
      const told = failure instanceof ApiError ? failure.errors[0]?.message : undefined;
      setRefusal(told ?? sentenceOf(failure));
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, said, refusal, run };
}

function Unit({ unit }: { unit: UnitPeopleView }) {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const { busy, said, refusal, run } = useChange();
  const [removing, setRemoving] = useState<MemberView>();
  const toast = useToast();

  async function remove(member: MemberView): Promise<void> {
    setRemoving(undefined);
    const done = member.you ? `You no longer order for ${unit.name}.` : `${nameOf(member)} was removed.`;
    const removed = await run(removeMember(client, unit.id, member.id), done);
    // Who left does not see the unit any more, nor what it says.
    if (removed && member.you) toast(done, "good");
    heading.current?.focus();
  }

  return (
    <section
      aria-label={unit.name}
      className="wrap-anywhere mt-12 border-line border-t-2 pt-8 first-of-type:mt-8 first-of-type:border-0 first-of-type:pt-0"
    >
      <h2 ref={heading} tabIndex={-1} className="heading-case text-2xl outline-none">
        {unit.name} <span className="text-base text-muted">{unit.key}</span>
      </h2>
      <p className="mt-1 max-w-2xl text-muted">{roleHelp}</p>
      <div role="status" className="mt-3 font-medium empty:hidden">
        {said}
      </div>
      {refusal ? <Banner tone="danger">{refusal}</Banner> : null}
      <ul aria-label={`People of ${unit.name}`} className="mt-4 divide-y divide-line border-line border-y">
        {unit.members.map((member) => (
          <li key={member.id} className="flex flex-wrap items-end justify-between gap-3 py-4">
            <div className="min-w-0">
              <p className="font-semibold">
                {nameOf(member)}
                {member.you ? (
                  <span className="ml-2 rounded-full bg-alt px-2 py-0.5 font-normal text-sm">You</span>
                ) : null}
              </p>
              <p className="wrap-anywhere text-muted text-sm">{member.email}</p>
            </div>
            <div className="flex items-end gap-2">
              <Select
                label={`Role of ${nameOf(member)}`}
                hideLabel
                options={roleOptions}
                value={member.role}
                onChange={(event) => {
                  const role = event.target.value;
                  const who = member.you ? "You are" : `${nameOf(member)} is`;
                  const done = `${who} ${roleNames[role as MemberView["role"]]} now.`;
                  void run(changeRole(client, unit.id, member.id, role), done);
                }}
              />
              <Button tone="quiet" pending={busy} onClick={() => setRemoving(member)}>
                {member.you ? (
                  "Leave"
                ) : (
                  <>
                    Remove
                    <span className="sr-only"> {nameOf(member)}</span>
                  </>
                )}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Invitations unit={unit} run={run} busy={busy} />
      <InviteForm unit={unit} />
      <ApprovalForm unit={unit} />
      {removing ? (
        <Dialog
          open
          onOpenChange={(open) => !open && setRemoving(undefined)}
          title={removing.you ? `Leave ${unit.name}?` : `Remove ${nameOf(removing)}?`}
        >
          <div className="wrap-anywhere grid gap-4 p-4">
            <p>
              {removing.you
                ? `You no longer order for ${unit.name}, nor look after its people. Your account stays yours.`
                : `${nameOf(removing)} no longer orders for ${unit.name}. Their account stays theirs.`}
            </p>
            <div className="flex gap-3">
              <Button tone="action" onClick={() => void remove(removing)}>
                {removing.you ? "Leave" : "Remove"}
              </Button>
              <Button tone="outline" onClick={() => setRemoving(undefined)}>
                {removing.you ? "Stay" : "Keep"}
              </Button>
            </div>
          </div>
        </Dialog>
      ) : null}
    </section>
  );
}

function nameOf({ firstName, lastName }: MemberView): string {
  return `${firstName} ${lastName}`;
}

interface InvitationsProps {
  unit: UnitPeopleView;
  busy: boolean;
  run: (change: Promise<void>, done: string) => Promise<boolean>;
}

function Invitations({ unit, busy, run }: InvitationsProps) {
  const client = useQueryClient();
  if (unit.invitations.length === 0) return null;
  return (
    <>
      <h3 className="mt-6 font-semibold text-lg">Open invitations</h3>
      <ul aria-label={`Open invitations to ${unit.name}`} className="mt-2 divide-y divide-line border-line border-y">
        {unit.invitations.map((invitation) => (
          <li key={invitation.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="wrap-anywhere">{invitation.email}</p>
              <p className="text-muted text-sm">
                {roleNames[invitation.role]}, can be accepted until {day.format(new Date(invitation.expiresAt))}
              </p>
            </div>
            <Button
              tone="quiet"
              size="small"
              pending={busy}
              onClick={() =>
                void run(
                  withdraw(client, unit.id, invitation.id),
                  `The invitation to ${invitation.email} was withdrawn.`,
                )
              }
            >
              Withdraw
              <span className="sr-only"> the invitation to {invitation.email}</span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Errors of a form whose rules only the server knows, by field; the first one gets the focus. */
function useServerForm(fields: readonly string[]) {
  const messageOf = useFieldMessage();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState("");
  const [pending, setPending] = useState(false);
  async function send(form: HTMLFormElement, sending: Promise<void>): Promise<boolean> {
    setErrors({});
    setRefusal("");
    setPending(true);
    try {
      await sending;
      return true;
    } catch (failure) {
      const broken = failure instanceof ApiError ? failure.errors : [];
      const atFields = broken.filter((error) => fields.includes(error.field));
      setErrors(Object.fromEntries(atFields.map((error) => [error.field, messageOf(error)])));
      const [first] = fields.filter((field) => atFields.some((error) => error.field === field));
      const control = first === undefined ? null : form.elements.namedItem(first);
      if (control instanceof HTMLElement) control.focus();
      const elsewhere = broken.find((error) => !fields.includes(error.field));
      if (elsewhere) setRefusal(messageOf(elsewhere));
      else if (atFields.length === 0) setRefusal(tooMany(failure) ?? sentenceOf(failure));
      return false;
    } finally {
      setPending(false);
    }
  }
  return { errors, refusal, pending, send };
}

/** Too many tries say themselves how to go on. */
function tooMany(failure: unknown): string | undefined {
  return failure instanceof ApiError && failure.status === 429
    ? "That was asked too often. Please wait a while and try again."
    : undefined;
}

function InviteForm({ unit }: { unit: UnitPeopleView }) {
  const client = useQueryClient();
  const { errors, refusal, pending, send } = useServerForm(["email", "role"]);
  const [email, setEmail] = useState("");
  const [role, setRole] = useState("buyer");
  const [said, setSaid] = useState("");

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setSaid("");
    if (!(await send(event.currentTarget, invite(client, unit.id, { email, role })))) return;
    setSaid(`We have sent an invitation to ${email.trim()}.`);
    setEmail("");
  }

  return (
    <form
      noValidate
      aria-label={`Invite somebody to ${unit.name}`}
      className="mt-6 max-w-2xl"
      onSubmit={(event) => void submit(event)}
    >
      <h3 className="font-semibold text-lg">Invite somebody</h3>
      {refusal ? <Banner tone="danger">{refusal}</Banner> : null}
      <div className="mt-2 grid items-start gap-3 sm:grid-cols-[1fr_12rem]">
        <TextField
          label="Email"
          name="email"
          type="email"
          required
          autoComplete="off"
          value={email}
          error={errors.email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Select
          label="Role"
          name="role"
          options={roleOptions}
          value={role}
          error={errors.role}
          onChange={(event) => setRole(event.target.value)}
        />
      </div>
      <Button type="submit" tone="action" className="mt-3" pending={pending}>
        Send invitation
      </Button>
      <div role="status" className="mt-3 font-medium empty:hidden">
        {said}
      </div>
    </form>
  );
}

function ApprovalForm({ unit }: { unit: UnitPeopleView }) {
  const client = useQueryClient();
  const { errors, refusal, pending, send } = useServerForm(["above"]);
  const present = unit.approvalAbove === null ? "" : formatCents(unit.approvalAbove);
  /** What is typed or ticked, until it was saved: then what holds is shown. */
  const [typed, setTyped] = useState<{ above?: string; personalOrders?: boolean }>({});
  const [said, setSaid] = useState("");
  const above = typed.above ?? present;
  const personalOrders = typed.personalOrders ?? unit.personalOrders;

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setSaid("");
    if (!(await send(event.currentTarget, limitApproval(client, unit.id, { above, personalOrders })))) return;
    setTyped({});
    setSaid("Saved.");
  }

  return (
    <form
      noValidate
      aria-label={`Approval for ${unit.name}`}
      className="mt-6 max-w-2xl"
      onSubmit={(event) => void submit(event)}
    >
      <h3 className="font-semibold text-lg">Approval</h3>
      {refusal ? <Banner tone="danger">{refusal}</Banner> : null}
      <div className="mt-2">
        <TextField
          label="Orders of buyers need approval above"
          name="above"
          inputMode="decimal"
          autoComplete="off"
          hint="An amount in dollars. Leave it empty and no order needs approval."
          value={above}
          error={errors.above}
          onChange={(event) => setTyped({ ...typed, above: event.target.value })}
        />
        <Checkbox
          className="mt-3"
          label="People may also order for themselves"
          description={`Such orders are not for ${unit.name}: at other prices, and without approval.`}
          checked={personalOrders}
          onChange={(event) => setTyped({ ...typed, personalOrders: event.target.checked })}
        />
      </div>
      <Button type="submit" tone="outline" className="mt-3" pending={pending}>
        Save approval
      </Button>
      <div role="status" className="mt-3 font-medium empty:hidden">
        {said}
      </div>
    </form>
  );
}
