// The order summary of cart, checkout and order pages (cart §2). Labels, amounts and remarks come as the rules wrote them.
import type { SummaryLineView, SummaryView } from "@fieldhouse/rules";
import clsx from "clsx";

function Row({ line, tone }: { line: SummaryLineView; tone?: "good" }) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 py-1.5">
      <dt>{line.label}</dt>
      <dd className={clsx("text-right tabular-nums", tone === "good" && "font-semibold text-good")}>{line.text}</dd>
      {line.note ? <dd className="col-span-2 text-sm text-muted">{line.note}</dd> : null}
    </div>
  );
}

export function SummaryRows({ summary }: { summary: SummaryView }) {
  return (
    <dl>
      <Row line={summary.merchandise} />
      {summary.savings ? <Row line={summary.savings} tone="good" /> : null}
      {summary.certificates ? <Row line={summary.certificates} tone="good" /> : null}
      <Row line={summary.freight} />
      <Row line={summary.tax} />
      <div className="mt-2 grid grid-cols-[1fr_auto] items-baseline gap-x-4 border-t-2 border-ink pt-3">
        <dt className="text-lg font-bold">{summary.total.label}</dt>
        <dd className="text-right text-2xl font-bold tabular-nums">{summary.total.text}</dd>
        {summary.total.note ? <dd className="col-span-2 text-sm text-muted">{summary.total.note}</dd> : null}
      </div>
    </dl>
  );
}
