// What was credited for an order, with the memos.
import { formatCents, type OrderView } from "@fieldhouse/rules";
import { paths } from "../../../shared/paths";
import { Anchor } from "../../../ui/Anchor";

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });

interface CreditsProps {
  order: OrderView;
  /** Of the link it was opened by, or empty. */
  signature: string;
}

export function Credits({ order, signature }: CreditsProps) {
  if (order.credits.length === 0) return null;
  return (
    <section aria-label="Credits" className="mt-8">
      <h2 className="heading-case text-2xl">Credits</h2>
      <ul className="mt-2 space-y-3">
        {order.credits.map(({ id, amount, method, reason, at }) => (
          <li key={id} className="max-w-prose break-inside-avoid border-line border-l-2 pl-4">
            <time dateTime={at} className="text-muted text-sm">
              {day.format(new Date(at))}
            </time>
            <p className="font-semibold tabular-nums">
              {formatCents(amount)}, {method}
            </p>
            <p className="whitespace-pre-line wrap-anywhere">{reason}</p>
            <Anchor
              newTab
              href={paths.creditMemo(order.id, id, signature)}
              className="inline-flex min-h-11 items-center underline underline-offset-4 print:hidden"
            >
              Credit memo for {formatCents(amount)} (PDF)
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  );
}
