// An order as the desk has it: its first lines come with it, the rest when they are wanted; and whether somebody else changed
// it meanwhile, asked for without touching what is shown.
import type { DeskOrderView, OrderEventView, OrderLinesView, OrderLineView, OrderPickedView } from "@fieldhouse/rules";
import { type InfiniteData, type QueryClient, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useActive } from "../../shared/active";
import { read, send } from "../../shared/client";
import { type Address, asking, queuesUrl, to } from "../../shared/endpoints";
import { useDesk } from "../../shared/queries";

/** Documents, each a file that the browser shows. */
export const paperUrl = (id: string, kind: string) => to("/desk/api/orders/{id}/documents/{kind}", id, kind);
export const slipUrl = (id: string, shipment: string) =>
  to("/desk/api/orders/{id}/shipments/{shipment}/packing-slip", id, shipment);
export const memoUrl = (id: string, credit: string) => to("/desk/api/orders/{id}/credits/{credit}/memo", id, credit);

export const orderUrl = (id: string): Address<"/desk/api/orders/{id}"> => to("/desk/api/orders/{id}", id);
const linesKey = (id: string) => ["lines", id];

/** How often it is asked whether somebody else is at the same order. */
const often = 10_000;
/** Before which event: behind all there are. */
const newest = Number.MAX_SAFE_INTEGER;

export interface Lines {
  lines: OrderLineView[];
  /** How many there are that are not shown. */
  more: number;
  loading: boolean;
  /** Why they could not be read. */
  error: unknown;
  showMore: () => void;
}

/** The lines that are shown. */
export function useLines(order: DeskOrderView): Lines {
  const [wanted, setWanted] = useState(false);
  const { id } = order.order;
  const url = to("/desk/api/orders/{id}/lines", id);
  const rest = useInfiniteQuery({
    queryKey: linesKey(id),
    queryFn: ({ pageParam, signal }) => read(asking(url, { after: pageParam }), signal),
    initialPageParam: order.lines.at(-1)?.position ?? 0,
    getNextPageParam: ({ lines, lineCount }) => {
      const last = lines.at(-1)?.position ?? lineCount;
      return last < lineCount ? last : undefined;
    },
    enabled: wanted && order.lineCount > order.lines.length,
  });
  const lines = [...order.lines, ...(rest.data?.pages.flatMap((page) => page.lines) ?? [])];
  return {
    lines,
    more: Math.max(0, order.lineCount - lines.length),
    loading: rest.isFetching,
    error: rest.isFetching ? null : rest.error,
    showMore: () => (wanted ? void rest.fetchNextPage() : setWanted(true)),
  };
}

/** Reads the lines that are not shown, too, for who acts on any of them. Whether all are there. */
export function useAllLines({ more, loading, error, showMore }: Lines, wanted: boolean): boolean {
  useEffect(() => {
    if (wanted && more > 0 && !loading && !error) showMore();
  });
  return more === 0;
}

/** What somebody else did since this was read; nothing while there is nothing. */
export function useChangeElsewhere(order: DeskOrderView): OrderEventView | undefined {
  const active = useActive();
  const { id, version } = order.order;
  const { data } = useDesk(asking(to("/desk/api/orders/{id}/events", id), { after: newest }), {
    refetchInterval: active ? often : false,
    staleTime: often,
  });
  // That a letter did not go is no change.
  const last = data?.find(({ kind }) => kind !== "letter.not_sent");
  return last && last.version > version ? last : undefined;
}

/** Who else has the order open, in words. Asked for and told while the window is visible; it keeps no session alive. */
export function useLooking(id: string): string {
  const { data } = useQuery({
    queryKey: ["look", id],
    queryFn: () => send("POST", to("/desk/api/orders/{id}/look", id)),
    refetchInterval: often,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    // Coming back it is asked anew: what was true then says nothing.
    gcTime: 0,
    retry: false,
  });
  return data?.text ?? "";
}

/** After an act everything that tells of the order is read again, but for what the act answered. */
export function renew(client: QueryClient, view: DeskOrderView): void {
  const { id } = view.order;
  client.setQueryData([orderUrl(id)], view);
  void client.invalidateQueries({ queryKey: linesKey(id) });
  renewLists(client);
}

/** After picking: what it changed is set into what was seen, of which nothing else is another. */
export function renewPicked(client: QueryClient, seen: DeskOrderView, answer: OrderPickedView): void {
  const { picked, shipments, timeline, ...stands } = answer;
  if (seen.order.version + 1 !== answer.order.version) {
    // Somebody else acted right behind it, and that is shown already.
    void client.invalidateQueries({ queryKey: [orderUrl(seen.order.id)] });
    void client.invalidateQueries({ queryKey: linesKey(seen.order.id) });
    renewLists(client);
    return;
  }
  const now = new Map(picked.map((line) => [line.position, line]));
  // Names that are not said are none.
  const unnamed = { toPickPlayers: [], outstandingPlayers: [] };
  const setIn = (lines: OrderLineView[]) =>
    lines.map((line) => {
      const stand = now.get(line.position);
      return stand ? { ...line, ...unnamed, ...stand } : line;
    });
  const { id } = seen.order;
  client.setQueryData<DeskOrderView>([orderUrl(id)], {
    ...seen,
    ...stands,
    lines: setIn(seen.lines),
    shipments: [...seen.shipments, ...shipments],
    timeline: [...timeline, ...seen.timeline],
  });
  client.setQueryData<InfiniteData<OrderLinesView, number>>(
    linesKey(id),
    (rest) => rest && { ...rest, pages: rest.pages.map((page) => ({ ...page, lines: setIn(page.lines) })) },
  );
  renewLists(client);
}

/** Lists and queues that an order may be in. */
function renewLists(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [queuesUrl] });
  void client.invalidateQueries({
    predicate: ({ queryKey: [key] }) => typeof key === "string" && /^\/desk\/api\/orders(\?|\/count|$)/.test(key),
  });
}
