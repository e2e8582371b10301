// The wishlist: one query, and two changes that answer with the whole list.
import type { WishlistView } from "@fieldhouse/rules";
import { type UseQueryResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { sendJson } from "../../../shared/client";
import { apiUrls } from "../../../shared/endpoints";
import { useHydrated } from "../../../shared/hydrated";
import { useApi } from "../../../shared/queries";
import { useShell } from "../../../shared/site";

/** Asked only where the brand has wishlists, and only once the page is alive. */
export function useWishlist(): UseQueryResult<WishlistView, Error> {
  const alive = useHydrated();
  const { brand } = useShell();
  return useApi(apiUrls.wishlist, { enabled: alive && brand.wishlist });
}

export function useWish(productId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wished: boolean) =>
      wished
        ? sendJson("POST", apiUrls.wishlist, { productId }, { keepalive: true })
        : sendJson("DELETE", apiUrls.wish(productId), undefined, { keepalive: true }),
    onSuccess: (view) => {
      client.setQueryData([apiUrls.wishlist], view);
      // Cards of the cart tell what is wished for (cart §2).
      void client.invalidateQueries({ queryKey: [apiUrls.cartActive] });
    },
  });
}
