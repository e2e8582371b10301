// Picking at the shelf, on a phone: scan or type a sku, each counts one piece; large figures, one thumb.
import type { DeskOrderView, OrderLineView } from "@fieldhouse/rules";
import clsx from "clsx";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Icon } from "../../../ui/Icon";
import { Link, useParams } from "../../../ui/router";
import { Told } from "../../../ui/told";
import { send } from "../../shared/client";
import { to } from "../../shared/endpoints";
import { useDesk } from "../../shared/queries";
import { chosenOf, count } from "../../shared/words";
import { Button } from "../../ui/Button";
import { control } from "../../ui/Controls";
import { Failed, Page, RowShapes } from "../../ui/Page";
import { Looking } from "../orders/Looking";
import { useAct } from "../orders/use-act";
import { orderUrl, useAllLines, useLines } from "../orders/use-order";
import { type Chosen, type Open, playersOf, Whose } from "../orders/Whose";
import { type Counted, piecesOf, type Scanned, scan, step } from "./counting";

export function PickPage() {
  const { id = "" } = useParams();
  const order = useDesk(orderUrl(id));
  if (order.data) return <Picking order={order.data} />;
  if (order.error) {
    return (
      <Page title="Pick">
        <Failed error={order.error} onRetry={() => void order.refetch()} />
      </Page>
    );
  }
  return <RowShapes rows={6} />;
}

/** A phone that falls asleep begins afresh: what was counted is kept in its window, as long as the order stands so. */
function useCounted(key: string): [Counted, (counted: Counted) => void] {
  const [counted, setCounted] = useState<Counted>(() => JSON.parse(sessionStorage.getItem(key) ?? "{}") as Counted);
  useEffect(() => {
    if (piecesOf(counted) > 0) sessionStorage.setItem(key, JSON.stringify(counted));
    else sessionStorage.removeItem(key);
  }, [key, counted]);
  return [counted, setCounted];
}

const tones = {
  good: "bg-primary-soft text-ink",
  full: "bg-good-soft text-good",
  danger: "bg-danger-soft text-danger",
};

