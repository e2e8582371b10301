// All proposed fixes at once: what each one changes is told in words before any is applied.
import type { RosterFix } from "@fieldhouse/rules/roster";
import { useState } from "react";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { columnName, type Grid } from "./roster-state";

interface ProposedFixesProps {
  grid: Grid;
  fixes: readonly { key: number; fix: RosterFix }[];
  onApply: () => void;
}

export function ProposedFixes({ grid, fixes, onApply }: ProposedFixesProps) {
  const [open, setOpen] = useState(false);
  const many = fixes.length === 1 ? "1 proposed fix" : `${fixes.length.toLocaleString("en-US")} proposed fixes`;
  return (
    <>
      <Button tone="outline" size="small" onClick={() => setOpen(true)}>
        Review {many}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={many}
        footer={
          <div className="flex flex-wrap justify-end gap-2 p-4">
            <Button tone="quiet" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button
              tone="action"
              onClick={() => {
                setOpen(false);
                onApply();
              }}
            >
              Apply {many}
            </Button>
          </div>
        }
      >
        <ul aria-label="What will change" className="space-y-1 p-4 text-sm">
          {fixes.map(({ key, fix }) => (
            <li key={`${key}-${fix.kind}-${fix.column}`}>{sentence(grid, key, fix)}</li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

/** 'Row 16, Jersey size: Meduim becomes M'. */
function sentence(grid: Grid, key: number, fix: RosterFix): string {
  const place = grid.rows.findIndex((row) => row.key === key);
  const column = fix.column === null ? undefined : grid.columns[fix.column];
  const before = fix.column === null ? "" : (grid.rows[place]?.cells[fix.column] ?? "");
  const said = before.trim() === "" ? fix.text : `${before} becomes ${fix.text}`;
  return `Row ${place + 1}, ${column ? columnName(column) : fix.label}: ${said}`;
}
