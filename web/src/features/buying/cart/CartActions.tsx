// What can be done to a cart as a whole: share it, empty it.
import type { CartView } from "@fieldhouse/rules";
import { lazy, Suspense, useState } from "react";
import { SaveAsList } from "../../../shared/save-as-list";
import { Button } from "../../../ui/Button";
import { useTakeOut } from "./take-out";

const ShareCart = lazy(() => import("../sharing/ShareCart"));

interface Props {
  cart: CartView;
  /** Told what takes the emptying back. */
  onEmptied: (undo: string) => void;
}

export function CartActions({ cart, onEmptied }: Props) {
  const takeOut = useTakeOut();
  const [sharing, setSharing] = useState(false);
  const [emptying, setEmptying] = useState(false);

  async function empty(): Promise<void> {
    setEmptying(true);
    const undo = await takeOut.everything(cart);
    setEmptying(false);
    if (undo !== "") onEmptied(undo);
  }

  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button tone="outline" size="small" onClick={() => setSharing(true)}>
        Share cart
      </Button>
      <SaveAsList size="small" />
      <Button tone="quiet" size="small" pending={emptying} onClick={() => void empty()}>
        Empty cart
      </Button>
      {sharing ? (
        <Suspense fallback={null}>
          <ShareCart cart={cart} onClose={() => setSharing(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
