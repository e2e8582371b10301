// The URL table: which address shows which page. Personal pages load their code when they are opened.
import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { Route, Routes } from "react-router";
import { useHydrated } from "./hydrated";

const Nothing = () => null;
/** A page of the browser only: the renderer's bundle leaves its code out. */
function browserPage(load: () => Promise<{ default: ComponentType }>): ComponentType {
  return __PAGE_RENDERER__ ? Nothing : lazy(load);
}

const CartPage = browserPage(() => import("../features/cart/CartPage"));
const CheckoutPage = browserPage(() => import("../features/checkout/CheckoutPage"));
const OrderPage = browserPage(() => import("../features/orders/OrderPage"));

/** Shows the shape of the page until it is alive: the server does the same, so hydration agrees. */
function InBrowser({ children }: { children: ReactNode }) {
  return useHydrated() ? <Suspense fallback={null}>{children}</Suspense> : null;
}

export function Pages() {
  return (
    <Routes>
      <Route
        path="/cart"
        element={
          <InBrowser>
            <CartPage />
          </InBrowser>
        }
      />
      <Route
        path="/checkout/:step"
        element={
          <InBrowser>
            <CheckoutPage />
          </InBrowser>
        }
      />
      <Route
        path="/order"
        element={
          <InBrowser>
            <OrderPage />
          </InBrowser>
        }
      />
      <Route path="*" element={<p>Coming</p>} />
    </Routes>
  );
}
