// Opens the quick view of a product from a tile or a search hit. Needs scripts, so it waits for the page to live.
import clsx from "clsx";
import { useHydrated } from "../../../shared/hydrated";
import { useQuickView } from "../../../shared/quick-view";
import { Icon } from "../../../ui/Icon";

interface QuickViewButtonProps {
  /** Slug or sku. */
  product: string;
  name: string;
  onOpen?: () => void;
  /** Only the icon, for narrow places. */
  small?: boolean;
  className?: string;
}

export function QuickViewButton({ product, name, onOpen, small = false, className }: QuickViewButtonProps) {
  const alive = useHydrated();
  const { openQuickView } = useQuickView();
  return (
    <button
      type="button"
      aria-label={`Quick View: ${name}`}
      aria-haspopup="dialog"
      disabled={!alive}
      onClick={() => {
        onOpen?.();
        openQuickView(product);
      }}
      className={clsx("needs-scripts", className)}
    >
      <Icon name="eye" className="size-5" />
      {small ? null : <span className="max-sm:sr-only">Quick View</span>}
    </button>
  );
}
