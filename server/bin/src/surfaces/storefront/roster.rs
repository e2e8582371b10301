//! The look-up of many product numbers at once over HTTP.

use crate::surfaces::operations::{Operations, routes};
use axum::{Json, extract::State};
use fieldhouse_core::roster::{MAX_CELL, MAX_ROWS, RosterStyle};
use fieldhouse_kernel::{
    failure::Failure,
    http::{extract::ApiJson, problem::ProblemBody},
};
use serde::{Deserialize, Serialize};

use fieldhouse_shop::{buying::roster::find_articles, env::SiteOf, state::AppState};

/// The routes.
pub fn router() -> Operations {
    Operations::new().routes(routes!(find_many))
}

/// Product numbers as they stand in a pasted list.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct ArticlesDraft {
    /// At most as many as a roster has rows.
    skus: Vec<String>,
}

/// What was found of them.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct ArticlesView {
    /// Products with the articles that were asked for.
    products: Vec<RosterStyle>,
}

/// The articles that a list of product numbers means; unknown ones are left out.
#[utoipa::path(
    post, path = "/api/catalog/articles", tag = "catalog", request_body = ArticlesDraft,
    responses((status = 200, body = ArticlesView), (status = 400, body = ProblemBody))
)]
async fn find_many(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    ApiJson(draft): ApiJson<ArticlesDraft>,
) -> Result<Json<ArticlesView>, Failure> {
    let within = |length: usize, limit: u32| u32::try_from(length).is_ok_and(|length| length <= limit);
    if !within(draft.skus.len(), MAX_ROWS) || !draft.skus.iter().all(|sku| within(sku.chars().count(), MAX_CELL)) {
        return Err(Failure::malformed(format!("At most {MAX_ROWS} product numbers can be asked for.")));
    }
    Ok(Json(ArticlesView { products: find_articles(&state.catalog.load(), site, &draft.skus) }))
}
