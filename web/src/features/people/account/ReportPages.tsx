// Reports as pages of the account area: order status, and certificate reporting for those who have it (account §2).

import { AccountPage } from "../../../shared/account-page";
import ReportFrame from "../reports/ReportFrame";

export function OrderStatusPage() {
  return (
    <AccountPage title="Order Status">
      <ReportFrame title="Order Status" href="/reports/order-status" inset />
    </AccountPage>
  );
}

export function CertificateReportingPage() {
  return (
    <AccountPage title="Certificate Reporting">
      <ReportFrame title="Certificate Reporting" href="/reports/certificates" inset />
    </AccountPage>
  );
}
