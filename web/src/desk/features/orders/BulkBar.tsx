// What can be done to the orders that were chosen: all at once, each for itself, and printed in one file. What was not done says why.
import type { OrderRowView } from "@fieldhouse/rules";
import { checkHold, holdKinds } from "@fieldhouse/rules/desk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "../../../ui/router";
import { useToast } from "../../../ui/Toast";
import { send, sentenceOf, take } from "../../shared/client";
import { type BulkAct, type BulkView, to } from "../../shared/endpoints";
import { useMay } from "../../shared/session";
import { count } from "../../shared/words";
import { Button } from "../../ui/Button";
import { Choice, Input, TextArea } from "../../ui/Controls";
import { ActForm, Window } from "../../ui/Window";

const names: Record<BulkAct, { button: string; act: string; done: string }> = {
  release: { button: "Release", act: "Release", done: "released" },
  hold: { button: "Hold", act: "Hold", done: "on hold" },
  pick: { button: "Pick", act: "Pick all that is left of", done: "picked" },
};

/** The acts that somebody may do to several orders. */
export function useBulk(): readonly BulkAct[] {
  const may = useMay();
  const needs: readonly [BulkAct, string][] = [
    ["release", "orders.approve_release"],
    ["hold", "orders.hold"],
    ["pick", "shipments.write"],
  ];
  return needs.filter(([, permission]) => may(permission)).map(([act]) => act);
}

interface BulkBarProps {
  acts: readonly BulkAct[];
  /** Those that were chosen. */
  orders: readonly OrderRowView[];
  onDone: () => void;
}

export function BulkBar({ acts, orders, onDone }: BulkBarProps) {
  const [asked, setAsked] = useState<BulkAct | undefined>();
  if (orders.length === 0) return null;
  return (
    <section
      aria-label="Chosen orders"
      className="sticky bottom-0 z-10 -mx-4 flex min-h-12 flex-wrap items-center gap-2 border-line border-t bg-primary-soft px-4 py-1.5 md:-mx-6 md:px-6"
    >
      <p aria-live="polite" className="font-medium">
        {count(orders.length, "order")} chosen
      </p>
      {acts.map((act) => (
        <Button key={act} onClick={() => setAsked(act)}>
          {names[act].button}
        </Button>
      ))}
      {papers.map((paper) => (
        <PrintButton key={paper.kind} paper={paper} orders={orders} />
      ))}
      <Button tone="quiet" onClick={onDone} className="ml-auto">
        Choose none
      </Button>
      {asked ? <BulkWindow act={asked} orders={orders} onClose={() => setAsked(undefined)} onDone={onDone} /> : null}
    </section>
  );
}

/** What is printed of several orders: one file, the papers of each in the order of the list. */
const papers = [
  { kind: "pick-list", button: "Print pick lists", one: "pick list", none: "nothing is left to pick" },
  { kind: "packing-slip", button: "Print packing slips", one: "packing slip", none: "nothing is packed" },
] as const;

function PrintButton({ paper, orders }: { paper: (typeof papers)[number]; orders: readonly OrderRowView[] }) {
  const say = useToast();
  const { kind, button, one, none } = paper;
  const made = useMutation({
    mutationFn: () => take(to("/desk/api/papers"), `${kind}s.pdf`, { kind, orders: orders.map(({ id }) => id) }),
    onSuccess: (head) => {
      const printed = Number(head.get("printed-orders"));
      const left = orders.length - printed;
      const rest = left > 0 ? ` ${count(left, "other order")}: ${none}.` : "";
      say(`The ${one}s of ${count(printed, "order")} are in one file.${rest}`, "good");
    },
    onError: (failure) => say(sentenceOf(failure), "danger"),
  });
  return (
    <Button pending={made.isPending} onClick={() => made.mutate()}>
      {button}
    </Button>
  );
}

interface BulkWindowProps {
  act: BulkAct;
  orders: readonly OrderRowView[];
  onClose: () => void;
  onDone: () => void;
}

function BulkWindow({ act, orders: chosen, onClose, onDone }: BulkWindowProps) {
  const client = useQueryClient();
  const say = useToast();
  // What was done is of other queues then: what the window is about stays.
  const [orders] = useState(chosen);
  const [hold, setHold] = useState({ kind: "", reason: "", due: "" });
  const [tried, setTried] = useState(false);
  const wrong = act === "hold" ? checkHold(hold) : [];
  const at = (field: string) => (tried ? wrong.find((error) => error.field === field)?.message : undefined);
  const made = useMutation({
    mutationFn: () =>
      send("POST", to("/desk/api/orders/bulk"), {
        act,
        orders: orders.map(({ id, version }) => ({ id, version })),
        hold,
      }),
    onSuccess: (view) => {
      if (view.done < orders.length) return;
      say(`${count(view.done, "order")} ${names[act].done}.`, "good");
      onClose();
      onDone();
    },
    onSettled: () =>
      client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith("/desk/api/") }),
  });
  const title = `${names[act].act} ${count(orders.length, "order")}`;
  const close = () => {
    onClose();
    if (made.data) onDone();
  };
  return (
    <Window open onClose={close} title={title}>
      {made.data ? (
        <Results view={made.data} orders={orders} act={act} onClose={close} />
      ) : (
        <ActForm
          act={title}
          pending={made.isPending}
          problem={made.error ? sentenceOf(made.error) : undefined}
          onClose={onClose}
          told="Each is done for itself: what cannot be done to one of them stops no other."
          onAct={() => {
            setTried(true);
            if (wrong.length === 0) made.mutate();
          }}
        >
          {act === "hold" ? (
            <>
              <Choice
                label="What the orders wait for"
                none="Please choose"
                choices={holdKinds()}
                value={hold.kind}
                error={at("kind")}
                onChange={(event) => setHold({ ...hold, kind: event.target.value })}
              />
              <TextArea
                label="In words"
                value={hold.reason}
                error={at("reason")}
                onChange={(event) => setHold({ ...hold, reason: event.target.value })}
              />
              <Input
                label="Look again by"
                placeholder="MM/DD/YYYY"
                value={hold.due}
                error={at("due")}
                onChange={(event) => setHold({ ...hold, due: event.target.value })}
              />
            </>
          ) : (
            <p>
              {count(
                orders.reduce((sum, { outstanding }) => sum + outstanding, 0),
                "outstanding piece",
              )}{" "}
              {act === "release" ? "go to picking and to the ERP." : "are taken from the shelf, a shipment each order."}
            </p>
          )}
        </ActForm>
      )}
    </Window>
  );
}

interface ResultsProps {
  view: BulkView;
  orders: readonly OrderRowView[];
  act: BulkAct;
  onClose: () => void;
}

function Results({ view, orders, act, onClose }: ResultsProps) {
  const refused = view.results.filter(({ problem }) => problem !== "");
  return (
    <>
      <div role="status" className="grid gap-2 overflow-y-auto px-4 py-3">
        <p className="font-medium">
          {count(view.done, "order")} {names[act].done}, {refused.length} not
        </p>
        <ul className="grid gap-1">
          {refused.map(({ id, problem }) => (
            <li key={id}>
              <Link to={`/orders/${id}`} className="font-mono text-[12px] underline underline-offset-2">
                {orders.find((order) => order.id === id)?.number ?? id}
              </Link>{" "}
              {problem}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex justify-end border-line border-t px-4 py-3">
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  );
}
