// Who else has an order open. The line is always there: nothing moves when somebody comes or goes.
import { useLooking } from "./use-order";

export function Looking({ id, className }: { id: string; className: string }) {
  return (
    <p role="status" className={`min-h-5 text-muted ${className}`}>
      {useLooking(id)}
    </p>
  );
}
