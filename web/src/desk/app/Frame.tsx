// Around every page: where one can go, the search, and what belongs to whoever sits here. What somebody may not do is not
// offered.
import clsx from "clsx";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Icon } from "../../ui/Icon";
import { NavLink, useLocation, useNavigate } from "../../ui/router";
import { useActive } from "../shared/active";
import { queuesUrl, savedUrl } from "../shared/endpoints";
import { useKeys } from "../shared/keys";
import { type Ask, countUrl, placeOf } from "../shared/list-ask";
import { useDesk } from "../shared/queries";
import { reportsOf } from "../shared/reports";
import { useMay, useSession } from "../shared/session";
import { queueDots } from "../shared/words";
import { Button } from "../ui/Button";
import { OrderSearch } from "./OrderSearch";
import { ThemeSwitch } from "./ThemeSwitch";
import { useTypedAhead } from "./use-typed-ahead";

const CommandBox = lazy(() => import("./CommandBox").then((box) => ({ default: box.CommandBox })));
const KeyList = lazy(() => import("./KeyList").then((list) => ({ default: list.KeyList })));

export function Frame({ children }: { children: ReactNode }) {
  const [menu, setMenu] = useState(false);
  /** What is typed into the command box; nothing while it is shut. */
  const [commands, setCommands] = useState<string>();
  const [keys, setKeys] = useState(false);
  const navigate = useNavigate();
  const { key: visit } = useLocation();
  const may = useMay();
  useKeys({
    "?": () => setKeys(true),
    "/": () => document.getElementById("order-search")?.focus(),
    g: () => navigate("/"),
    o: () => may("orders.view") && navigate("/orders"),
    s: () => may("catalogue.view") && navigate("/stock"),
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
      // Also while somebody types: no field means anything else by it. A window that is open comes first.
      event.preventDefault();
      if (document.querySelector('[role="dialog"]') === null) setCommands((typed) => typed ?? "");
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  useTypedAhead(commands !== undefined, setCommands);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu, and is in sight in it
  useEffect(() => {
    setMenu(false);
    showCurrent();
  }, [visit]);
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[48px_1fr] md:grid-cols-[212px_minmax(0,1fr)]">
      <a
        href="#main"
        className="-translate-y-20 fixed top-2 left-2 z-50 rounded-brand bg-action px-3 py-2 font-medium text-on-action focus:translate-y-0"
      >
        Skip to the page
      </a>
      <header className="sticky top-0 z-30 col-span-full flex h-12 items-center gap-2 border-line border-b bg-side px-3 md:px-4">
        <Button
          tone="quiet"
          className="px-1.5! pointer-coarse:min-w-11 md:hidden"
          aria-label="Menu"
          aria-expanded={menu}
          aria-controls="desk-menu"
          onClick={() => setMenu(!menu)}
        >
          <Icon name={menu ? "close" : "menu"} className="size-5" />
        </Button>
        <NavLink to="/" end className="w-44 font-bold text-[15px] max-md:sr-only">
          Fieldhouse <span className="font-medium text-muted">desk</span>
        </NavLink>
        {may("orders.view") ? <OrderSearch /> : <span className="flex-1" />}
        <Button tone="quiet" onClick={() => setCommands("")} className="max-md:hidden">
          Commands <kbd>Ctrl K</kbd>
        </Button>
        <ThemeSwitch />
      </header>
      <nav
        id="desk-menu"
        aria-label="Desk"
        className={clsx(
          "sticky top-12 z-20 h-[calc(100dvh-48px)] scroll-pb-24 flex-col overflow-y-auto border-line border-r bg-side p-2",
          "max-md:fixed max-md:inset-x-0",
          menu ? "flex" : "hidden md:flex",
        )}
      >
        <Menu onKeys={() => setKeys(true)} />
      </nav>
      <main id="main" tabIndex={-1} className="min-w-0">
        {children}
      </main>
      <Suspense>
        {keys ? <KeyList onClose={() => setKeys(false)} /> : null}
        {commands === undefined ? null : (
          <CommandBox typed={commands} onType={setCommands} onClose={() => setCommands(undefined)} />
        )}
      </Suspense>
    </div>
  );
}

/** In a low window the menu is longer than what is seen of it. */
const showCurrent = () =>
  document.querySelector('#desk-menu [aria-current="page"]')?.scrollIntoView({ block: "nearest" });

const item = ({ isActive }: { isActive: boolean }) =>
  clsx(
    "flex min-h-7 items-center gap-2 rounded-brand px-2 pointer-coarse:min-h-11 low:min-h-6.5",
    isActive ? "bg-primary-soft font-semibold text-ink" : "text-ink hover:bg-alt",
  );

function Menu({ onKeys }: { onKeys: () => void }) {
  const may = useMay();
  const session = useSession();
  const reports = reportsOf(may);
  const pages = [
    { to: "/orders", label: "All orders", shown: may("orders.view") },
    { to: "/stock", label: "Stock", shown: may("catalogue.view") },
    { to: "/customers", label: "Customers", shown: may("customers.view") },
    { to: reports[0]?.place ?? "/reports", label: "Reports", shown: reports.length > 0 },
    { to: "/messages", label: "Messages", shown: may("inbox.view") },
    { to: "/newsletter", label: "Newsletter", shown: may("inbox.view") },
    { to: "/jobs", label: "Parked work", shown: may("jobs.retry") },
    { to: "/letters", label: "Letters", shown: may("settings.view") },
    { to: "/documents", label: "Documents", shown: may("settings.view") },
    { to: "/staff", label: "Staff", shown: may("staff.view") },
    { to: "/roles", label: "Roles", shown: may("staff.view") },
    { to: "/audit", label: "Audit", shown: may("audit.own") || may("audit.view") },
  ].filter(({ shown }) => shown);
  return (
    <>
      <ul className="grid gap-px">
        {may("orders.view") ? <QueueItems /> : null}
        {may("orders.view") ? <KeptLists /> : null}
        {pages.map(({ to, label }) => (
          <li key={to}>
            <PageLink to={to}>{label}</PageLink>
          </li>
        ))}
      </ul>
      <div className="sticky -bottom-2 -mb-2 mt-auto grid gap-px border-line border-t bg-side py-2">
        <NavLink to="/account" className={item}>
          <Icon name="account" className="size-4 text-muted" />
          <span className="truncate">
            <span className="sr-only">My account: </span>
            {session.name}
          </span>
        </NavLink>
        <button type="button" onClick={onKeys} className={clsx(item({ isActive: false }), "max-md:hidden")}>
          Keys <kbd className="ml-auto">?</kbd>
        </button>
      </div>
    </>
  );
}

/** The list of all orders is not shown as the page while a queue of it is; of reports, each is a page of theirs. */
function PageLink({ to, children }: { to: string; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const isReport = to.startsWith("/reports") && pathname.startsWith("/reports");
  const isActive = isReport || (pathname === to && !(to === "/orders" && new URLSearchParams(search).has("queue")));
  return (
    <NavLink to={to} aria-current={isActive && "page"} className={item({ isActive })}>
      {children}
    </NavLink>
  );
}

/** Lists that somebody keeps, and those that others share. */
function KeptLists() {
  const { data } = useDesk(savedUrl, { staleTime: 60_000 });
  const { pathname, search } = useLocation();
  const lists = data?.length ?? 0;
  useEffect(() => {
    // They move what is below them.
    if (lists > 0) showCurrent();
  }, [lists]);
  if (!data?.length) return null;
  return (
    <>
      {data.map((view) => {
        const place = placeOf(view.ask);
        return (
          <li key={view.id}>
            <NavLink
              to={place}
              aria-current={pathname + search === place && "page"}
              className={clsx(item({ isActive: pathname + search === place }), "pl-4!")}
              title={view.own ? undefined : `Shared by ${view.by}`}
            >
              <span className="truncate">{view.name}</span>
              <KeptCount ask={view.ask} />
            </NavLink>
          </li>
        );
      })}
      <li aria-hidden="true" className="mx-2 my-1.5 border-line border-t" />
    </>
  );
}

function KeptCount({ ask }: { ask: Ask }) {
  const { data } = useDesk(countUrl(ask), { staleTime: 60_000 });
  return <span className="ml-auto text-muted">{data?.text}</span>;
}

function QueueItems() {
  const active = useActive();
  const { data } = useDesk(queuesUrl, { staleTime: 15_000, refetchInterval: active ? 60_000 : false });
  const { pathname, search } = useLocation();
  const shown = pathname === "/orders" ? new URLSearchParams(search).get("queue") : null;
  const rows = [
    ...(data?.queues ?? []).map(({ queue, label, text }) => ({ queue, label, text, dot: queueDots[queue] })),
    ...(data ? [{ queue: "late", label: "Late", text: data.late.text, dot: "bg-dot-late" }] : []),
  ];
  return (
    <>
      <li>
        <NavLink to="/" end className={item}>
          Queues
        </NavLink>
      </li>
      {/* As many rows as there will be: nothing below them moves. */}
      {data ? null : <li aria-hidden="true" className="h-[290px] pointer-coarse:h-[450px] low:h-[270px]" />}
      {rows.map(({ queue, label, text, dot }) => (
        <li key={queue}>
          <NavLink
            to={`/orders?queue=${queue}`}
            aria-current={shown === queue && "page"}
            className={clsx(item({ isActive: shown === queue }), "pl-4!")}
          >
            <span aria-hidden="true" className={clsx("size-2 rounded-full", dot)} />
            {label}
            <span className="ml-auto text-muted">{text}</span>
          </NavLink>
        </li>
      ))}
      <li aria-hidden="true" className="mx-2 my-1.5 border-line border-t" />
    </>
  );
}
