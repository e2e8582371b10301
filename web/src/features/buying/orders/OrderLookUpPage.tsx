// Finding an order by its number and the e-mail of its confirmation, without an account and on any device.
import { useRef, useState } from "react";
import { ApiError } from "../../../shared/client";
import { sentenceOf } from "../../../shared/failures";
import { useFieldMessage } from "../../../shared/text/field-messages";
import { Button } from "../../../ui/Button";
import { TextField } from "../../../ui/Field";
import { useNavigate } from "../../../ui/router";
import { AuthCard, Banner } from "../../people/account/AuthCard";
import { lookUpOrder } from "./api";

const notFound = "We found no order with this number and email. Please check both.";

export default function OrderLookUpPage() {
  const navigate = useNavigate();
  const messageOf = useFieldMessage();
  const [draft, setDraft] = useState({ number: "", email: "" });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState("");
  const [pending, setPending] = useState(false);
  const number = useRef<HTMLInputElement>(null);
  const email = useRef<HTMLInputElement>(null);

  async function find(): Promise<void> {
    setPending(true);
    setErrors({});
    setRefusal("");
    try {
      const path = await lookUpOrder(draft);
      if (path !== null) {
        await navigate(path);
        return;
      }
      setRefusal(notFound);
    } catch (failure) {
      const broken = failure instanceof ApiError ? failure.errors : [];
      setErrors(Object.fromEntries(broken.map((error) => [error.field, messageOf(error)])));
      if (broken.length === 0) setRefusal(sentenceOf(failure));
      (broken[0]?.field === "email" ? email : number).current?.focus();
    }
    setPending(false);
  }

  return (
    <AuthCard title="Find Your Order">
      {refusal ? <Banner tone="danger">{refusal}</Banner> : null}
      <p className="mt-4">Both stand in the letter that confirmed your order.</p>
      <form
        noValidate
        className="mt-6 grid gap-4"
        aria-busy={pending}
        onSubmit={(event) => {
          event.preventDefault();
          void find();
        }}
      >
        <TextField
          ref={number}
          label="Order number"
          name="number"
          required
          autoComplete="off"
          maxLength={40}
          value={draft.number}
          error={errors.number}
          onChange={(event) => setDraft({ ...draft, number: event.target.value })}
        />
        <TextField
          ref={email}
          label="Email"
          name="email"
          type="email"
          required
          autoComplete="email"
          value={draft.email}
          error={errors.email}
          onChange={(event) => setDraft({ ...draft, email: event.target.value })}
        />
        <div>
          <Button type="submit" tone="action" pending={pending}>
            Find order
          </Button>
        </div>
      </form>
    </AuthCard>
  );
}
