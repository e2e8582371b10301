// The optional second phone: a link until it is wanted (account §2).

import type { AddressFormDraft } from "@fieldhouse/rules";
import { useState } from "react";
import type { RulesForm } from "../../../shared/rules/use-rules-form";
import { TextField } from "../../../ui/Field";

export function AdditionalPhone({ form }: { form: RulesForm<AddressFormDraft> }) {
  const [wanted, setWanted] = useState(() => form.getValues("additionalPhoneNumber") !== "");
  if (wanted) return <TextField label="Additional phone (optional)" {...form.field("additionalPhoneNumber")} />;
  return (
    <div className="flex items-end">
      <button type="button" className="min-h-11 underline underline-offset-4" onClick={() => setWanted(true)}>
        Add additional phone
      </button>
    </div>
  );
}
