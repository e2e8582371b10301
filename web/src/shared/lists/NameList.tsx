// The window that saves the cart or an order as a list: a name, and who sees it.
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { Anchor } from "../../ui/Anchor";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { FieldError, TextField } from "../../ui/Field";
import { Told } from "../../ui/told";
import { ApiError, sendJson } from "../client";
import { apiUrls } from "../endpoints";
import { sentenceOf } from "../failures";
import { paths } from "../paths";
import { useApi } from "../queries";
import { Audience } from "./Audience";

interface Props {
  /** Id of an order; empty for the cart. */
  order: string;
  onClose: () => void;
}

export default function NameList({ order, onClose }: Props) {
  return (
    <Dialog open onOpenChange={onClose} title="Save as a list">
      <div className="p-4">
        <Naming order={order} />
      </div>
    </Dialog>
  );
}

function Naming({ order }: { order: string }) {
  const client = useQueryClient();
  const { data } = useApi(apiUrls.savedLists);
  const [name, setName] = useState("");
  const [unit, setUnit] = useState("");
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState("");
  const [unnamed, setUnnamed] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const [saved, setSaved] = useState(false);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    setProblem("");
    setUnnamed("");
    try {
      client.setQueryData([apiUrls.savedLists], await sendJson("POST", apiUrls.savedLists, { name, unit, order }));
      setSaved(true);
    } catch (failure) {
      const [first] = failure instanceof ApiError ? failure.errors : [];
      if (first?.field === "name") {
        setUnnamed(first.message);
        field.current?.focus();
      } else setProblem(first?.message ?? sentenceOf(failure));
    }
    setPending(false);
  }

  if (saved) {
    return (
      <p role="status">
        Saved.{" "}
        <Anchor href={paths.savedLists} className="underline underline-offset-4">
          See your lists
        </Anchor>
      </p>
    );
  }
  return (
    <form onSubmit={(event) => void save(event)} className="grid gap-4">
      <TextField
        ref={field}
        label="Name"
        value={name}
        required
        error={unnamed}
        onChange={(event) => setName(event.target.value)}
      />
      <Audience units={data?.units ?? []} value={unit} onChange={setUnit} />
      <p className="text-muted text-sm">Names and numbers of players are not kept: they are asked for again.</p>
      <Told>{problem ? <FieldError error={problem} /> : null}</Told>
      <Button type="submit" tone="action" pending={pending}>
        Save The List
      </Button>
    </form>
  );
}
