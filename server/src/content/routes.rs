//! `/api/shell`, `/api/content/pages/{slug}` and the search over the learning corner.

use axum::{Json, extract::State};
use fieldhouse_core::content::{ContentSearchView, PageView, ShellView};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    http::{
        extract::{ApiPath, QueryPairs},
        problem::{Problem, ProblemBody},
        visitor::SiteOf,
    },
    state::AppState,
};

/// Routes of this feature.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(read_shell)).routes(routes!(read_page)).routes(routes!(search_content))
}

/// What every page of a site needs: brand, navigation, footer, texts.
#[utoipa::path(get, path = "/api/shell", tag = "content", responses((status = 200, body = ShellView)))]
async fn read_shell(State(state): State<AppState>, SiteOf(site): SiteOf) -> Json<ShellView> {
    Json(state.contents.load().shell(site))
}

/// A page made of blocks; `home` is the page at `/`.
#[utoipa::path(
    get, path = "/api/content/pages/{slug}", tag = "content",
    params(("slug" = String, Path, description = "Slug; `home` for `/`")),
    responses((status = 200, body = PageView), (status = 404, body = ProblemBody))
)]
async fn read_page(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    ApiPath(slug): ApiPath<String>,
) -> Result<Json<PageView>, Problem> {
    let page = state.contents.load().page(&state.catalog.load(), site, &slug);
    page.map(Json).ok_or_else(Problem::not_found)
}

/// Articles of the learning corner that meet a query; none for a blank one
#[utoipa::path(
    get, path = "/api/content/search", tag = "content", params(("query" = String, Query, description = "What is looked for")),
    responses((status = 200, body = ContentSearchView), (status = 400, body = ProblemBody))
)]
async fn search_content(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    query: QueryPairs,
) -> Result<Json<ContentSearchView>, Problem> {
    Ok(Json(state.contents.load().find_articles(site, query.one("query")?.unwrap_or_default())))
}
