// Everything above the pages: data, who sits here, and which page an address is. Who is not signed in sees the door at any
// address, and is where they were once they are.
import { type QueryClient, QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { ApiError, readJson } from "../../shared/client";
import { Route, Routes, useLocation, useNavigate } from "../../ui/router";
import { ToastProvider } from "../../ui/Toast";
import { SignIn } from "../features/door/SignIn";
import { HomePage } from "../features/home/HomePage";
import { hear } from "../shared/client";
import { type DeskSessionView, sessionUrl } from "../shared/endpoints";
import { takePlace } from "../shared/place";
import { SessionContext } from "../shared/session";
import { Unsaved } from "../shared/unsaved";
import { useNoRoomBesideWindow } from "../ui/open-windows";
import { Failed, Page, RowShapes } from "../ui/Page";
import { Boundary } from "./Boundary";
import { Frame } from "./Frame";

// What only some need is loaded when they do: all but the door and the first page, and with the orders the rules.
const ConfirmIdentity = lazy(() =>
  import("../features/door/ConfirmIdentity").then((window) => ({ default: window.ConfirmIdentity })),
);
const Invitation = lazy(() => import("../features/door/Invitation").then((page) => ({ default: page.Invitation })));
const OrderListPage = lazy(() =>
  import("../features/orders/OrderListPage").then((page) => ({ default: page.OrderListPage })),
);
const OrderPage = lazy(() => import("../features/orders/OrderPage").then((page) => ({ default: page.OrderPage })));
const PickPage = lazy(() => import("../features/pick/PickPage").then((page) => ({ default: page.PickPage })));
const StaffPage = lazy(() => import("../features/staff/StaffPage").then((page) => ({ default: page.StaffPage })));
const RolesPage = lazy(() => import("../features/staff/RolesPage").then((page) => ({ default: page.RolesPage })));
const AuditPage = lazy(() => import("../features/audit/AuditPage").then((page) => ({ default: page.AuditPage })));
const CustomerListPage = lazy(() =>
  import("../features/customers/CustomerListPage").then((page) => ({ default: page.CustomerListPage })),
);
const CustomerPage = lazy(() =>
  import("../features/customers/CustomerPage").then((page) => ({ default: page.CustomerPage })),
);
const MessageListPage = lazy(() =>
  import("../features/inbox/MessageListPage").then((page) => ({ default: page.MessageListPage })),
);
const MessagePage = lazy(() => import("../features/inbox/MessagePage").then((page) => ({ default: page.MessagePage })));
const NewsletterPage = lazy(() =>
  import("../features/inbox/NewsletterPage").then((page) => ({ default: page.NewsletterPage })),
);
const JobsPage = lazy(() => import("../features/inbox/JobsPage").then((page) => ({ default: page.JobsPage })));
const StockListPage = lazy(() =>
  import("../features/stock/StockListPage").then((page) => ({ default: page.StockListPage })),
);
const StockPage = lazy(() => import("../features/stock/StockPage").then((page) => ({ default: page.StockPage })));
const LatePage = lazy(() => import("../features/reports/DaysPages").then((page) => ({ default: page.LatePage })));
const SearchesPage = lazy(() =>
  import("../features/reports/DaysPages").then((page) => ({ default: page.SearchesPage })),
);
const ReportPage = lazy(() => import("../features/reports/ReportPage").then((page) => ({ default: page.ReportPage })));
const LettersPage = lazy(() =>
  import("../features/letters/LettersPage").then((page) => ({ default: page.LettersPage })),
);
const PapersPage = lazy(() => import("../features/papers/PapersPage").then((page) => ({ default: page.PapersPage })));
const OwnPage = lazy(() => import("../features/own/OwnPage").then((page) => ({ default: page.OwnPage })));

export function Desk({ client }: { client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <Messages>
        <Unsaved>
          <Suspense>
            <Routes>
              <Route path="invitation" element={<Invitation />} />
              <Route path="*" element={<Guarded />} />
            </Routes>
          </Suspense>
        </Unsaved>
      </Messages>
    </QueryClientProvider>
  );
}

function Messages({ children }: { children: ReactNode }) {
  return <ToastProvider giveWay={useNoRoomBesideWindow()}>{children}</ToastProvider>;
}

/** Nobody is an answer, too. */
const whoIsHere = () =>
  readJson<DeskSessionView>(sessionUrl).catch((failure: unknown) => {
    if (failure instanceof ApiError && failure.status === 401) return null;
    throw failure;
  });

function Guarded() {
  const client = useQueryClient();
  const session = useQuery({ queryKey: [sessionUrl], queryFn: whoIsHere, staleTime: 60_000 });
  const [ended, setEnded] = useState(false);
  const [asks, setAsks] = useState<((confirmed: boolean) => void) | undefined>();
  useEffect(
    () =>
      hear({
        ended: () => {
          setEnded(true);
          client.setQueryData([sessionUrl], null);
        },
        confirm: () => new Promise((resolve) => setAsks(() => resolve)),
      }),
    [client],
  );
  const navigate = useNavigate();
  const isIn = Boolean(session.data);
  useEffect(() => {
    const place = isIn ? takePlace() : undefined;
    if (place) navigate(place, { replace: true });
  }, [isIn, navigate]);
  const enter = async () => {
    // Nobody sees what somebody else had open here.
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionUrl });
    await client.fetchQuery({ queryKey: [sessionUrl], queryFn: whoIsHere, staleTime: 0 });
    setEnded(false);
  };
  if (session.isPending) return null;
  if (session.isError) return <Failed error={session.error} onRetry={() => void session.refetch()} />;
  if (session.data === null) return <SignIn ended={ended} onSignedIn={enter} />;
  return (
    <SessionContext value={session.data}>
      <Frame>
        <Pages />
      </Frame>
      {asks ? (
        <Suspense>
          <ConfirmIdentity
            onAnswer={(confirmed) => {
              asks(confirmed);
              setAsks(undefined);
            }}
          />
        </Suspense>
      ) : null}
    </SessionContext>
  );
}

