// Account information (account §2, §4): read-only, then a form; the password row has a form of its own.
import {
  type AccountInformationDraft,
  type CustomerView,
  checkAccountInformation,
  checkPasswordForm,
} from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "../../api/client";
import { paths } from "../../app/paths";
import { useRulesForm } from "../../rules/use-rules-form";
import { useText } from "../../text/texts";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import { Select } from "../../ui/Select";
import { ErrorState } from "../../ui/States";
import { sentenceOf } from "../cart/api";
import { showRefusal } from "../checkout/form-errors";
import { AccountPage, AccountShape } from "./AccountArea";
import { Banner } from "./AuthCard";
import { saveAccount, updatePassword, useAccount } from "./api";
import { browserPage } from "./browser-page";
import { useClassifications } from "./classifications";
import { emptyPassword, NewPasswordFields, usePasswordForm, type WithPassword } from "./PasswordFields";
import { useCustomerRefresh } from "./use-customer-refresh";

const masked = "••••••••••••";

export function InformationPage() {
  const { data: account, error, refetch } = useAccount();
  const [editing, setEditing] = useState(false);
  return (
    <AccountPage title="Account Information">
      {account === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <AccountShape />
        )
      ) : editing ? (
        <Editing account={account} onCancel={() => setEditing(false)} />
      ) : (
        <Reading account={account} onEdit={() => setEditing(true)} />
      )}
    </AccountPage>
  );
}

function Reading({ account, onEdit }: { account: CustomerView; onEdit: () => void }) {
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
      </dl>
      <Button className="mt-6" onClick={onEdit}>
        Edit
      </Button>
    </>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 py-3 sm:grid-cols-[10rem_1fr]">
      <dt className="font-semibold">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

function Editing({ account, onCancel }: { account: CustomerView; onCancel: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const refresh = useCustomerRefresh();
  const [refusal, setRefusal] = useState("");
  const classifications = useClassifications(account.classification);
  const { version, ...known } = account;
  const form = useRulesForm<AccountInformationDraft>(
    "accountInformation",
    (draft) => checkAccountInformation(draft, account.email),
    { ...known, ...emptyPassword(false) },
  );
  // Another e-mail needs the current password (decisions: identity).
  const emailChanged = form.watch("email").trim().toLowerCase() !== account.email;

  async function save({ password, ...draft }: AccountInformationDraft): Promise<void> {
    setRefusal("");
    try {
      const change = await saveAccount(client, { ...draft, version, currentPassword: password?.current ?? "" });
      if (change.signedOut) await navigate(paths.signIn);
      else if (await refresh()) browserPage.reload();
    } catch (failure) {
      setRefusal(showRefusal(failure, form, form.fields));
    }
  }

  return (
    <>
      {refusal ? <Banner tone="danger">{refusal}</Banner> : null}
      <form
        noValidate
        aria-label="Account information"
        className="mt-6 grid max-w-xl gap-4"
        onSubmit={(event) => void form.handleSubmit(save)(event)}
      >
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
          <Button type="submit" tone="action" pending={form.formState.isSubmitting}>
            Save
          </Button>
          <Button tone="outline" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
      <PasswordRow />
    </>
  );
}

function PasswordRow() {
  const [open, setOpen] = useState(false);
  return (
    <section className="mt-8 max-w-xl border-line border-t pt-6">
      <h2 className="heading-case text-2xl">Password</h2>
      {open ? (
        <PasswordChange onCancel={() => setOpen(false)} />
      ) : (
        <div className="mt-3 flex items-center justify-between gap-4">
          <span>
            <span aria-hidden="true">{masked}</span>
            <span className="sr-only">hidden</span>
          </span>
          <Button tone="outline" onClick={() => setOpen(true)}>
            Change password
          </Button>
        </div>
      )}
    </section>
  );
}

function PasswordChange({ onCancel }: { onCancel: () => void }) {
  const text = useText();
  const [refusal, setRefusal] = useState("");
  const form = usePasswordForm(checkPasswordForm, emptyPassword(true));

  async function save({ password }: WithPassword): Promise<void> {
    setRefusal("");
    try {
      // The server signs this browser in again with the new password.
      await updatePassword(password.current ?? "", password.new ?? "");
      browserPage.reload();
    } catch (failure) {
      const error = failure instanceof ApiError ? failure.error : "";
      if (error.startsWith("The given current password does not match")) {
        setRefusal(text("currentPasswordWrong"));
      } else if (error.startsWith("[1] New password is detected on a list of common passwords")) {
        setRefusal(text("passwordCommon"));
      } else setRefusal(error === "" ? sentenceOf(failure) : error.replace(/^\[1\] /, ""));
    }
  }

  return (
    <form
      noValidate
      aria-label="Change password"
      className="mt-3 grid gap-4"
      onSubmit={(event) => void form.handleSubmit(save)(event)}
    >
      {refusal ? <Banner tone="danger">{refusal}</Banner> : null}
      <TextField label="Current Password" {...form.field("password.current")} required />
      <NewPasswordFields form={form} />
      <div className="flex gap-3">
        <Button type="submit" tone="action" pending={form.formState.isSubmitting}>
          Save password
        </Button>
        <Button tone="outline" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
