// What is typed and not kept yet is not lost by the way: whoever leaves it by a link, a key or Back is asked first, and who
// closes the tab by the browser.
import {
  createContext,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { type Router, RouterContext } from "../../ui/router";

/** Whether what is typed is still there at another address. */
type Stays = (address: string) => boolean;

/** Nothing while nothing is typed. */
const UnsavedContext = createContext<RefObject<Stays | undefined>>({ current: undefined });

const LeaveWindow = lazy(() => import("../ui/LeaveWindow").then((leave) => ({ default: leave.LeaveWindow })));

/** Asks before somebody leaves what is typed and not kept. */
export function useUnsaved(typed: boolean, stays: Stays = () => false): void {
  const guard = use(UnsavedContext);
  const known = useRef(stays);
  known.current = stays;
  useEffect(() => {
    if (!typed) return;
    const close = (event: BeforeUnloadEvent) => event.preventDefault();
    guard.current = (address) => known.current(address);
    window.addEventListener("beforeunload", close);
    return () => {
      guard.current = undefined;
      window.removeEventListener("beforeunload", close);
    };
  }, [typed, guard]);
}

/**
 * The same for what is typed into a window: who shuts it is asked, too. How it is shut, and what asks, which stands within it.
 */
export function useUnsavedWindow(typed: boolean, onClose: () => void): [close: () => void, asks: ReactNode] {
  const [asked, setAsked] = useState(false);
  const [left, setLeft] = useState(false);
  useUnsaved(typed);
  // Once what asks is shut: then the focus goes where the window was opened.
  useEffect(() => {
    if (left) onClose();
  });
  const asks = asked ? (
    <Suspense>
      <LeaveWindow
        onStay={() => setAsked(false)}
        onLeave={() => {
          setAsked(false);
          setLeft(true);
        }}
      />
    </Suspense>
  ) : null;
  return [() => (typed ? setAsked(true) : onClose()), asks];
}

/** Around all pages, within the router. */
export function Unsaved({ children }: { children: ReactNode }) {
  const router = use(RouterContext);
  if (!router) throw new Error("there is no router around this");
  const typed = useRef<Stays>(undefined);
  const [leave, setLeave] = useState<() => void>();
  const { base, place, navigate } = router;
  const here = useRef("");
  here.current = base + place.pathname + place.search;
  const guarded = useMemo<Router>(
    () => ({
      ...router,
      navigate: (to, options) => {
        if (!typed.current || typed.current(to)) return navigate(to, options);
        setLeave(() => () => navigate(to, options));
      },
    }),
    [router, navigate],
  );
  // Before the router around it hears of a step back: whoever listens to a window is told in the order in which they began.
  useLayoutEffect(() => {
    const goBack = () => {
      const { pathname, search } = location;
      const isHere = pathname + search === here.current;
      if (!typed.current || isHere || typed.current(pathname.slice(base.length) + search)) return;
      // The router then reads the address of what is shown.
      history.pushState(null, "", here.current);
      setLeave(() => () => history.back());
    };
    window.addEventListener("popstate", goBack);
    return () => window.removeEventListener("popstate", goBack);
  }, [base]);
  return (
    <RouterContext value={guarded}>
      <UnsavedContext value={typed}>{children}</UnsavedContext>
      {leave ? (
        <Suspense>
          <LeaveWindow
            onStay={() => setLeave(undefined)}
            onLeave={() => {
              typed.current = undefined;
              setLeave(undefined);
              leave();
            }}
          />
        </Suspense>
      ) : null}
    </RouterContext>
  );
}
