// Orders as the desk is answered, and the page around what is tested.
import type { DeskOrderView, OrderLineView } from "@fieldhouse/rules";
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import type { DeskSessionView } from "../src/desk/shared/endpoints";
import { newQueryClient } from "../src/desk/shared/queries";
import { SessionContext } from "../src/desk/shared/session";
import { MemoryRouter } from "../src/ui/router";
import { ToastProvider } from "../src/ui/Toast";

export function deskLine(position: number, told: Partial<OrderLineView> = {}): OrderLineView {
  const ledger = told.ledger ?? { ordered: 12 };
  const { ordered, cancelled = 0, shipped = 0, picked = 0 } = ledger;
  return {
    position,
    sku: `SKU-${position}`,
    name: `Article ${position}`,
    options: [],
    texts: [],
    ledger,
    outstanding: ordered - cancelled - shipped,
    toPick: ordered - cancelled - picked,
    toPickPlayers: [],
    outstandingPlayers: [],
    unitPrice: 1000,
    linePrice: 12_000,
    ...told,
  };
}

export function deskOrder(told: Partial<DeskOrderView> = {}): DeskOrderView {
  const lines = told.lines ?? [deskLine(1), deskLine(2)];
  return {
    order: {
      id: "o-1",
      number: "FH-100001",
      site: "fieldhouse",
      placedAt: "2026-11-20T12:00:00Z",
      queue: "to_pick",
      status: "Confirmed",
      shipTo: "Lincoln High School",
      email: "coach@lincoln.example",
      unit: "",
      poNumber: "PO-1",
      pieces: 24,
      outstanding: 24,
      total: 24_000,
      version: 7,
      holds: [],
    },
    lifecycle: "open",
    customer: "",
    placedBy: "",
    releasedAt: "2026-11-20T12:00:00Z",
    erpWaits: false,
    ledger: { ordered: 24 },
    acts: ["hold", "pick", "cancel", "refund"],
    address: ["Lincoln High School", "Dallas, TX 75201"],
    shippingMethod: "Standard",
    instructions: "",
    poFileName: "",
    sums: [{ label: "Total", text: "$240.00" }],
    creditable: 24_000,
    lines,
    lineCount: lines.length,
    holds: [],
    shipments: [],
    notes: [],
    refunds: [],
    keptEdits: [],
    documents: [],
    lettersOff: [],
    timeline: [],
    ...told,
  };
}

export const somebody: DeskSessionView = {
  id: "s-1",
  name: "Dana Okoye",
  email: "dana@store.example",
  roles: [{ role: "order_desk" }],
  allowed: ["orders.view", "amounts.view", "orders.hold", "orders.cancel", "shipments.write"]
    .map((permission) => ({ permission }))
    .concat([{ permission: "refunds.create", cap: 20_000 } as { permission: string }]),
  signedInBy: "password",
  freshUntil: 0,
  endsAt: 0,
  recoveryCodes: 10,
  hasPassword: true,
};

/** Draws something of the desk for somebody who signed in. */
export function atTheDesk(shown: ReactNode, { at = "/", session = somebody } = {}) {
  return render(
    <QueryClientProvider client={newQueryClient()}>
      <MemoryRouter at={at}>
        <SessionContext value={session}>
          <ToastProvider>{shown}</ToastProvider>
        </SessionContext>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
