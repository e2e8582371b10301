// What a buyer comes to the account for: a quick order, what waits for a decision, the last orders, and which business
// units one orders for, as what.
import type { AccountHomeView, HomeOrderView } from "@fieldhouse/rules";
import { paths } from "../../../shared/paths";
import { Anchor } from "../../../ui/Anchor";
import { ButtonLink } from "../../../ui/Button";
import { roleNames } from "../people/roles";

const when = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const link = "underline underline-offset-4";

export function AccountHome({ home }: { home: AccountHomeView }) {
  const { orders, units, waiting } = home;
  return (
    <>
      <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
        <ButtonLink href={paths.quickOrder} tone="action">
          Quick Order
        </ButtonLink>
        {waiting > 0 ? (
          <Anchor href={paths.approvals} className={`${link} inline-flex min-h-11 items-center font-semibold`}>
            {waiting === 1 ? "1 order waits for your approval" : `${waiting} orders wait for your approval`}
          </Anchor>
        ) : null}
      </div>
      <section className="mt-6 rounded-brand border border-line p-5">
        <div className="flex items-baseline justify-between gap-4">
          <h2 className="heading-case text-2xl">Last Orders</h2>
          {orders.length > 0 ? (
            <Anchor href={paths.accountOrders} className={link}>
              View all<span className="sr-only"> orders</span>
            </Anchor>
          ) : null}
        </div>
        {orders.length === 0 ? <p className="mt-2 text-muted">No orders yet.</p> : null}
        <ul className="mt-2 divide-y divide-line empty:hidden">
          {orders.map((order) => (
            <li key={order.id} className="py-2">
              <LastOrder order={order} />
            </li>
          ))}
        </ul>
      </section>
      {units.length > 0 ? (
        <section className="mt-6 rounded-brand border border-line p-5">
          <h2 className="heading-case text-2xl">Business Units</h2>
          <ul className="mt-2 space-y-1">
            {units.map((unit) => (
              <li key={unit.key} className="flex flex-wrap justify-between gap-x-4">
                <span className="min-w-0 wrap-anywhere">
                  {unit.name} <span className="text-muted">{unit.key}</span>
                </span>
                <span className="font-medium">{roleNames[unit.role]}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

function LastOrder({ order }: { order: HomeOrderView }) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4">
      <Anchor href={paths.order(order.id)} className={`${link} justify-self-start font-semibold pointer-coarse:py-2.5`}>
        Order {order.number}
      </Anchor>
      <span className="text-right font-semibold tabular-nums">{order.total}</span>
      <span className="min-w-0 wrap-anywhere text-muted text-sm">
        {when.format(new Date(order.placedAt))}, {order.pieces} {order.pieces === 1 ? "piece" : "pieces"}
        {order.poNumber ? `, purchase order ${order.poNumber}` : null}
      </span>
      <span className="text-right text-sm">{order.status}</span>
    </div>
  );
}
