// The one way a form over the rules is sent: checked, sent once, and refused at its fields or with the sentence that
// belongs to none of them.
import { type SubmitEvent, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { showRefusal } from "./form-errors";
import type { RulesForm } from "./use-rules-form";

export interface Submitting {
  onSubmit: (event: SubmitEvent) => void;
  /** True until the answer is there. */
  pending: boolean;
  /** What is said of the whole form, or "". */
  refusal: string;
}

/**
 * `act` sends a draft that was checked and throws what the server answers. `explain` says what a failure means to this
 * form: its sentence, "" where it was dealt with, nothing where it is told as at every other form.
 */
export function useSubmit<Draft extends FieldValues>(
  form: RulesForm<Draft>,
  act: (draft: Draft) => Promise<void>,
  explain: (failure: unknown) => string | undefined | Promise<string | undefined> = () => undefined,
  said = "",
): Submitting {
  const [refusal, setRefusal] = useState(said);
  const send = form.handleSubmit(async (draft) => {
    setRefusal("");
    try {
      await act(draft);
    } catch (failure) {
      setRefusal((await explain(failure)) ?? showRefusal(failure, form));
    }
  });
  return { onSubmit: (event) => void send(event), pending: form.formState.isSubmitting, refusal };
}
