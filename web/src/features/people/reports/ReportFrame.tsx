import type { SyntheticEvent } from "react";
import { apiUrls } from "../../../shared/endpoints";
import { useHydrated } from "../../../shared/hydrated";
import { paths } from "../../../shared/paths";
import { useApi } from "../../../shared/queries";
import { useShell } from "../../../shared/site";
import { Anchor } from "../../../ui/Anchor";
import { LoaderOverlay } from "../../../ui/LoaderOverlay";
import { useLocation } from "../../../ui/router";
import { ErrorState } from "../../../ui/States";
import { accountReport, generalReport, isBookshelf, reportKind, reportUnit } from "./report-address";

const noOrders =
  "If you see this page, and you just submitted your first order on this account, our system is still working on it. You should receive an email within one business day with a link to view your order status.";
const noCertificates =
  "If you see this page, you do not have access to gift certificate reporting. Please reach out to our Customer Service team if you require access.";

interface ReportFrameProps {
  title: string;
  href: string;
  /** The page around it has its own margins. */
  inset?: boolean;
}

const margins = (inset: boolean) => (inset ? "py-6" : "page-width py-6");

export default function ReportFrame({ title, href, inset = false }: ReportFrameProps) {
  const alive = useHydrated();
  const { search } = useLocation();
  const kind = reportKind(title);
  if (kind !== "general") {
    return <AccountReport title={title} href={href} inset={inset} certificates={kind !== "order-status"} />;
  }
  if (!alive) return <Waiting inset={inset} />;
  return <Frame title={title} src={generalReport(href, search)} inset={inset} tall={isBookshelf(search)} />;
}

interface AccountReportProps extends ReportFrameProps {
  inset: boolean;
  certificates: boolean;
}

function AccountReport({ title, href, inset, certificates }: AccountReportProps) {
  const alive = useHydrated();
  const { brand } = useShell();
  const { data: session, error, refetch } = useApi(apiUrls.session, { enabled: alive });
  // Somebody else may have asked already: what the server drew is brought to life first.
  if (!alive || session === undefined) {
    return error && alive ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Waiting inset={inset} />;
  }
  const unit = reportUnit(session);
  if (unit === undefined) return <NoAccess inset={inset} certificates={certificates} />;
  const customer = unit.key || session.email;
  const src = accountReport(href, brand.reportSiteCode, customer, !certificates);
  return <Frame title={title} src={src} inset={inset} />;
}

function NoAccess({ inset, certificates }: { inset: boolean; certificates: boolean }) {
  return (
    <div className={margins(inset)}>
      <div className="max-w-3xl rounded-brand bg-alt p-6 text-lg">
        <p>{certificates ? noCertificates : noOrders}</p>
        {certificates ? null : (
          <p className="mt-4">
            If you do not receive an email after a business day, please{" "}
            <Anchor href={paths.contact} className="font-semibold underline underline-offset-4">
              contact customer service
            </Anchor>
            .
          </p>
        )}
      </div>
    </div>
  );
}

function Waiting({ inset }: { inset: boolean }) {
  const { brand } = useShell();
  return (
    <div className={`${margins(inset)} relative min-h-96`}>
      <noscript>
        <p className="max-w-3xl rounded-brand bg-alt p-6 text-lg">
          This report needs scripts. Please switch them on, or ask for it by phone at {brand.callToOrderPhone}.
        </p>
      </noscript>
      <div className="needs-scripts">
        <LoaderOverlay open />
      </div>
    </div>
  );
}

/** Its own page and forms, links that lead out of it, and nothing else. */
const ofThisStore = "allow-same-origin allow-forms allow-popups allow-top-navigation-by-user-activation";

/** Reports of this store need no scripts; those of a host that the configuration names are pages of its own. */
/** As tall as its report, once that is there: the window scrolls, not the frame. */
function fit({ currentTarget }: SyntheticEvent<HTMLIFrameElement>): void {
  const height = currentTarget.contentDocument?.documentElement.offsetHeight ?? 0;
  if (height > 0) currentTarget.style.height = `${height + 2}px`;
}

function Frame({ title, src, inset, tall = false }: { title: string; src: string; inset: boolean; tall?: boolean }) {
  const ours = src.startsWith("/");
  return (
    <div className={margins(inset)}>
      <iframe
        title={title}
        src={src}
        referrerPolicy="no-referrer"
        sandbox={ours ? ofThisStore : `${ofThisStore} allow-scripts`}
        onLoad={ours ? fit : undefined}
        className={`w-full rounded-brand border border-line ${ours ? "min-h-48" : ""} ${tall ? "h-[90vh]" : "h-[70vh]"}`}
      />
    </div>
  );
}
