// The dialog of suggested addresses (account §2, §4): what was typed stands first and counts as much as
// what is suggested; nothing is chosen beforehand, and one press is the whole answer.
import type { AddressFormDraft } from "@fieldhouse/rules";
import { useId, useRef } from "react";
import { Dialog } from "../../../ui/Dialog";

interface SuggestedAddressesProps {
  open: boolean;
  typed: AddressFormDraft;
  /** The address with each suggestion in it. */
  suggested: readonly AddressFormDraft[];
  onChoose: (address: AddressFormDraft) => void;
  /** Closed without an answer: back to the form. */
  onClose: () => void;
}

export function SuggestedAddresses({ open, typed, suggested, onChoose, onClose }: SuggestedAddressesProps) {
  // Begins at the question: the Enter that sent the form, held or pressed once more, answers nothing.
  const question = useRef<HTMLParagraphElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title="Check your address"
      initialFocus={() => question.current}
    >
      <div className="p-4">
        <p ref={question} tabIndex={-1} className="outline-none">
          The postal service may know this address in another way. Which one should we use?
        </p>
        <Group title="What you typed" choices={[typed]} verb="Use what I typed" onChoose={onChoose} />
        <Group
          title={suggested.length === 1 ? "Suggested address" : "Suggested addresses"}
          choices={suggested}
          verb="Use this address"
          onChoose={onChoose}
        />
      </div>
    </Dialog>
  );
}

interface GroupProps {
  title: string;
  choices: readonly AddressFormDraft[];
  verb: string;
  onChoose: (address: AddressFormDraft) => void;
}

function Group({ title, choices, verb, onChoose }: GroupProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="mt-5">
      <h3 id={heading} className="font-semibold">
        {title}
      </h3>
      <ul className="mt-2 grid gap-2">
        {choices.map((address) => (
          <li key={`${address.address}|${address.city}|${address.state}|${address.zip}`}>
            <button
              type="button"
              onClick={() => onChoose(address)}
              className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-brand border border-control px-4 py-3 text-left hover:border-ink hover:bg-alt"
            >
              <span>
                <span className="block">{address.address}</span>
                {address.address2 ? <span className="block">{address.address2}</span> : null}
                <span className="block">
                  {address.city}, {address.state} {address.zip}
                </span>
              </span>
              <span className="font-semibold text-primary underline underline-offset-4">{verb}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
