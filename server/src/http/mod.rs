//! The floor under every route: errors, extractors, headers, limits, the accept loop.

pub mod accept;
pub mod health;
pub mod openapi;
pub mod problem;
pub mod request_id;
pub mod visitor;

use axum::Router;

use crate::state::AppState;

/// The whole service: every feature's routes behind the floor.
pub fn router(state: AppState) -> Router {
    let (mut router, _) = crate::app::api().split_for_parts();
    router = router.merge(health::router());
    if state.config.development {
        router = router.merge(openapi::router());
    }
    router.with_state(state)
}
