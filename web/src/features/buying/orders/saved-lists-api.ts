// Saved lists: changed, dropped, and put into the cart.
import type { CopiedCartView, ReorderDraft, RequisitionChange, RequisitionView } from "@fieldhouse/rules";
import type { QueryClient } from "@tanstack/react-query";
import { sendJson } from "../../../shared/client";
import { apiUrls } from "../../../shared/endpoints";
import { copyIntoCart } from "./api";

/** Changes a list of one's own. */
export async function changeList(client: QueryClient, id: string, change: RequisitionChange): Promise<RequisitionView> {
  const url = apiUrls.savedList(id);
  const changed = await sendJson("PUT", url, change);
  client.setQueryData([url], changed);
  void client.invalidateQueries({ queryKey: [apiUrls.savedLists] });
  return changed;
}

/** Drops a list of one's own. */
export async function dropList(client: QueryClient, id: string): Promise<void> {
  client.setQueryData([apiUrls.savedLists], await sendJson("DELETE", apiUrls.savedList(id)));
}

/** Puts articles of a list into the cart. */
export function orderList(
  client: QueryClient,
  id: string,
  draft: ReorderDraft,
  idempotencyKey: string,
): Promise<CopiedCartView> {
  return copyIntoCart(client, () => sendJson("POST", apiUrls.savedListIntoCart(id), draft, { idempotencyKey }));
}