function Pages() {
  const { pathname } = useLocation();
  return (
    <Boundary place={pathname}>
      <Suspense fallback={<RowShapes />}>
        <Routes>
          <Route index element={<HomePage />} />
          <Route path="orders" element={<OrderListPage />} />
          <Route path="orders/:id" element={<OrderPage key={pathname} />} />
          <Route path="pick/:id" element={<PickPage key={pathname} />} />
          <Route path="stock" element={<StockListPage />} />
          <Route path="stock/:sku" element={<StockPage key={pathname} />} />
          <Route path="customers" element={<CustomerListPage />} />
          <Route path="customers/:id" element={<CustomerPage key={pathname} />} />
          <Route path="messages" element={<MessageListPage />} />
          <Route path="messages/:id" element={<MessagePage key={pathname} />} />
          <Route path="reports" element={<ReportPage />} />
          <Route path="reports/late" element={<LatePage />} />
          <Route path="reports/searches" element={<SearchesPage />} />
          <Route path="newsletter" element={<NewsletterPage />} />
          <Route path="jobs" element={<JobsPage />} />
          <Route path="letters" element={<LettersPage />} />
          <Route path="documents" element={<PapersPage />} />
          <Route path="staff" element={<StaffPage />} />
          <Route path="roles" element={<RolesPage />} />
          <Route path="audit" element={<AuditPage />} />
          <Route path="account" element={<OwnPage />} />
          <Route path="*" element={<NoPage />} />
        </Routes>
      </Suspense>
    </Boundary>
  );
}

function NoPage(): ReactNode {
  return (
    <Page title="There is no such page">
      <p className="text-muted">Search for an order above, or choose a page on the left.</p>
    </Page>
  );
}
