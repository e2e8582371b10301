// The frame of every page: header, the page, footer, mini-cart.
import { lazy, type ReactNode, Suspense } from "react";
import { useMiniCart } from "./mini-cart";

const MiniCart = __PAGE_RENDERER__ ? () => null : lazy(() => import("../features/cart/MiniCart"));

export function Layout({ children }: { children: ReactNode }) {
  const { open, addedQuantity } = useMiniCart();
  return (
    <>
      <main id="skipToMainContent" tabIndex={-1}>
        {children}
      </main>
      {open || addedQuantity > 0 ? (
        <Suspense fallback={null}>
          <MiniCart />
        </Suspense>
      ) : null}
    </>
  );
}
