// An act on an article's stock: it names the version that was seen, what it answers is what is shown, and where somebody else
// was faster the article is read again beneath the open window.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useToast } from "../../../ui/Toast";
import { sentenceOf } from "../../shared/client";
import { type Address, type StockView, to } from "../../shared/endpoints";
import { rereadStale } from "../../shared/queries";

export const stockUrl = (sku: string): Address<"/desk/api/stock/{sku}"> => to("/desk/api/stock/{sku}", sku);

export interface StockAct {
  run: () => void;
  pending: boolean;
  /** Why it was not done. */
  problem: string | undefined;
}

export function useStockAct(asked: string, act: () => Promise<StockView>, told: string, onDone: () => void): StockAct {
  const client = useQueryClient();
  const say = useToast();
  const { mutate, isPending, error } = useMutation({
    mutationFn: act,
    onSuccess: (view) => {
      client.setQueryData([stockUrl(asked)], view);
      say(told, "good");
      onDone();
    },
    onError: (failure) => rereadStale(client, failure, stockUrl(asked)),
  });
  return { run: () => mutate(), pending: isPending, problem: error ? sentenceOf(error) : undefined };
}
