// The way to the cart, with the number of pieces in it once the page is alive.
import { useMiniCart } from "../../../shared/mini-cart";
import { paths } from "../../../shared/paths";
import { Anchor } from "../../../ui/Anchor";
import { Icon } from "../../../ui/Icon";
import { useCartHead } from "../../buying/cart/head";

export function CartLink() {
  const { openMiniCart } = useMiniCart();
  const { data: head } = useCartHead();
  const pieces = head?.totalLineItemQuantity ?? 0;
  return (
    <Anchor
      href={paths.cart}
      className="relative flex h-11 min-w-11 shrink-0 items-center justify-center gap-3 rounded-brand hover:bg-alt md:px-3"
      onClick={(event) => {
        // A plain press opens the mini-cart; with a modifier, or before scripts, it is the link it looks like.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || pieces === 0) return;
        if (location.pathname === paths.cart) return;
        event.preventDefault();
        openMiniCart();
      }}
    >
      {/* What is seen, a number and a word, does not read as a sentence. */}
      <span aria-hidden="true" className="relative">
        <Icon name="cart" className="size-6.5" />
        {pieces > 0 ? (
          <span className="-top-2 absolute left-3.5 grid h-5 min-w-5 place-items-center rounded-full bg-action px-1 font-bold text-on-action text-xs tabular-nums">
            {pieces > 9999 ? "9999+" : pieces}
          </span>
        ) : null}
      </span>
      <span aria-hidden="true" className="font-semibold max-lg:hidden">
        Cart
      </span>
      <span className="sr-only">{pieces === 1 ? "Cart, 1 item" : `Cart, ${pieces} items`}</span>
    </Anchor>
  );
}
