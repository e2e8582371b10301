// The password part of a form: its draft lies below `password`, as the rules name its fields. The long list of common
// passwords is the server's: it is asked while a password is typed, and its verdict counts as one of the rules.
import type { FieldError, PasswordDraft } from "@fieldhouse/rules";
import { useEffect, useRef, useState } from "react";
import { type FieldValues, type Path, useWatch } from "react-hook-form";
import { type RulesForm, useRulesForm } from "../../../shared/rules/use-rules-form";
import { TextField } from "../../../ui/Field";
import { checkPassword } from "./api";

/** Typing faster than this asks once. */
const pause = 400;
const field = "password.new";

export interface WithPassword {
  password: PasswordDraft;
}

/** What the server said of the passwords that were typed here: in memory, for as long as the form is there. */
export type Verdicts = Map<string, FieldError>;

export function useVerdicts(): Verdicts {
  return useState(() => new Map<string, FieldError>())[0];
}

/** What the rules find, and what the server said of this password. */
export function withVerdict(errors: FieldError[], verdicts: Verdicts, { password }: WithPassword): FieldError[] {
  const said = verdicts.get(password.new ?? "");
  return said && !errors.some((error) => error.field === field) ? [...errors, said] : errors;
}

/** Asks the server about the new password of a form, once the rules have nothing against it. */
export function usePasswordVerdict<Draft extends WithPassword & FieldValues>(
  form: RulesForm<Draft>,
  verdicts: Verdicts,
  check: (draft: Draft) => FieldError[],
  personal: (draft: Draft) => string[],
): void {
  const typed = useWatch({ control: form.control, name: field as Path<Draft> }) as string;
  const latest = useRef({ form, check, personal });
  latest.current = { form, check, personal };
  useEffect(() => {
    if (typed === "" || verdicts.has(typed)) return;
    let over = false;
    const timer = setTimeout(async () => {
      const { form, check, personal } = latest.current;
      const draft = form.getValues();
      if (check(draft).some((error) => error.field === field)) return;
      // Without an answer the form is sent, and judged then.
      const [said] = await checkPassword(typed, personal(draft)).catch(() => []);
      if (said === undefined) return;
      verdicts.set(typed, said);
      if (!over) void latest.current.form.trigger(field as Path<Draft>);
    }, pause);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [typed, verdicts]);
}

export function emptyPassword(change: boolean): WithPassword {
  return { password: { change, current: "", new: "", confirm: "" } };
}

/** A form that sets a password; `personal` are the words about the person. */
export function usePasswordForm(
  check: (password: PasswordDraft) => FieldError[],
  start: WithPassword,
  personal: readonly string[] = [],
): RulesForm<WithPassword> {
  const verdicts = useVerdicts();
  const rules = ({ password }: WithPassword) => check(password);
  const form = useRulesForm<WithPassword>("password", (draft) => withVerdict(rules(draft), verdicts, draft), start);
  usePasswordVerdict(form, verdicts, rules, () => [...personal]);
  return form;
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
