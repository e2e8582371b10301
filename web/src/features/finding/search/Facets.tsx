// The filters of a list. Every value is a link to the list with or without it, so they work before any
// script has run.
import { type FacetValueView, type FacetView, type SearchView, sortSizes } from "@fieldhouse/rules";
import clsx from "clsx";
import { useState } from "react";
import { Kept, KeptRows } from "../../../shared/kept";
import { type FacetName, type ListState, listAddress, wholeList } from "../../../shared/list-address";
import { Anchor } from "../../../ui/Anchor";
import { Icon } from "../../../ui/Icon";
import { Swatch } from "../catalog/Swatch";
import { isFacetName, toggled } from "./chosen-values";

/** More values than this are folded away. */
const atFirst = 8;

export function Facets({ view, state }: { view: SearchView; state: ListState }) {
  return (
    <div className="divide-y divide-line">
      {view.facets.map((facet) => {
        if (facet.values.length === 0) return null;
        return (
          <details key={facet.name} open className="accordion group py-3 first:pt-0">
            <Kept
              as="summary"
              className="flex min-h-11 cursor-pointer list-none items-center justify-between [&::-webkit-details-marker]:hidden"
              of={["filter", facet.label]}
            >
              <h2 className="heading-case text-xl">{facet.label}</h2>
              <Icon name="chevron-down" className="size-4 transition-transform group-open:rotate-180" />
            </Kept>
            <FacetValues facet={facet} state={state} />
          </details>
        );
      })}
    </div>
  );
}

function FacetValues({ facet, state }: { facet: FacetView; state: ListState }) {
  const [all, setAll] = useState(false);
  const isSize = facet.name === "size";
  const Link = isSize ? SizeLink : ValueLink;
  const limit = isSize ? 24 : atFirst;
  // What is chosen is never folded away.
  const chosen = all ? facet.values : facet.values.filter((value, index) => index < limit || value.selected);
  // The most common come first in the answer; sizes read in their own order.
  const values = isSize ? inSizeOrder(chosen) : chosen;
  const hidden = facet.values.length - values.length;
  return (
    <>
      <KeptRows
        as="ul"
        className={clsx("mt-1", isSize && "flex flex-wrap gap-2")}
        rows={values}
        keyOf={(value) => value.value}
        of={({ label, hex, selected }) => ["facet", isSize, label, hex, selected]}
        holes={(value) => [hrefOf(facet.name, state, value).slice(1), String(value.count)]}
      >
        {(value, [address, count]) => (
          <li>
            <Link href={`/${address}`} value={value} count={count} />
          </li>
        )}
      </KeptRows>
      {hidden > 0 || all ? (
        <button
          type="button"
          onClick={() => setAll(!all)}
          className="min-h-11 font-semibold text-sm underline underline-offset-4 noscript:hidden"
        >
          {all ? "Show fewer" : `Show ${hidden} more`}
        </button>
      ) : null}
    </>
  );
}

function inSizeOrder(values: readonly FacetValueView[]): FacetValueView[] {
  const order = new Map(sortSizes(values.map((value) => value.label)).map((label, index) => [label, index]));
  return [...values].sort((left, right) => (order.get(left.label) ?? 0) - (order.get(right.label) ?? 0));
}

/** A category replaces the one of the address; all others are put in or taken out. */
function hrefOf(name: string, state: ListState, value: FacetValueView): string {
  if (isFacetName(name)) return listAddress(toggled(state, name satisfies FacetName, value.value));
  const category = value.selected ? (state.query ? "" : state.category) : value.value;
  return listAddress({ ...wholeList, query: state.query, category });
}

interface LinkProps {
  href: string;
  value: FacetValueView;
  /** Of products. */
  count: string | undefined;
}

function ValueLink({ href, value, count }: LinkProps) {
  return (
    <Anchor
      href={href}
      rel="nofollow"
      aria-current={value.selected ? "true" : undefined}
      className="flex min-h-9 items-center gap-2.5 rounded-brand-sm px-1 hover:bg-alt pointer-coarse:min-h-11"
    >
      {value.hex.length > 0 ? (
        <span className={clsx("grid size-6 place-items-center rounded-full", value.selected && "ring-2 ring-primary")}>
          <Swatch hex={value.hex} className="size-5" />
        </span>
      ) : (
        <span
          aria-hidden="true"
          className={clsx(
            "grid size-5 shrink-0 place-items-center rounded-[min(var(--brand-radius-sm),5px)] border",
            value.selected ? "border-primary bg-primary text-on-primary" : "border-control",
          )}
        >
          {value.selected ? <Icon name="check" className="size-3.5" /> : null}
        </span>
      )}
      <span className={clsx("min-w-0 flex-1", value.selected && "font-semibold")}>{value.label}</span>
      <span className="text-muted text-sm tabular-nums">{count}</span>
    </Anchor>
  );
}

function SizeLink({ href, value, count }: LinkProps) {
  return (
    <Anchor
      href={href}
      rel="nofollow"
      aria-current={value.selected ? "true" : undefined}
      aria-label={`${value.label}, ${count} products`}
      className={clsx(
        "grid min-h-10 min-w-11 place-items-center rounded-brand-sm border px-2 text-sm pointer-coarse:min-h-11",
        value.selected ? "border-primary bg-primary font-semibold text-on-primary" : "border-control hover:border-ink",
      )}
    >
      {value.label}
    </Anchor>
  );
}
