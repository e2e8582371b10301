// The grid as the shopper sees it: columns, rows with a key each, and the changes that can be made to it. What a cell
// means is for the rules to say.
import {
  type ColumnKind,
  guessRosterColumns,
  type RosterColumn,
  type RosterFix,
  type RosterRow,
  readRosterText,
} from "@fieldhouse/rules/roster";

export interface GridRow extends RosterRow {
  /** Tells rows apart while others come and go. */
  key: number;
}

export interface Grid {
  columns: RosterColumn[];
  rows: GridRow[];
  /** Titles and headings above the first row. */
  above: RosterRow[];
  /** Sizes stood across the top: each count became a row of its own. */
  across: boolean;
  nextKey: number;
}

export type GridChange =
  | { type: "load"; rows: RosterRow[] }
  | { type: "restore"; grid: Grid }
  | { type: "clear" }
  | { type: "cell"; key: number; column: number; text: string }
  | { type: "paste"; key: number; column: number; text: string }
  | { type: "kind"; column: number; kind: ColumnKind }
  | { type: "headings"; asRows: boolean }
  | { type: "add-row" }
  | { type: "add-column"; kind: ColumnKind }
  | { type: "remove-rows"; keys: ReadonlySet<number> }
  | { type: "fix"; fixes: readonly { key: number; fix: RosterFix }[] };

export const emptyGrid: Grid = { columns: [], rows: [], above: [], across: false, nextKey: 1 };

export const kindLabels: Record<ColumnKind, string> = {
  ignore: "Not used",
  name: "Name",
  number: "Number",
  size: "Size",
  quantity: "Quantity",
  sku: "Product number",
  text: "Other text",
};

/** Kinds of which a grid has one column at most. */
const single: readonly ColumnKind[] = ["name", "number", "quantity", "sku"];

/** What a column is called: its own heading, else what it holds. */
export function columnName({ label, kind }: RosterColumn): string {
  return label === "" ? kindLabels[kind] : label;
}

export function changeGrid(grid: Grid, change: GridChange): Grid {
  switch (change.type) {
    case "load":
      return loaded(change.rows);
    case "restore":
      return change.grid;
    case "clear":
      return { ...emptyGrid, nextKey: grid.nextKey };
    case "cell":
      return { ...grid, rows: withCell(grid.rows, change.key, change.column, change.text) };
    case "paste":
      return pasted(grid, change.key, change.column, change.text);
    case "kind":
      return withKind(grid, change.column, change.kind);
    case "headings":
      return change.asRows
        ? { ...grid, above: [], ...numbered([...grid.above, ...grid.rows], grid.nextKey) }
        : { ...grid, above: grid.rows.slice(0, 1).map(({ cells }) => ({ cells })), rows: grid.rows.slice(1) };
    case "add-row": {
      const row = { key: grid.nextKey, cells: grid.columns.map(() => "") };
      return { ...grid, rows: [...grid.rows, row], nextKey: grid.nextKey + 1 };
    }
    case "add-column":
      return withColumn(grid, change.kind);
    case "remove-rows":
      return { ...grid, rows: grid.rows.filter((row) => !change.keys.has(row.key)) };
    case "fix":
      return fixed(grid, change.fixes);
  }
}

function loaded(rows: RosterRow[]): Grid {
  const { columns, headings, rows: apart } = guessRosterColumns(rows);
  const below = apart ?? rows.slice(headings);
  return { columns, above: rows.slice(0, headings), across: apart !== null, ...numbered(below, 1) };
}

function numbered(rows: readonly RosterRow[], from: number): { rows: GridRow[]; nextKey: number } {
  return { rows: rows.map(({ cells }, index) => ({ key: from + index, cells })), nextKey: from + rows.length };
}

function withCell(rows: GridRow[], key: number, column: number, text: string): GridRow[] {
  return rows.map((row) =>
    row.key === key ? { key, cells: row.cells.map((cell, at) => (at === column ? text : cell)) } : row,
  );
}

/** Cells pasted over the grid from one cell on, as a spreadsheet does it; rows that are missing are added. */
function pasted(grid: Grid, key: number, column: number, text: string): Grid {
  const { rows: block } = readRosterText(text);
  const from = grid.rows.findIndex((row) => row.key === key);
  const rows = [...grid.rows];
  let { nextKey } = grid;
  block.forEach((line, down) => {
    const at = from + down;
    const before = rows[at] ?? { key: nextKey++, cells: grid.columns.map(() => "") };
    rows[at] = { key: before.key, cells: before.cells.map((cell, place) => line.cells[place - column] ?? cell) };
  });
  return { ...grid, rows, nextKey };
}

function withKind(grid: Grid, column: number, kind: ColumnKind): Grid {
  const columns = grid.columns.map((each, at) => {
    if (at === column) return { ...each, kind };
    // Another column cannot hold the same: it becomes what it is called.
    return each.kind === kind && single.includes(kind) ? { ...each, kind: "ignore" as const } : each;
  });
  return { ...grid, columns };
}

/** One column more. What its cells say is what their rows meant without it; a row that says nothing goes on doing so. */
function withColumn(grid: Grid, kind: ColumnKind, meant = ""): Grid {
  const cell = (cells: readonly string[]) => (cells.every((one) => one.trim() === "") ? "" : meant);
  return {
    ...grid,
    columns: [...grid.columns, { kind, label: "" }],
    rows: grid.rows.map((row) => ({ ...row, cells: [...row.cells, cell(row.cells)] })),
  };
}

function fixed(grid: Grid, fixes: readonly { key: number; fix: RosterFix }[]): Grid {
  let changed = grid;
  const cells = new Map<number, Map<number, string>>();
  for (const { key, fix } of fixes) {
    let { column } = fix;
    if (column === null) {
      // There is no such column yet: quantities beside a roster that had none.
      column = changed.columns.findIndex((each) => each.kind === fix.kind && each.label === "");
      if (column < 0) {
        // Without one everybody got one.
        const first = fix.kind === "quantity" && changed.columns.every(({ kind }) => kind !== "quantity");
        changed = withColumn(changed, fix.kind, first ? "1" : "");
        column = changed.columns.length - 1;
      }
    }
    const ofRow = cells.get(key) ?? new Map<number, string>();
    ofRow.set(column, fix.text);
    cells.set(key, ofRow);
  }
  const rows = changed.rows.map((row) => {
    const ofRow = cells.get(row.key);
    return ofRow ? { key: row.key, cells: row.cells.map((cell, at) => ofRow.get(at) ?? cell) } : row;
  });
  return { ...changed, rows };
}
