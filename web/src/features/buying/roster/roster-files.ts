// Files in and out: a dropped file goes to the rules as bytes, rows leave as a CSV file they wrote.
import {
  exportRoster,
  type RosterRow,
  type RosterRowView,
  type RosterSheetView,
  readRosterFile,
} from "@fieldhouse/rules/roster";
import { columnName, type Grid } from "./roster-state";

/** Above the rules' own limit: they say that it is too large, and a huge file is never held in memory. */
const mostBytes = 5_000_000;

export async function readFile(file: File): Promise<RosterSheetView> {
  const reader = new FileReader();
  const read = new Promise<ArrayBuffer>((resolve, reject) => {
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error);
  });
  reader.readAsArrayBuffer(file.slice(0, mostBytes));
  return readRosterFile(new Uint8Array(await read));
}

/** The rows of a grid with their headings; with what is wrong when only those that need attention are wanted. */
export function gridAsCsv(grid: Grid, judged: ReadonlyMap<number, RosterRowView>, onlyAttention: boolean): string {
  const headings = grid.columns.map(columnName);
  const rows: RosterRow[] = [{ cells: onlyAttention ? [...headings, "What is wrong"] : headings }];
  for (const { key, cells } of grid.rows) {
    const row = judged.get(key);
    if (onlyAttention && row?.ready) continue;
    const wrong = row?.problems.map((problem) => problem.error.message).join("; ") ?? "";
    rows.push({ cells: onlyAttention ? [...cells, wrong] : cells });
  }
  return exportRoster(rows);
}

export function saveCsv(name: string, csv: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
