// Which address shows what, and how one moves on: the part of a router that a store needs (decision 0059). Addresses begin
// with a slash; matching knows no case and no slash at the end, as servers of pages do.
import {
  type AnchorHTMLAttributes,
  Children,
  createContext,
  Fragment,
  isValidElement,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";

/** Where one is. */
export interface Place {
  pathname: string;
  /** With its question mark, or empty. */
  search: string;
  /** With its number sign, or empty. */
  hash: string;
  /** Of the entry in the history: the same place visited again has another one. */
  key: string;
}

/** How one came here: by Back, Forward or a load; by a new entry in the history; in place of one. */
export type Arrival = "POP" | "PUSH" | "REPLACE";

interface NavigateOptions {
  /** Takes the place of the entry in the history one is in. */
  replace?: boolean;
}
type Navigate = (to: string, options?: NavigateOptions) => void | Promise<void>;

export interface Router {
  /** What all addresses begin with and no route names. */
  base: string;
  place: Place;
  arrival: Arrival;
  navigate: Navigate;
}

type Now = Pick<Router, "place" | "arrival">;

/** For who stands between pages and their router, as the desk's `Unsaved` does. */
export const RouterContext = createContext<Router | undefined>(undefined);

interface Matched {
  params: Readonly<Record<string, string>>;
  /** How many segments of the address the routes above have taken. */
  taken: number;
}

const RouteContext = createContext<Matched>({ params: {}, taken: 0 });

function useRouter(): Router {
  const router = use(RouterContext);
  if (!router) throw new Error("there is no router around this");
  return router;
}

type Address = Omit<Place, "key">;

/** Reads an address; one that begins with a question mark stays on its page. */
function placeOf(address: string, pathname: string): Address {
  const [, path = "", search = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(address) ?? [];
  return { pathname: path || pathname, search: search.length > 1 ? search : "", hash: hash.length > 1 ? hash : "" };
}

const addressOf = ({ pathname, search, hash }: Address): string => pathname + search + hash;

const newKey = () => Math.random().toString(36).slice(2, 10);

function placeInWindow(base: string): Place {
  const { pathname, search, hash } = location;
  const key = String(history.state?.key ?? "first");
  return { pathname: pathname.slice(pathname.startsWith(base) ? base.length : 0) || "/", search, hash, key };
}

/** The router of a window; `base`: what all addresses begin with, as `/desk`. */
export function BrowserRouter({ base = "", children }: { base?: string; children: ReactNode }) {
  const [now, setNow] = useState<Now>(() => ({ place: placeInWindow(base), arrival: "POP" }));
  // Before anything is painted, so that no step back is missed.
  useLayoutEffect(() => {
    const onBack = () => startTransition(() => setNow({ place: placeInWindow(base), arrival: "POP" }));
    window.addEventListener("popstate", onBack);
    return () => window.removeEventListener("popstate", onBack);
  }, [base]);
  const navigate = useCallback<Navigate>(
    (to, { replace = false } = {}) => {
      const address = base + addressOf(placeOf(to, placeInWindow(base).pathname));
      if (replace) history.replaceState({ key: newKey() }, "", address);
      else history.pushState({ key: newKey() }, "", address);
      // What is pressed meanwhile is answered first; what is shown stays until the next page is there.
      startTransition(() => setNow({ place: placeInWindow(base), arrival: replace ? "REPLACE" : "PUSH" }));
    },
    [base],
  );
  const router = useMemo(() => ({ base, ...now, navigate }), [base, now, navigate]);
  return <RouterContext value={router}>{children}</RouterContext>;
}

interface PlacedRouterProps {
  /** The address. */
  at: string;
  children: ReactNode;
}

/** The router of a page that is only rendered. */
export function StaticRouter({ at, children }: PlacedRouterProps) {
  const router: Router = {
    base: "",
    place: { ...placeOf(at, "/"), key: "first" },
    arrival: "POP",
    navigate: () => {
      throw new Error("nobody moves on while a page is rendered");
    },
  };
  return <RouterContext value={router}>{children}</RouterContext>;
}

/** The router of a part that is looked at alone: it has no history. */
export function MemoryRouter({ at, children }: PlacedRouterProps) {
  const [now, setNow] = useState<Now>(() => ({ place: { ...placeOf(at, "/"), key: "first" }, arrival: "POP" }));
  const navigate = useCallback<Navigate>((to, { replace = false } = {}) => {
    startTransition(() =>
      setNow((before) => ({
        place: { ...placeOf(to, before.place.pathname), key: newKey() },
        arrival: replace ? "REPLACE" : "PUSH",
      })),
    );
  }, []);
  const router = useMemo(() => ({ base: "", ...now, navigate }), [now, navigate]);
  return <RouterContext value={router}>{children}</RouterContext>;
}

export function useLocation(): Place {
  return useRouter().place;
}

export function useNavigate(): Navigate {
  return useRouter().navigate;
}

export function useNavigationType(): Arrival {
  return useRouter().arrival;
}

/** What stands in the address where the route has `:name`. */
export function useParams(): Readonly<Record<string, string>> {
  return use(RouteContext).params;
}

type SetSearchParams = (
  next:
    | Record<string, string>
    | URLSearchParams
    | ((before: URLSearchParams) => URLSearchParams | Record<string, string>),
  options?: NavigateOptions,
) => void;

export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const { place, navigate } = useRouter();
  const params = useMemo(() => new URLSearchParams(place.search), [place.search]);
  const setParams = useCallback<SetSearchParams>(
    (next, options) => {
      const wanted = typeof next === "function" ? next(new URLSearchParams(params)) : next;
      void navigate(`?${new URLSearchParams(wanted)}`, options);
    },
    [params, navigate],
  );
  return [params, setParams];
}

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  to: string;
  replace?: boolean;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link within the store. With a modifier, in another window and before scripts it is the link it looks like. */
export function Link({ to, replace, onClick, ...rest }: LinkProps) {
  const { base, place, navigate } = useRouter();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const elsewhere = rest.target !== undefined && rest.target !== "_self";
    const modified = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    if (event.defaultPrevented || event.button !== 0 || elsewhere || modified) return;
    event.preventDefault();
    // The page one is on already is no step further.
    void navigate(to, { replace: replace ?? addressOf(placeOf(to, place.pathname)) === addressOf(place) });
  };
  return <a {...rest} href={base + to} onClick={follow} />;
}

