// An order ordered again: its lines as they stand today, and the way of those that are chosen into the cart.
import type { ReorderView } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { apiUrls } from "../../../shared/endpoints";
import { PageHead } from "../../../shared/head";
import { paths } from "../../../shared/paths";
import { useApi } from "../../../shared/queries";
import { Anchor } from "../../../ui/Anchor";
import { LoadingShape, Skeleton } from "../../../ui/Skeleton";
import { ErrorState } from "../../../ui/States";
import { orderAgain } from "./api";
import { ChosenLines } from "./ChosenLines";

interface Props {
  id: string;
  signature: string;
}

export default function Reorder({ id, signature }: Props) {
  const { data, error, refetch } = useApi(apiUrls.orderAgain(id, signature), { staleTime: 0 });
  return (
    <div className="page-width max-w-5xl pt-6 pb-16">
      <PageHead title="Order again" noIndex />
      {data ? (
        <Lines order={data} signature={signature} />
      ) : error ? (
        <ErrorState error={error} level={1} onRetry={() => void refetch()} />
      ) : (
        <LoadingShape label="Comparing your order with today">
          <Skeleton className="h-12 w-96 max-w-full" />
          <Skeleton className="mt-6 h-72" />
        </LoadingShape>
      )}
    </div>
  );
}

function Lines({ order, signature }: { order: ReorderView; signature: string }) {
  const client = useQueryClient();
  return (
    <>
      <h1 className="text-4xl md:text-5xl">Order {order.number} again</h1>
      <p className="mt-3 max-w-prose">
        Each line is compared with today. Choose what you want; prices in your cart are those of today.{" "}
        <Anchor
          href={`${paths.order(order.id)}${signature && `&key=${encodeURIComponent(signature)}`}`}
          className="underline underline-offset-4"
        >
          Back to the order
        </Anchor>
      </p>
      {order.leftOut && <p className="mt-3">{order.leftOut}</p>}
      <ChosenLines
        label={`Order ${order.number} again`}
        lines={order.lines}
        add={(draft, key) => orderAgain(client, { id: order.id, signature }, draft, key)}
      />
    </>
  );
}
