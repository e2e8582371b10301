// The grid of a roster: drawn whole while it is small, as a virtual list when it is big; one tab stop, walked by arrows.
// biome-ignore-all lint/a11y/useSemanticElements: rows that are drawn as they come into view cannot be a table
// biome-ignore-all lint/a11y/useFocusableInteractive: the fields in the cells take the focus
import type { ColumnKind, RosterRowView } from "@fieldhouse/rules/roster";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { directionOf, leavesField } from "../../finding/catalog/grid-keys";
import type { PersonalPrices } from "../pricing/personal-prices";
import { RosterRowLine } from "./RosterRowLine";
import { columnName, type Grid, type GridChange, type GridRow, kindLabels } from "./roster-state";

/** Up to here the browser's own find and reading order are worth more than speed. */
const drawnWhole = 60;

interface RosterGridProps {
  grid: Grid;
  judged: ReadonlyMap<number, RosterRowView>;
  refused: ReadonlyMap<number, string>;
  /** Keys of the rows to show; all when absent. */
  shown: ReadonlySet<number> | undefined;
  looking: boolean;
  personal: PersonalPrices;
  change: (change: GridChange) => void;
}

interface Cell {
  row: number;
  column: number;
}

export function RosterGrid({ grid, judged, refused, shown, looking, personal, change }: RosterGridProps) {
  const box = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState<Cell>({ row: 0, column: 0 });
  const wanted = useRef<Cell | null>(null);
  const rows = useMemo(() => {
    const all = grid.rows.map((row, place) => ({ row, place }));
    return shown ? all.filter(({ row }) => shown.has(row.key)) : all;
  }, [grid.rows, shown]);
  const virtual = rows.length > drawnWhole;
  const lines = useVirtualizer({
    count: virtual ? rows.length : 0,
    getScrollElement: () => box.current,
    estimateSize: (index) => (judged.get(rows[index]?.row.key ?? 0)?.ready ? 41 : 86),
    getItemKey: (index) => rows[index]?.row.key ?? index,
    overscan: 8,
    // What holds the focus stays drawn wherever the grid is scrolled to, so typing is never lost.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      return drawn.includes(stop.row) || stop.row >= rows.length ? drawn : [...drawn, stop.row].sort((a, b) => a - b);
    },
  });
  const template = `4rem repeat(${grid.columns.length}, minmax(7.5rem, 1fr)) 8rem 3rem`;
  const width = `${4 + grid.columns.length * 7.5 + 11}rem`;

  const focusCell = ({ row, column }: Cell) =>
    box.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`)?.focus();
  const go = (cell: Cell) => {
    wanted.current = cell;
    setStop(cell);
    if (virtual) lines.scrollToIndex(cell.row);
    focusCell(cell);
  };
  // A row that had to be scrolled to is there only after it was drawn.
  useEffect(() => {
    const cell = wanted.current;
    if (!cell) return;
    wanted.current = null;
    focusCell(cell);
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || input.dataset.row === undefined) return;
    const [row, column] = [Number(input.dataset.row), Number(input.dataset.column)];
    const here = rows[row]?.row;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      const problems = here ? (judged.get(here.key)?.problems ?? []) : [];
      const own = problems.find((problem) => problem.column === column);
      // What is a question is answered where it is asked: nothing is proposed, of another cell neither.
      const problem = own ?? problems.find(({ fixes }) => fixes.length > 0) ?? problems[0];
      const fix = problem?.fixes[0];
      if (here && fix) change({ type: "fix", fixes: [{ key: here.key, fix }] });
      else if (problem && problem.column !== null) go({ row, column: problem.column });
      event.preventDefault();
      return;
    }
    const target = cellAfter(event, input, { row, column }, { row: rows.length - 1, column: grid.columns.length - 1 });
    if (!target) return;
    event.preventDefault();
    go(target);
  };

  const line = ({ row, place }: { row: GridRow; place: number }, index: number) => (
    <RosterRowLine
      key={row.key}
      row={row}
      place={place}
      index={index}
      columns={grid.columns}
      judged={judged.get(row.key)}
      refused={refused.get(row.key)}
      looking={looking}
      personal={personal}
      stop={Math.min(stop.row, rows.length - 1) === index ? Math.min(stop.column, grid.columns.length - 1) : undefined}
      template={template}
      change={change}
    />
  );

  return (
    <div
      ref={box}
      role="grid"
      tabIndex={-1}
      aria-label="Roster"
      aria-rowcount={grid.rows.length + 1}
      aria-colcount={grid.columns.length + 3}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        const { row, column } = (event.target as HTMLElement).dataset;
        if (row !== undefined && column !== undefined) setStop({ row: Number(row), column: Number(column) });
      }}
      className="relative max-h-[70dvh] overflow-auto rounded-brand border border-control"
    >
      <div style={{ minWidth: width }}>
        <div
          role="row"
          tabIndex={-1}
          aria-rowindex={1}
          className="sticky top-0 z-10 grid border-line border-b bg-alt"
          style={{ gridTemplateColumns: template }}
        >
          <div role="columnheader" tabIndex={-1} className="px-2 py-2 font-semibold text-sm">
            Row
          </div>
          {grid.columns.map((column, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            <div key={at} role="columnheader" tabIndex={-1} className="min-w-0 border-line border-l px-2 py-1">
              <span className="block truncate font-semibold text-sm" title={columnName(column)}>
                {columnName(column)}
              </span>
              <select
                aria-label={`${columnName(column)}, column ${at + 1} holds`}
                value={column.kind}
                onChange={(event) => change({ type: "kind", column: at, kind: event.target.value as ColumnKind })}
                className="min-h-9 w-full rounded-brand-sm border border-control bg-surface px-1 text-sm pointer-coarse:min-h-11"
              >
                {Object.entries(kindLabels).map(([kind, label]) => (
                  <option key={kind} value={kind}>
                    {label}
                  </option>
                ))}
              </select>
            </div>
          ))}
          <div
            role="columnheader"
            tabIndex={-1}
            className="border-line border-l px-2 py-2 text-right font-semibold text-sm"
          >
            Price
          </div>
          <div role="columnheader" tabIndex={-1}>
            <span className="sr-only">Remove</span>
          </div>
        </div>
        {virtual ? (
          <div className="relative" style={{ height: lines.getTotalSize() }}>
            {lines.getVirtualItems().map((item) => {
              const entry = rows[item.index];
              if (!entry) return null;
              return (
                <div
                  key={item.key}
                  ref={lines.measureElement}
                  data-index={item.index}
                  className="absolute inset-x-0 top-0"
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  {line(entry, item.index)}
                </div>
              );
            })}
          </div>
        ) : (
          rows.map(line)
        )}
      </div>
    </div>
  );
}

/** Where a key leads to from a cell; nothing when it belongs to the text. */
function cellAfter(event: KeyboardEvent, input: HTMLInputElement, from: Cell, last: Cell): Cell | undefined {
  const to = (row: number, column: number): Cell => ({
    row: Math.max(0, Math.min(last.row, row)),
    column: Math.max(0, Math.min(last.column, column)),
  });
  if (event.altKey) return undefined;
  if (event.ctrlKey || event.metaKey) {
    if (event.key === "Home") return to(0, 0);
    return event.key === "End" ? to(last.row, last.column) : undefined;
  }
  if (event.key === "Enter") return to(from.row + (event.shiftKey ? -1 : 1), from.column);
  if (event.key === "PageDown") return to(from.row + 10, from.column);
  if (event.key === "PageUp") return to(from.row - 10, from.column);
  const direction = directionOf(event.key);
  if (event.shiftKey || direction === undefined || !leavesField(input, direction)) return undefined;
  switch (direction) {
    case "up":
      return to(from.row - 1, from.column);
    case "down":
      return to(from.row + 1, from.column);
    case "left":
      return to(from.row, from.column - 1);
    case "right":
      return to(from.row, from.column + 1);
    default:
      return undefined;
  }
}
