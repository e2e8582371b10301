// Account information (account §2, §4): read-only, then a form; the password row has a form of its own.
import type { AccountInformationDraft, CustomerView } from "@fieldhouse/rules";
import { checkAccountInformation, checkPasswordForm } from "@fieldhouse/rules/account";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { AccountPage, AccountShape } from "../../../shared/account-page";
import { ApiError, getJson } from "../../../shared/client";
import { apiUrls } from "../../../shared/endpoints";
import { sentenceOf } from "../../../shared/failures";
import { paths } from "../../../shared/paths";
import { useRulesForm } from "../../../shared/rules/use-rules-form";
import { useSubmit } from "../../../shared/rules/use-submit";
import { useText } from "../../../shared/text/texts";
import { Button } from "../../../ui/Button";
import { TextField } from "../../../ui/Field";
import { useNavigate } from "../../../ui/router";
import { Select } from "../../../ui/Select";
import { ErrorState } from "../../../ui/States";
import { Told, useTold } from "../../../ui/told";
import { Banner } from "./AuthCard";
import { saveAccount, updatePassword, useAccount } from "./api";
import { browserPage } from "./browser-page";
import { useClassifications } from "./classifications";
import { leaveWord, takeWord } from "./last-word";
import { emptyPassword, NewPasswordFields, usePasswordForm, type WithPassword } from "./PasswordFields";
import { useCustomerRefresh } from "./use-customer-refresh";

const masked = "••••••••••••";

export function InformationPage() {
  const { data: account, error, refetch } = useAccount();
  const [editing, setEditing] = useState(false);
  const [returned, setReturned] = useState(false);
  const [word, setWord] = useState("");
  useEffect(() => setWord(takeWord()), []);
  const back = () => {
    setEditing(false);
    setReturned(true);
  };
  const edit = () => {
    setWord("");
    setEditing(true);
  };
  return (
    <AccountPage title="Account Information">
      {account === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <AccountShape />
        )
      ) : editing ? (
        <Editing account={account} onCancel={back} />
      ) : (
        <>
          <Told tone="info" className="mt-4 rounded-brand border border-line bg-alt px-4 py-3 font-medium">
            {word}
          </Told>
          <Reading account={account} returned={returned} onEdit={edit} />
        </>
      )}
    </AccountPage>
  );
}

interface ReadingProps {
  account: CustomerView;
  /** The form was left: the button that opened it has the focus again. */
  returned: boolean;
  onEdit: () => void;
}

