// The shape of a product page while it loads.
import { LoadingShape, Skeleton } from "../../../ui/Skeleton";

export function ProductShape() {
  return (
    <div className="page-width pt-4">
      <LoadingShape label="Loading product">
        <Skeleton className="h-5 w-64" />
        <div className="mt-4 grid gap-x-12 gap-y-6 lg:grid-cols-[5fr_6fr]">
          <Skeleton className="aspect-square rounded-brand-lg" />
          <div className="space-y-4">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-12" />
            <Skeleton className="h-9 w-40" />
            <Skeleton className="h-16" />
            <Skeleton className="h-40 rounded-brand" />
            <Skeleton className="h-13 rounded-brand" />
          </div>
        </div>
      </LoadingShape>
    </div>
  );
}