function Picking({ order }: { order: DeskOrderView }) {
  const { id, version, number, shipTo } = order.order;
  const [counted, setCounted] = useCounted(`picking-${id}-${version}`);
  const [typed, setTyped] = useState("");
  const [last, setLast] = useState<Scanned | undefined>();
  const [picked, setPicked] = useState(0);
  const [chosen, setChosen] = useState<Chosen>({});
  const box = useRef<HTMLInputElement>(null);
  const all = useLines(order);
  const { lines } = all;
  // A scanned sku is looked for on all lines.
  useAllLines(all, true);
  const open = lines.filter((line) => line.toPick > 0);
  const pieces = piecesOf(counted);
  const left = open.reduce((sum, line) => sum + line.toPick, 0);
  const wanted = Object.entries(counted)
    .filter(([, quantity]) => quantity > 0)
    .map(([position, quantity]) => ({ position: Number(position), quantity }));
  const named: Open = {
    of: (position) => lines.find((line) => line.position === position)?.toPickPlayers ?? [],
    last: false,
  };
  const { players, problem } = playersOf(wanted, named, chosen);
  const url = to("/desk/api/orders/{id}/shipments", id);
  const act = useAct(
    order,
    () => send("POST", url, { version, draft: { lines: wanted, players } }),
    // A message would lie over the button of the next part.
    "",
    () => {
      setPicked(pieces);
      setCounted({});
      setChosen({});
      setLast({ counted: {}, tone: "full", text: `${count(pieces, "piece")} picked. What is left stands below.` });
    },
  );
  const enter = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === "") return;
    const next = scan(open, counted, typed);
    setCounted(next.counted);
    setLast(next);
    setTyped("");
    box.current?.focus();
  };
  if (!order.acts.includes("pick") || open.length === 0) {
    return (
      <Page title={`Pick ${number}`}>
        <p className="mb-4 text-base">
          {picked > 0
            ? `${count(picked, "piece")} picked. Nothing more is to be picked for ${shipTo}.`
            : "Nothing can be picked of this order as it is now."}
        </p>
        <p className="flex gap-4 underline underline-offset-2">
          <Link to={`/orders/${id}`}>To the order</Link>
          <Link to="/orders?queue=to_pick">Other orders to pick</Link>
        </p>
      </Page>
    );
  }
  return (
    <Page title={`Pick ${number}`} beside={<p className="text-muted">{shipTo}</p>} className="mx-auto max-w-2xl">
      <Looking id={id} className="mb-1" />
      {all.error ? <Failed error={all.error} onRetry={all.showMore} /> : null}
      <form onSubmit={enter} className="sticky top-12 z-10 -mx-1 bg-surface px-1 pb-2">
        <div className="flex gap-2">
          <input
            ref={box}
            aria-label="Scan or type a sku"
            placeholder="Scan or type a sku"
            value={typed}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            onChange={(event) => setTyped(event.target.value)}
            className={`${control} min-h-12! flex-1 font-mono text-base!`}
          />
          <Button type="submit" className="min-h-12! px-4!">
            Count
          </Button>
        </div>
        <p
          role="status"
          className={clsx(
            "mt-2 flex min-h-11 items-center gap-2 rounded-brand px-3 py-2 font-semibold text-base",
            last ? tones[last.tone] : "bg-alt font-normal text-muted",
          )}
        >
          {last ? <Icon name={last.tone === "danger" ? "attention" : "check"} className="size-5" /> : null}
          {last?.text ?? `${count(left, "piece")} on ${count(open.length, "line")} to pick.`}
        </p>
      </form>
      <ul className="grid gap-2 pb-24">
        {open.map((line) => (
          <Row
            key={line.position}
            line={line}
            pieces={counted[line.position] ?? 0}
            isLast={last?.position === line.position}
            whose={{ open: named, chosen, onChoose: setChosen }}
            onStep={(by) => {
              setCounted(step(line, counted, by));
              setLast(undefined);
            }}
          />
        ))}
      </ul>
      <div className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-side p-3 md:left-[212px]">
        <div className="mx-auto grid max-w-2xl gap-2">
          <Told className="rounded-brand bg-danger-soft px-3 py-2 text-danger">{act.problem}</Told>
          <Button
            tone="action"
            disabled={pieces === 0 || problem !== undefined}
            pending={act.pending}
            onClick={act.run}
            className="min-h-12! w-full text-base"
          >
            {pieces === 0 ? "Pick these" : `Pick these ${count(pieces, "piece")}${pieces < left ? ` of ${left}` : ""}`}
          </Button>
        </div>
      </div>
    </Page>
  );
}

interface RowProps {
  line: OrderLineView;
  pieces: number;
  /** It was counted last: it is brought into the window. */
  isLast: boolean;
  onStep: (by: 1 | -1) => void;
  /** Whose pieces they are, where each has a name. */
  whose: { open: Open; chosen: Chosen; onChoose: (chosen: Chosen) => void };
}

function Row({ line, pieces, isLast, onStep, whose }: RowProps) {
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isLast) place.current?.scrollIntoView({ block: "center" });
  }, [isLast]);
  const complete = pieces === line.toPick;
  const options = chosenOf(line);
  return (
    <li
      ref={place}
      className={clsx(
        "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 rounded-brand border p-3",
        complete ? "border-good bg-good-soft" : isLast ? "border-primary" : "border-line",
      )}
    >
      <div className="min-w-0">
        <p className="break-all font-mono font-semibold text-base">{line.sku}</p>
        <p>{line.name}</p>
        {options ? <p className="font-semibold">{options}</p> : null}
      </div>
      <div className="grid justify-items-end gap-1.5">
        <p className="font-bold text-2xl leading-none">
          {pieces}
          <span className="font-normal text-base text-muted"> of {line.toPick}</span>
        </p>
        <div className="flex gap-2">
          <Button
            aria-label={`One less of ${line.sku}`}
            disabled={pieces === 0}
            onClick={() => onStep(-1)}
            className="size-12 text-xl"
          >
            −
          </Button>
          <Button
            aria-label={`One more of ${line.sku}`}
            disabled={complete}
            onClick={() => onStep(1)}
            className="size-12 text-xl"
          >
            +
          </Button>
        </div>
      </div>
      <Whose position={line.position} pieces={pieces} {...whose} />
    </li>
  );
}
