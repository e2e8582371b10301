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
      <Filters key={search.toString()} ask={ask} labels={labels} />
      {list.error ? <Failed error={list.error} onRetry={() => void list.refetch()} /> : null}
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

function Filters({ ask, labels }: FiltersProps) {
  const navigate = useNavigate();
  const brands = useBrandsOf("orders.view");
  const [email, setEmail] = useState(ask.email ?? "");
  const [unit, setUnit] = useState(ask.unit ?? "");
  const unitField = { label: "Business unit", fieldClassName: "w-52" };
  const choose = (changed: Ask) => navigate(placeOf(ask, changed));
  const queues = [...labels].map(([code, name]) => ({ code, name }));
  const isNarrowed = filters.some((name) => ask[name]);
  return (
    <form
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault();
        choose({ email: email.trim(), unit: unit.trim() });
      }}
      className="mb-3 flex flex-wrap items-end gap-2"
    >
      <Choice
        label="Queue"
        none="Any"
        choices={queues}
        value={ask.queue ?? ""}
        onChange={(event) => choose({ queue: event.target.value })}
        fieldClassName="w-40"
      />
      {isOfHolds(ask) ? (
        <>
          <Choice
            label="Waits for"
            none="Anything"
            choices={holdKinds()}
            value={ask.hold ?? ""}
            onChange={(event) => choose({ hold: event.target.value })}
            fieldClassName="w-40"
          />
          <Choice
            label="Looked after by"
            none="Anybody"
            choices={owners}
            value={ask.owner ?? ""}
            onChange={(event) => choose({ owner: event.target.value })}
            fieldClassName="w-36"
          />
          <Choice
            label="Look again"
            none="Any day"
            choices={dueDays}
            value={ask.due ?? ""}
            onChange={(event) => choose({ due: event.target.value })}
            fieldClassName="w-36"
          />
        </>
      ) : null}
      {ask.waits ? (
        <Choice
          label="What waits"
          none="Any, or nothing"
          choices={Object.entries(waitsWords).map(([code, { alone }]) => ({ code, name: alone }))}
          value={ask.waits}
          onChange={(event) => choose({ waits: event.target.value })}
          fieldClassName="w-40"
        />
      ) : null}
      {brands.length > 1 ? (
        <Choice
          label="Brand"
          none="Any"
          choices={brands.map(({ site, name }) => ({ code: site, name }))}
          value={ask.site ?? ""}
          onChange={(event) => choose({ site: event.target.value })}
          fieldClassName="w-44"
        />
      ) : null}
      <Suspense fallback={<Input {...unitField} value={unit} onChange={(event) => setUnit(event.target.value)} />}>
        <UnitPicker
          {...unitField}
          site={ask.site ?? ""}
          typed={unit}
          onType={setUnit}
          onPick={(picked) => choose({ unit: picked.key, site: brands.length > 1 ? picked.site : (ask.site ?? "") })}
        />
      </Suspense>
      <Input
        label="E-mail of the buyer"
        type="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        fieldClassName="w-52"
      />
      <Input
        label="Placed from"
        type="date"
        defaultValue={ask.from ?? ""}
        onBlur={(event) => event.target.value !== (ask.from ?? "") && choose({ from: event.target.value })}
        fieldClassName="min-w-36"
      />
      <Input
        label="Placed to"
        type="date"
        defaultValue={ask.to ?? ""}
        onBlur={(event) => event.target.value !== (ask.to ?? "") && choose({ to: event.target.value })}
        fieldClassName="min-w-36"
      />
      <Button type="submit">Filter</Button>
      {ask.unit ? (
        <ButtonLink tone="quiet" href={placeOf(ask, { unit: "" })}>
          Any unit instead of {ask.unit}
        </ButtonLink>
      ) : null}
      {isNarrowed ? (
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
      {ask.q || narrowed || ask.queue ? (
        <Link to="/orders" className="underline underline-offset-2">
          All orders
        </Link>
      ) : null}
    </div>
  );
}
