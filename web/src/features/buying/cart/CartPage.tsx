// The cart page (cart §2): heading, help, cards, summary and the way to checkout, or the empty cart.
import type { CartView } from "@fieldhouse/rules";
import { useEffect, useRef, useState } from "react";
import { apiUrls } from "../../../shared/endpoints";
import { PageHead } from "../../../shared/head";
import { paths } from "../../../shared/paths";
import { usePageApi } from "../../../shared/queries";
import { useShell } from "../../../shared/site";
import { useText } from "../../../shared/text/texts";
import { Button, ButtonLink } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { useNavigate } from "../../../ui/router";
import { LoadingShape, Skeleton } from "../../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../../ui/States";
import { MarketingTiles } from "../../content/content/MarketingTiles";
import RecentlyViewed from "../../finding/catalog/RecentlyViewed";
import { CertificateBox } from "../certificates/CertificateBox";
import { CodesPanel } from "../offers/CodesPanel";
import { trackBeginCheckout, trackViewCart } from "./analytics";
import { useCart, useCartBusy, useCartInStep, useCartQueue } from "./api";
import { CartActions } from "./CartActions";
import { CartLines } from "./CartLines";
import { useForecast } from "./forecast";
import { SummaryPanel } from "./SummaryPanel";
import { cartHeadingId, useComeback, useTakeOut } from "./take-out";
import { useWide } from "./use-wide";

export default function CartPage() {
  useCartInStep();
  const { data: cart, error, isPending, isPaused, refetch } = useCart();
  const count = cart?.totalLineItemQuantity ?? 0;
  const [emptied, setEmptied] = useState<Emptied | null>(null);

  // Once a visit of the page, with the cart as it was found.
  const viewed = useRef(false);
  useEffect(() => {
    if (viewed.current || !cart || cart.items.length === 0) return;
    viewed.current = true;
    trackViewCart(cart);
  }, [cart]);

  const empty = cart === null || (cart !== undefined && cart.items.length === 0);
  return (
    <>
      <div className="page-width pt-6 pb-12 lg:pb-16">
        <PageHead title={`My Cart (${count})`} noIndex />
        {cart === undefined && (error || isPaused) ? (
          <>
            <CartHeading count={0} />
            <ErrorState error={error ?? { status: 0 }} onRetry={() => void refetch()} />
          </>
        ) : isPending ? (
          <CartShape />
        ) : cart && cart.items.length > 0 ? (
          <FilledCart cart={cart} stale={error !== null} onRetry={() => void refetch()} onEmptied={setEmptied} />
        ) : (
          <EmptyCart cart={cart} emptied={emptied} />
        )}
      </div>
      {empty ? <Ideas /> : null}
    </>
  );
}

function CartHeading({ count }: { count: number }) {
  return (
    <h1 id={cartHeadingId} tabIndex={-1} className="text-4xl outline-none md:text-5xl">
      My Cart ({count})
    </h1>
  );
}

interface FilledProps {
  cart: CartView;
  stale: boolean;
  onRetry: () => void;
  onEmptied: (emptied: Emptied) => void;
}

/** A cart that was emptied on this page, and what brings it back. */
interface Emptied {
  undo: string;
  cart: CartView;
}

