// Every link to `#chat`, wherever content puts it, opens the contact panel instead of navigating (shell §2).
import { lazy, Suspense, useEffect, useState } from "react";

const ContactPanel = __PAGE_RENDERER__ ? () => null : lazy(() => import("./ContactPanel"));

export function ChatLinks() {
  const [panel, setPanel] = useState({ wanted: false, open: false });
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href="#chat"]') : null;
      if (!link) return;
      event.preventDefault();
      setPanel({ wanted: true, open: true });
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, []);
  return panel.wanted ? (
    <Suspense fallback={null}>
      <ContactPanel open={panel.open} onOpenChange={(open) => setPanel({ wanted: true, open })} />
    </Suspense>
  ) : null;
}
