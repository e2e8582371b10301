// What all reports have: the way from one to another, their days and their brand.
import clsx from "clsx";
import { NavLink } from "../../../ui/router";
import { reportsOf } from "../../shared/reports";
import { useBrandsOf, useMay } from "../../shared/session";
import { Choice, Input } from "../../ui/Controls";
import { type DaysAsk, periods } from "./ask";

/** The way from one report to another, as far as somebody may see them. */
export function Reports() {
  const reports = reportsOf(useMay());
  if (reports.length < 2) return null;
  return (
    <nav aria-label="Reports" className="mb-3 flex flex-wrap gap-1">
      {reports.map(({ place, label }) => (
        <NavLink
          key={place}
          end
          to={place}
          className={({ isActive }) =>
            clsx(
              "flex min-h-8 items-center rounded-brand px-2 pointer-coarse:min-h-11",
              isActive
                ? "bg-primary-soft font-semibold text-ink"
                : "text-ink underline underline-offset-2 hover:bg-alt",
            )
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

interface PeriodFilterProps {
  ask: DaysAsk;
  /** The days that are shown. */
  period: { from: string; to: string } | undefined;
  onChange: (change: DaysAsk) => void;
}

export function PeriodFilter({ ask, period: shown, onChange }: PeriodFilterProps) {
  const own = Boolean(ask.from || ask.to);
  const period = own ? "own" : (ask.days ?? "30");
  return (
    <>
      <Choice
        label="Period"
        choices={periods}
        value={period}
        onChange={({ target }) =>
          target.value === "own"
            ? onChange({ days: "", from: shown?.from ?? "", to: shown?.to ?? "" })
            : onChange({ days: target.value, from: "", to: "" })
        }
        fieldClassName="w-44"
      />
      {own ? (
        <>
          <Day label="From" value={ask.from ?? ""} most={ask.to} onChange={(from) => onChange({ from })} />
          <Day label="To" value={ask.to ?? ""} least={ask.from} onChange={(to) => onChange({ to })} />
        </>
      ) : null}
    </>
  );
}

interface BrandFilterProps {
  ask: DaysAsk;
  /** What somebody needs at a brand. */
  may: string;
  onChange: (change: DaysAsk) => void;
}

export function BrandFilter({ ask, may, onChange }: BrandFilterProps) {
  const brands = useBrandsOf(may);
  return brands.length > 1 ? (
    <Choice
      label="Brand"
      none="All"
      choices={brands.map(({ site, name }) => ({ code: site, name }))}
      value={ask.site ?? ""}
      onChange={({ target }) => onChange({ site: target.value })}
      fieldClassName="w-44"
    />
  ) : null;
}

interface DayProps {
  label: string;
  value: string;
  least?: string | undefined;
  most?: string | undefined;
  onChange: (day: string) => void;
}

function Day({ label, value, least, most, onChange }: DayProps) {
  return (
    <Input
      key={value}
      type="date"
      label={label}
      defaultValue={value}
      min={least}
      max={most}
      onChange={({ target }) => {
        // While somebody types there is no day, or one a thousand years ago.
        if (target.value > "2000" && target.validity.valid) onChange(target.value);
      }}
      fieldClassName="w-40"
    />
  );
}
