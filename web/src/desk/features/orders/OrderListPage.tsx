// The list of orders: filters, search and place are in the address, so a list can be sent to somebody and found again.
import { holdKinds } from "@fieldhouse/rules/desk";
import { lazy, Suspense, useState } from "react";
import { Link, useNavigate, useSearchParams } from "../../../ui/router";
import { queuesUrl } from "../../shared/endpoints";
import { useKeys } from "../../shared/keys";
import { type Ask, countUrl, filters, listUrl, placeOf, readAsk } from "../../shared/list-ask";
import { useDesk } from "../../shared/queries";
import { useRows } from "../../shared/rows";
import { brandName, useBrandsOf } from "../../shared/session";
import { leftOut } from "../../shared/sought";
import { queueTeaching, waitsWords } from "../../shared/words";
import { Button, ButtonLink } from "../../ui/Button";
import { Choice, Input } from "../../ui/Controls";
import { Failed, ListEnds, Page, RowShapes } from "../../ui/Page";
import { BulkBar, useBulk } from "./BulkBar";
import { KeepList } from "./KeepList";
import { OrderTable } from "./OrderTable";

const none: ReadonlySet<string> = new Set();

/** What is asked for concerns what orders wait for. */
const isOfHolds = (ask: Ask) => ask.queue === "on_hold" || Boolean(ask.hold || ask.owner || ask.due);

const isNarrowed = (ask: Ask) => filters.some((name) => ask[name]);

/** The way out of a list that has nothing, or cannot be. */
function AllOrders() {
  return (
    <Link to="/orders" className="underline underline-offset-2">
      All orders
    </Link>
  );
}

export function OrderListPage() {
  const [search] = useSearchParams();
  const ask = readAsk(search);
  const queues = useDesk(queuesUrl, { staleTime: 15_000 });
  const list = useDesk(listUrl(ask), { keep: true });
  const counted = useDesk(countUrl(ask), { keep: true });
  const labels = new Map([
    ...(queues.data?.queues ?? []).map(({ queue, label }) => [queue as string, label] as const),
    ["late", "Late"] as const,
  ]);
  const queue = ask.queue ? labels.get(ask.queue) : undefined;
  const waits = ask.waits ? waitsWords[ask.waits]?.with : undefined;
  const title = [queue ?? "Orders", waits].filter(Boolean).join(queue ? ", " : " ");
  const unsought = leftOut(ask.q ?? "");
  const rows = useRows();
  const bulk = useBulk();
  // Another list, another choice.
  const place = search.toString();
  const [choice, setChoice] = useState({ place, ids: none });
  const chosen = choice.place === place ? choice.ids : none;
  const choose = (ids: ReadonlySet<string>) => setChoice({ place, ids });
  const toggle = () => {
    const row = document.activeElement?.closest("tr");
    row?.querySelector<HTMLInputElement>("input[data-choose]")?.click();
  };
  useKeys({ x: toggle });
  return (
    <Page
      title={title}
      beside={
        <p aria-live="polite" className="text-muted">
          {counted.data ? `${counted.data.text} ${counted.data.text === "1" ? "order" : "orders"}` : ""}
          {ask.q ? ` with “${ask.q}”${unsought && `. ${unsought}`}` : ""}
        </p>
      }
    >
      <Filters ask={ask} labels={labels} />
      {list.error ? (
        <Failed error={list.error} onRetry={() => void list.refetch()}>
          {isNarrowed(ask) ? <AllOrders /> : null}
        </Failed>
      ) : null}
      {list.isPending ? <RowShapes rows={20} /> : null}
      {list.data && !list.error ? (
        list.data.orders.length > 0 ? (
          <>
            <OrderTable
              ref={rows}
              orders={list.data.orders}
              labels={labels}
              waits={isOfHolds(ask)}
              stale={list.isPlaceholderData}
              chosen={chosen}
              onChoose={choose}
            />
            <BulkBar
              acts={bulk}
              orders={list.data.orders.filter(({ id }) => chosen.has(id))}
              onDone={() => choose(none)}
            />
          </>
        ) : (
          <Empty ask={ask} />
        )
      ) : null}
      {list.data && list.data.orders.length > 0 ? (
        <ListEnds
          first={ask.after ? placeOf(ask) : undefined}
          next={list.data.next ? placeOf(ask, { after: list.data.next }) : undefined}
          more="Older orders"
          end="These are the oldest of this list."
        />
      ) : null}
    </Page>
  );
}

/** Nobody waits for it who only looks. */
const UnitPicker = lazy(() => import("../../ui/UnitPicker").then((picker) => ({ default: picker.UnitPicker })));

const owners = [
  { code: "me", name: "Me" },
  { code: "nobody", name: "Nobody yet" },
];
const dueDays = [{ code: "yes", name: "Today or earlier" }];

interface FiltersProps {
  ask: Ask;
  labels: ReadonlyMap<string, string>;
}

/** What stands in the form. Another list by another way brings its own filters; one that the form asked for has them already. */
function useFilters(ask: Ask) {
  const navigate = useNavigate();
  const here = placeOf(ask);
  const [form, setForm] = useState({ seen: here, sent: here, typed: ask });
  if (form.seen !== here) {
    // What was typed since the form was sent stays.
    setForm(here === form.sent ? { ...form, seen: here } : { seen: here, sent: here, typed: ask });
  }
  const { typed } = form;
  /** The list of all that stands in the form. */
  const placeWith = (changed: Ask = {}) =>
    placeOf({ ...typed, email: typed.email?.trim() ?? "", unit: typed.unit?.trim() ?? "", ...changed });
  return {
    typed,
    placeWith,
    type: (changed: Ask) => setForm((form) => ({ ...form, typed: { ...form.typed, ...changed } })),
    /** Asks for it: also what is typed and was not asked for yet. */
    send: (changed: Ask = {}) => {
      const sent = placeWith(changed);
      setForm((form) => ({ ...form, sent, typed: { ...form.typed, ...changed } }));
      // The list one is at already is no step further.
      navigate(sent, { replace: sent === here && !ask.after });
    },
  };
}

