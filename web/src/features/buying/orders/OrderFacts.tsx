// What an order says of itself beside its items: numbers, where it goes and how.
import type { OrderView } from "@fieldhouse/rules";
import type { ReactNode } from "react";
import { CertificateList } from "../certificates/CertificateList";
import { AddressLines } from "../checkout/AddressLines";

export function OrderFacts({ order }: { order: OrderView }) {
  return (
    <dl className="grid gap-x-8 gap-y-5 rounded-brand-lg bg-alt p-5 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] print:grid-cols-3 print:bg-transparent print:p-0">
      <Fact term="Order number">{order.number}</Fact>
      {order.poNumber ? (
        <Fact term="Purchase order">
          {order.poNumber}
          {order.poFileName ? <span className="block wrap-anywhere text-muted">{order.poFileName}</span> : null}
        </Fact>
      ) : null}
      {order.certificates.length > 0 ? (
        <Fact term="Gift certificates">
          <CertificateList lines={order.certificates} />
        </Fact>
      ) : null}
      {order.orderedFor ? <Fact term="Ordered for">{order.orderedFor}</Fact> : null}
      <Fact term="Ship to">
        <AddressLines address={order.shipTo} />
      </Fact>
      <Fact term="Shipping method">{order.shippingMethod}</Fact>
      {order.instructions ? (
        <Fact term="Notes for the carrier">
          <span className="whitespace-pre-line">{order.instructions}</span>
        </Fact>
      ) : null}
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="font-semibold text-muted text-sm">{term}</dt>
      <dd className="mt-1 wrap-anywhere">{children}</dd>
    </div>
  );
}
