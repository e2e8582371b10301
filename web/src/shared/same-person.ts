// A window shows one person: where somebody else is signed in by now, or nobody, it is loaded anew. The server is asked who it
// is when another window tells of a change, when the page comes back from the browser's keep of pages or out of a sleep, and
// when it is looked at again. Loaded once somebody is signed in: of a visitor there is nothing to hide.
import type { SessionView } from "@fieldhouse/rules";
import type { QueryCacheNotifyEvent, QueryClient } from "@tanstack/react-query";
import { getJson } from "./client";
import { apiUrls } from "./endpoints";
import { hearOfPerson, tellOfPerson } from "./other-windows";
import { ownPage, shopAsForm } from "./shop-as";

/** An answer that takes longer counts as none: nobody looks at an empty window for longer. */
const patience = 5_000;

const root = document.documentElement;

/** Somebody of the store who shops as a customer is another person than the customer. */
function personOf(session: SessionView | undefined): string {
  return session?.type === "customer" ? `${session.email} ${session.shopAs}` : "";
}

let focused: Element | null = null;

/** Nothing is seen, pressed or sent; what is laid out, and where it is scrolled to, stays. */
function hide(): void {
  if (root.inert) return;
  focused = document.activeElement;
  root.inert = true;
  root.style.opacity = "0";
}

function unhide(): void {
  if (!root.inert) return;
  root.inert = false;
  root.style.opacity = "";
  // What is inert loses the focus.
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}

/** Hears events of a target until what it returns is called. */
function on<E extends Event>(target: EventTarget, type: string, hear: (event: E) => void): () => void {
  target.addEventListener(type, hear as EventListener);
  return () => target.removeEventListener(type, hear as EventListener);
}

/** Watches over who is shown, until what it returns is called. */
export function watchPerson(client: QueryClient): () => void {
  const key = [apiUrls.session];
  let shown = personOf(client.getQueryData<SessionView>(key));
  let asking = 0;
  let over = false;

  /** It stays hidden until the fresh page is there, whatever is answered meanwhile. */
  function leave(): void {
    over = true;
    hide();
    ownPage.renew();
  }

  async function ask(): Promise<void> {
    asking += 1;
    const now = await getJson(apiUrls.session, AbortSignal.timeout(patience)).catch(() => undefined);
    asking -= 1;
    if (over) return;
    if (now && personOf(now) !== shown) leave();
    // Without an answer nobody else can be told to be there.
    else if (asking === 0) unhide();
  }

  function askHidden(): void {
    hide();
    void ask();
  }

  function follow(event: QueryCacheNotifyEvent): void {
    if (event.type !== "updated" || event.action.type !== "success" || event.query.queryKey[0] !== key[0]) return;
    const person = personOf(event.query.state.data);
    // Who signs in here is shown from then on; what was read says that somebody did elsewhere.
    if (event.action.manual) shown = person;
    else if (person !== shown) leave();
  }

  const ends = [
    client.getQueryCache().subscribe(follow),
    hearOfPerson(askHidden),
    // Kept as it is hidden, so that it never shows itself before it has asked.
    on<PageTransitionEvent>(window, "pagehide", ({ persisted }) => persisted && hide()),
    on<PageTransitionEvent>(window, "pageshow", ({ persisted }) => persisted && askHidden()),
    on(document, "freeze", hide),
    on(document, "resume", askHidden),
    // Most come back to who they were, and see no empty window for it.
    on(document, "visibilitychange", () => document.hidden || void ask()),
  ];
  tellOfShopAs();
  return () => {
    if (!over) unhide();
    over = true;
    for (const end of ends) end?.();
  };
}

/** Who shops as a customer came here from the desk, and leaves for it: only pages with the banner can tell. */
function tellOfShopAs(): void {
  const form = shopAsForm();
  if (!form) return;
  tellOfPerson();
  // The page is left once the server has ended it.
  on(form, "submit", () => on(window, "pagehide", tellOfPerson));
}
