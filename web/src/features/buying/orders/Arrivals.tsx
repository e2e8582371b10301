// What of an order arrives when: shipment by shipment with tracking and the players inside, what is still to come, what was
// canceled, and whose pieces nobody wrote down. All numbers are the server's.
import type { BoughtLineView, BoughtPiecesView, BoughtShipmentView, OrderView, ParcelView } from "@fieldhouse/rules";
import type { ReactNode } from "react";
import { Icon } from "../../../ui/Icon";

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });
/** Lines that are read without a click. */
const shown = 12;

export function Arrivals({ order }: { order: OrderView }) {
  const { lines, shipments, lifecycle } = order;
  if (lines.length === 0 || lifecycle === "awaiting_approval" || lifecycle === "declined") return null;
  const toCome = lines.filter((line) => line.toCome > 0);
  // What is in a parcel that is being packed stands with it.
  const toPack = lines.filter((line) => line.toPack > 0);
  const canceled = lines.filter((line) => line.cancelled > 0);
  const inParts = shipments.length > 0 || (canceled.length > 0 && toCome.length > 0);
  const unknown = new Set(
    shipments.flatMap((shipment) => shipment.lines.filter((line) => line.playersUnknown).map((line) => line.position)),
  );
  return (
    <section className="mt-8" aria-label={lifecycle === "cancelled" ? "What was canceled" : "What arrives when"}>
      <h2 className="heading-case text-2xl">{lifecycle === "cancelled" ? "What was canceled" : "What arrives when"}</h2>
      <p className="mt-1">{order.piecesText}.</p>
      {shipments.map((shipment) => (
        <Shipment key={shipment.number} shipment={shipment} />
      ))}
      {inParts && toPack.length > 0 ? (
        <Part title="Still to come">
          <Lines label="Still to come" lines={toPack.map((line) => rest(line, unknown))} />
        </Part>
      ) : null}
      {canceled.length > 0 ? (
        <Part title="Canceled">
          <Lines
            label="Canceled"
            lines={canceled.map((line) => ({
              ...plain(line),
              quantity: line.cancelled,
              players: line.canceledPlayers ?? [],
            }))}
          />
        </Part>
      ) : null}
      {unknown.size > 0 ? (
        <Part title="Names and numbers in several parts">
          <p className="mt-1 max-w-prose text-muted text-sm">
            The pieces of these lines are sent in several parts. Which player is in which part was not written down.
          </p>
          <Lines
            label="Names and numbers in several parts"
            lines={lines
              .filter((line) => unknown.has(line.position))
              .map((line) => ({ ...plain(line), quantity: line.ordered, players: line.players }))}
          />
        </Part>
      ) : null}
    </section>
  );
}

interface Told {
  key: number;
  name: string;
  options: string;
  sku: string;
  quantity: number;
  players: readonly string[];
  note?: string;
}

function plain({
  position,
  name,
  options,
  sku,
}: BoughtLineView | BoughtPiecesView): Omit<Told, "quantity" | "players"> {
  return { key: position, name, options, sku };
}

/** What is still to come of a line: with its players where they are known, or while they are all there. */
function rest(line: BoughtLineView, unknown: ReadonlySet<number>): Told {
  const whole = line.toPack === line.ordered && !unknown.has(line.position);
  return { ...plain(line), quantity: line.toPack, players: line.toPackPlayers ?? (whole ? line.players : []) };
}

function Shipment({ shipment }: { shipment: BoughtShipmentView }) {
  const { number, label, shippedAt, deliveredAt, parcels, lines } = shipment;
  return (
    <Part title={`Shipment ${number}: ${label}`} truck>
      {shippedAt ? (
        <p className="mt-1 text-sm">
          Shipped <time dateTime={shippedAt}>{day.format(new Date(shippedAt))}</time>
          {deliveredAt ? (
            <>
              , delivered <time dateTime={deliveredAt}>{day.format(new Date(deliveredAt))}</time>
            </>
          ) : null}
        </p>
      ) : null}
      {parcels.length > 0 ? (
        <ul aria-label={`Parcels of shipment ${number}`} className="mt-1 text-sm">
          {parcels.map((parcel, place) => (
            // Two parcels may carry no number at all; their place tells them apart.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <li key={place} className="wrap-anywhere">
              <Parcel parcel={parcel} />
            </li>
          ))}
        </ul>
      ) : null}
      <Lines
        label={`In shipment ${number}`}
        lines={lines.map((line) => ({
          ...plain(line),
          quantity: line.quantity,
          players: line.players,
          ...(line.playersUnknown ? { note: "For some of the players named below" } : {}),
        }))}
      />
    </Part>
  );
}

function Parcel({ parcel: { carrier, tracking, link } }: { parcel: ParcelView }) {
  const text = [carrier, tracking].filter(Boolean).join(" ");
  if (link === null) return text;
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      className="underline underline-offset-4 pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
    >
      <span className="sr-only">Track parcel </span>
      {text}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

function Part({ title, truck = false, children }: { title: string; truck?: boolean; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-4 rounded-brand border border-line p-4 print:border-0 print:p-0">
      <h3 className="flex items-center gap-2 font-semibold text-lg">
        {truck ? <Icon name="truck" className="size-5" /> : null}
        {title}
      </h3>
      {children}
    </section>
  );
}

function Lines({ label, lines }: { label: string; lines: readonly Told[] }) {
  const first = lines.slice(0, shown);
  const more = lines.slice(shown);
  return (
    <>
      <List label={label} lines={first} />
      {more.length > 0 ? (
        <details className="mt-1 print:hidden">
          <summary className="min-h-11 cursor-pointer py-2 text-sm underline underline-offset-4">
            and {more.length} more {more.length === 1 ? "line" : "lines"}
          </summary>
          <List label={`${label}, more`} lines={more} />
        </details>
      ) : null}
      {/* Paper cannot be unfolded. */}
      {more.length > 0 ? (
        <div className="hidden print:block">
          <List label={`${label}, printed`} lines={more} />
        </div>
      ) : null}
    </>
  );
}

function List({ label, lines }: { label: string; lines: readonly Told[] }) {
  return (
    <ul aria-label={label} className="mt-2 divide-y divide-line/60 text-sm">
      {lines.map((line) => (
        <li key={line.key} className="grid break-inside-avoid grid-cols-[3rem_1fr] gap-x-2 py-1.5">
          <span className="text-right tabular-nums">{line.quantity} ×</span>
          <div className="min-w-0 wrap-anywhere">
            <span className="font-semibold">{line.name}</span>
            {line.options ? `, ${line.options}` : null} <span className="text-muted">{line.sku}</span>
            {line.note ? <p className="text-muted">{line.note}</p> : null}
            {line.players.length > 0 ? <p>{line.players.join("; ")}</p> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
