// Which product the quick-view drawer shows. The drawer itself is the quick-add feature's.
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";

interface QuickViewState {
  open: boolean;
  /** Slug or sku; empty when no product is defined. */
  product: string;
  openQuickView: (slugOrSku: string) => void;
  /** Closes the drawer and clears it. */
  closeQuickView: () => void;
}

const QuickViewContext = createContext<QuickViewState | undefined>(undefined);

export function QuickViewProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState({ open: false, product: "" });
  const openQuickView = useCallback((product: string) => setShown({ open: true, product }), []);
  const closeQuickView = useCallback(() => setShown({ open: false, product: "" }), []);
  const state = useMemo(() => ({ ...shown, openQuickView, closeQuickView }), [shown, openQuickView, closeQuickView]);
  return <QuickViewContext value={state}>{children}</QuickViewContext>;
}

export function useQuickView(): QuickViewState {
  const state = useContext(QuickViewContext);
  if (!state) throw new Error("useQuickView needs a QuickViewProvider above it");
  return state;
}
