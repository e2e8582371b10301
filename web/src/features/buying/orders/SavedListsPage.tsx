// Saved lists: one's own, and those that the people of one's business units share.
import type { RequisitionSummaryView } from "@fieldhouse/rules";
import { AccountPage, AccountShape } from "../../../shared/account-page";
import { apiUrls } from "../../../shared/endpoints";
import { paths } from "../../../shared/paths";
import { useApi } from "../../../shared/queries";
import { Anchor } from "../../../ui/Anchor";
import { ButtonLink } from "../../../ui/Button";
import { EmptyState, ErrorState } from "../../../ui/States";

const when = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

export default function SavedListsPage() {
  const { data, error, refetch } = useApi(apiUrls.savedLists, { staleTime: 0 });
  return (
    <AccountPage title="Saved Lists">
      {data ? (
        <Lists lists={data.lists} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <AccountShape />
      )}
    </AccountPage>
  );
}

function Lists({ lists }: { lists: readonly RequisitionSummaryView[] }) {
  if (lists.length === 0) {
    return (
      <EmptyState
        title="No saved lists yet"
        actions={
          <ButtonLink href={paths.cart} tone="action">
            Go To Cart
          </ButtonLink>
        }
      >
        <p>Save a cart or an order as a list, and it is ordered again in one step.</p>
      </EmptyState>
    );
  }
  return (
    <ul aria-label="Saved lists" className="mt-6 divide-y divide-line border-line border-y">
      {lists.map((list) => (
        <li key={list.id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-4">
          <div className="min-w-0">
            <Anchor
              href={paths.savedList(list.id)}
              className="wrap-anywhere font-semibold underline underline-offset-4"
            >
              {list.name}
            </Anchor>
            <p className="text-muted text-sm">
              {list.own
                ? list.unit === ""
                  ? "Only you see it"
                  : `Shared with ${list.unit}`
                : `${list.by}, ${list.unit}`}
            </p>
          </div>
          <p className="text-sm tabular-nums">
            {list.lines === 1 ? "1 article" : `${list.lines} articles`},{" "}
            {list.pieces === 1 ? "1 piece" : `${list.pieces} pieces`}, changed{" "}
            <time dateTime={list.changedAt}>{when.format(new Date(list.changedAt))}</time>
          </p>
        </li>
      ))}
    </ul>
  );
}
