// The frame of every page: header, the page, footer, mini-cart; and where focus and scroll go when the
// shopper moves on.
import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from "react";
import { Header } from "../features/shell/shell/Header";
import { headerSearchHidden, separatorShown } from "../features/shell/shell/header-rules";
import { PreviewBanner } from "../features/shell/shell/PreviewBanner";
import { Kept } from "../shared/kept";
import { later } from "../shared/later";
import { useMiniCart } from "../shared/mini-cart";
import { useQuickView } from "../shared/quick-view";
import { useSettling } from "../shared/settle";
import { useShell } from "../shared/site";
import { useLocation, useNavigationType } from "../ui/router";
import { ErrorBoundary } from "./ErrorBoundary";
import { useFocusKeeper } from "./focus-keeper";

const Footer = later("Footer", () => import("../features/shell/shell/Footer"));
const ChatLinks = later("ChatLinks", () => import("../features/shell/shell/ChatLinks"));
const FormDrawer = later("FormDrawer", () => import("../features/content/forms/FormDrawer"));
const MiniCart = __PAGE_RENDERER__ ? () => null : lazy(() => import("../features/buying/cart/MiniCart"));
const QuickAdd = __PAGE_RENDERER__ ? () => null : lazy(() => import("../features/buying/quick-add/QuickAdd"));

export function Layout({ children }: { children: ReactNode }) {
  const { open } = useMiniCart();
  const quickView = useQuickView();
  const { pathname } = useLocation();
  const shell = useShell();
  const [miniCartWanted, setMiniCartWanted] = useState(false);
  const [quickViewWanted, setQuickViewWanted] = useState(false);
  const main = useRef<HTMLElement>(null);
  useStartOfPage(main);
  useSettling();
  useFocusKeeper();
  if (open && !miniCartWanted) setMiniCartWanted(true);
  if (quickView.open && !quickViewWanted) setQuickViewWanted(true);
  return (
    <>
      <Kept
        as="div"
        className="contents print:hidden"
        of={["header", shell, headerSearchHidden(pathname), separatorShown(pathname)]}
      >
        <Header />
        <PreviewBanner />
      </Kept>
      <main ref={main} id="skipToMainContent" tabIndex={-1} className="min-h-svh pb-16">
        <ErrorBoundary place={pathname}>{children}</ErrorBoundary>
      </main>
      <Kept as="div" className="contents print:hidden" of={["footer", shell]}>
        <Footer />
      </Kept>
      <ChatLinks />
      <FormDrawer />
      {quickViewWanted ? (
        <Suspense fallback={null}>
          <QuickAdd />
        </Suspense>
      ) : null}
      {miniCartWanted ? (
        <Suspense fallback={null}>
          <MiniCart />
        </Suspense>
      ) : null}
    </>
  );
}

/** A new page starts at its top with focus on its content; going back leaves scrolling to the browser. */
function useStartOfPage(main: React.RefObject<HTMLElement | null>): void {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is a new page, whatever led there
  useLayoutEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    if (type === "POP" || hash !== "") return;
    window.scrollTo(0, 0);
    // A step of checkout has put the focus on its own heading already.
    if (!document.activeElement?.matches("main h1")) main.current?.focus({ preventScroll: true });
  }, [pathname]);
}
