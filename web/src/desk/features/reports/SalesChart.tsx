// The days of a report as lines. Who cannot see it reads the caption, and the table beside it has the same numbers.
import { dollars } from "@fieldhouse/rules/desk";
import { useState } from "react";
import type { SalesPointView } from "../../shared/endpoints";
import { dayText } from "../../shared/moments";
import { across, height, nearest, pathOf, scaleOf, up } from "./chart";

interface ChartProps {
  points: readonly SalesPointView[];
  caption: string;
}

export function SalesChart({ points, caption }: ChartProps) {
  const [shown, setShown] = useState<number>();
  const net = points.map((point) => point.net);
  const before = points.map((point) => point.before);
  const scale = scaleOf([...net, ...before]);
  const point = shown === undefined ? undefined : points[shown];
  return (
    <figure className="rounded-brand border border-line p-3">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2" aria-hidden="true">
        <div className="relative my-2 h-48 w-16 text-right text-[12px] text-muted md:w-20">
          {scale.ticks.map((tick) => (
            <span
              key={tick}
              className="-translate-y-1/2 absolute right-0 whitespace-nowrap"
              style={{ top: `${(up(tick, scale) / height) * 100}%` }}
            >
              {dollars(tick).replace(/\.00$/, "")}
            </span>
          ))}
        </div>
        <svg
          aria-hidden="true"
          viewBox={`0 0 1000 ${height}`}
          preserveAspectRatio="none"
          className="my-2 h-48 w-full overflow-visible"
          onPointerMove={({ clientX, currentTarget }) => {
            const { left, width } = currentTarget.getBoundingClientRect();
            setShown(nearest((clientX - left) / width, points.length));
          }}
          onPointerLeave={() => setShown(undefined)}
        >
          <rect width="1000" height={height} fill="transparent" />
          {scale.ticks.map((tick) => (
            <line
              key={tick}
              x2="1000"
              y1={up(tick, scale)}
              y2={up(tick, scale)}
              stroke="var(--brand-line)"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {shown === undefined ? null : (
            <line
              x1={across(shown, points.length)}
              x2={across(shown, points.length)}
              y2={height}
              stroke="var(--brand-control)"
              vectorEffect="non-scaling-stroke"
            />
          )}
          <path
            d={pathOf(before, scale)}
            fill="none"
            stroke="var(--desk-dot-over)"
            strokeWidth="1.5"
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={pathOf(net, scale)}
            fill="none"
            stroke="var(--brand-primary)"
            strokeWidth="2"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <div className="col-start-2 flex justify-between text-[12px] text-muted">
          <span>{dayText(points[0]?.day ?? "")}</span>
          <span>{dayText(points.at(-1)?.day ?? "")}</span>
        </div>
        <p className="col-start-2 min-h-5 text-[12px]">
          {point ? `${point.name}: ${dollars(point.net)}, a year before ${dollars(point.before)}` : ""}
        </p>
      </div>
      <figcaption className="text-muted">{caption}</figcaption>
    </figure>
  );
}
