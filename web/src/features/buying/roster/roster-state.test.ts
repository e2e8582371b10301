// The roster's grid: what each change makes of columns and rows, and that a row keeps its key.

import type { RosterFix } from "@fieldhouse/rules/roster";
import { expect, test } from "@jest/globals";
import { changeGrid, columnName, emptyGrid, type Grid, type GridChange } from "./roster-state";

const row = (...cells: string[]) => ({ cells });
const loaded = changeGrid(emptyGrid, {
  type: "load",
  rows: [row("Player", "#", "Size"), row("Reyes", "7", "M"), row("Lee", "12", "L")],
});
const after = (...changes: GridChange[]) => changes.reduce(changeGrid, loaded);
const cells = (grid: Grid) => grid.rows.map((each) => each.cells.join("|"));
const keys = (grid: Grid) => grid.rows.map(({ key }) => key);
const kinds = (grid: Grid) => grid.columns.map(({ kind }) => kind);

test("headings are told from rows, and every row gets a key of its own", () => {
  expect(kinds(loaded)).toEqual(["name", "number", "size"]);
  expect(loaded.columns.map(columnName)).toEqual(["Player", "#", "Size"]);
  expect(cells(loaded)).toEqual(["Reyes|7|M", "Lee|12|L"]);
  expect([keys(loaded), loaded.nextKey, loaded.across]).toEqual([[1, 2], 3, false]);
});

test("sizes across the top become rows", () => {
  const grid = changeGrid(emptyGrid, { type: "load", rows: [row("Color", "S", "M"), row("Navy", "2", "3")] });
  expect(grid.across).toBe(true);
  expect(grid.rows).toHaveLength(2);
});

test("a cell is typed into, and no other", () => {
  expect(cells(after({ type: "cell", key: 2, column: 1, text: "99" }))).toEqual(["Reyes|7|M", "Lee|99|L"]);
  expect(cells(after({ type: "cell", key: 5, column: 1, text: "99" }))).toEqual(cells(loaded));
});

test("pasted cells cover what is there from their cell on; rows that lack are added, columns are not", () => {
  const grid = after({ type: "paste", key: 2, column: 1, text: "13\tXL\tmore\n14\tS\n15" });
  expect(cells(grid)).toEqual(["Reyes|7|M", "Lee|13|XL", "|14|S", "|15|"]);
  expect([keys(grid), grid.nextKey]).toEqual([[1, 2, 3, 4], 5]);
});

test("a kind of which there is one column at most moves there; of the others there may be several", () => {
  expect(kinds(after({ type: "kind", column: 2, kind: "name" }))).toEqual(["ignore", "number", "name"]);
  expect(kinds(after({ type: "kind", column: 0, kind: "number" }))).toEqual(["number", "ignore", "size"]);
  expect(kinds(after({ type: "kind", column: 0, kind: "size" }))).toEqual(["size", "number", "size"]);
  const [quantity, sku] = (["quantity", "sku"] as const).map((kind) =>
    after({ type: "kind", column: 0, kind }, { type: "kind", column: 1, kind }),
  );
  expect(kinds(quantity as Grid)).toEqual(["ignore", "quantity", "size"]);
  expect(kinds(sku as Grid)).toEqual(["ignore", "sku", "size"]);
});

test("headings become rows, and the first row becomes the headings again", () => {
  const rows = after({ type: "headings", asRows: true });
  expect(cells(rows)).toEqual(["Player|#|Size", "Reyes|7|M", "Lee|12|L"]);
  expect([rows.above, rows.nextKey]).toEqual([[], 6]);
  const back = changeGrid(rows, { type: "headings", asRows: false });
  expect(back.above).toEqual([row("Player", "#", "Size")]);
  expect(cells(back)).toEqual(["Reyes|7|M", "Lee|12|L"]);
});

test("a row that is added is empty, and rows that go take nothing else along", () => {
  const grid = after({ type: "add-row" }, { type: "remove-rows", keys: new Set([1]) });
  expect(cells(grid)).toEqual(["Lee|12|L", "||"]);
  expect([keys(grid), grid.nextKey]).toEqual([[2, 3], 4]);
});

test("a column that is added is empty, and is called what it holds", () => {
  const grid = after({ type: "add-column", kind: "quantity" });
  expect(cells(grid)).toEqual(["Reyes|7|M|", "Lee|12|L|"]);
  expect(grid.columns.map(columnName).at(-1)).toBe("Quantity");
});

test("a cleared grid is empty, its keys are not used again, and all of it comes back", () => {
  const grid = after({ type: "clear" });
  expect([grid.rows, grid.columns, grid.nextKey]).toEqual([[], [], 3]);
  expect(changeGrid(grid, { type: "restore", grid: loaded })).toBe(loaded);
});

function fix(column: number | null, text: string, kind: RosterFix["kind"] = "quantity"): RosterFix {
  return { column, text, kind } as RosterFix;
}

test("fixes write into their cells; a column that lacks is added once for all", () => {
  const grid = after({
    type: "fix",
    fixes: [
      { key: 1, fix: fix(2, "YM", "size") },
      { key: 1, fix: fix(null, "2") },
      { key: 2, fix: fix(null, "3") },
    ],
  });
  expect(cells(grid)).toEqual(["Reyes|7|YM|2", "Lee|12|L|3"]);
  expect(kinds(grid)).toEqual(["name", "number", "size", "quantity"]);
  // Who is not meant goes on getting one, and a row that says nothing gets none.
  const more = changeGrid(
    { ...loaded, rows: [...loaded.rows, { key: 9, cells: ["", " ", ""] }] },
    { type: "fix", fixes: [{ key: 1, fix: fix(null, "6") }] },
  );
  expect(cells(more)).toEqual(["Reyes|7|M|6", "Lee|12|L|1", "| ||"]);
  // One of that kind with a heading of its own is somebody's: it is left alone.
  const named = changeGrid(
    { ...loaded, columns: loaded.columns.map((each) => ({ ...each, kind: "quantity" as const })) },
    { type: "fix", fixes: [{ key: 2, fix: fix(null, "3") }] },
  );
  expect(cells(named)).toEqual(["Reyes|7|M|", "Lee|12|L|3"]);
});
