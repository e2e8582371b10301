// A form over the rules: checked by a call, field by field as its table says, with the properties of its controls.
import type { FieldError, Form } from "@fieldhouse/rules";
import { useMemo } from "react";
import {
  type DefaultValues,
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import { useFieldMessage } from "../text/field-messages";
import { type FieldProps, fieldProps, fieldsOf } from "./field-props";
import { rulesResolver } from "./resolver";

export interface RulesForm<Draft extends FieldValues> extends UseFormReturn<Draft> {
  /** All that a labelled control of `ui` takes to be this field. */
  field: <Name extends Path<Draft>>(
    name: Name,
    options?: RegisterOptions<Draft, Name>,
  ) => UseFormRegisterReturn<Name> & FieldProps & { error: string | undefined };
  /** Paths of the form's fields, in order. */
  fields: readonly string[];
  /** The sentence of a broken rule, as this site says it. */
  messageOf: (error: FieldError) => string;
}

export function useRulesForm<Draft extends FieldValues>(
  name: Form,
  check: (draft: Draft) => FieldError[],
  defaultValues: DefaultValues<Draft>,
): RulesForm<Draft> {
  const messageOf = useFieldMessage();
  const views = useMemo(() => fieldsOf(name), [name]);
  const form = useForm<Draft>({
    // On blur at first, then with every key, so that a message goes as soon as it is no longer true. A form whose
    // fields are not checked on blur is checked when it is sent (account §5, sign-in).
    mode: [...views.values()].some((view) => view.onBlur) ? "onTouched" : "onSubmit",
    defaultValues,
    resolver: rulesResolver((draft) => check(draft).map((broken) => ({ ...broken, message: messageOf(broken) }))),
  });
  const { register } = form;
  const { errors } = form.formState;
  return {
    ...form,
    fields: [...views.keys()],
    messageOf,
    field(path, options) {
      const view = views.get(path);
      if (view === undefined) throw new Error(`the form ${name} has no field ${path}`);
      const broken: { message?: string } | undefined = get(errors, path);
      return { ...fieldProps(view), ...register(path, options), error: broken?.message };
    },
  };
}
