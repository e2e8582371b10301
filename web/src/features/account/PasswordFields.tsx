// The password part of a form: its draft lies below `password`, as the rules name its fields.
import type { FieldError, PasswordDraft } from "@fieldhouse/rules";
import { type RulesForm, useRulesForm } from "../../rules/use-rules-form";
import { TextField } from "../../ui/Field";

export interface WithPassword {
  password: PasswordDraft;
}

export function emptyPassword(change: boolean): WithPassword {
  return { password: { change, current: "", new: "", confirm: "" } };
}

export function usePasswordForm(
  check: (password: PasswordDraft) => FieldError[],
  start: WithPassword,
): RulesForm<WithPassword> {
  return useRulesForm<WithPassword>("password", ({ password }) => check(password), start);
}

export function NewPasswordFields({ form }: { form: RulesForm<WithPassword> }) {
  return (
    <>
      <TextField
        label="New Password"
        hint="12 to 64 characters. A few words in a row are easy to remember and hard to guess."
        {...form.field("password.new")}
      />
      <TextField label="Confirm Password" {...form.field("password.confirm")} />
    </>
  );
}
