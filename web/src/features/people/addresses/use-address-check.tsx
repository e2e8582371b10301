// Asks the address look-up before a form is saved, and the shopper when it suggests something (account §4).
import type { AddressFormDraft } from "@fieldhouse/rules";
import { type ReactNode, useRef, useState } from "react";
import { lookUpAddress, placeKey, withSuggestion } from "./api";
import { SuggestedAddresses } from "./SuggestedAddresses";

interface Question {
  typed: AddressFormDraft;
  suggested: AddressFormDraft[];
}

interface AddressCheck {
  /** The address to save; nothing when the shopper went back to the form. */
  check: (typed: AddressFormDraft) => Promise<AddressFormDraft | null>;
  /** To be drawn somewhere in the form. */
  dialog: ReactNode;
}

export function useAddressCheck(): AddressCheck {
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);
  const answer = useRef<(chosen: AddressFormDraft | null) => void>(() => {});
  // Who insisted on an address once is not asked about the same one again.
  const insisted = useRef(new Set<string>());

  async function check(typed: AddressFormDraft): Promise<AddressFormDraft | null> {
    if (insisted.current.has(placeKey(typed))) return typed;
    const suggestions = await lookUpAddress(typed);
    if (suggestions.length === 0) return typed;
    setQuestion({ typed, suggested: suggestions.map((suggestion) => withSuggestion(typed, suggestion)) });
    setOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }

  function close(chosen: AddressFormDraft | null): void {
    if (chosen !== null) insisted.current.add(placeKey(chosen));
    setOpen(false);
    answer.current(chosen);
  }

  const dialog = question ? (
    <SuggestedAddresses {...question} open={open} onChoose={close} onClose={() => close(null)} />
  ) : null;
  return { check, dialog };
}
