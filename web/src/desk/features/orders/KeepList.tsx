// A list is kept under a name: for oneself, or for everybody at the desk.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../shared/client";
import { useToast } from "../../../ui/Toast";
import { send, sentenceOf } from "../../shared/client";
import { savedUrl, to } from "../../shared/endpoints";
import { type Ask, placeOf } from "../../shared/list-ask";
import { useDesk } from "../../shared/queries";
import { Button } from "../../ui/Button";
import { Input, Tick } from "../../ui/Controls";
import { ActForm, Window } from "../../ui/Window";

/** Keeps the list that is shown; where it is kept already, drops it. */
export function KeepList({ ask }: { ask: Ask }) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const say = useToast();
  const { data } = useDesk(savedUrl, { staleTime: 60_000 });
  const here = placeOf(ask);
  const kept = data?.find((view) => view.own && placeOf(view.ask) === here);
  const dropped = useMutation({
    mutationFn: (id: string) => send("DELETE", to("/desk/api/views/{id}", id)),
    onSuccess: (views) => {
      client.setQueryData([savedUrl], views);
      say("The list is kept no longer.", "good");
    },
    onError: (failure) => say(sentenceOf(failure), "danger"),
  });
  if (kept) {
    return (
      <Button tone="quiet" pending={dropped.isPending} onClick={() => dropped.mutate(kept.id)}>
        Drop “{kept.name}”
      </Button>
    );
  }
  return (
    <>
      <Button tone="quiet" onClick={() => setOpen(true)}>
        Keep this list
      </Button>
      {open ? <KeepWindow ask={ask} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function KeepWindow({ ask, onClose }: { ask: Ask; onClose: () => void }) {
  const client = useQueryClient();
  const say = useToast();
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const { after: _, ...wanted } = ask;
  const made = useMutation({
    mutationFn: () => send("POST", savedUrl, { name, shared, ask: wanted }),
    onSuccess: (views) => {
      client.setQueryData([savedUrl], views);
      say("The list is kept: it stands on the left.", "good");
      onClose();
    },
  });
  const errors = made.error instanceof ApiError ? made.error.errors : [];
  return (
    <Window open onClose={onClose} title="Keep this list">
      <ActForm
        act="Keep it"
        pending={made.isPending}
        problem={made.error && errors.length === 0 ? sentenceOf(made.error) : undefined}
        onClose={onClose}
        onAct={() => made.mutate()}
        told="It keeps the filters, not the orders: each time it shows what is there then."
      >
        <Input
          label="Name"
          value={name}
          error={errors.find(({ field }) => field === "name")?.message}
          onChange={(event) => setName(event.target.value)}
        />
        <Tick
          label="Everybody at the desk has it"
          checked={shared}
          onChange={(event) => setShared(event.target.checked)}
        />
      </ActForm>
    </Window>
  );
}
