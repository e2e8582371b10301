//! Lists and suggestions over HTTP.

use crate::surfaces::operations::{Operations, routes};
use axum::{extract::State, http::HeaderMap, response::Response};
use fieldhouse_core::search::{
    SearchView, SuggestView,
    query::{clean_query, is_searchable},
};
use fieldhouse_kernel::{
    failure::Failure,
    http::{extract::QueryPairs, prepared::Prepared, problem::ProblemBody},
    turns::uncached,
};

use crate::surfaces::preview::Seen;
use fieldhouse_shop::{
    env::SiteOf,
    finding::{missed, search::list::ListRequest},
    state::AppState,
};

/// The routes.
pub fn router() -> Operations {
    Operations::new().routes(routes!(list_products)).routes(routes!(suggest_products))
}

/// A list page: by query, by category, narrowed by facets.
#[utoipa::path(get, path = "/api/search", tag = "search",
    params(
        ("query" = Option<String>, Query, description = "What was typed"),
        ("category" = Option<Vec<String>>, Query, description = "Category paths"),
        ("brand" = Option<Vec<String>>, Query, description = "Brands"),
        ("color" = Option<Vec<String>>, Query, description = "Colors"),
        ("size" = Option<Vec<String>>, Query, description = "Sizes"),
        ("price" = Option<Vec<String>>, Query, description = "Ranges in cents: `0-2500`"),
        ("availability" = Option<Vec<String>>, Query, description = "`in-stock`, `out-of-stock`"),
        ("sort" = Option<String>, Query, description = "`relevance`, `price-asc`, `price-desc`, `name`, `newest`"),
        ("page" = Option<u32>, Query, description = "From 1"),
    ),
    responses((status = 200, body = SearchView), (status = 304), (status = 404, body = ProblemBody)))]
async fn list_products(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    seen: Seen,
    query: QueryPairs,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let request = ListRequest::parse(&query)?.with_synonyms(seen.contents.synonyms(site));
    let answer = missed::list_answer((&state, &state.missed), state.catalog.load_full(), site, request).await?;
    Ok(answer.answer(&headers))
}

/// Hits for the header's dropdown; none for fewer than three characters.
#[utoipa::path(get, path = "/api/search/suggest", tag = "search",
    params(("query" = String, Query, description = "What was typed so far")),
    responses((status = 200, body = SuggestView), (status = 304)))]
async fn suggest_products(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    seen: Seen,
    query: QueryPairs,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let catalog = state.catalog.load_full();
    let typed = clean_query(query.all("query").next().unwrap_or_default());
    // Below three characters nothing is said, not even where it would lead (shell §5).
    let others = seen.contents.synonyms(site).map(|synonyms| synonyms.of(&typed)).unwrap_or_default();
    let redirect = if is_searchable(&typed) { seen.contents.redirect(site, &typed) } else { String::new() };
    if !redirect.is_empty() {
        // Of the content, which changes without the catalogue: not kept with it.
        let length = catalog.search.length_of_suggestion(&typed, &others);
        let found = uncached(length, move || catalog.search.suggest(&catalog, site, &typed, &others)).await?;
        return seen.answer(&SuggestView { redirect, ..found }, &headers);
    }
    let key = (site, typed, others);
    if let Some(known) = catalog.search.suggestions.get(&key) {
        return Ok(known.answer(&headers));
    }
    let made = uncached(catalog.search.length_of_suggestion(&key.1, &key.2), move || {
        catalog.search.suggestions.get_or_make(key, |(site, typed, others)| {
            Prepared::new(&catalog.search.suggest(&catalog, *site, typed, others)?)
        })
    });
    Ok(made.await?.answer(&headers))
}
