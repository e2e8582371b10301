// A list of products: `/search/` and `/c/…/` (decisions: search and lists). Its address says all of its
// state, so Back restores it and every control is a link.
import { listQuery, type SearchView } from "@fieldhouse/rules";
import { lazy, Suspense, useState } from "react";
import { apiUrls } from "../../../shared/endpoints";
import { PageHead, useOrigin } from "../../../shared/head";
import { useHydrated } from "../../../shared/hydrated";
import { type ListState, listAddress, readListAddress, wholeList } from "../../../shared/list-address";
import { usePageApi } from "../../../shared/queries";
import { useShell } from "../../../shared/site";
import { breadcrumbLd } from "../../../shared/structured-data";
import { Anchor } from "../../../ui/Anchor";
import { Breadcrumbs } from "../../../ui/Breadcrumbs";
import { Button, ButtonLink } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { Pagination } from "../../../ui/Pagination";
import { useLocation } from "../../../ui/router";
import { EmptyState, ErrorState } from "../../../ui/States";
import { NotFound } from "../../content/content/NotFound";
import { ChosenFilters } from "./ChosenFilters";
import { chosenValues } from "./chosen-values";
import { Facets } from "./Facets";
import { ListSearchForm } from "./ListSearchForm";
import { ListShape } from "./ListShape";
import { ProductGrid } from "./ProductGrid";
import { SortControl } from "./SortControl";
import { usePreviousList } from "./use-previous-list";

const loadFilterSheet = () => import("./FilterSheet");
const FilterSheet = __PAGE_RENDERER__ ? () => null : lazy(loadFilterSheet);

export function ListPage() {
  const { pathname, search } = useLocation();
  const state = readListAddress(pathname, search);
  const { data, error, isPending, refetch } = usePageApi(apiUrls.search(listQuery(pathname, search)));
  const before = usePreviousList(state, data ?? undefined);
  const shown = data ?? before;

  if (isPending && !before) return <ListShape />;
  if (data === null) return <NotFound />;
  if (!shown) {
    const missing = (error as { status?: number } | null)?.status === 404;
    return missing ? <NotFound /> : <ErrorState error={error} onRetry={() => void refetch()} level={1} />;
  }
  return <List state={state} view={shown} waiting={isPending} />;
}

function List({ state, view, waiting }: { state: ListState; view: SearchView; waiting: boolean }) {
  const { brand } = useShell();
  const alive = useHydrated();
  const origin = useOrigin();
  const [sheetWanted, setSheetWanted] = useState(false);
  const [sheetOpen, setSheetOpen] = useState(false);
  const chosen = chosenValues(view);
  const inSearch = state.query !== "" || view.category === "";
  const crumbs = [
    { title: "Home", href: "/" },
    ...(inSearch
      ? [{ title: "Search", href: "/search/" }]
      : view.trail.map((each) => ({ title: each.name, href: each.href }))),
  ];
  const count = `${view.nbHits.toLocaleString("en-US")} ${view.nbHits === 1 ? "product" : "products"}`;
  // Filters and sorting of a category are the same page to a search engine.
  const canonical = listAddress({ ...wholeList, query: state.query, category: state.category, page: state.page });

  return (
    <div className="page-width pt-4">
      <PageHead
        title={`${view.title}${state.page > 1 ? `, page ${state.page}` : ""} | ${brand.name}`}
        description={`${count} in ${view.title} at ${brand.name}: team sizes, quantity prices and delivery dates at a glance.`}
        canonical={canonical}
        noIndex={inSearch}
        jsonLd={inSearch ? [] : [breadcrumbLd(crumbs, origin)]}
      />
      <Breadcrumbs crumbs={crumbs} divider={brand.divider} />
      <div className="mt-3 mb-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        {/* What was searched for may be one long word, such as a link. */}
        <div className="min-w-0">
          <h1 className="wrap-anywhere text-4xl md:text-5xl">{view.title}</h1>
          <p aria-live="polite" className="mt-1 text-muted">
            {count}
          </p>
        </div>
        <ListSearchForm query={state.query} />
      </div>
      {view.correctedQuery ? (
        <p className="wrap-anywhere mb-5 rounded-brand bg-highlight px-4 py-3">
          Nothing matched “{state.query}”. Showing results for <strong>{view.correctedQuery}</strong>.
        </p>
      ) : null}
      {view.children.length > 0 ? (
        <nav aria-label="Subcategories" className="mb-6">
          <ul className="flex gap-2 overflow-x-auto pb-1 lg:flex-wrap">
            {view.children.map((child) => (
              <li key={child.path} className="shrink-0">
                <Anchor
                  href={child.href}
                  className="flex min-h-11 items-center rounded-full border border-control px-4 font-medium hover:border-ink hover:bg-alt"
                >
                  {child.name}
                </Anchor>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      {view.nbHits === 0 ? (
        <NothingFound state={state} filtered={chosen.length > 0} />
      ) : (
        <div className="no-script-last-first gap-8 lg:grid lg:grid-cols-[15rem_1fr] xl:gap-10">
          <aside id="filters" aria-label="Filters" className="no-script-block hidden lg:block">
            <Facets view={view} state={state} />
          </aside>
          <div>
            <div className="mb-4 flex items-center justify-between gap-3 border-line border-y py-2">
              {alive ? (
                <Button
                  tone="outline"
                  size="small"
                  className="whitespace-nowrap lg:hidden"
                  onPointerEnter={() => void loadFilterSheet()}
                  onClick={() => {
                    setSheetWanted(true);
                    setSheetOpen(true);
                  }}
                >
                  <Icon name="filter" className="size-4" />
                  Filters{chosen.length > 0 ? ` (${chosen.length})` : ""}
                </Button>
              ) : (
                <span className="flex min-h-9 items-center lg:hidden">
                  <a href="#filters" className="without-scripts underline">
                    Filters
                  </a>
                </span>
              )}
              <p className="text-muted text-sm max-lg:hidden">
                Page {view.page} of {view.nbPages}
              </p>
              <SortControl state={state} />
            </div>
            <ChosenFilters state={state} chosen={chosen} />
            <ProductGrid hits={view.hits} listName={view.title} waiting={waiting} />
            <div className="mt-10">
              <Pagination
                label="Pages of this list"
                page={view.page}
                pages={view.nbPages}
                hrefOf={(page) => listAddress({ ...state, page })}
              />
            </div>
          </div>
        </div>
      )}
      {sheetWanted ? (
        <Suspense fallback={null}>
          <FilterSheet open={sheetOpen} onOpenChange={setSheetOpen} view={view} state={state} />
        </Suspense>
      ) : null}
    </div>
  );
}

function NothingFound({ state, filtered }: { state: ListState; filtered: boolean }) {
  return (
    <EmptyState
      icon="search"
      title={state.query ? `No results for “${state.query}”` : "Nothing here yet"}
      actions={
        <>
          {filtered ? (
            <ButtonLink href={listAddress({ ...wholeList, query: state.query, category: state.category })}>
              Clear all filters
            </ButtonLink>
          ) : null}
          <ButtonLink href="/" tone="outline">
            Back To Shopping
          </ButtonLink>
        </>
      }
    >
      <p>Check the spelling, try fewer or more general words, or search for a style number or SKU.</p>
    </EmptyState>
  );
}
