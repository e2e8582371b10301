// Lets react-hook-form ask the rules: a form's errors are what the rules answer to its draft, at the fields they name.
import type { FieldError } from "@fieldhouse/rules";
import { type FieldErrors, type FieldValues, type Resolver, set } from "react-hook-form";

/** `check` is a call of the rules: all that is broken, in field order. Only the first at a field is shown. */
export function rulesResolver<Draft extends FieldValues>(check: (draft: Draft) => FieldError[]): Resolver<Draft> {
  return (draft) => {
    const broken = check(draft);
    if (broken.length === 0) return { values: draft, errors: {} };
    const errors: FieldErrors<Draft> = {};
    const told = new Set<string>();
    for (const { field, code, message } of broken) {
      if (told.has(field)) continue;
      told.add(field);
      set(errors, field === "" ? "root" : field, { type: code, message });
    }
    return { values: {}, errors };
  };
}
