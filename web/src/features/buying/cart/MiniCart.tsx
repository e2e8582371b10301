// The mini-cart: a drawer that says what was added and what the cart comes to (cart §4).

import { useMiniCart } from "../../../shared/mini-cart";
import { paths } from "../../../shared/paths";
import { useText } from "../../../shared/text/texts";
import { Button, ButtonLink } from "../../../ui/Button";
import { Drawer } from "../../../ui/Dialog";
import { Icon } from "../../../ui/Icon";
import { useNavigate } from "../../../ui/router";
import { LoadingShape, Skeleton } from "../../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../../ui/States";
import { trackBeginCheckout } from "./analytics";
import { useCart, useCartInStep } from "./api";
import { CompactCards } from "./CompactCards";

export default function MiniCart() {
  const { open, addedQuantity, closeMiniCart } = useMiniCart();
  const { data: cart, error, refetch } = useCart(open);
  const text = useText();
  const navigate = useNavigate();
  useCartInStep();
  const count = cart?.totalLineItemQuantity ?? 0;

  function proceed(): void {
    if (!cart) return;
    trackBeginCheckout(cart);
    closeMiniCart();
    void navigate(paths.checkoutShipping);
  }

  const filled = cart && cart.items.length > 0;
  return (
    <Drawer
      open={open}
      onOpenChange={(next) => {
        if (!next) closeMiniCart();
      }}
      title={`My Cart (${count})`}
      footer={
        filled ? (
          <>
            <p className="mb-3 flex items-baseline justify-between gap-4">
              <span className="font-medium">{cart.summary.total.label}</span>
              <span className="font-bold text-xl tabular-nums">{cart.summary.total.text}</span>
            </p>
            <div className="grid grid-cols-[auto_1fr] gap-3">
              <ButtonLink
                href={paths.cart}
                tone="outline"
                className="whitespace-nowrap px-3 max-sm:text-sm"
                onClick={closeMiniCart}
              >
                View Cart
              </ButtonLink>
              <Button tone="action" className="whitespace-nowrap px-3 max-sm:text-sm" onClick={proceed}>
                {text("cart.proceed")}
              </Button>
            </div>
          </>
        ) : undefined
      }
    >
      <div className="px-4 pb-6">
        {addedQuantity > 0 ? (
          <p role="status" className="mt-4 flex items-center gap-2 font-semibold text-good">
            <Icon name="check" className="size-5" />
            {addedQuantity === 1 ? "1 piece added to your cart" : `${addedQuantity} pieces added to your cart`}
          </p>
        ) : null}
        {error && cart === undefined ? (
          <ErrorState error={error} level={3} onRetry={() => void refetch()} />
        ) : cart === undefined ? (
          <LoadingShape label="Loading your cart">
            <Skeleton className="mt-4 h-20" />
            <Skeleton className="mt-3 h-20" />
          </LoadingShape>
        ) : filled ? (
          <div className="mt-2">
            {/* What was added last stands first. */}
            <CompactCards
              cards={[...cart.items].reverse()}
              label="Items in your cart"
              atMost={8}
              onFollow={closeMiniCart}
            />
          </div>
        ) : (
          <EmptyState icon="cart" level={3} title={text("cart.empty")}>
            <p>{text("cart.emptyHelp")}</p>
          </EmptyState>
        )}
      </div>
    </Drawer>
  );
}
