// The shape of a list page while it loads.
import { LoadingShape, Skeleton } from "../../../ui/Skeleton";
import { gridClasses } from "./ProductGrid";

const tiles = Array.from({ length: 12 }, (_, index) => index);

export function ListShape() {
  return (
    <div className="page-width pt-4">
      <LoadingShape label="Loading products">
        <Skeleton className="h-5 w-48" />
        <Skeleton className="mt-4 h-12 w-72" />
        <div className="mt-10 gap-8 lg:grid lg:grid-cols-[15rem_1fr]">
          <div className="hidden space-y-4 lg:block">
            {tiles.slice(0, 8).map((each) => (
              <Skeleton key={each} className="h-6" />
            ))}
          </div>
          <div className={gridClasses}>
            {tiles.map((each) => (
              <div key={each} className="space-y-3">
                <Skeleton className="aspect-square rounded-brand" />
                <Skeleton className="h-3 w-16" />
                <Skeleton className="h-5" />
                <Skeleton className="h-5 w-20" />
              </div>
            ))}
          </div>
        </div>
      </LoadingShape>
    </div>
  );
}
