// A short text beside a control while it is hovered or focused; Escape puts it away. The offset is 5
// (shell §9). The text must not be the only place where something is said.
import { type ReactNode, useId, useState } from "react";

export function Tooltip({ text, children }: { text: string; children: (describedBy: string) => ReactNode }) {
  const id = useId();
  const [dismissed, setDismissed] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens for Escape on the way up
    <span
      className="group relative inline-flex"
      onKeyDown={(event) => event.key === "Escape" && setDismissed(true)}
      onPointerLeave={() => setDismissed(false)}
      onBlur={() => setDismissed(false)}
    >
      {children(id)}
      <span
        role="tooltip"
        id={id}
        className={
          dismissed
            ? "hidden"
            : "-translate-x-1/2 pointer-events-none invisible absolute bottom-[calc(100%+5px)] left-1/2 z-30 w-max max-w-60 rounded-brand-sm bg-ink px-2 py-1 text-surface text-xs opacity-0 transition-opacity delay-200 group-focus-within:visible group-focus-within:opacity-100 group-hover:visible group-hover:opacity-100"
        }
      >
        {text}
      </span>
    </span>
  );
}
