// Whether the mini-cart is open and what it should say was added. The drawer itself is the cart's.
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";

interface MiniCartState {
  open: boolean;
  /** Pieces just added; 0 when opened from the header. */
  addedQuantity: number;
  openMiniCart: (addedQuantity?: number) => void;
  closeMiniCart: () => void;
}

const MiniCartContext = createContext<MiniCartState | undefined>(undefined);

export function MiniCartProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState({ open: false, addedQuantity: 0 });
  const openMiniCart = useCallback((addedQuantity = 0) => setShown({ open: true, addedQuantity }), []);
  const closeMiniCart = useCallback(() => setShown((before) => ({ ...before, open: false })), []);
  const state = useMemo(() => ({ ...shown, openMiniCart, closeMiniCart }), [shown, openMiniCart, closeMiniCart]);
  return <MiniCartContext value={state}>{children}</MiniCartContext>;
}

export function useMiniCart(): MiniCartState {
  const state = useContext(MiniCartContext);
  if (!state) throw new Error("useMiniCart needs a MiniCartProvider above it");
  return state;
}