function Reading({ account, returned, onEdit }: ReadingProps) {
  const opener = useTold<HTMLButtonElement>(returned);
  return (
    <>
      <dl className="mt-6 max-w-xl divide-y divide-line border-line border-y">
        <Row label="Name">
          {account.firstName} {account.lastName}
        </Row>
        <Row label="Title">{account.title}</Row>
        <Row label="Email">{account.email}</Row>
        <Row label="Password">
          <span aria-hidden="true">{masked}</span>
          <span className="sr-only">hidden</span>
        </Row>
        <Row label="Classification">{account.classification}</Row>
        {account.taxExemptions.length > 0 ? (
          <Row label="Sales tax">
            <ul>
              {account.taxExemptions.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Row>
        ) : null}
      </dl>
      <Button ref={opener} className="mt-6" onClick={onEdit}>
        Edit
      </Button>
    </>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 py-3 sm:grid-cols-[10rem_1fr]">
      <dt className="font-semibold">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

const labels = {
  firstName: "First Name",
  lastName: "Last Name",
  title: "Title",
  email: "Email",
  classification: "Classification",
} as const;
const known = Object.keys(labels) as (keyof typeof labels)[];

function startOf(account: CustomerView): AccountInformationDraft {
  const { firstName, lastName, title, email, classification } = account;
  return { firstName, lastName, title, email, classification, ...emptyPassword(false) };
}

function wasChanged(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === "account_changed";
}

/** Something that changed elsewhere while the form was open. */
interface Difference {
  label: string;
  now: string;
  /** What is in the form instead; empty where the form shows the new value. */
  typed: string;
}

function Editing({ account, onCancel }: { account: CustomerView; onCancel: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const refresh = useCustomerRefresh();
  const [meanwhile, setMeanwhile] = useState<Difference[]>();
  // What the form was begun with: what is read again behind it is another version, which has to be shown first.
  const [seen, setSeen] = useState(account);
  const classifications = useClassifications(seen.classification);
  const form = useRulesForm<AccountInformationDraft>(
    "accountInformation",
    (draft) => checkAccountInformation(draft, seen.email),
    startOf(account),
  );
  const { setFocus } = form;
  useEffect(() => setFocus("firstName"), [setFocus]);
  // Another e-mail needs the current password (decisions: identity).
  const emailChanged = form.watch("email").trim().toLowerCase() !== seen.email;

  async function save({ password, firstName, lastName, title, email, classification }: AccountInformationDraft) {
    setMeanwhile(undefined);
    const draft = { firstName, lastName, title, email, classification };
    const currentPassword = password?.current ?? "";
    const send = (version: number) => saveAccount(client, { ...draft, version, currentPassword });
    const change = await send(seen.version).catch(async (failure: unknown) => {
      const now = wasChanged(failure) ? await getJson(apiUrls.account).catch(() => null) : null;
      if (now === null) throw failure;
      // Something that is not on this form, or the very same: there is nothing to look at before it is saved.
      if (known.every((name) => now[name] === seen[name] || now[name] === draft[name])) return send(now.version);
      takeOver(now);
      return null;
    });
    if (change === null) return;
    if (change.signedOut) await navigate(paths.signIn);
    else if (await refresh()) {
      leaveWord("Your account information is saved.");
      browserPage.reload();
    }
  }
  const { onSubmit, pending, refusal } = useSubmit(form, save, (failure) =>
    wasChanged(failure) ? sentenceOf(failure) : undefined,
  );

  /** Shows what changed elsewhere: a field that was not touched takes the new value, one that was keeps what was
   *  typed. The next press saves what is then in the form. */
  function takeOver(now: CustomerView): void {
    const found: Difference[] = [];
    for (const name of known) {
      if (now[name] === seen[name]) continue;
      const typed = form.getValues(name);
      const touched = typed !== seen[name] && typed !== now[name];
      if (!touched) form.setValue(name, now[name]);
      found.push({ label: labels[name], now: now[name], typed: touched ? typed : "" });
    }
    setSeen(now);
    setMeanwhile(found);
  }

  return (
    <>
      {refusal ? <Banner tone="danger">{refusal}</Banner> : null}
      {meanwhile ? (
        <Banner tone="danger">
          <p>Your account was changed elsewhere meanwhile. Please check, then save once more.</p>
          <ul className="mt-2 list-disc pl-5 font-normal empty:hidden">
            {meanwhile.map(({ label, now, typed }) => (
              <li key={label}>
                {label} is now {now}
                {typed === "" ? "." : `; you typed ${typed}.`}
              </li>
            ))}
          </ul>
        </Banner>
      ) : null}
      <form noValidate aria-label="Account information" className="mt-6 grid max-w-xl gap-4" onSubmit={onSubmit}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="First Name" {...form.field("firstName")} />
          <TextField label="Last Name" {...form.field("lastName")} />
        </div>
        <TextField label="Title" {...form.field("title")} />
        <TextField
          label="Email"
          hint={emailChanged ? "With a new email you are signed out and sign in with it." : undefined}
          {...form.field("email")}
        />
        {emailChanged ? <TextField label="Current Password" {...form.field("password.current")} required /> : null}
        <Select label="Classification" options={classifications} {...form.field("classification")} />
        <div className="flex gap-3">
          <Button type="submit" tone="action" pending={pending}>
            Save
          </Button>
          <Button tone="outline" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
      <PasswordRow account={seen} />
    </>
  );
}

function PasswordRow({ account }: { account: CustomerView }) {
  const [open, setOpen] = useState(false);
  const [returned, setReturned] = useState(false);
  const opener = useTold<HTMLButtonElement>(returned && !open);
  return (
    <section className="mt-8 max-w-xl border-line border-t pt-6">
      <h2 className="heading-case text-2xl">Password</h2>
      {open ? (
        <PasswordChange
          account={account}
          onCancel={() => {
            setOpen(false);
            setReturned(true);
          }}
        />
      ) : (
        <div className="mt-3 flex items-center justify-between gap-4">
          <span>
            <span aria-hidden="true">{masked}</span>
            <span className="sr-only">hidden</span>
          </span>
          <Button ref={opener} tone="outline" onClick={() => setOpen(true)}>
            Change password
          </Button>
        </div>
      )}
    </section>
  );
}

function PasswordChange({ account, onCancel }: { account: CustomerView; onCancel: () => void }) {
  const text = useText();
  const personal = [account.email, account.firstName, account.lastName];
  const form = usePasswordForm(checkPasswordForm, emptyPassword(true), personal);
  const { setFocus } = form;
  useEffect(() => setFocus("password.current"), [setFocus]);

  async function save({ password }: WithPassword): Promise<void> {
    // The server signs this browser in again with the new password.
    await updatePassword(password.current ?? "", password.new ?? "");
    leaveWord("Your password is changed.");
    browserPage.reload();
  }

  function explain(failure: unknown): string {
    const error = failure instanceof ApiError ? failure.error : "";
    if (error.startsWith("The given current password does not match")) return text("currentPasswordWrong");
    if (error.startsWith("[1] New password is detected on a list of common passwords")) return text("passwordCommon");
    return error === "" ? sentenceOf(failure) : error.replace(/^\[1\] /, "");
  }
  const { onSubmit, pending, refusal } = useSubmit(form, save, explain);

  return (
    <form noValidate aria-label="Change password" className="mt-3 grid gap-4" onSubmit={onSubmit}>
      {refusal ? <Banner tone="danger">{refusal}</Banner> : null}
      <TextField label="Current Password" {...form.field("password.current")} required />
      <NewPasswordFields form={form} />
      <div className="flex gap-3">
        <Button type="submit" tone="action" pending={pending}>
          Save password
        </Button>
        <Button tone="outline" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
