// Who of the store shopped for this customer: when, why, and what was ordered.

import { apiUrls } from "../../../shared/endpoints";
import { paths } from "../../../shared/paths";
import { useApi } from "../../../shared/queries";
import { Link } from "../../../ui/router";
import { ErrorState } from "../../../ui/States";

const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const at = (time: string) => moment.format(new Date(time));

export function ShoppedForYou() {
  const { data, error, refetch } = useApi(apiUrls.activity, { staleTime: 0 });
  return (
    <section aria-labelledby="shopped-for-you" className="mt-12 max-w-2xl">
      <h2 id="shopped-for-you" className="text-2xl">
        Shopped for you by the store
      </h2>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data?.activities.length === 0 ? (
        <p className="mt-2 text-muted">
          Nobody from the store has shopped for you. When somebody does, it is told here.
        </p>
      ) : null}
      {data && data.activities.length > 0 ? (
        <ul className="mt-4 divide-y divide-line border-line border-y">
          {data.activities.map(({ id, staff, reason, begunAt, endedAt, orders }) => (
            <li key={id} className="py-4">
              <p className="font-semibold">{staff}</p>
              <p className="wrap-anywhere">{reason}</p>
              <p className="text-muted text-sm">
                From {at(begunAt)} {endedAt ? `to ${at(endedAt)}` : "until now"}
              </p>
              {orders.length > 0 ? (
                <p className="mt-1">
                  Ordered:{" "}
                  {orders.map((order) => (
                    <Link
                      key={order.id}
                      to={paths.order(order.id)}
                      className="mr-3 inline-flex min-h-6 items-center underline underline-offset-4"
                    >
                      {order.number}
                    </Link>
                  ))}
                </p>
              ) : (
                <p className="mt-1 text-muted text-sm">Nothing was ordered.</p>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
