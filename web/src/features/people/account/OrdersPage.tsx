// The account's orders: one's own, and those of business units where one's role may see them. What is looked for stands in
// the address, so that it can be kept, shared and gone back to.
import type { BoughtOrderView, HistoryView, OrderChoiceView } from "@fieldhouse/rules";
import { type FormEvent, useEffect, useRef } from "react";
import { AccountPage, AccountShape } from "../../../shared/account-page";
import { ApiError } from "../../../shared/client";
import { apiUrls } from "../../../shared/endpoints";
import { paths } from "../../../shared/paths";
import { useApi } from "../../../shared/queries";
import { Anchor } from "../../../ui/Anchor";
import { Button, ButtonLink } from "../../../ui/Button";
import { TextField } from "../../../ui/Field";
import { useSearchParams } from "../../../ui/router";
import { Select } from "../../../ui/Select";
import { EmptyState, ErrorState } from "../../../ui/States";

const when = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const link = "underline underline-offset-4";

const names = ["q", "po", "state", "from", "to", "unit", "person", "after"] as const;
/** What a list is asked for, by the names of the address; the server says what it means. */
type OrdersAsk = Record<(typeof names)[number], string>;

function ordersAsk(params: URLSearchParams): OrdersAsk {
  return Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""])) as OrdersAsk;
}

export default function OrdersPage() {
  const [params] = useSearchParams();
  const asked = ordersAsk(params);
  const { data, error, refetch } = useApi(apiUrls.accountOrders(asked), { staleTime: 0 });
  /** What there is to choose does not go while another page is read. */
  const choices = useRef<HistoryView>(undefined);
  const broken = error instanceof ApiError ? error.errors : [];
  // What cannot be looked for has no answer that tells it: that of all orders does.
  const all = useApi(apiUrls.accountOrders({}), { enabled: broken.length > 0 && !choices.current });
  choices.current = data ?? choices.current ?? all.data;
  return (
    <AccountPage title="Orders">
      {/* Once it is known what there is to choose, so that nothing moves. Another address is another form: what was typed
          and not asked for is gone. */}
      {choices.current || (error && !all.isLoading) ? (
        <Filters key={params.toString()} asked={asked} choices={choices.current} broken={broken} />
      ) : null}
      {data ? (
        <Orders page={data} asked={asked} />
      ) : error ? (
        broken.length > 0 ? null : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <AccountShape />
      )}
    </AccountPage>
  );
}

interface FiltersProps {
  asked: OrdersAsk;
  choices: HistoryView | undefined;
  broken: readonly { field: string; message: string }[];
}

function Filters({ asked, choices, broken }: FiltersProps) {
  const [, setParams] = useSearchParams();
  const narrowed = Object.entries(asked).some(([name, value]) => name !== "after" && value !== "");
  const errorAt = (field: string) => broken.find((error) => error.field === field)?.message;

  function look(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]);
    setParams(new URLSearchParams(typed.filter(([, value]) => value !== "")));
  }

  return (
    <form
      aria-label="Find orders"
      className="mt-6 grid gap-4 rounded-brand bg-alt p-4 sm:grid-cols-2 xl:grid-cols-4 print:hidden"
      onSubmit={look}
    >
      <TextField
        label="Search"
        name="q"
        type="search"
        hint="Number, article, player, tracking number"
        defaultValue={asked.q}
        error={errorAt("q")}
        fieldClassName="sm:col-span-2"
      />
      <TextField label="Purchase order" name="po" defaultValue={asked.po} />
      <Choice label="Status" name="state" asked={asked.state} choices={choices?.states ?? []} />
      <TextField label="From" name="from" type="date" defaultValue={asked.from} error={errorAt("from")} />
      <TextField label="To" name="to" type="date" defaultValue={asked.to} error={errorAt("to")} />
      <Choice label="Business unit" name="unit" asked={asked.unit} choices={choices?.units ?? []} />
      <Choice label="Ordered by" name="person" asked={asked.person} choices={choices?.people ?? []} />
      <div className="flex flex-wrap items-end gap-3 sm:col-span-2 xl:col-span-4">
        <Button type="submit" tone="primary">
          Show Orders
        </Button>
        {narrowed ? (
          <ButtonLink href={paths.accountOrders} tone="outline">
            Show All
          </ButtonLink>
        ) : null}
      </div>
    </form>
  );
}

