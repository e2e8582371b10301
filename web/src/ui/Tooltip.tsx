// A few words beside a control, on hover and on focus, 5 px away from it (shell §9).
import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import { previewDelaySeconds, tooltipOffset } from "./timings";

interface TooltipProps {
  text: ReactNode;
  /** The control it speaks of. */
  children: ReactElement;
}

export default function Tooltip({ text, children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger delay={previewDelaySeconds * 1000} render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={tooltipOffset} className="z-60">
          <Base.Popup
            role="tooltip"
            className="max-w-xs rounded-brand-sm bg-ink px-3 py-2 text-sm text-surface shadow-xl"
          >
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
