// The shipments of an order: what is inside, in which parcels, and what can be done with each.
import type { DeskOrderView, OrderLineView, ShipmentState, ShipmentView } from "@fieldhouse/rules";
import { checkShipmentMove } from "@fieldhouse/rules/desk";
import type { ReactNode } from "react";
import { useMay } from "../../shared/session";
import { chosenOf, count, shipmentDots, shipmentWords } from "../../shared/words";
import { Button } from "../../ui/Button";
import { Moment } from "../../ui/Moment";
import { Nothing, Part, State } from "../../ui/Page";
import { PdfLink } from "../../ui/PdfLink";
import type { Step } from "./OrderWindows";
import { slipUrl } from "./use-order";

/** What is asked for about a shipment. */
export type ShipmentAsk = { shipment: ShipmentView; step: Step | "pack" | "ship" };

interface Move {
  step: ShipmentAsk["step"];
  to: ShipmentState;
  label: string;
  danger?: boolean;
}

const moves: readonly Move[] = [
  { step: "ship", to: "shipped", label: "Ship" },
  { step: "pack", to: "packed", label: "Pack" },
  { step: "deliver", to: "delivered", label: "Delivered" },
  { step: "take-back", to: "came_back", label: "Came back", danger: true },
  { step: "exception", to: "exception", label: "Exception", danger: true },
  { step: "undo", to: "cancelled", label: "Undo", danger: true },
];

/** What can be done with a shipment now; it leaves the house only where the order lets it. */
export const movesOf = (shipment: ShipmentView, maySend: boolean): readonly Move[] =>
  moves.filter(({ to, step }) => !checkShipmentMove(shipment.state, to) && (step !== "ship" || maySend));

interface ShipmentsPartProps {
  order: DeskOrderView;
  lines: readonly OrderLineView[];
  onAsk: (ask: ShipmentAsk) => void;
  acts: ReactNode;
}

export function ShipmentsPart({ order, lines, onAsk, acts }: ShipmentsPartProps) {
  const may = useMay();
  const mayMove = may("shipments.write", order.order.site);
  const maySend = order.acts.includes("ship");
  return (
    <Part id="shipments" title={`Shipments (${order.shipments.length})`} acts={acts}>
      {order.shipments.length === 0 ? (
        <Nothing>Nothing was picked yet. What is picked together becomes a shipment.</Nothing>
      ) : null}
      <ul>
        {order.shipments.map((shipment) => (
          <li key={shipment.id} className="grid gap-1.5 border-line border-b px-3 py-2.5 last:border-b-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <h3 className="font-semibold">Shipment {shipment.number}</h3>
              <State dot={shipmentDots[shipment.state]}>{shipmentWords[shipment.state]}</State>
              {shipment.shippedAt ? (
                <span className="text-muted">
                  shipped <Moment at={shipment.shippedAt} />
                </span>
              ) : null}
              {shipment.deliveredAt ? (
                <span className="text-muted">
                  delivered <Moment at={shipment.deliveredAt} />
                </span>
              ) : null}
              <span className="ml-auto flex flex-wrap items-center gap-2">
                {shipment.state === "cancelled" ? null : (
                  <PdfLink href={slipUrl(order.order.id, shipment.id)} className="mr-1">
                    Packing slip
                  </PdfLink>
                )}
                {mayMove
                  ? movesOf(shipment, maySend).map(({ step, label, danger }) => (
                      <Button
                        key={step}
                        tone={danger ? "quiet" : "plain"}
                        aria-label={`${label}: shipment ${shipment.number}`}
                        onClick={() => onAsk({ shipment, step })}
                      >
                        {label}
                      </Button>
                    ))
                  : null}
              </span>
            </div>
            <ul className="text-muted">
              {shipment.lines
                .filter(({ quantity }) => quantity > 0)
                .map(({ position, quantity, players = [] }) => {
                  const line = lines.find((found) => found.position === position);
                  return (
                    <li key={position}>
                      {count(quantity, "piece")} of{" "}
                      {line ? (
                        <>
                          <span className="font-mono text-[12px] text-ink">{line.sku}</span> {line.name}
                          {line.options.length > 0 ? ` · ${chosenOf(line)}` : ""}
                        </>
                      ) : (
                        `line ${position}`
                      )}
                      {players.length > 0 ? <span className="block">For {players.join("; ")}</span> : null}
                    </li>
                  );
                })}
            </ul>
            {shipment.parcels.map(({ carrier, tracking, link }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parcels have nothing but their place
              <p key={place}>
                {carrier}{" "}
                {link ? (
                  <a
                    href={link}
                    target="_blank"
                    rel="noopener noreferrer"
                    className="font-mono text-[12px] underline underline-offset-2"
                  >
                    {tracking}
                  </a>
                ) : (
                  <span className="font-mono text-[12px]">{tracking || "without a number"}</span>
                )}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Part>
  );
}
