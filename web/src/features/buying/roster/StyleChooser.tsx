// The products a roster orders: found by name or number, each in one colour, with the column its sizes stand in.
import { type ProductView, readQuery } from "@fieldhouse/rules";
import type { RosterColumn, RosterStyle } from "@fieldhouse/rules/roster";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { getJson } from "../../../shared/client";
import { apiUrls } from "../../../shared/endpoints";
import { IconButton } from "../../../ui/Button";
import { FieldError, TextField } from "../../../ui/Field";
import { Select } from "../../../ui/Select";
import { columnName } from "./roster-state";

export interface ChosenStyle {
  key: number;
  product: ProductView;
  /** Place of the colour among the product's variants. */
  variant: number;
  /** Column of its sizes; null lets the rules choose. */
  sizeColumn: number | null;
}

/** A chosen product as the rules read it. */
export function asRosterStyle({ product, variant, sizeColumn }: ChosenStyle): RosterStyle {
  const group = product.variants[variant];
  const title = product.variants.length > 1 ? group?.productVariant.title : undefined;
  return {
    product: product.id,
    name: title === undefined ? product.name : `${product.name}, ${title}`,
    freeFormOptions: product.freeFormOptions,
    callToOrder: product.callToOrder,
    sizeColumn,
    articles: group?.sizes ?? [],
  };
}

interface StyleChooserProps {
  chosen: readonly ChosenStyle[];
  columns: readonly RosterColumn[];
  /** What the rules took for each. */
  sizeColumns: readonly (number | null)[];
  /** What is wrong, by the place of the product. */
  errors: ReadonlyMap<number, string>;
  onChange: (chosen: ChosenStyle[]) => void;
}

export function StyleChooser({ chosen, columns, sizeColumns, errors, onChange }: StyleChooserProps) {
  const change = (key: number, over: Partial<ChosenStyle>) =>
    onChange(chosen.map((style) => (style.key === key ? { ...style, ...over } : style)));
  return (
    <section aria-label="Products">
      <h2 className="heading-case text-2xl">Products</h2>
      <p className="mt-1 text-muted text-sm">
        Everybody on the roster gets one of each, in the size of their row. A row that names a color or product orders
        only that.
      </p>
      <ul className="mt-3 space-y-3">
        {chosen.map((style, place) => (
          <li key={style.key} className="rounded-brand border border-line p-3">
            <div className="flex items-start justify-between gap-2">
              <p className="min-w-0 font-semibold">{style.product.name}</p>
              <IconButton
                icon="close"
                label={`Remove ${style.product.name}`}
                onClick={() => onChange(chosen.filter((each) => each.key !== style.key))}
                className="-mt-2 -mr-2"
              />
            </div>
            <div className="mt-1 grid gap-3 sm:grid-cols-2">
              {style.product.variants.length > 1 ? (
                <Select
                  label={`Color of ${style.product.name}`}
                  value={String(style.variant)}
                  options={style.product.variants.map((variant, index) => ({
                    value: String(index),
                    label: variant.productVariant.title,
                  }))}
                  onChange={(event) => change(style.key, { variant: Number(event.target.value) })}
                />
              ) : null}
              {(style.product.variants[style.variant]?.sizes.length ?? 0) > 1 ? (
                <Select
                  label={`Sizes of ${style.product.name}`}
                  value={String(style.sizeColumn ?? sizeColumns[place] ?? "")}
                  placeholder="Choose a column"
                  error={errors.get(place)}
                  options={columns.map((column, index) => ({ value: String(index), label: columnName(column) }))}
                  onChange={(event) =>
                    change(style.key, { sizeColumn: event.target.value === "" ? null : Number(event.target.value) })
                  }
                />
              ) : (
                <p className="self-end py-2 text-muted text-sm">One size: one for every row</p>
              )}
            </div>
          </li>
        ))}
      </ul>
      <ProductFinder
        onFound={(product) => {
          const key = chosen.reduce((most, style) => Math.max(most, style.key), 0) + 1;
          onChange([...chosen, { key, product, variant: 0, sizeColumn: null }]);
        }}
      />
    </section>
  );
}

function ProductFinder({ onFound }: { onFound: (product: ProductView) => void }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const [failed, setFailed] = useState(false);
  const { query, searches } = readQuery(useDeferredValue(typed));
  const url = apiUrls.suggest(query);
  const { data } = useQuery({
    queryKey: [url],
    queryFn: ({ signal }) => getJson(url, signal),
    enabled: searches,
    placeholderData: keepPreviousData,
  });
  const choose = async (slug: string) => {
    const product = apiUrls.product(slug);
    try {
      onFound(
        await client.fetchQuery({
          queryKey: [product],
          queryFn: ({ signal }) => getJson(product, signal),
          staleTime: 60_000,
        }),
      );
      setTyped("");
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  const hits = searches ? (data?.hits ?? []) : [];
  return (
    <div className="mt-3">
      <TextField
        label="Add a product"
        placeholder="Name or product number"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {hits.length > 0 ? (
        <ul aria-label="Products found" className="mt-1 overflow-hidden rounded-brand border border-line">
          {hits.map((hit) => (
            <li key={hit.slug} className="border-line border-t first:border-t-0">
              <button
                type="button"
                onClick={() => void choose(hit.slug)}
                className="min-h-11 w-full px-3 py-2 text-left hover:bg-alt"
              >
                {hit.name}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <div role="alert">
        <FieldError error={failed ? "This product could not be loaded. Please try again." : undefined} />
      </div>
    </div>
  );
}
