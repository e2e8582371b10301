// Orders as rows: 36 px each, the number is the link, and the row follows a pointer.
import type { OrderRowView } from "@fieldhouse/rules";
import { dollars } from "@fieldhouse/rules/desk";
import clsx from "clsx";
import { type Ref, useEffect } from "react";
import { Link, useNavigate } from "../../../ui/router";
import { dayText } from "../../shared/moments";
import { queueDots } from "../../shared/words";
import { BrandMark } from "../../ui/BrandMark";
import { Moment } from "../../ui/Moment";
import { State } from "../../ui/Page";

interface OrderTableProps {
  orders: readonly OrderRowView[];
  labels: ReadonlyMap<string, string>;
  /** The list is about what orders wait for: that has a column, and others make room. */
  waits: boolean;
  /** Another list is on its way. */
  stale: boolean;
  /** Ids of those that were chosen, where several can be. */
  chosen: ReadonlySet<string> | undefined;
  onChoose: (ids: ReadonlySet<string>) => void;
  ref: Ref<HTMLTableSectionElement>;
}

/** Which order was opened last: who comes back is where they were. */
const opened = { id: "" };

/** In a narrow window what tells an order apart the least goes first, and nothing is cut. */
const shown = {
  orders: { waits: "", unit: "md:max-2xl:hidden", email: "max-3xl:hidden", poNumber: "md:max-xl:hidden" },
  holds: {
    waits: "max-w-52 2xl:max-w-64 3xl:max-w-80",
    unit: "md:max-3xl:hidden",
    email: "max-4xl:hidden",
    poNumber: "md:max-2xl:hidden",
  },
};

export function OrderTable({ orders, labels, waits, stale, chosen, onChoose, ref }: OrderTableProps) {
  const navigate = useNavigate();
  const columns = waits ? shown.holds : shown.orders;
  const seesAmounts = orders.some(({ total }) => total !== null);
  useEffect(() => {
    if (opened.id === "") return;
    document.getElementById(`order-${opened.id}`)?.focus();
    opened.id = "";
  }, []);
  return (
    <div className={clsx("-mx-4 overflow-x-auto md:-mx-6", stale && "opacity-60")}>
      <table className="desk-table desk-cards">
        <caption className="sr-only">Orders, the newest first</caption>
        <thead>
          <tr>
            {chosen ? (
              <th scope="col" data-head="All of this page" className="pl-4! md:w-8 md:pl-6!">
                <Chooser
                  label="Choose all orders of this page"
                  checked={orders.every(({ id }) => chosen.has(id))}
                  onChoose={(all) => onChoose(new Set(all ? orders.map(({ id }) => id) : []))}
                />
              </th>
            ) : null}
            <th scope="col" className={chosen ? undefined : "pl-4! md:pl-6!"}>
              Order
            </th>
            <th scope="col">Where it is</th>
            {waits ? <th scope="col">Waits for</th> : null}
            <th scope="col">Placed</th>
            <th scope="col">Ships to</th>
            <th scope="col" className={columns.unit}>
              Business unit
            </th>
            <th scope="col" className={columns.email}>
              E-mail
            </th>
            <th scope="col" className={columns.poNumber}>
              Purchase order
            </th>
            <th scope="col" className="num">
              Outstanding
            </th>
            {seesAmounts ? (
              <th scope="col" className="num pr-4! md:pr-6!">
                Total
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody ref={ref}>
          {orders.map((order) => (
            <tr
              key={order.id}
              onClick={(event) => {
                if (!(event.target as Element).closest("a, label")) navigate(`/orders/${order.id}`);
              }}
              className="cursor-pointer focus-within:bg-primary-soft hover:bg-alt"
            >
              {chosen ? (
                <td className="pl-4! md:pl-6!">
                  <Chooser
                    label={`Choose ${order.number}`}
                    checked={chosen.has(order.id)}
                    onChoose={(one) => {
                      const next = new Set(chosen);
                      if (one) next.add(order.id);
                      else next.delete(order.id);
                      onChoose(next);
                    }}
                  />
                </td>
              ) : null}
              <td className={chosen ? undefined : "pl-4! md:pl-6!"}>
                <span className="flex items-center gap-2">
                  <BrandMark site={order.site} />
                  <Link
                    id={`order-${order.id}`}
                    data-row
                    to={`/orders/${order.id}`}
                    onClick={() => {
                      opened.id = order.id;
                    }}
                    className="inline-flex min-h-6 items-center whitespace-nowrap font-mono text-[12px]"
                  >
                    {order.number}
                  </Link>
                </span>
              </td>
              <td className="whitespace-nowrap">
                <State dot={queueDots[order.queue]}>{labels.get(order.queue) ?? order.status}</State>
                {waits ? null : <Held holds={order.holds} />}
              </td>
              {waits ? (
                <td className={clsx("truncate", columns.waits)}>
                  <Holds holds={order.holds} />
                </td>
              ) : null}
              <td className="whitespace-nowrap">
                <Moment at={order.placedAt} />
              </td>
              <td className="max-w-52 truncate">{order.shipTo}</td>
              <td className={clsx("max-w-52 truncate", columns.unit)}>{order.unit}</td>
              <td className={clsx("max-w-60 truncate text-muted", columns.email)}>{order.email}</td>
              <td data-head="PO" className={clsx("max-w-40 truncate", columns.poNumber)}>
                {order.poNumber}
              </td>
              <td data-head="Outstanding" className="num">
                {order.outstanding.toLocaleString("en-US")}
                <span className="text-muted"> of {order.pieces.toLocaleString("en-US")}</span>
              </td>
              {seesAmounts ? (
                <td className="num pr-4! md:pr-6!">{order.total === null ? "" : dollars(order.total)}</td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type OpenHold = OrderRowView["holds"][number];

/** All that is known of a hold. */
const wholeHold = ({ label, due, owner, reason }: OpenHold) =>
  [label, due && `look again by ${dayText(due)}`, owner, reason].filter(Boolean).join(", ");

/** What a held order among others waits for. */
function Held({ holds: [first] }: { holds: OrderRowView["holds"] }) {
  if (!first) return null;
  return (
    <span className="text-muted" title={wholeHold(first)}>
      : {first.label}
    </span>
  );
}

/** What an order waits for: the first of its holds in a line, whose day may be there, and how many more. */
function Holds({ holds: [first, ...more] }: { holds: OrderRowView["holds"] }) {
  if (!first) return null;
  const { label, due, isDue, owner, reason } = first;
  const day = due ? dayText(due) : "";
  return (
    <span title={wholeHold(first)}>
      <span className="font-medium">{label}</span>
      {day ? <span className={isDue ? "font-medium text-warn" : "text-muted"}>, by {day}</span> : null}
      <span className="text-muted">
        , {owner}
        {more.length > 0 ? `, and ${more.length} more` : ""}
        {reason ? `. ${reason}` : ""}
      </span>
    </span>
  );
}

interface ChooserProps {
  label: string;
  checked: boolean;
  onChoose: (checked: boolean) => void;
}

function Chooser({ label, checked, onChoose }: ChooserProps) {
  return (
    <label className="grid size-6 cursor-pointer place-items-center pointer-coarse:size-11">
      <input
        type="checkbox"
        data-choose
        checked={checked}
        onChange={(event) => onChoose(event.target.checked)}
        className="size-4 accent-(--brand-primary)"
      />
      <span className="sr-only">{label}</span>
    </label>
  );
}
