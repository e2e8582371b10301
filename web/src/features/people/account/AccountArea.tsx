// Everything under /my-account: for signed-in customers, with the account navigation beside it.
import { lazy, type ReactNode, Suspense } from "react";
import { AccountShape } from "../../../shared/account-page";
import { paths } from "../../../shared/paths";
import { Navigate, Route, Routes, useLocation } from "../../../ui/router";
import { ErrorState } from "../../../ui/States";
import { NotFound } from "../../content/content/NotFound";
import { ApprovalsPage } from "../people/ApprovalsPage";
import { PeoplePage } from "../people/PeoplePage";
import { AccountNavigation } from "./AccountNavigation";
import { AddressBookPage } from "./AddressBookPage";
import { AddressPage } from "./AddressPage";
import { useSession } from "./api";
import { CertificatesPage } from "./CertificatesPage";
import { Dashboard } from "./Dashboard";
import { DevicesPage } from "./DevicesPage";
import { InformationPage } from "./InformationPage";
import { CertificateReportingPage, OrderStatusPage } from "./ReportPages";

/** Loaded when it is opened: most come for something else. */
const OrdersPage = lazy(() => import("./OrdersPage"));

interface Props {
  /** Routes of other features' pages in this area. */
  others?: ReactNode;
}

export default function AccountArea({ others }: Props) {
  const { data: session, error, isPaused, refetch } = useSession();
  const { pathname, search } = useLocation();
  if (session === undefined) {
    return (
      <div className="page-width py-8">
        {error || isPaused ? (
          <ErrorState error={error ?? { status: 0 }} level={1} onRetry={() => void refetch()} />
        ) : (
          <AccountShape />
        )}
      </div>
    );
  }
  if (session.type !== "customer") return <Navigate to={paths.signInFor(pathname + search)} replace />;
  return (
    <div className="page-width grid items-start gap-8 py-8 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <AccountNavigation session={session} />
      <div className="min-w-0">
        <Routes>
          <Route index element={<Dashboard session={session} />} />
          <Route path="account-information" element={<InformationPage />} />
          <Route path="account-information/devices" element={<DevicesPage />} />
          <Route path="certificates" element={<CertificatesPage />} />
          <Route
            path="orders"
            element={
              <Suspense fallback={<AccountShape />}>
                <OrdersPage />
              </Suspense>
            }
          />
          {others}
          <Route path="order-status" element={<OrderStatusPage />} />
          {session.showCertReporting ? (
            <Route path="certificate-reporting" element={<CertificateReportingPage />} />
          ) : null}
          {session.decidesOrders ? <Route path="approvals" element={<ApprovalsPage />} /> : null}
          {session.seesPeople ? <Route path="people" element={<PeoplePage />} /> : null}
          <Route path="address-book" element={<AddressBookPage />} />
          <Route path="address-book/address" element={<AddressPage />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </div>
    </div>
  );
}

/** Waits for what a page of the area shows. */
