// Sales over some days: a sentence, a line of days beside the year before, and a table that can be taken along. What is shown
// is in the address.
import { dollars } from "@fieldhouse/rules/desk";
import { Link, Navigate, useNavigate, useSearchParams } from "../../../ui/router";
import type { SalesReportView, SalesRowView } from "../../shared/endpoints";
import { dayText } from "../../shared/moments";
import { useDesk } from "../../shared/queries";
import { reportsOf } from "../../shared/reports";
import { useMay } from "../../shared/session";
import { count } from "../../shared/words";
import { Button, ButtonLink } from "../../ui/Button";
import { Choice } from "../../ui/Controls";
import { Failed, Nothing, Page, RowShapes } from "../../ui/Page";
import { behind, changed, fileUrl, placeOf, readAsk, reportUrl, rowKinds, type SalesAsk } from "./ask";
import { BrandFilter, PeriodFilter, Reports } from "./Filters";
import { SalesChart } from "./SalesChart";

export function ReportPage() {
  const may = useMay();
  const [first] = reportsOf(may);
  // Who sees no amounts has other reports, and comes to the first of them.
  return first && !may("amounts.view") ? <Navigate to={first.place} replace /> : <Sales />;
}

function Sales() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const ask = readAsk(search);
  const report = useDesk(reportUrl(ask), { keep: true });
  const change = (change: SalesAsk) => navigate(placeOf(changed(ask, change)));
  return (
    <Page
      title="Sales"
      beside={
        report.data ? (
          <p className="text-muted">
            {dayText(report.data.from)} to {dayText(report.data.to)}
          </p>
        ) : null
      }
      acts={
        <ButtonLink newTab href={fileUrl(ask)} download>
          Download as CSV
        </ButtonLink>
      }
    >
      <Reports />
      <Filters ask={ask} report={report.data} onChange={change} />
      {report.error ? <Failed error={report.error} onRetry={() => void report.refetch()} /> : null}
      {report.isPending ? <RowShapes rows={12} /> : null}
      {report.data && !report.error ? <Report ask={ask} report={report.data} /> : null}
    </Page>
  );
}

interface FiltersProps {
  ask: SalesAsk;
  report: SalesReportView | undefined;
  onChange: (change: SalesAsk) => void;
}

function Filters({ ask, report, onChange }: FiltersProps) {
  const about = [
    { name: "unit", label: report?.unitName ?? "" },
    { name: "style", label: report?.styleName ?? "" },
  ] as const;
  return (
    <form
      aria-label="Filters"
      onSubmit={(event) => event.preventDefault()}
      className="mb-3 flex flex-wrap items-end gap-2"
    >
      <PeriodFilter ask={ask} period={report} onChange={onChange} />
      <Choice
        label="Rows"
        choices={rowKinds}
        value={ask.by ?? "day"}
        onChange={({ target }) => onChange({ by: target.value })}
        fieldClassName="w-40"
      />
      <BrandFilter ask={ask} may="amounts.view" onChange={onChange} />
      {about.map(({ name, label }) =>
        ask[name] && label ? (
          <Button key={name} onClick={() => onChange({ [name]: "" })}>
            <span className="max-w-56 truncate">{label}</span>
            <span aria-hidden="true">×</span>
            <span className="sr-only">: show all</span>
          </Button>
        ) : null,
      )}
    </form>
  );
}

function Report({ ask, report }: { ask: SalesAsk; report: SalesReportView }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-base">{report.summary}</p>
      {report.approvals ? <p className="text-muted">{report.approvals}</p> : null}
      {report.waiting > 0 ? (
        <p role="status" className="rounded-brand bg-warn-soft px-3 py-2">
          {count(report.waiting, "act")} on orders {report.waiting === 1 ? "is" : "are"} not counted yet. Figures follow
          within moments.
        </p>
      ) : null}
      <SalesChart points={report.points} caption={report.caption} />
      <Rows ask={ask} report={report} />
      <p className="text-muted">
        Goods at the customer's price less discounts, without freight and tax, on the day something was done. Credits
        stand beside: most give back what was canceled. “A year before” is {dayText(report.beforeFrom)} to{" "}
        {dayText(report.beforeTo)}, the same weekdays.
      </p>
    </div>
  );
}

function Rows({ ask, report }: { ask: SalesAsk; report: SalesReportView }) {
  const { by, countsOrders: ofOrders, rows, total } = report;
  const named = rowKinds.find(({ code }) => code === by)?.name ?? "";
  const heads = [
    ...(ofOrders ? ["Orders"] : []),
    "Pieces",
    "Sold",
    "Canceled",
    "Net",
    "Share",
    "A year before",
    ...(ofOrders ? ["Credited"] : []),
  ];
  const cells = ({ figures, before, share }: SalesRowView) => [
    ...(ofOrders ? [figures.orders.toLocaleString("en-US")] : []),
    figures.pieces.toLocaleString("en-US"),
    dollars(figures.sold),
    dollars(figures.canceled),
    dollars(figures.net),
    share,
    dollars(before),
    ...(ofOrders ? [dollars(figures.credited)] : []),
  ];
  if (rows.length === 0) return <Nothing>Nothing was sold in these days, nor a year before.</Nothing>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone, by keys too
    <section aria-label="Table" tabIndex={0} className="-mx-4 overflow-x-auto md:-mx-6">
      <table className="desk-table desk-cards">
        <caption className="sr-only">
          {named}, {report.summary}
        </caption>
        <thead>
          <tr>
            <th scope="col" className="pl-4! md:pl-6!">
              {named}
            </th>
            {heads.map((head) => (
              <th key={head} scope="col" className="num last:pr-4! md:last:pr-6!">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const more = behind(ask, by, row.key);
            return (
              <tr key={row.key || row.name} className="hover:bg-alt">
                <th scope="row" className="card-line pl-4! text-ink! md:pl-6!">
                  {more ? (
                    <Link to={placeOf(more)} className="inline-flex min-h-6 items-center underline underline-offset-2">
                      {row.name || row.key}
                    </Link>
                  ) : (
                    row.name
                  )}
                </th>
                {cells(row).map((cell, nth) => (
                  <td key={heads[nth]} data-head={heads[nth]} className="num last:pr-4! md:last:pr-6!">
                    {cell}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="card-line pl-4! font-semibold! text-ink! md:pl-6!">
              {total.name}
            </th>
            {cells(total).map((cell, nth) => (
              <td key={heads[nth]} data-head={heads[nth]} className="num last:pr-4! md:last:pr-6!">
                {cell}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
