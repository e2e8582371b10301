// The dropdown under the search field: hits with thumbnail, marked name and price, and the way to all.
import { priceText, type SuggestHitView, type SuggestView } from "@fieldhouse/rules";
import clsx from "clsx";
import { paths } from "../../../shared/paths";
import { Anchor } from "../../../ui/Anchor";
import { usePersonalPrices } from "../../buying/pricing/personal-prices";
import { QuickViewButton } from "../../buying/quick-add/QuickViewButton";
import { Marked } from "./Marked";

interface SuggestionListProps {
  /** Prefix of the ids of list and options. */
  id: string;
  query: string;
  view: SuggestView;
  active: number;
  onActive: (index: number) => void;
  onLeave: () => void;
}

const placeholder = "/images/placeholder.svg";

export default function SuggestionList({ id, query, view, active, onActive, onLeave }: SuggestionListProps) {
  const all = view.hits.length;
  return (
    <div className="absolute top-[calc(100%+6px)] right-0 z-50 w-full min-w-[min(26rem,100vw-2rem)] overflow-hidden rounded-brand border border-line bg-surface shadow-2xl">
      {view.hits.length === 0 ? (
        <p role="status" id={`${id}-list`} className="p-5 text-muted">
          No results found.
        </p>
      ) : (
        <div>
          <div className="flex max-h-[60vh] items-start overflow-y-auto overscroll-contain lg:max-h-[40vh]">
            {/* The way to all stands below what scrolls, but it is an option like the others. */}
            <div
              role="listbox"
              id={`${id}-list`}
              aria-label="Products"
              aria-owns={`${id}-option-${all}`}
              className="min-w-0 flex-1"
            >
              {view.hits.map((hit, index) => (
                <Anchor
                  key={hit.slug}
                  id={`${id}-option-${index}`}
                  role="option"
                  aria-selected={active === index}
                  tabIndex={-1}
                  href={paths.product(hit.slug)}
                  onPointerMove={() => onActive(index)}
                  onClick={onLeave}
                  className={clsx("flex h-16 items-center gap-3 px-3", active === index && "bg-alt")}
                >
                  <img
                    src={hit.thumbnail || placeholder}
                    alt=""
                    width={48}
                    height={48}
                    className="size-12 rounded-brand-sm bg-alt object-contain"
                  />
                  <span className="line-clamp-2 min-w-0 flex-1 leading-snug">
                    <Marked text={hit.name} marks={hit.highlights} />
                  </span>
                  <HitPrice hit={hit} />
                </Anchor>
              ))}
            </div>
            <ul aria-label="Quick View">
              {view.hits.map((hit) => (
                <li key={hit.slug} className="h-16">
                  <QuickViewButton
                    product={hit.slug}
                    name={hit.name}
                    onOpen={onLeave}
                    small
                    className="grid h-16 w-11 place-items-center text-ink hover:bg-alt"
                  />
                </li>
              ))}
            </ul>
          </div>
          <Anchor
            id={`${id}-option-${all}`}
            role="option"
            aria-selected={active === all}
            tabIndex={-1}
            href={paths.search(query)}
            onPointerMove={() => onActive(all)}
            onClick={onLeave}
            className={clsx(
              "flex min-h-12 items-center justify-center border-line border-t font-semibold underline underline-offset-4",
              active === all && "bg-alt",
            )}
          >
            View all results
          </Anchor>
        </div>
      )}
    </div>
  );
}

function HitPrice({ hit }: { hit: SuggestHitView }) {
  const personal = usePersonalPrices(hit.callToOrder ? [] : [hit.masterVariant]);
  const price = priceText({
    regularPrice: hit.price,
    discountedPrice: hit.discountedPrice,
    personalPrice: personal.of(hit.masterVariant),
    unitOfMeasure: "",
    callToOrder: hit.callToOrder,
    loading: personal.loading,
  });
  return (
    <span className={clsx("shrink-0 text-sm tabular-nums", price.isAmount ? "font-semibold" : "text-muted")}>
      {price.text}
      {price.struck ? <s className="ml-1.5 font-normal text-muted">{price.struck}</s> : null}
    </span>
  );
}
