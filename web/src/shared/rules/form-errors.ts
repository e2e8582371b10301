// What the server found wrong with a form, put at the fields; the sentence for everything else.
import type { FieldValues, Path } from "react-hook-form";
import { ApiError } from "../client";
import { sentenceOf } from "../failures";
import type { RulesForm } from "./use-rules-form";

/** Shows a refusal at its fields and focuses the first; resolves to the sentence that belongs to no field, or "". */
export function showRefusal<Draft extends FieldValues>(failure: unknown, form: RulesForm<Draft>): string {
  if (!(failure instanceof ApiError) || failure.errors.length === 0) return sentenceOf(failure);
  const { fields } = form;
  const atFields = failure.errors.filter((error) => fields.includes(error.field));
  for (const [index, error] of atFields.entries()) {
    form.setError(
      error.field as Path<Draft>,
      { type: error.code, message: form.messageOf(error) },
      { shouldFocus: index === 0 },
    );
  }
  const elsewhere = failure.errors.find((error) => !fields.includes(error.field));
  return elsewhere ? form.messageOf(elsewhere) : "";
}