function FilledCart({ cart: confirmed, stale, onRetry, onEmptied }: FilledProps) {
  const text = useText();
  const navigate = useNavigate();
  const queue = useCartQueue();
  const busy = useCartBusy();
  const cart = useForecast(confirmed);
  useComeback(confirmed);
  const wide = useWide();
  const { brand } = useShell();
  const onceHeld = useOnce(confirmed.paymentInfo.payments.length > 0);
  const withCertificates = brand.certificateBox || onceHeld;
  const codes = (
    <CodesPanel cart={confirmed}>
      {withCertificates ? (
        <CertificateBox paymentInfo={confirmed.paymentInfo} totalCents={confirmed.totalCents} />
      ) : null}
    </CodesPanel>
  );
  const leaving = useRef(false);
  const [blocked, setBlocked] = useState(false);

  /** What was typed last is saved before checkout looks at the cart; what is wrong keeps the shopper here. */
  async function proceed(): Promise<void> {
    if (leaving.current) return;
    leaving.current = true;
    // What is drawn may be older than what was answered meanwhile.
    const newest = await queue.confirmed();
    leaving.current = false;
    if (!newest || newest.items.length === 0) return;
    const marked = document.querySelector<HTMLElement>("[data-cart-lines] [aria-invalid=true]");
    if (
      marked ||
      queue.refused() ||
      newest.items.some((card) => card.lineItems.some((line) => line.errors.length > 0))
    ) {
      setBlocked(true);
      marked?.focus();
      return;
    }
    setBlocked(false);
    trackBeginCheckout(newest);
    void navigate(paths.checkoutShipping);
  }

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <CartHeading count={cart.totalLineItemQuantity} />
        <CartActions cart={confirmed} onEmptied={(undo) => onEmptied({ undo, cart: confirmed })} />
      </div>
      <div className="mt-4 grid items-start gap-8 lg:grid-cols-[minmax(0,782px)_20rem] xl:grid-cols-[minmax(0,782px)_minmax(26rem,34rem)] lg:justify-between">
        <div className="min-w-0">
          <p className="mb-4 flex items-start gap-3 rounded-brand bg-primary-soft px-4 py-3 text-sm">
            <Icon name="info" className="mt-0.5 size-5 text-primary" />
            <span>{text("cart.help")}</span>
          </p>
          {stale ? (
            <p role="alert" className="mb-4 flex items-center gap-3 text-danger">
              <Icon name="attention" className="size-5" />
              <span className="flex-1">This may not be the latest state of your cart.</span>
              <Button size="small" tone="outline" onClick={onRetry}>
                Try again
              </Button>
            </p>
          ) : null}
          {cart.errors.map((error) => (
            <p key={error.code} role="alert" className="mb-4 flex items-start gap-3 font-medium text-danger">
              <Icon name="attention" className="mt-0.5 size-5" />
              {error.message}
            </p>
          ))}
          {confirmed.pricesToBeConfirmed ? (
            <p role="status" className="mb-4 flex items-start gap-3 rounded-brand bg-highlight px-4 py-3 text-sm">
              <Icon name="attention" className="mt-0.5 size-5" />
              <span>
                Your prices cannot be asked for right now. Base prices are shown, to be confirmed before you order.
              </span>
            </p>
          ) : null}
          <div data-cart-lines="">
            <CartLines cart={cart} />
          </div>
          {wide ? null : codes}
        </div>
        <SummaryPanel
          summary={cart.summary}
          busy={busy}
          action={
            <>
              <Button tone="action" size="large" wide onClick={() => void proceed()}>
                {text("cart.proceed")}
              </Button>
              <p role="alert" className="font-medium text-danger text-sm not-empty:mt-2">
                {blocked ? "Please fix or remove the marked items first." : ""}
              </p>
            </>
          }
        >
          {wide ? codes : null}
        </SummaryPanel>
      </div>
    </>
  );
}

/** Whether something holds or held since this was first drawn. */
function useOnce(holds: boolean): boolean {
  const [held, setHeld] = useState(holds);
  if (holds && !held) setHeld(true);
  return held || holds;
}

function EmptyCart({ cart, emptied }: { cart: CartView | null; emptied: Emptied | null }) {
  const text = useText();
  const takeOut = useTakeOut();
  // The box stays when the last one is removed: it says so.
  const onceHeld = useOnce(cart !== null && cart.paymentInfo.payments.length > 0);
  return (
    <>
      <CartHeading count={0} />
      <EmptyState
        icon="cart"
        title={text("cart.empty")}
        actions={
          <>
            <ButtonLink href={paths.home} tone="action" size="large">
              Back To Shopping
            </ButtonLink>
            {emptied ? (
              <Button tone="outline" size="large" onClick={() => void takeOut.back(emptied.undo, emptied.cart.items)}>
                Put everything back
              </Button>
            ) : null}
          </>
        }
      >
        <p>{text("cart.emptyHelp")}</p>
      </EmptyState>
      {cart && onceHeld ? (
        <div className="mx-auto mt-2 max-w-xl rounded-brand border border-line p-4">
          <CertificateBox paymentInfo={cart.paymentInfo} />
        </div>
      ) : null}
    </>
  );
}

/** Market tiles and what was looked at: only while nothing is in the cart (cart §2). */
function Ideas() {
  const { data: home } = usePageApi(apiUrls.page("home"));
  const section = home?.blocks.find((block) => block.kind === "tiles");
  return (
    <>
      {section ? <MarketingTiles section={section} /> : null}
      <RecentlyViewed />
    </>
  );
}

/** The shape of a cart while it is on its way. */
function CartShape() {
  return (
    <LoadingShape label="Loading your cart">
      <Skeleton className="h-11 w-56" />
      <Skeleton className="mt-4 h-12 max-w-[782px]" />
      <div className="mt-6 grid gap-8 lg:grid-cols-[minmax(0,782px)_20rem] xl:grid-cols-[minmax(0,782px)_minmax(26rem,34rem)] lg:justify-between">
        <div className="grid gap-4">
          <Skeleton className="h-72" />
          <Skeleton className="h-72" />
        </div>
        <Skeleton className="h-80" />
      </div>
    </LoadingShape>
  );
}
