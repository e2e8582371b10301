//! `/api/shell` and `/api/content/pages/{slug}`.

use axum::{Json, extract::State};
use fieldhouse_core::content::{PageView, ShellView};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    http::{
        extract::ApiPath,
        problem::{Problem, ProblemBody},
        visitor::SiteOf,
    },
    state::AppState,
};

/// Routes of this feature.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(read_shell)).routes(routes!(read_page))
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
