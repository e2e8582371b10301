// The products of a list: 4 columns from 1024, 3 from 768, 2 below (look: layout).
import type { ProductTileView } from "@fieldhouse/rules";
import clsx from "clsx";
import { Kept } from "../../../shared/kept";
import { ProductTile } from "../catalog/ProductTile";

export const gridClasses = "grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-3 md:gap-x-6 lg:grid-cols-4";

interface ProductGridProps {
  hits: readonly ProductTileView[];
  listName: string;
  /** What is shown is about to be replaced. */
  waiting: boolean;
}

export function ProductGrid({ hits, listName, waiting }: ProductGridProps) {
  return (
    <ul aria-busy={waiting} className={clsx(gridClasses, "transition-opacity", waiting && "opacity-50")}>
      {hits.map((tile, index) => (
        <Kept
          as="li"
          key={tile.pid}
          className={index < 12 ? undefined : "later -m-1.5 p-1.5"}
          of={["tile", tile, index < 4]}
        >
          <ProductTile tile={tile} listName={listName} eager={index < 4} headingLevel={2} />
        </Kept>
      ))}
    </ul>
  );
}
