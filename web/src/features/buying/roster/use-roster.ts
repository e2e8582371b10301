// A roster with what the rules make of it: evaluated behind the typing, so that no key waits for 2,000 rows.
import type { CartView, Site } from "@fieldhouse/rules";
import {
  evaluateRoster,
  type RosterFix,
  type RosterRowView,
  type RosterStyle,
  type RosterView,
} from "@fieldhouse/rules/roster";
import { useDeferredValue, useMemo } from "react";
import type { PersonalPrices } from "../pricing/personal-prices";
import type { Grid, GridRow } from "./roster-state";

export interface Judged {
  view: RosterView;
  /** What was judged of each row, by its key; a row that has just come is not among them yet. */
  rows: ReadonlyMap<number, RosterRowView>;
  /** All that is proposed, by the keys of the rows. */
  fixes: { key: number; fix: RosterFix }[];
}

export function judge(site: Site, grid: Grid, styles: RosterStyle[]): RosterView {
  return evaluateRoster({ site, columns: grid.columns, styles, rows: grid.rows });
}

/** The skus a roster can come to: all that personal prices are asked for. */
export function skusOf(styles: readonly RosterStyle[]): string[] {
  return styles.flatMap((style) => (style.callToOrder ? [] : style.articles.map((article) => article.sku)));
}

/** What is true for this shopper only: personal prices, and the pieces in the cart that quantities pool with. */
export function forShopper(
  styles: RosterStyle[],
  personal: PersonalPrices,
  cart: CartView | null | undefined,
): RosterStyle[] {
  return styles.map((style) => ({
    ...style,
    inCart: cart?.items.find((card) => card.id === style.product)?.pooledQuantity ?? 0,
    articles: style.articles.map((article) => ({ ...article, personalPrice: personal.of(article.sku) })),
  }));
}

export function useJudged(site: Site, grid: Grid, styles: RosterStyle[]): Judged {
  const wanted = useMemo(() => ({ site, grid, styles }), [site, grid, styles]);
  const behind = useDeferredValue(wanted);
  return useMemo(() => {
    const view = judge(behind.site, behind.grid, behind.styles);
    const rows = new Map<number, RosterRowView>();
    behind.grid.rows.forEach((row: GridRow, index) => {
      const judged = view.rows[index];
      if (judged) rows.set(row.key, judged);
    });
    const fixes = view.fixes.flatMap(({ row, fix }) => {
      const key = behind.grid.rows[row]?.key;
      return key === undefined ? [] : [{ key, fix }];
    });
    return { view, rows, fixes };
  }, [behind]);
}
