// A hosted form, rendered from its definition (shell §2 'Form drawer'): what the server finds broken is told
// at its field; once sent, the thanks take the form's place. Before scripts run it posts to a page of its own.
import type { FormFieldView, FormView } from "@fieldhouse/rules";
import { type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { ApiError } from "../../../shared/client";
import { useClubSelect } from "../../../shared/club-select";
import { pushEvent } from "../../../shared/data-layer";
import { sentenceOf } from "../../../shared/failures";
import { paths } from "../../../shared/paths";
import { Anchor } from "../../../ui/Anchor";
import { Button } from "../../../ui/Button";
import { Checkbox } from "../../../ui/Checkbox";
import { FieldError, TextAreaField, TextField } from "../../../ui/Field";
import { Icon } from "../../../ui/Icon";
import { Select } from "../../../ui/Select";
import { Told } from "../../../ui/told";
import { sendForm } from "./api";

interface HostedFormProps {
  form: FormView;
  /** The heading stands elsewhere already. */
  hideTitle?: boolean;
  /** Called when a link leads away. */
  onLeave?: () => void;
}

export default function HostedForm(props: HostedFormProps) {
  return props.form.frame ? <FramedForm {...props} src={props.form.frame} /> : <OwnForm {...props} />;
}

/** A form of a form add-on elsewhere: its own page in a frame, without a word of ours and without our scripts. */
function FramedForm({ form, hideTitle = false, src }: HostedFormProps & { src: string }) {
  return (
    <>
      {hideTitle ? null : <h2 className="mb-3 text-3xl">{form.title}</h2>}
      {form.description ? <p className="mb-4 text-muted">{form.description}</p> : null}
      <iframe
        title={form.title}
        src={src}
        referrerPolicy="no-referrer"
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        className="min-h-[70vh] w-full rounded-brand border border-line"
      />
    </>
  );
}

function OwnForm({ form, hideTitle = false, onLeave }: HostedFormProps) {
  const clubSelect = useClubSelect();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState("");
  const [state, setState] = useState<"open" | "sending" | "sent">("open");
  const element = useRef<HTMLFormElement>(null);
  const thanks = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state === "sent") thanks.current?.focus();
  }, [state]);

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state === "sending") return;
    setRefusal("");
    setState("sending");
    const data = new FormData(event.currentTarget);
    const values: Record<string, string> = {};
    for (const { name, kind } of form.fields) {
      values[name] = kind === "checkbox" ? String(data.has(name)) : String(data.get(name) ?? "");
    }
    try {
      await sendForm(form.slug, values, String(data.get("website") ?? ""));
      pushEvent({ event: "form_submit", form_name: form.title });
      setState("sent");
    } catch (failure) {
      setState("open");
      const told = failure instanceof ApiError ? failure.errors : [];
      setErrors(Object.fromEntries(told.map((broken) => [broken.field, broken.message])));
      const first = told.find((broken) => form.fields.some((field) => field.name === broken.field));
      const control = first ? element.current?.elements.namedItem(first.field) : null;
      if (control instanceof HTMLElement) control.focus();
      // What the server says of too many forms is the way on.
      else setRefusal(failure instanceof ApiError && failure.status === 429 ? failure.message : sentenceOf(failure));
    }
  }

  if (state === "sent") {
    return (
      <div ref={thanks} tabIndex={-1} role="status" className="rounded-brand bg-alt p-6 outline-none">
        <p className="flex items-start gap-3 font-semibold text-lg">
          <Icon name="check" className="mt-0.5 size-6 text-good" />
          Thank you, we received your form submission!
        </p>
        <p className="mt-3 pl-9">
          <Anchor href="/" onClick={onLeave} className="inline-block py-1 font-semibold underline underline-offset-4">
            Return to home page
          </Anchor>
        </p>
      </div>
    );
  }
  return (
    <form
      ref={element}
      method="post"
      action={paths.form(form.slug)}
      noValidate
      aria-label={form.title}
      className="grid gap-4"
      onSubmit={(event) => void send(event)}
    >
      {hideTitle ? null : <h2 className="heading-case text-3xl">{form.title}</h2>}
      {form.description ? <p className="text-muted">{form.description}</p> : null}
      {form.fields.map((field) => (
        <HostedField key={field.name} field={field} error={errors[field.name]} />
      ))}
      <div className="absolute -left-[10000px]" aria-hidden="true">
        <label>
          Leave this empty
          <input type="text" name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <Told>{refusal ? <FieldError error={refusal} /> : null}</Told>
      <Button
        type="submit"
        tone={clubSelect ? "primary" : "action"}
        size="large"
        pending={state === "sending"}
        className="justify-self-start"
      >
        {form.submitText}
      </Button>
    </form>
  );
}

function HostedField({ field, error }: { field: FormFieldView; error: string | undefined }) {
  const errorId = useId();
  const { name, label, required = false } = field;
  const shared = { name, label, required, error, autoComplete: field.autocomplete || undefined };
  // Up to two UTF-16 units a character: the browser never cuts what the rules take.
  const maxLength = field.maxLength ? field.maxLength * 2 : undefined;
  switch (field.kind) {
    case "textarea":
      return <TextAreaField {...shared} rows={5} maxLength={maxLength} />;
    case "select":
      return (
        <Select
          {...shared}
          placeholder="Please choose"
          options={(field.options ?? []).map((option) => ({ value: option, label: option }))}
        />
      );
    case "checkbox":
      return (
        <div>
          <Checkbox
            name={name}
            label={label}
            aria-required={required || undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
          />
          <FieldError id={errorId} error={error} />
        </div>
      );
    case "email":
      return <TextField {...shared} type="email" inputMode="email" maxLength={maxLength} />;
    case "tel":
      return <TextField {...shared} type="tel" inputMode="tel" maxLength={maxLength} />;
    case "text":
      return <TextField {...shared} maxLength={maxLength} />;
  }
}
