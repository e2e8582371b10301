//! Search-analytics events over HTTP (cart §7).

use crate::surfaces::operations::{Operations, routes};
use axum::{extract::State, http::StatusCode};
use fieldhouse_kernel::{
    failure::Failure,
    http::{extract::ApiJson, problem::ProblemBody},
};
use serde::Deserialize;
use utoipa::ToSchema;

use fieldhouse_shop::{
    finding::analytics::{Act, Who},
    session::Visitor,
    state::AppState,
};

/// Events one request may carry: a quick order of many rows, or a roster's styles.
const MOST_EVENTS: usize = 100;

/// The routes.
pub fn router() -> Operations {
    Operations::new().routes(routes!(count_events))
}

/// `POST /api/analytics/events`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct EventsDraft {
    /// At most 100.
    events: Vec<EventDraft>,
}

/// Something done with a product.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct EventDraft {
    /// `click` or `addedToCart`.
    act: String,
    /// Product id.
    product_id: String,
}

/// Counts what was done with products; products that are not sold here count nothing. Nothing of the
/// visitor is kept.
#[utoipa::path(post, path = "/api/analytics/events", tag = "analytics", request_body = EventsDraft,
    responses((status = 204), (status = 400, body = ProblemBody), (status = 429, body = ProblemBody)))]
async fn count_events(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiJson(draft): ApiJson<EventsDraft>,
) -> Result<StatusCode, Failure> {
    if draft.events.len() > MOST_EVENTS {
        return Err(Failure::malformed("At most 100 events can be sent at once."));
    }
    // A database that is gone costs a count, not the shopper's patience.
    let known = visitor.known().await.unwrap_or_default().map_or(Who::Stranger, Who::Visitor);
    state.interest.admit(known, draft.events.len(), state.clock.millis())?;
    let (catalog, today) = (state.catalog.load(), state.today());
    for event in &draft.events {
        let act = Act::parse(&event.act).ok_or_else(|| Failure::malformed("There is no such act."))?;
        if let Some(product) = catalog.by_id(visitor.site, &event.product_id) {
            state.interest.count(visitor.site, &product.facts.id, act, known, &today);
        }
    }
    Ok(StatusCode::NO_CONTENT)
}
