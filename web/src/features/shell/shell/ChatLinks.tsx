// Every link to `#chat`, wherever content puts it, opens the chat instead of navigating (shell §2): the
// brand's chat widget where one is configured and answers, else the ways to reach the store.
import { lazy, Suspense, useEffect, useState } from "react";
import { whenSettled } from "../../../shared/settle";
import { useShell } from "../../../shared/site";
import { loadChat } from "./chat";

const ContactPanel = __PAGE_RENDERER__ ? () => null : lazy(() => import("./ContactPanel"));

export default function ChatLinks() {
  const { chat } = useShell();
  const [panel, setPanel] = useState({ wanted: false, open: false });
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href="#chat"]') : null;
      if (!link) return;
      event.preventDefault();
      const showPanel = () => setPanel({ wanted: true, open: true });
      if (!chat) return showPanel();
      loadChat(chat)
        .then((widget) => widget.show())
        .catch((failure: unknown) => {
          console.error("no chat", failure);
          showPanel();
        });
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [chat]);
  useEffect(() => {
    if (!chat) return;
    // Its own button comes once the page is done with itself; who cannot wait clicks a link.
    return whenSettled(() => void loadChat(chat).catch((failure: unknown) => console.warn("no chat", failure)));
  }, [chat]);
  return panel.wanted ? (
    <Suspense fallback={null}>
      <ContactPanel open={panel.open} onOpenChange={(open) => setPanel({ wanted: true, open })} />
    </Suspense>
  ) : null;
}
