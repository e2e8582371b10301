// The lines of an order with what happened to their pieces, names and numbers of players among them.
import type { DeskOrderView, OrderLineView } from "@fieldhouse/rules";
import { dollars } from "@fieldhouse/rules/desk";
import { memo } from "react";
import { chosenOf, count } from "../../shared/words";
import { Button } from "../../ui/Button";
import { Part } from "../../ui/Page";
import { LedgerBar } from "./LedgerBar";
import type { Lines } from "./use-order";

/** Texts shown before they are asked for. */
const fewTexts = 3;

export function LinesPart({ order, lines }: { order: DeskOrderView; lines: Lines }) {
  const seesAmounts = order.order.total !== null;
  return (
    <Part
      id="lines"
      title={`Lines (${order.lineCount.toLocaleString("en-US")})`}
      acts={
        <span className="text-muted">
          {order.order.outstanding.toLocaleString("en-US")} of {count(order.ledger.ordered, "piece")} outstanding
        </span>
      }
    >
      <section
        aria-label="Lines and their pieces"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
        tabIndex={0}
        className="overflow-x-auto"
      >
        <table className="desk-table desk-cards [&_td]:px-2! [&_th]:px-2! [&_:is(td,th):first-child]:pl-3! [&_:is(td,th):last-child]:pr-3!">
          <caption className="sr-only">Lines of the order</caption>
          <thead>
            <tr>
              <th scope="col">Article</th>
              {[...moved, "Outstanding"].map((name) => (
                <th key={name} scope="col" className="num">
                  {name}
                </th>
              ))}
              {seesAmounts ? (
                <th scope="col" className="num">
                  Amount
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {lines.lines.map((line) => (
              <Row key={line.position} line={line} seesAmounts={seesAmounts} />
            ))}
          </tbody>
        </table>
      </section>
      {lines.more > 0 ? (
        <div className="flex items-center gap-3 px-3 py-2">
          <Button pending={lines.loading} onClick={lines.showMore}>
            More lines
          </Button>
          <span className="text-muted">{count(lines.more, "line is", "lines are")} not shown.</span>
        </div>
      ) : null}
    </Part>
  );
}

/** What became of pieces, a column each. */
const moved = ["Ordered", "Canceled", "Picked", "Shipped"];

/** Once drawn it stays while others come. */
const Row = memo(function Row({ line, seesAmounts }: { line: OrderLineView; seesAmounts: boolean }) {
  const { ordered, cancelled = 0, picked = 0, shipped = 0 } = line.ledger;
  const options = chosenOf(line);
  const texts = [...line.texts, ...(line.canceledPlayers ?? []).map((name) => `${name} (canceled)`)];
  const [first, rest] = [texts.slice(0, fewTexts), texts.slice(fewTexts)];
  return (
    <tr className="align-top [&>td]:py-2">
      <td className="card-line md:min-w-40">
        <span className="block">{line.name}</span>
        <span className="block text-muted">
          <span className="font-mono text-[12px] text-ink">{line.sku}</span>
          {options ? ` · ${options}` : ""}
        </span>
        {first.map((text) => (
          <span key={text} className="block text-muted">
            {text}
          </span>
        ))}
        {rest.length > 0 ? (
          <details>
            <summary className="min-h-6 cursor-pointer text-muted underline underline-offset-2">
              {count(rest.length, "more name", "more names")}
            </summary>
            {rest.map((text) => (
              <span key={text} className="block text-muted">
                {text}
              </span>
            ))}
          </details>
        ) : null}
        <span className="mt-1.5 block">
          <LedgerBar ledger={line.ledger} />
        </span>
      </td>
      {[ordered, cancelled, picked, shipped].map((pieces, place) => (
        <td key={moved[place]} data-head={moved[place]} className={pieces === 0 ? "num text-muted" : "num"}>
          {pieces.toLocaleString("en-US")}
        </td>
      ))}
      <td data-head="Outstanding" className={line.outstanding === 0 ? "num text-muted" : "num font-semibold"}>
        {line.outstanding.toLocaleString("en-US")}
      </td>
      {seesAmounts ? (
        <td data-head="Amount" className="num">
          {line.linePrice === null ? "" : dollars(line.linePrice)}
          <span className="block text-muted">{line.unitPrice === null ? "" : `${dollars(line.unitPrice)} each`}</span>
        </td>
      ) : null}
    </tr>
  );
});
