// The Program ID: none, applying, or 'Program ID {id} Applied' with a way back (cart §4).
import { programAppliedText, readProgramId } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sentenceOf } from "../../../shared/failures";
import { Button } from "../../../ui/Button";
import { FieldError } from "../../../ui/Field";
import { Icon } from "../../../ui/Icon";
import { applyProgramId, removeProgramId, useCodes } from "./api";
import { CodeForm } from "./CodeForm";

export function ProgramIdBox() {
  const client = useQueryClient();
  const { data: codes } = useCodes();
  const [refusal, setRefusal] = useState("");
  const [removing, setRemoving] = useState(false);
  const id = codes?.programId ?? "";

  async function remove(): Promise<void> {
    setRemoving(true);
    setRefusal("");
    try {
      await removeProgramId(client);
    } catch (failure) {
      setRefusal(sentenceOf(failure));
    } finally {
      setRemoving(false);
    }
  }

  return (
    <div>
      <p role="status" className="flex items-center gap-2 font-semibold text-good empty:hidden">
        {id ? (
          <>
            <Icon name="check" className="size-5" />
            <span className="min-w-0 wrap-anywhere">{programAppliedText(id)}</span>
          </>
        ) : null}
      </p>
      {id ? (
        <>
          <Button tone="outline" size="small" className="mt-2" pending={removing} onClick={() => void remove()}>
            Remove
            <span className="sr-only"> Program ID {id}</span>
          </Button>
          <div role="alert" className="mt-2 empty:hidden">
            <FieldError error={refusal || undefined} />
          </div>
        </>
      ) : (
        <CodeForm
          label="Program ID"
          check={(typed) => readProgramId(typed).error?.message ?? ""}
          apply={async (typed) => void (await applyProgramId(client, typed))}
        />
      )}
    </div>
  );
}
