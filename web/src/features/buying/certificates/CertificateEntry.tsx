// The entry of a certificate's number: checked by the rules, the field focused when it is wrong.
import { type CertificatePlace, checkCertificateEntry } from "@fieldhouse/rules";
import clsx from "clsx";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/Button";
import { TextField } from "../../../ui/Field";

interface Props {
  place: CertificatePlace;
  /** Numbers on the cart already. */
  held: readonly string[];
  start?: string;
  /** A number worth asking for. What it answers is told at the field; empty when all is well. */
  onApply: (number: string) => Promise<string> | string;
}

export function CertificateEntry({ place, held, start = "", onApply }: Props) {
  const [typed, setTyped] = useState(start);
  const [error, setError] = useState("");
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // The address may say another number: after going back, for example.
  useEffect(() => setTyped(start), [start]);

  async function apply(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (pending) return;
    const broken = checkCertificateEntry(typed, [...held], place);
    setError(broken?.message ?? "");
    // On its page a certificate of the cart is told to be there, and shown all the same.
    if (broken && !(place === "page" && broken.code === "certificate_in_cart")) {
      field.current?.focus();
      return;
    }
    setPending(true);
    const refused = await onApply(typed.trim());
    setPending(false);
    if (broken) return;
    setError(refused);
    if (refused) field.current?.focus();
    else if (place === "order") setTyped("");
  }

  // Beside the cart it stands among the other boxes of codes and looks like them.
  const layout = place === "order" ? "flex gap-2" : "grid gap-3 sm:flex";
  return (
    <form noValidate onSubmit={(event) => void apply(event)} aria-busy={pending} className={layout}>
      <TextField
        ref={field}
        label="Certificate number"
        fieldClassName="flex-1"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.target.value);
          setError("");
        }}
      />
      <Button
        type="submit"
        tone={place === "order" ? "outline" : "primary"}
        pending={pending}
        className={clsx("sm:mt-[1.625rem] sm:self-start", place === "order" && "mt-[1.625rem] self-start")}
      >
        Apply
      </Button>
    </form>
  );
}
