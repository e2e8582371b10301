// Articles that the store counts itself. What is shown of them is in the address.
import { type FormEvent, useState } from "react";
import { Link, useNavigate, useSearchParams } from "../../../ui/router";
import { asking, type StockRowView, to } from "../../shared/endpoints";
import { useDesk } from "../../shared/queries";
import { useRows } from "../../shared/rows";
import { useMay } from "../../shared/session";
import { ArticlePicker } from "../../ui/ArticlePicker";
import { Button } from "../../ui/Button";
import { Choice, Input } from "../../ui/Controls";
import { Moment } from "../../ui/Moment";
import { Failed, ListEnds, Page, RowShapes, State } from "../../ui/Page";
import { ActForm, Window } from "../../ui/Window";
import { shows, showTeaching, standing } from "./words";

const placeOf = (sku: string) => `/stock/${encodeURIComponent(sku)}`;

export function StockListPage() {
  const [search] = useSearchParams();
  const may = useMay();
  const [begins, setBegins] = useState(false);
  const ask = { q: search.get("q") ?? "", show: search.get("show") ?? "counted", after: search.get("after") ?? "" };
  const list = useDesk(asking(to("/desk/api/stock"), ask), { keep: true });
  const rows = useRows();
  const place = (changed: Partial<typeof ask>) => asking("/stock", { ...ask, after: "", ...changed });
  return (
    <Page
      title="Stock"
      beside={<p className="text-muted">What you count yourself</p>}
      acts={may("stock.adjust") ? <Button onClick={() => setBegins(true)}>Count an article</Button> : null}
    >
      <Filters ask={ask} place={place} />
      {list.error ? <Failed error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <RowShapes rows={12} /> : null}
      {list.data?.articles.length === 0 && !list.error ? (
        <div className="mx-auto grid max-w-md justify-items-center gap-3 py-16 text-center">
          <p className="font-semibold text-base">Nothing is here</p>
          <p className="text-muted">
            {ask.q ? "Try a shorter fragment of a sku or a name." : (showTeaching[ask.show] ?? "")}
          </p>
        </div>
      ) : null}
      {list.data && list.data.articles.length > 0 && !list.error ? (
        <>
          <Articles ref={rows} articles={list.data.articles} />
          <ListEnds
            first={ask.after ? place({}) : undefined}
            back="Back to the first"
            next={list.data.next ? place({ after: list.data.next }) : undefined}
            more="More articles"
            end="These are the last of this list."
          />
        </>
      ) : null}
      {begins ? <BeginWindow onClose={() => setBegins(false)} /> : null}
    </Page>
  );
}

interface FiltersProps {
  ask: { q: string; show: string };
  place: (changed: { q?: string; show?: string }) => string;
}

function Filters({ ask, place }: FiltersProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(ask.q);
  const find = (event: FormEvent) => {
    event.preventDefault();
    navigate(place({ q: typed.trim() }));
  };
  return (
    <form aria-label="Filters" onSubmit={find} className="mb-3 flex flex-wrap items-end gap-2">
      <Choice
        label="Which"
        choices={Object.entries(shows).map(([code, name]) => ({ code, name }))}
        value={ask.show}
        onChange={(event) => navigate(place({ show: event.target.value }))}
        fieldClassName="w-44"
      />
      <Input
        label="Sku or name"
        placeholder="Any fragment"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        fieldClassName="w-56"
      />
      <Button type="submit">Find</Button>
    </form>
  );
}

/** An article that nobody counts yet is opened by its sku. */
function BeginWindow({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [sku, setSku] = useState("");
  return (
    <Window open onClose={onClose} title="Count an article">
      <ActForm
        act="Open the article"
        pending={false}
        disabled={sku.trim() === ""}
        onClose={onClose}
        onAct={() => navigate(placeOf(sku.trim()))}
      >
        {/* As high as what is found below the field. */}
        <div className="min-h-96">
          <ArticlePicker
            label="Article"
            hint="Any fragment of its sku or name; or scan the label."
            typed={sku}
            onType={setSku}
            onPick={(picked) => navigate(placeOf(picked))}
          />
        </div>
      </ActForm>
    </Window>
  );
}

const number = (pieces: number) => pieces.toLocaleString("en-US");

function Articles({ articles, ref }: { articles: readonly StockRowView[]; ref: React.Ref<HTMLTableSectionElement> }) {
  const navigate = useNavigate();
  return (
    <div className="-mx-4 overflow-x-auto md:-mx-6">
      <table className="desk-table desk-cards">
        <caption className="sr-only">Counted articles, those that changed last first</caption>
        <thead>
          <tr>
            <th scope="col" className="pl-4! md:pl-6!">
              Sku
            </th>
            <th scope="col">Article</th>
            <th scope="col">State</th>
            <th scope="col" className="text-right!">
              Available
            </th>
            <th scope="col" className="text-right!">
              On hand
            </th>
            <th scope="col" className="text-right!">
              Promised
            </th>
            <th scope="col">On its way</th>
            <th scope="col" className="pr-4! md:pr-6!">
              Changed
            </th>
          </tr>
        </thead>
        <tbody ref={ref}>
          {articles.map((article) => {
            const { dot, word } = standing(article);
            return (
              <tr
                key={article.sku}
                onClick={(event) => {
                  if (!(event.target as Element).closest("a")) navigate(placeOf(article.sku));
                }}
                className="cursor-pointer focus-within:bg-primary-soft hover:bg-alt"
              >
                <td className="pl-4! md:pl-6!">
                  <Link
                    data-row
                    to={placeOf(article.sku)}
                    className="inline-flex min-h-6 items-center whitespace-nowrap"
                  >
                    {article.sku}
                  </Link>
                </td>
                <td className="max-w-72 truncate">{article.name}</td>
                <td>
                  <State dot={dot}>{word}</State>
                </td>
                <td data-head="Available" className="text-right font-semibold tabular-nums">
                  {number(article.available)}
                </td>
                <td data-head="On hand" className="text-right tabular-nums">
                  {number(article.onHand)}
                </td>
                <td data-head="Promised" className="text-right tabular-nums">
                  {number(article.reserved)}
                </td>
                <td data-head={article.incoming > 0 ? "On its way" : undefined} className="whitespace-nowrap">
                  {article.incoming > 0 ? (
                    <>
                      {number(article.incoming)} on {article.incomingOn}
                      {article.late ? <span className="text-danger"> · late</span> : null}
                    </>
                  ) : null}
                </td>
                <td data-head="Changed" className="whitespace-nowrap pr-4! md:pr-6!">
                  <Moment at={article.changedAt} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
