// An act on an order: it names the version that was seen, what it answers is what is shown, and of one that somebody else
// was faster with the order is read again beneath the open window. Picking answers what it changed of what was seen.
import type { DeskOrderView, FieldError, OrderPickedView } from "@fieldhouse/rules";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { ApiError } from "../../../shared/client";
import { useToast } from "../../../ui/Toast";
import { sentenceOf } from "../../shared/client";
import { rereadStale } from "../../shared/queries";
import { orderUrl, renew, renewPicked } from "./use-order";

interface Act {
  run: () => void;
  pending: boolean;
  /** Why it was not done; empty for what stands at a field. */
  problem: string | undefined;
  /** What the server says of a field. */
  errorAt: (field: string) => string | undefined;
}

/** `told` is what is said when it was done; empty where the page itself says it. */
export function useAct(
  order: DeskOrderView,
  act: () => Promise<DeskOrderView | OrderPickedView>,
  told: string,
  onDone: () => void,
): Act {
  const client = useQueryClient();
  const say = useToast();
  // A second press may come before the first one is drawn.
  const busy = useRef(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: act,
    onSettled: () => {
      busy.current = false;
    },
    onSuccess: (answer) => {
      if ("lineCount" in answer) renew(client, answer);
      else renewPicked(client, order, answer);
      if (told) say(told, "good");
      onDone();
    },
    onError: (failure) => rereadStale(client, failure, orderUrl(order.order.id)),
  });
  const errors: FieldError[] = error instanceof ApiError ? error.errors : [];
  return {
    run: () => {
      if (busy.current) return;
      busy.current = true;
      mutate();
    },
    pending: isPending,
    problem: error ? sentenceOf(error) : undefined,
    errorAt: (field) => errors.find((found) => found.field === field)?.message,
  };
}
