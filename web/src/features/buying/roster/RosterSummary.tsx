// What a roster comes to: how many rows are ready, what they cost, and the one button that adds them.
import type { RosterView } from "@fieldhouse/rules/roster";
import { Button } from "../../../ui/Button";
import { FieldError } from "../../../ui/Field";
import { Icon } from "../../../ui/Icon";
import { PriceTag } from "../../finding/catalog/PriceTag";
import type { PersonalPrices } from "../pricing/personal-prices";

interface RosterSummaryProps {
  view: RosterView;
  personal: PersonalPrices;
  /** Rows the server refused, which are not ready until they are changed. */
  refused: number;
  adding: boolean;
  message: string;
  onAdd: () => void;
}

const numberOf = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

/** 'N of M rows ready, K need attention, L order nothing': always all of them. */
export function countText(view: RosterView, refused: number): string {
  const all = view.ready + view.attention + view.nothing;
  const said = (count: number, one: string, many: string) => (count === 0 ? [] : [numberOf(count, one, many)]);
  return [
    `${(view.ready - refused).toLocaleString("en-US")} of ${numberOf(all, "row", "rows")} ready`,
    ...said(view.attention + refused, "needs attention", "need attention"),
    ...said(view.nothing, "orders nothing", "order nothing"),
  ].join(", ");
}

export function RosterSummary({ view, personal, refused, adding, message, onAdd }: RosterSummaryProps) {
  const whole = view.errors.map((error) => error.message);
  const ready = view.ready - refused;
  return (
    <>
      {personal.loading ? null : <NextPrices view={view} />}
      <section
        aria-label="Summary"
        className="sticky bottom-0 z-20 mt-4 rounded-brand border border-line bg-surface p-4 shadow-lg"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div>
            <p role="status" className="font-semibold tabular-nums">
              {countText(view, refused)}
            </p>
            <p className="flex flex-wrap items-baseline gap-x-3 text-sm tabular-nums">
              <span>{numberOf(view.pieces, "piece", "pieces")}</span>
              {view.total ? (
                <PriceTag
                  regular={view.total.regularPrice}
                  discounted={view.total.discountedPrice}
                  unitOfMeasure=""
                  callToOrder={false}
                  personal={personal}
                />
              ) : null}
            </p>
          </div>
          <Button
            tone="action"
            size="large"
            pending={adding}
            disabled={ready <= 0 || refused > 0 || view.lines.length === 0 || whole.length > 0}
            onClick={onAdd}
            className="max-sm:w-full"
          >
            {adding ? null : <Icon name="cart" className="size-5" />}
            {view.attention > 0 && ready > 0
              ? `Add ${numberOf(ready, "ready row", "ready rows")} to Cart`
              : "Add all to Cart"}
          </Button>
        </div>
        <div role="alert">
          {[...new Set([...whole, message])].map((each) => (
            <FieldError key={each} error={each || undefined} />
          ))}
        </div>
      </section>
    </>
  );
}

/** The way to the next quantity price of each product. */
function NextPrices({ view }: { view: RosterView }) {
  const products = view.products.filter((product) => product.nextTierText !== "");
  if (products.length === 0) return null;
  return (
    <ul className="mt-3 space-y-1 text-sm">
      {products.map((product) => (
        <li key={product.product}>
          <span className="font-medium">{product.name}:</span> {product.nextTierText}
        </li>
      ))}
    </ul>
  );
}