interface NavLinkProps extends Omit<LinkProps, "className"> {
  /** Active only on the page itself, not on those below it. */
  end?: boolean;
  className?: string | ((state: { isActive: boolean }) => string) | undefined;
}

/** A link that says whether it leads to where one is. */
export function NavLink({ end = false, className, "aria-current": current = "page", ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const here = segmentsOf(pathname);
  const there = segmentsOf(placeOf(rest.to, pathname).pathname);
  const below = here.length > there.length && !end;
  const isActive = (below || here.length === there.length) && there.every((segment, nth) => same(segment, here[nth]));
  return (
    <Link
      {...rest}
      aria-current={isActive ? current : undefined}
      className={typeof className === "function" ? className({ isActive }) : className}
    />
  );
}

/** Leads on as soon as it is shown. */
export function Navigate({ to, replace = false }: { to: string; replace?: boolean }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace }), [navigate, to, replace]);
  return null;
}

interface RouteProps {
  /** Segments that are meant, `:name` for any one, `*` at the end for all others. */
  path?: string;
  /** What lies at the address of the routes around it itself. */
  index?: boolean;
  element: ReactNode;
}

/** A row in `Routes`; never drawn itself. */
export function Route(_: RouteProps): ReactElement | null {
  return null;
}

/** Shows the one of its rows that says the most of the address. */
export function Routes({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const above = use(RouteContext);
  const rest = segmentsOf(pathname).slice(above.taken);
  const found = rowsOf(children)
    .flatMap((row) => match(row, rest) ?? [])
    // Of equals the first.
    .reduce<Found | undefined>((best, next) => (best && best.weight >= next.weight ? best : next), undefined);
  if (!found) return null;
  const matched = { params: { ...above.params, ...found.params }, taken: above.taken + found.taken };
  return <RouteContext value={matched}>{found.element}</RouteContext>;
}

function rowsOf(children: ReactNode): RouteProps[] {
  return Children.toArray(children).flatMap((child) => {
    if (!isValidElement<RouteProps & { children?: ReactNode }>(child)) return [];
    return child.type === Fragment ? rowsOf(child.props.children) : [child.props];
  });
}

interface Found extends Matched {
  element: ReactNode;
  /** More for what is named than for what is any, and less for what takes all others. */
  weight: number;
}

function match({ path = "", element }: RouteProps, rest: readonly string[]): Found | undefined {
  const wanted = path.split("/").filter(Boolean);
  const others = wanted.at(-1) === "*";
  if (others) wanted.pop();
  if (rest.length < wanted.length || (!others && rest.length > wanted.length)) return undefined;
  const params: Record<string, string> = {};
  let weight = others ? 0 : 1;
  for (const [nth, part] of wanted.entries()) {
    const segment = rest[nth];
    if (part.startsWith(":")) params[part.slice(1)] = segment ?? "";
    else if (!same(part, segment)) return undefined;
    weight += part.startsWith(":") ? 2 : 20;
  }
  return { params, taken: wanted.length, element, weight };
}

const same = (one: string, other: string | undefined) => one.toLowerCase() === other?.toLowerCase();

/** What lies between the slashes, as it is meant. */
function segmentsOf(pathname: string): string[] {
  return pathname.split("/").filter(Boolean).map(decoded);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // typed by hand
  }
}
