// An earlier order for a new season: its products chosen as they were, its players to begin with, and what the roster of today
// makes different. Names are compared here, by the rules; nothing of them is sent before rows are added to the cart.
import type { SeasonView } from "@fieldhouse/rules";
import type { RosterSheetView, RosterStyle, RosterView } from "@fieldhouse/rules/roster";
import { compareSeasons, type SeasonSide, type SeasonState, seasonSheet } from "@fieldhouse/rules/season";
import { useMemo } from "react";
import { apiUrls } from "../../../shared/endpoints";
import { paths } from "../../../shared/paths";
import { useApi } from "../../../shared/queries";
import { Anchor } from "../../../ui/Anchor";
import { Button } from "../../../ui/Button";
import { LoadingShape, Skeleton } from "../../../ui/Skeleton";
import { ErrorState } from "../../../ui/States";
import { RosterWorkbench } from "./RosterWorkbench";
import { rosterWords } from "./roster-words";

interface Props {
  order: string;
  /** Of the link the order was opened by, or empty. */
  signature: string;
}

export default function SeasonRoster({ order, signature }: Props) {
  const { data, error, refetch } = useApi(apiUrls.season(order, signature), { staleTime: 0 });
  if (data) return <Season season={data} signature={signature} />;
  if (error) return <ErrorState error={error} level={2} onRetry={() => void refetch()} />;
  return (
    <LoadingShape label="Reading your order">
      <Skeleton className="h-40 rounded-brand" />
    </LoadingShape>
  );
}

function Season({ season, signature }: { season: SeasonView; signature: string }) {
  const styles = useMemo(
    () => season.styles.map(({ product, variant }, key) => ({ key, product, variant, sizeColumn: null })),
    [season.styles],
  );
  return (
    <RosterWorkbench
      {...rosterWords}
      chosen={styles}
      start={(load) => <Start season={season} signature={signature} load={load} />}
      compare={(view, shown) => <Differences season={season} signature={signature} view={view} styles={shown} />}
    />
  );
}

interface StartProps {
  season: SeasonView;
  signature: string;
  load: (sheet: RosterSheetView) => void;
}

function Start({ season, signature, load }: StartProps) {
  const { rows } = useMemo(() => seasonSheet(season.before), [season.before]);
  const names = season.styles.map(({ product, variant }) => {
    const title = product.variants.length > 1 ? product.variants[variant]?.productVariant.title : undefined;
    return title === undefined ? product.name : `${product.name}, ${title}`;
  });
  const whom = rows[0]?.[0] === "Name" ? "players" : "sizes";
  const begin = () => load({ rows: rows.map((cells) => ({ cells })), blankRows: 0, errors: [] });
  return (
    <section aria-label="A new season" className="mb-6">
      <h2 className="heading-case text-2xl">A new season of order {season.number}</h2>
      {names.length > 0 ? (
        <p className="mt-1">
          Everybody gets what was ordered then: {names.join("; ")}. Paste the roster of this season, or start with the{" "}
          {whom} of that order and change what is different.
        </p>
      ) : (
        <p className="mt-1">Nothing of this order comes in sizes or with names today. Order it again line by line.</p>
      )}
      <Beside season={season} signature={signature} />
      {rows.length > 1 ? (
        <Button tone="outline" className="mt-3" onClick={begin}>
          Start with the {whom} of that order
        </Button>
      ) : null}
    </section>
  );
}

/** What no roster orders: said, with the way to it. */
function Beside({ season, signature }: { season: SeasonView; signature: string }) {
  return (
    <>
      {season.beside.length > 0 ? (
        <p className="mt-2">
          Not on the roster: {season.beside.join("; ")}.{" "}
          <Anchor href={paths.orderAgain(season.id, signature)} className="underline underline-offset-4">
            Order these again
          </Anchor>
        </p>
      ) : null}
      {season.gone.length > 0 ? <p className="mt-2">Not sold any more: {season.gone.join("; ")}.</p> : null}
    </>
  );
}

/** The lines of a roster as the rules compare them. */
function sideOf(view: RosterView, styles: readonly RosterStyle[]): SeasonSide {
  const articles = new Map(
    styles.flatMap((style) => style.articles.map((article) => [article.sku, { style, size: article.text }] as const)),
  );
  const lines = view.lines.flatMap(({ line }) => {
    const article = articles.get(line.sku);
    if (!article) return [];
    const { style, size } = article;
    return [
      {
        style: style.name,
        size,
        pieces: line.quantity,
        labels: style.freeFormOptions ?? [],
        texts: line.freeForm ?? [],
      },
    ];
  });
  const products = view.products.map(({ product, name, pieces, subtotal }) => ({
    product,
    name,
    pieces,
    charged: subtotal.discountedPrice ?? subtotal.regularPrice,
  }));
  return { lines, products };
}

const states: readonly [SeasonState, string][] = [
  ["changed", "Changed"],
  ["new", "New"],
  ["gone", "Not there any more"],
];

interface DifferencesProps {
  season: SeasonView;
  signature: string;
  view: RosterView;
  styles: readonly RosterStyle[];
}

function Differences({ season, signature, view, styles }: DifferencesProps) {
  const compared = useMemo(() => compareSeasons(season.before, sideOf(view, styles)), [season.before, view, styles]);
  if (view.ready === 0) return null;
  return (
    <section aria-label={`Compared with order ${season.number}`} className="mt-6 max-w-4xl">
      <h2 className="heading-case text-2xl">Compared with order {season.number}</h2>
      {compared.text ? <p className="mt-1 font-medium tabular-nums">{compared.text}</p> : null}
      {states.map(([state, label]) => {
        const players = compared.players.filter((player) => player.state === state);
        return players.length === 0 ? null : (
          <details key={state} open={players.length <= 20} className="mt-2">
            <summary className="min-h-6 cursor-pointer font-semibold">
              {label} ({players.length})
            </summary>
            <ul className="ml-4 list-disc">
              {players.map(({ player, text }, place) => (
                // Two players may have the same name and no number.
                // biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn anew as a whole
                <li key={place}>{text === "" ? player : `${player}: ${text}`}</li>
              ))}
            </ul>
          </details>
        );
      })}
      {compared.sizes.length > 0 ? (
        <table className="mt-3 tabular-nums">
          <caption className="text-left font-semibold">Sizes that are not as many as then</caption>
          <thead>
            <tr className="text-left">
              <th scope="col" className="pr-6">
                Size
              </th>
              <th scope="col" className="pr-6">
                Then
              </th>
              <th scope="col">Now</th>
            </tr>
          </thead>
          <tbody>
            {compared.sizes.map(({ style, size, before, now }) => (
              <tr key={`${style} ${size}`}>
                <th scope="row" className="pr-6 text-left font-normal">
                  {style}, {size}
                </th>
                <td className="pr-6">{before}</td>
                <td>{now}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <ul className="mt-3 tabular-nums">
        {compared.products.map((product) => (
          <li key={product}>{product}</li>
        ))}
      </ul>
      <Beside season={season} signature={signature} />
    </section>
  );
}
