//! The floor under every route: errors, extractors, headers, limits, the accept loop.

pub mod problem;
pub mod request_id;
pub mod visitor;

use axum::Router;

use crate::state::AppState;

/// The whole service: every feature's routes behind the floor.
pub fn router(state: AppState) -> Router {
    let (api, _openapi) = crate::app::api().split_for_parts();
    api.with_state(state)
}
