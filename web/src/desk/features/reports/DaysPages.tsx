// Reports of some days without amounts: late shipments, and searches without a result. What is shown is in the address.
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useNavigate, useSearchParams } from "../../../ui/router";
import { asking, type LateShipmentsView, type MissedSearchesView, to } from "../../shared/endpoints";
import { placeOf } from "../../shared/list-ask";
import { dayText, monthText } from "../../shared/moments";
import { useDesk } from "../../shared/queries";
import { count } from "../../shared/words";
import { ButtonLink } from "../../ui/Button";
import { Failed, Nothing, Page, RowShapes } from "../../ui/Page";
import { type DaysAsk, placeOfDays, readDays } from "./ask";
import { BrandFilter, PeriodFilter, Reports } from "./Filters";

const late = { place: "/reports/late", report: to("/desk/api/reports/late"), file: to("/desk/api/reports/late.csv") };
const searches = {
  place: "/reports/searches",
  report: to("/desk/api/reports/searches"),
  file: to("/desk/api/reports/searches.csv"),
};

/** What is asked for, and where another one is. */
function useAsk(place: string) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const ask = readDays(search);
  return { ask, change: (change: DaysAsk) => navigate(placeOfDays(place, { ...ask, ...change })) };
}

interface FrameProps {
  title: string;
  ask: DaysAsk;
  file: string;
  /** What somebody needs at a brand. */
  may: string;
  report: UseQueryResult<{ from: string; to: string; summary: string }, Error>;
  onChange: (change: DaysAsk) => void;
  children: ReactNode;
}

function Frame({ title, ask, file, may, report, onChange, children }: FrameProps) {
  return (
    <Page
      title={title}
      beside={
        report.data ? (
          <p className="text-muted">
            {dayText(report.data.from)} to {dayText(report.data.to)}
          </p>
        ) : null
      }
      acts={
        <ButtonLink newTab href={file} download>
          Download as CSV
        </ButtonLink>
      }
    >
      <Reports />
      <form
        aria-label="Filters"
        onSubmit={(event) => event.preventDefault()}
        className="mb-3 flex flex-wrap items-end gap-2"
      >
        <PeriodFilter ask={ask} period={report.data} onChange={onChange} />
        <BrandFilter ask={ask} may={may} onChange={onChange} />
      </form>
      {report.error ? <Failed error={report.error} onRetry={() => void report.refetch()} /> : null}
      {report.isPending ? <RowShapes rows={12} /> : null}
      {report.data && !report.error ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <p className="text-base">{report.data.summary}</p>
          {children}
        </div>
      ) : null}
    </Page>
  );
}

interface TableProps {
  caption: string;
  heads: readonly { name: string; num?: boolean }[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

function Table({ caption, heads, rows }: TableProps) {
  const side = "first:pl-4! last:pr-4! md:first:pl-6! md:last:pr-6!";
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone, by keys too
    <section aria-label="Table" tabIndex={0} className="-mx-4 overflow-x-auto md:-mx-6">
      <table className="desk-table desk-cards">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {heads.map(({ name, num }) => (
              <th key={name} scope="col" className={num ? `num ${side}` : side}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="hover:bg-alt">
              {cells.map((cell, nth) => (
                <td
                  key={heads[nth]?.name}
                  data-head={nth > 0 ? heads[nth]?.name : undefined}
                  className={heads[nth]?.num ? `num ${side}` : side}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const number = (many: number) => many.toLocaleString("en-US");

export function LatePage() {
  const { ask, change } = useAsk(late.place);
  const report = useDesk(asking(late.report, ask), { keep: true });
  return (
    <Frame
      title="Late shipments"
      ask={ask}
      file={asking(late.file, ask)}
      may="orders.view"
      report={report}
      onChange={change}
    >
      {report.data ? <LateMonths report={report.data} /> : null}
    </Frame>
  );
}

function LateMonths({ report }: { report: LateShipmentsView }) {
  const { rows, lateDays, pending, more } = report;
  return (
    <>
      {pending > 0 ? (
        <p role="status" className="rounded-brand bg-warn-soft px-3 py-2">
          {count(pending, "act")} on orders {pending === 1 ? "is" : "are"} not counted yet. Figures follow within
          moments.
        </p>
      ) : null}
      {rows.length === 0 ? (
        <Nothing>Nothing left in these days, and nothing is late.</Nothing>
      ) : (
        <Table
          caption={report.summary}
          heads={[
            { name: "Month" },
            { name: "Brand" },
            { name: "Shipments", num: true },
            { name: "Left late", num: true },
            { name: "Part late", num: true },
            { name: "Late now", num: true },
          ]}
          rows={rows.map(({ month, site, brand, shipments, late: left, share, waiting }) => ({
            key: `${month} ${site}`,
            cells: [
              monthText(month),
              brand,
              number(shipments),
              number(left),
              share,
              waiting > 0 ? (
                <Link
                  key="late"
                  to={placeOf({}, { queue: "late", site })}
                  className="inline-flex min-h-6 items-center underline underline-offset-2"
                >
                  {number(waiting)}
                </Link>
              ) : (
                number(waiting)
              ),
            ],
          }))}
        />
      )}
      <p className="text-muted">
        Late is what leaves more than {lateDays} days after its order was placed. A shipment counts in the month it
        left; an order that is late now, in the month it was placed.
        {more ? " More orders are late than are counted here." : ""}
      </p>
    </>
  );
}

export function SearchesPage() {
  const { ask, change } = useAsk(searches.place);
  const report = useDesk(asking(searches.report, ask), { keep: true });
  return (
    <Frame
      title="Searches without a result"
      ask={ask}
      file={asking(searches.file, ask)}
      may="catalogue.view"
      report={report}
      onChange={change}
    >
      {report.data ? <Missed report={report.data} /> : null}
    </Frame>
  );
}

function Missed({ report }: { report: MissedSearchesView }) {
  return (
    <>
      {report.rows.length === 0 ? (
        <Nothing>Whatever was looked for was found.</Nothing>
      ) : (
        <Table
          caption={report.summary}
          heads={[{ name: "Search" }, { name: "Brand" }, { name: "Searches", num: true }, { name: "Last", num: true }]}
          rows={report.rows.map(({ site, brand, text, searches: many, last }) => ({
            key: `${site} ${text}`,
            cells: [text, brand, number(many), dayText(last)],
          }))}
        />
      )}
      <p className="text-muted">
        Searches without filters, counted within seconds and kept for three months. Nobody is told who searched; what
        may be an address, a telephone number or a longer text is not counted.
      </p>
    </>
  );
}
