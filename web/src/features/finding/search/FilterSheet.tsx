// The filters on phones: a sheet from the bottom, counts following every choice.
import type { SearchView } from "@fieldhouse/rules";
import type { ListState } from "../../../shared/list-address";
import { Button } from "../../../ui/Button";
import { Drawer } from "../../../ui/Dialog";
import { ChosenFilters } from "./ChosenFilters";
import { chosenValues } from "./chosen-values";
import { Facets } from "./Facets";

interface FilterSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  view: SearchView;
  state: ListState;
}

export default function FilterSheet({ open, onOpenChange, view, state }: FilterSheetProps) {
  return (
    <Drawer
      side="bottom"
      open={open}
      onOpenChange={onOpenChange}
      title="Filters"
      footer={
        <Button tone="action" wide onClick={() => onOpenChange(false)}>
          Show {view.nbHits.toLocaleString("en-US")} {view.nbHits === 1 ? "product" : "products"}
        </Button>
      }
    >
      <div className="p-4">
        <ChosenFilters state={state} chosen={chosenValues(view)} />
        <Facets view={view} state={state} />
      </div>
    </Drawer>
  );
}
