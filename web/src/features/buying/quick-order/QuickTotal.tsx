// What the rows that count come to, as the rules add it up.
import { type CartForecastView, summarize } from "@fieldhouse/rules";
import { useShell } from "../../../shared/site";
import { Price } from "../../../ui/Price";

export function QuickTotal({ forecast, rows }: { forecast: CartForecastView; rows: number }) {
  const { brand } = useShell();
  const pieces = forecast.totalLineItemQuantity;
  const { merchandise, savings } = forecast;
  const summary = summarize(brand.site, "cart", {
    merchandise,
    savings,
    certificates: 0,
    freight: null,
    tax: null,
    totalGross: null,
  });
  return (
    <p
      aria-live="polite"
      className="mt-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-line border-t pt-4 font-semibold tabular-nums"
    >
      <span>
        {rows} {rows === 1 ? "row" : "rows"} to add, {pieces.toLocaleString("en-US")}{" "}
        {pieces === 1 ? "piece" : "pieces"}
      </span>
      <Price
        regular={summary.merchandise.text}
        discounted={summary.savings === null ? undefined : summary.total.text}
      />
    </p>
  );
}