function Filters({ ask, labels }: FiltersProps) {
  const brands = useBrandsOf("orders.view");
  const { typed, type, send, placeWith } = useFilters(ask);
  const [unfolded, setUnfolded] = useState(false);
  const unitField = { label: "Business unit", fieldClassName: "w-52" };
  const unit = typed.unit ?? "";
  const queues = [...labels].map(([code, name]) => ({ code, name }));
  // What is asked for is what stands in the field, also where there is no such queue.
  const { queue = "" } = typed;
  if (queue && labels.size > 1 && !labels.has(queue)) queues.push({ code: queue, name: queue });
  const narrowing = filters.filter((name) => ask[name]).length;
  return (
    <form
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="mb-3 flex flex-wrap items-end gap-2"
    >
      {/* On a phone they would stand where the orders are. */}
      <Button
        aria-expanded={unfolded}
        aria-controls="order-filters"
        onClick={() => setUnfolded(!unfolded)}
        className="md:hidden"
      >
        {narrowing > 0 ? `Filters, ${narrowing} set` : "Filters"}
      </Button>
      <div id="order-filters" className={unfolded ? "contents" : "contents max-md:hidden"}>
        <Choice
          label="Queue"
          none="Any"
          choices={queues}
          value={queue}
          onChange={(event) => send({ queue: event.target.value })}
          fieldClassName="w-40"
        />
        {isOfHolds(ask) ? (
          <>
            <Choice
              label="Waits for"
              none="Anything"
              choices={holdKinds()}
              value={typed.hold ?? ""}
              onChange={(event) => send({ hold: event.target.value })}
              fieldClassName="w-40"
            />
            <Choice
              label="Looked after by"
              none="Anybody"
              choices={owners}
              value={typed.owner ?? ""}
              onChange={(event) => send({ owner: event.target.value })}
              fieldClassName="w-36"
            />
            <Choice
              label="Look again"
              none="Any day"
              choices={dueDays}
              value={typed.due ?? ""}
              onChange={(event) => send({ due: event.target.value })}
              fieldClassName="w-36"
            />
          </>
        ) : null}
        {ask.waits ? (
          <Choice
            label="What waits"
            none="Any, or nothing"
            choices={Object.entries(waitsWords).map(([code, { alone }]) => ({ code, name: alone }))}
            value={typed.waits ?? ""}
            onChange={(event) => send({ waits: event.target.value })}
            fieldClassName="w-40"
          />
        ) : null}
        {brands.length > 1 ? (
          <Choice
            label="Brand"
            none="Any"
            choices={brands.map(({ site, name }) => ({ code: site, name }))}
            value={typed.site ?? ""}
            onChange={(event) => send({ site: event.target.value })}
            fieldClassName="w-44"
          />
        ) : null}
        <Suspense
          fallback={<Input {...unitField} value={unit} onChange={(event) => type({ unit: event.target.value })} />}
        >
          <UnitPicker
            {...unitField}
            site={typed.site ?? ""}
            typed={unit}
            onType={(unit) => type({ unit })}
            onPick={({ key, site }) => send({ unit: key, site: brands.length > 1 ? site : (typed.site ?? "") })}
          />
        </Suspense>
        <Input
          label="E-mail of the buyer"
          type="email"
          value={typed.email ?? ""}
          onChange={(event) => type({ email: event.target.value })}
          fieldClassName="w-52"
        />
        <Input
          label="Placed from"
          type="date"
          value={typed.from ?? ""}
          onChange={(event) => type({ from: event.target.value })}
          fieldClassName="min-w-36"
        />
        <Input
          label="Placed to"
          type="date"
          value={typed.to ?? ""}
          onChange={(event) => type({ to: event.target.value })}
          fieldClassName="min-w-36"
        />
        <Button type="submit">Filter</Button>
        {ask.unit ? (
          <ButtonLink tone="quiet" href={placeWith({ unit: "" })}>
            Any unit instead of {ask.unit}
          </ButtonLink>
        ) : null}
      </div>
      {narrowing > 0 ? (
        <>
          <ButtonLink tone="quiet" href="/orders">
            All orders
          </ButtonLink>
          <KeepList ask={ask} />
        </>
      ) : null}
    </form>
  );
}

function Empty({ ask }: { ask: Ask }) {
  const teaching =
    ask.queue && ask.queue in queueTeaching ? queueTeaching[ask.queue as keyof typeof queueTeaching] : "";
  const narrowed = filters.some((name) => name !== "queue" && name !== "q" && ask[name]);
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-3 py-16 text-center">
      <p className="font-semibold text-base">
        {ask.q ? `Nothing has “${ask.q}” in it` : narrowed ? "No order is like that" : "Nothing is here"}
      </p>
      <p className="text-muted">
        {ask.q
          ? "Any three letters or digits in a row are enough: of a number, a purchase order, a name, an e-mail, a unit, a sku or a player."
          : narrowed
            ? `Fewer filters show more${ask.site ? `, or another brand than ${brandName(ask.site)}` : ""}.`
            : teaching || "Orders come here by themselves when a customer places one."}
      </p>
      {isNarrowed(ask) ? <AllOrders /> : null}
    </div>
  );
}
