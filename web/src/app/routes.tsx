// The URL table: which address shows which page. Personal pages load their code when they are opened.

import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { NotFound } from "../features/content/content/NotFound";
import { AccountShape } from "../shared/account-page";
import { PageHead } from "../shared/head";
import { useHydrated } from "../shared/hydrated";
import { paths } from "../shared/paths";
import { useShell } from "../shared/site";
import { Navigate, Route, Routes } from "../ui/router";
import { LoadingShape, Skeleton } from "../ui/Skeleton";
import { ArticlePage, HomePage, ListPage, ProductPage, TextPage } from "./public-pages";

const Nothing = () => null;
/** A page of the browser only: the renderer's bundle leaves its code out. */
function browserPage<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  return __PAGE_RENDERER__ ? Nothing : lazy(load);
}

const CartPage = browserPage(() => import("../features/buying/cart/CartPage"));
const SharedCartPage = browserPage(() => import("../features/buying/sharing/SharedCartPage"));
const CheckoutPage = browserPage(() => import("../features/buying/checkout/CheckoutPage"));
const QuickOrderPage = browserPage(() => import("../features/buying/quick-order/QuickOrderPage"));
const CertificatePage = browserPage(() => import("../features/buying/certificates/CertificatePage"));
const OrderPage = browserPage(() => import("../features/buying/orders/OrderPage"));
const OrderLookUpPage = browserPage(() => import("../features/buying/orders/OrderLookUpPage"));
const SignInPage = browserPage(() => import("../features/people/account/SignInPage"));
const RegisterPage = browserPage(() => import("../features/people/account/RegisterPage"));
const ResetPasswordPage = browserPage(() => import("../features/people/account/ResetPasswordPage"));
const CreatePasswordPage = browserPage(() => import("../features/people/account/CreatePasswordPage"));
const WishlistPage = browserPage(() => import("../features/finding/wishlist/WishlistPage"));
const InvitationPage = browserPage(() => import("../features/people/people/InvitationPage"));
const SavedListsPage = browserPage(() => import("../features/buying/orders/SavedListsPage"));
const SavedListPage = browserPage(() => import("../features/buying/orders/SavedListPage"));
const AccountArea = browserPage(() => import("../features/people/account/AccountArea"));

/** Pages of the account area that another feature brings. */
const accountPages = (
  <>
    {[
      { path: "lists", Page: SavedListsPage },
      { path: "lists/:id", Page: SavedListPage },
    ].map(({ path, Page }) => (
      <Route
        key={path}
        path={path}
        element={
          <Suspense fallback={<AccountShape />}>
            <Page />
          </Suspense>
        }
      />
    ))}
  </>
);

/** Shows the shape of the page until it is alive: the server does the same, so hydration agrees. */
function InBrowser({ title, children }: { title: string; children: ReactNode }) {
  const { brand } = useShell();
  const alive = useHydrated();
  return (
    <>
      <PageHead title={`${title} | ${brand.name}`} noIndex />
      {alive ? (
        <Suspense fallback={<PersonalShape title={title} />}>{children}</Suspense>
      ) : (
        <PersonalShape title={title} />
      )}
    </>
  );
}

/** The wishlist, where the brand has one (shell §2). */
function Favourites() {
  const { brand } = useShell();
  return brand.wishlist ? (
    <InBrowser title="Favorites">
      <WishlistPage />
    </InBrowser>
  ) : (
    <NotFound />
  );
}

function PersonalShape({ title }: { title: string }) {
  const { brand } = useShell();
  return (
    <div className="page-width pt-8" data-starts-at-once="">
      <noscript>
        <h1 className="text-4xl md:text-6xl">{title}</h1>
        <p className="mt-4 rounded-brand bg-highlight p-4 font-semibold">
          This page needs scripts. Please switch them on, or order by phone at {brand.callToOrderPhone}.
        </p>
      </noscript>
      <div className="needs-scripts">
        <LoadingShape>
          <Skeleton className="h-12 w-64" />
          <div className="mt-8 grid gap-8 lg:grid-cols-[1fr_22rem]">
            <div className="space-y-4">
              <Skeleton className="h-40 rounded-brand" />
              <Skeleton className="h-40 rounded-brand" />
            </div>
            <Skeleton className="h-72 rounded-brand" />
          </div>
        </LoadingShape>
        <p className="said-late mt-8">
          This takes longer than it should. Please load the page again, or order by phone at {brand.callToOrderPhone}.
        </p>
      </div>
    </div>
  );
}

export function Pages() {
  return (
    <Routes>
      <Route path="/" element={<HomePage />} />
      <Route path="/search" element={<ListPage />} />
      <Route path="/c/*" element={<ListPage />} />
      <Route path="/shop/*" element={<ListPage />} />
      <Route path="/p/:slugOrSku" element={<ProductPage />} />
      <Route
        path="/cart"
        element={
          <InBrowser title="My Cart">
            <CartPage />
          </InBrowser>
        }
      />
      <Route
        path="/cart/shared/:token"
        element={
          <InBrowser title="Shared Cart">
            <SharedCartPage />
          </InBrowser>
        }
      />
      <Route
        path="/checkout/:step"
        element={
          <InBrowser title="Checkout">
            <CheckoutPage />
          </InBrowser>
        }
      />
      <Route
        path="/order"
        element={
          <InBrowser title="Order">
            <OrderPage />
          </InBrowser>
        }
      />
      <Route
        path={paths.orderLookUp}
        element={
          <InBrowser title="Find Your Order">
            <OrderLookUpPage />
          </InBrowser>
        }
      />
      <Route
        path={paths.quickOrder}
        element={
          <InBrowser title="Quick Order">
            <QuickOrderPage />
          </InBrowser>
        }
      />
      <Route
        path="/gift-certificate"
        element={
          <InBrowser title="Gift Certificate">
            <CertificatePage />
          </InBrowser>
        }
      />
      <Route path="/favourite" element={<Favourites />} />
      <Route path="/learning-corner/:article" element={<ArticlePage />} />
      <Route
        path={paths.signIn}
        element={
          <InBrowser title="Sign In">
            <SignInPage />
          </InBrowser>
        }
      />
      <Route
        path={paths.register}
        element={
          <InBrowser title="Create Account">
            <RegisterPage />
          </InBrowser>
        }
      />
      <Route
        path={paths.resetPassword}
        element={
          <InBrowser title="Reset Password">
            <ResetPasswordPage />
          </InBrowser>
        }
      />
      <Route
        path="/account/create-password"
        element={
          <InBrowser title="Create Password">
            <CreatePasswordPage />
          </InBrowser>
        }
      />
      <Route
        path="/account/invitation"
        element={
          <InBrowser title="Invitation">
            <InvitationPage />
          </InBrowser>
        }
      />
      <Route
        path="/my-account/*"
        element={
          <InBrowser title="My Account">
            <AccountArea others={accountPages} />
          </InBrowser>
        }
      />
      <Route path="/account" element={<Navigate to={paths.account} replace />} />
      <Route path="/:slug" element={<TextPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
