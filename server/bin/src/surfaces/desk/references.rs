//! What pickers of the desk find, over HTTP.

use crate::surfaces::operations::{Operations, routes};
use axum::{Json, extract::State};
use fieldhouse_kernel::{
    failure::Failure,
    http::{extract::ApiQuery, problem::ProblemBody},
};
use fieldhouse_shop::{
    desk::references::{self, ArticlePickView, PickAsk, UnitPickView},
    state::AppState,
};

use super::caller::{Staff, may};

/// Routes of pickers.
pub fn router() -> Operations {
    Operations::new().routes(routes!(pick_units)).routes(routes!(pick_articles))
}

/// Business units whose key or name holds a fragment, 20 at most
#[utoipa::path(
    get, path = "/desk/api/units", tag = "desk",
    params(
        ("site" = Option<String>, Query, description = "Site key"),
        ("q" = Option<String>, Query, description = "A fragment of key or name"),
    ),
    responses(
        (status = 200, body = Vec<UnitPickView>), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn pick_units(
    State(state): State<AppState>,
    staff: Staff<may::OrdersView>,
    ApiQuery(ask): ApiQuery<PickAsk>,
) -> Result<Json<Vec<UnitPickView>>, Failure> {
    Ok(Json(references::units(&state, &staff, &ask).await?))
}

/// Articles whose sku, name or options hold a fragment, 20 at most
#[utoipa::path(
    get, path = "/desk/api/articles", tag = "desk",
    params(
        ("site" = Option<String>, Query, description = "Site key"),
        ("q" = Option<String>, Query, description = "A fragment of sku, name or options"),
    ),
    responses(
        (status = 200, body = Vec<ArticlePickView>), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
    )
)]
async fn pick_articles(
    State(state): State<AppState>,
    staff: Staff<may::CatalogueView>,
    ApiQuery(ask): ApiQuery<PickAsk>,
) -> Result<Json<Vec<ArticlePickView>>, Failure> {
    Ok(Json(references::articles(&state, &staff, &ask)?))
}
