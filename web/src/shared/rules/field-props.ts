// What the rules know of a form's fields, as properties of its controls: no form keeps a table of its own.
import type { FieldView, Form } from "@fieldhouse/rules";
import { formFields } from "@fieldhouse/rules/account";

/** Properties a text field or a select takes. Absent where they say nothing. */
export interface FieldProps {
  required: boolean;
  autoComplete: string;
  type?: "text" | "email" | "tel" | "password";
  inputMode?: "email" | "tel";
  maxLength?: number;
}

/** The fields of a form by path, in order. */
export function fieldsOf(form: Form): Map<string, FieldView> {
  return new Map(formFields(form).map((view) => [view.field, view]));
}

export function fieldProps({ kind, required, autocomplete, maxLength }: FieldView): FieldProps {
  const props: FieldProps = { required, autoComplete: autocomplete };
  if (kind === "select" || kind === "checkbox") return props;
  if (kind !== "textarea") props.type = kind;
  if (kind === "email" || kind === "tel") props.inputMode = kind;
  // The rules count Unicode scalar values, browsers count UTF-16 units, up to two for each: the browser never cuts
  // what the rules take, and never cuts a password.
  if (maxLength > 0) props.maxLength = maxLength * 2;
  return props;
}
