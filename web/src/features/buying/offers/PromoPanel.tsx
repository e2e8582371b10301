// The mobile menu's panel 'Offers, Program ID & Certificates' (shell §2, §9): a row that drills in, with a way back.
import { Drawer } from "../../../ui/Dialog";
import { Icon } from "../../../ui/Icon";
import PromoSections from "./PromoSections";
import { usePromoShown } from "./use-promo-shown";

export const promoPanelLabel = "Offers, Program ID & Certificates";

interface PromoPanelProps {
  /** The look of the menu's rows. */
  className: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Closes the menu, when a link is followed. */
  onLeave: () => void;
}

export function PromoPanel({ className, open, onOpenChange, onLeave }: PromoPanelProps) {
  if (!usePromoShown()) return null;
  return (
    <>
      <button type="button" aria-haspopup="dialog" className={className} onClick={() => onOpenChange(true)}>
        <Icon name="tag" className="size-5 text-muted" />
        {promoPanelLabel}
        <Icon name="chevron-right" className="ml-auto size-5 text-muted" />
      </button>
      <Drawer
        side="full"
        open={open}
        onOpenChange={(next) => {
          onOpenChange(next);
          // Its close button closes the menu as well; the way back is the row at the top.
          if (!next) onLeave();
        }}
        title={promoPanelLabel}
      >
        <button
          type="button"
          onClick={() => onOpenChange(false)}
          className="flex min-h-13 w-full items-center gap-3 border-line border-b bg-alt px-4 py-2 text-left font-semibold"
        >
          <Icon name="chevron-left" className="size-5" />
          Back to menu
        </button>
        <div className="p-4">
          <PromoSections onLeave={onLeave} />
        </div>
      </Drawer>
    </>
  );
}
