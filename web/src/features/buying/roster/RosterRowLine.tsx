// One row of the grid: its cells, what it costs, and, when it needs attention, what is wrong with a proposed fix.
// biome-ignore-all lint/a11y/useSemanticElements: rows that are drawn as they come into view cannot be a table
// biome-ignore-all lint/a11y/useFocusableInteractive: the fields in the cells take the focus
import type { RosterColumn, RosterFix, RosterRowView } from "@fieldhouse/rules/roster";
import clsx from "clsx";
import { memo, type Ref } from "react";
import { IconButton } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { PriceTag } from "../../finding/catalog/PriceTag";
import type { PersonalPrices } from "../pricing/personal-prices";
import { RosterChoices } from "./RosterChoices";
import { RosterOptions } from "./RosterOptions";
import { columnName, type GridChange, type GridRow } from "./roster-state";

interface RosterRowLineProps {
  row: GridRow;
  /** Place in the roster, from 0: rows keep their number whatever is shown. */
  place: number;
  /** Place among the rows shown. */
  index: number;
  columns: readonly RosterColumn[];
  judged: RosterRowView | undefined;
  /** The server's refusal, until the row is changed. */
  refused: string | undefined;
  /** Product numbers are still being looked up. */
  looking: boolean;
  /** Whether the prices shown are still being asked for, or could not be. */
  personal: PersonalPrices;
  /** The column that holds the grid's one tab stop; nothing when that is in another row. */
  stop: number | undefined;
  template: string;
  change: (change: GridChange) => void;
  ref?: Ref<HTMLDivElement>;
}

export const RosterRowLine = memo(function RosterRowLine(props: RosterRowLineProps) {
  const { row, place, index, columns, judged, refused, looking, personal, stop, template, change, ref } = props;
  const problems = (judged?.problems ?? []).filter((problem) => !looking || problem.error.code !== "sku_unknown");
  const wrong = new Map(problems.map((problem) => [problem.column, problem.error.message]));
  const messages = refused === undefined ? [] : [refused];
  const ready = judged?.ready === true && refused === undefined;
  const nothing = judged?.nothing?.message;
  const skuColumn = columns.findIndex((column) => column.kind === "sku");
  const noteId = `roster-note-${row.key}`;
  const fix = (chosen: RosterFix) => change({ type: "fix", fixes: [{ key: row.key, fix: chosen }] });
  return (
    <div
      ref={ref}
      role="row"
      tabIndex={-1}
      data-index={index}
      aria-rowindex={place + 2}
      className={clsx(
        "border-line border-t",
        ready ? "bg-surface" : nothing === undefined ? "bg-danger-soft" : "bg-alt",
      )}
    >
      <div className="grid items-stretch" style={{ gridTemplateColumns: template }}>
        <div role="rowheader" className="flex items-center justify-center gap-1 px-1 text-muted text-sm tabular-nums">
          {place + 1}
          {ready ? (
            <Icon name="check" className="size-4 text-success" />
          ) : nothing === undefined ? (
            <Icon name="attention" className="size-4 text-danger" />
          ) : null}
          <span className="sr-only">
            {ready ? "ready" : nothing === undefined ? "needs attention" : "orders nothing"}
          </span>
        </div>
        {columns.map((column, at) => {
          const error = wrong.get(at);
          const text = row.cells[at] ?? "";
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            <div key={at} role="gridcell" className="border-line border-l">
              <input
                dir="auto"
                value={text}
                tabIndex={stop === at ? 0 : -1}
                data-row={index}
                data-column={at}
                aria-label={`${columnName(column)}, row ${place + 1}`}
                aria-invalid={error === undefined ? undefined : true}
                aria-describedby={ready ? undefined : noteId}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => change({ type: "cell", key: row.key, column: at, text: event.target.value })}
                onPaste={(event) => {
                  const pasted = event.clipboardData.getData("text/plain");
                  if (!/[\t\n]/.test(pasted.trim())) return;
                  event.preventDefault();
                  change({ type: "paste", key: row.key, column: at, text: pasted });
                }}
                className={clsx(
                  "h-10 w-full min-w-0 bg-transparent px-2 text-base pointer-coarse:h-11",
                  "aria-invalid:bg-surface aria-invalid:text-danger aria-invalid:underline aria-invalid:decoration-wavy",
                  column.kind === "ignore" && "text-muted",
                )}
              />
            </div>
          );
        })}
        <div
          role="gridcell"
          className="flex flex-col items-end justify-center border-line border-l px-2 text-right text-sm [&>span]:justify-end"
        >
          {judged?.price ? (
            <PriceTag
              regular={judged.price.regularPrice}
              discounted={judged.price.discountedPrice}
              unitOfMeasure=""
              callToOrder={false}
              size="small"
              personal={personal}
            />
          ) : (
            "—"
          )}
        </div>
        <div role="gridcell" className="grid place-items-center">
          <IconButton
            icon="trash"
            label={`Remove row ${place + 1}`}
            tabIndex={stop === undefined ? -1 : 0}
            onClick={() => change({ type: "remove-rows", keys: new Set([row.key]) })}
            className="size-9"
          />
        </div>
      </div>
      {ready ? null : (
        <div
          id={noteId}
          role="gridcell"
          className="sticky left-0 flex w-fit max-w-[calc(100vw-3rem)] flex-col gap-1 px-3 pb-2 text-sm"
        >
          {looking && problems.length === 0 && nothing === undefined ? (
            <p className="text-muted">Looking up the product number…</p>
          ) : null}
          {nothing === undefined ? null : <p className="text-muted">{nothing}</p>}
          {messages.map((message) => (
            <p key={message} className="font-medium text-danger">
              {message}
            </p>
          ))}
          {problems.map((problem) => (
            <div
              key={`${problem.column}-${problem.error.code}-${problem.error.message}`}
              className="flex flex-wrap items-center gap-2"
            >
              <bdi className="font-medium text-danger">{problem.error.message}</bdi>
              <RosterChoices
                choices={problem.fixes}
                of={`row ${place + 1}`}
                tabIndex={stop === undefined ? -1 : 0}
                onChosen={fix}
              />
            </div>
          ))}
          {problems.some((problem) => problem.error.code === "roster_options_missing") ? (
            <RosterOptions
              styleNumber={row.cells[skuColumn] ?? ""}
              of={`row ${place + 1}`}
              inGrid={stop !== undefined}
              onChosen={(sku) => change({ type: "cell", key: row.key, column: skuColumn, text: sku })}
            />
          ) : null}
        </div>
      )}
    </div>
  );
});