interface ChoiceProps {
  label: string;
  name: string;
  asked: string;
  choices: readonly OrderChoiceView[];
}

/** One that offers nothing to choose is left out; what the address asks for stays asked. */
function Choice({ label, name, asked, choices }: ChoiceProps) {
  if (choices.length === 0) return asked === "" ? null : <input type="hidden" name={name} value={asked} />;
  const options = choices.map((choice) => ({ value: choice.key, label: choice.label }));
  // The list of choices comes after the field was drawn.
  return (
    <Select key={options.length} label={label} name={name} placeholder="Any" options={options} defaultValue={asked} />
  );
}

function Orders({ page: { orders, next }, asked }: { page: HistoryView; asked: OrdersAsk }) {
  const list = useRef<HTMLDivElement>(null);
  const { after } = asked;
  // Another page begins at its top, for the keyboard too.
  useEffect(() => {
    if (after !== "") list.current?.focus();
  }, [after]);
  const of = (place: string) => {
    const query = new URLSearchParams(Object.entries({ ...asked, after: place }).filter(([, value]) => value !== ""));
    return query.size === 0 ? paths.accountOrders : `${paths.accountOrders}?${query}`;
  };
  if (orders.length === 0) {
    return (
      <EmptyState icon="list" title="No orders found">
        {Object.values(asked).some((value) => value !== "")
          ? "Nothing matches what you asked for. Fewer words or another status may find it."
          : "What you order is listed here, with what arrives when."}
      </EmptyState>
    );
  }
  return (
    <section aria-label="Orders" className="mt-6">
      <div ref={list} tabIndex={-1} role="status" className="font-medium outline-none">
        {orders.length === 1 ? "1 order" : `${orders.length} orders`}
        {next === null ? null : ", and older ones"}
      </div>
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {orders.map((order) => (
          <li key={order.id} className="break-inside-avoid py-3">
            <Row order={order} />
          </li>
        ))}
      </ul>
      <nav aria-label="Pages of orders" className="mt-4 flex flex-wrap gap-3 print:hidden">
        {after === "" ? null : (
          <ButtonLink href={of("")} tone="outline">
            Newest Orders
          </ButtonLink>
        )}
        {next === null ? null : (
          <ButtonLink href={of(next)} tone="outline">
            Older Orders
          </ButtonLink>
        )}
      </nav>
    </section>
  );
}

function Row({ order }: { order: BoughtOrderView }) {
  const { id, number, placedAt, status, state, pieces, total, poNumber, unit, by, own } = order;
  const told = [
    poNumber ? `Purchase order ${poNumber}` : "",
    unit ? `for ${unit}` : "",
    own ? "" : `ordered by ${by || "a guest"}`,
  ].filter(Boolean);
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4">
      <Anchor href={paths.order(id)} className={`${link} justify-self-start font-semibold pointer-coarse:py-2.5`}>
        Order {number}
      </Anchor>
      {/* Nothing is left of one that ended: what it would have cost stands on its page. */}
      <span className="text-right font-semibold tabular-nums">{state === "ended" ? null : total}</span>
      <span className="min-w-0 wrap-anywhere text-sm">
        <time dateTime={placedAt}>{when.format(new Date(placedAt))}</time>
        {pieces ? `, ${pieces}` : null}
      </span>
      <span className="text-right text-sm">{status}</span>
      {told.length > 0 ? (
        <span className="col-span-2 min-w-0 wrap-anywhere text-muted text-sm">{told.join(", ")}</span>
      ) : null}
    </div>
  );
}
