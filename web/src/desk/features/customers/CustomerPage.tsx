// A customer: who it is, what was ordered last, who of the store shopped for them; and shopping as them.
import type { MemberRole } from "@fieldhouse/rules";
import { dollars } from "@fieldhouse/rules/desk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useParams } from "../../../ui/router";
import { useToast } from "../../../ui/Toast";
import { send, sentenceOf } from "../../shared/client";
import { type DeskCustomerView, to } from "../../shared/endpoints";
import { placeOf } from "../../shared/list-ask";
import { useDesk } from "../../shared/queries";
import { brandName } from "../../shared/session";
import { count, queueDots } from "../../shared/words";
import { BrandMark } from "../../ui/BrandMark";
import { Button } from "../../ui/Button";
import { Moment } from "../../ui/Moment";
import { Failed, Nothing, Page, Part, RowShapes, State } from "../../ui/Page";
import { ShopAsWindow } from "./ShopAsWindow";

const link = "inline-flex min-h-6 items-center underline underline-offset-2 pointer-coarse:min-h-11";

export function CustomerPage() {
  const { id = "" } = useParams();
  const { data, error, refetch } = useDesk(to("/desk/api/customers/{id}", id));
  if (data) return <Customer view={data} />;
  return (
    <Page title="Customer">
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : <RowShapes rows={8} />}
    </Page>
  );
}

function Customer({ view }: { view: DeskCustomerView }) {
  const [asked, setAsked] = useState(false);
  const { customer } = view;
  return (
    <Page
      title={customer.name}
      beside={<BrandMark site={customer.site} />}
      acts={
        <>
          {view.shopping ? <EndButton view={view} /> : null}
          {view.mayShopAs ? (
            <Button tone="action" onClick={() => setAsked(true)}>
              Shop as this customer
            </Button>
          ) : null}
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Facts view={view} />
          <Orders view={view} />
        </div>
        <Activities view={view} />
      </div>
      {asked ? <ShopAsWindow view={view} onClose={() => setAsked(false)} /> : null}
    </Page>
  );
}

function EndButton({ view }: { view: DeskCustomerView }) {
  const client = useQueryClient();
  const say = useToast();
  const url = to("/desk/api/customers/{id}", view.customer.id);
  const made = useMutation({
    mutationFn: () => send("DELETE", to("/desk/api/customers/{id}/shop-as", view.customer.id)),
    onSuccess: () => say(`You are not shopping as ${view.customer.name} any more.`, "good"),
    onError: (failure) => say(sentenceOf(failure), "danger"),
    onSettled: () => client.invalidateQueries({ queryKey: [url] }),
  });
  return (
    <Button pending={made.isPending} onClick={() => made.mutate()}>
      End shopping as them
    </Button>
  );
}

const roles: Record<MemberRole, string> = {
  administrator: "Administrator",
  approver: "Approver",
  buyer: "Buyer",
};

function Facts({ view }: { view: DeskCustomerView }) {
  const { customer, units } = view;
  const facts: [string, ReactNode][] = [
    ["E-mail", `${customer.email}${view.confirmed ? "" : " (not confirmed yet)"}`],
    ["Brand", brandName(customer.site)],
    ["Customer since", <Moment key="since" at={customer.createdAt} />],
    ["Address book", count(view.addresses, "address", "addresses")],
    [
      "Business units",
      units.length === 0 ? (
        "None"
      ) : (
        <ul key="units">
          {units.map(({ key, name, role }) => (
            <li key={key}>
              {name} <span className="text-muted">({roles[role]})</span>
            </li>
          ))}
        </ul>
      ),
    ],
  ];
  return (
    <dl className="grid content-start gap-x-6 gap-y-2 rounded-brand border border-line p-3 sm:grid-cols-2">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-muted">{name}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Orders({ view }: { view: DeskCustomerView }) {
  const { orders, orderCount, customer } = view;
  return (
    <Part id="orders" title="Last orders">
      {orders.length === 0 ? <Nothing>Nothing was ordered yet.</Nothing> : null}
      <ul>
        {orders.map((order) => (
          <li
            key={order.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-3 py-1.5 last:border-b-0"
          >
            <Link to={`/orders/${order.id}`} className={`${link} font-mono text-[12px]`}>
              {order.number}
            </Link>
            <State dot={queueDots[order.queue]} className="min-w-32">
              {order.status}
            </State>
            <Moment at={order.placedAt} className="text-muted" />
            {order.total === null ? null : <span className="ml-auto">{dollars(order.total)}</span>}
          </li>
        ))}
      </ul>
      {orderCount > orders.length ? (
        <p className="border-line border-t px-3 py-1">
          <Link to={placeOf({}, { email: customer.email })} className={link}>
            All orders with {customer.email}
          </Link>
        </p>
      ) : null}
    </Part>
  );
}

function Activities({ view }: { view: DeskCustomerView }) {
  return (
    <Part id="shopped-as" title="Who shopped as this customer">
      {view.activities.length === 0 ? (
        <Nothing>Nobody has yet. The customer reads here who did, and why.</Nothing>
      ) : null}
      <ol>
        {view.activities.map(({ id, staff, reason, begunAt, endedAt, orders }) => (
          <li key={id} className="border-line border-b px-3 py-2 last:border-b-0">
            <p>
              {staff} <Moment at={begunAt} className="text-muted" />
              {endedAt ? null : <span className="text-muted"> and still</span>}
            </p>
            <p className="break-words text-muted">{reason}</p>
            {orders.map((order) => (
              <Link key={order.id} to={`/orders/${order.id}`} className={`${link} mr-3`}>
                {order.number}
              </Link>
            ))}
          </li>
        ))}
      </ol>
    </Part>
  );
}
