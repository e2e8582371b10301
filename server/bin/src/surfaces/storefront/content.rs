//! `/api/shell`, `/api/content/pages/{slug}` and the search over the learning corner.

use crate::surfaces::operations::{Operations, routes};
use axum::{Json, extract::State, http::HeaderMap, response::Response};
use fieldhouse_core::content::{ContentSearchView, PageView, ShellView};
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        extract::{ApiPath, QueryPairs},
        problem::ProblemBody,
    },
    turns::{Length, uncached},
};

use crate::surfaces::preview::Seen;
use fieldhouse_shop::{env::SiteOf, state::AppState};

/// Routes of this feature.
pub fn router() -> Operations {
    Operations::new().routes(routes!(read_shell)).routes(routes!(read_page)).routes(routes!(search_content))
}

/// What every page of a site needs: brand, navigation, footer, texts.
#[utoipa::path(get, path = "/api/shell", tag = "content", responses((status = 200, body = ShellView), (status = 304)))]
async fn read_shell(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    seen: Seen,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    seen.answer(&fieldhouse_shop::publishing::content::shell(&state, &seen.contents, site), &headers)
}

/// A page made of blocks; `home` is the page at `/`.
#[utoipa::path(
    get, path = "/api/content/pages/{slug}", tag = "content",
    params(("slug" = String, Path, description = "Slug; `home` for `/`")),
    responses((status = 200, body = PageView), (status = 304), (status = 404, body = ProblemBody))
)]
async fn read_page(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    seen: Seen,
    ApiPath(slug): ApiPath<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let page = seen.contents.page(&state.catalog.load(), site, &slug).ok_or_else(Failure::not_found)?;
    seen.answer(&page, &headers)
}

/// Articles of the learning corner that meet a query; none for a blank one
#[utoipa::path(
    get, path = "/api/content/search", tag = "content", params(("query" = String, Query, description = "What is looked for")),
    responses((status = 200, body = ContentSearchView), (status = 400, body = ProblemBody))
)]
async fn search_content(
    SiteOf(site): SiteOf,
    seen: Seen,
    query: QueryPairs,
) -> Result<Json<ContentSearchView>, Failure> {
    let query = query.one("query")?.unwrap_or_default().to_owned();
    uncached(Length::Long, move || Ok(Json(seen.contents.find_articles(site, &query)))).await
}
