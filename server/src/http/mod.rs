//! The floor under every route: errors, extractors, headers, limits, the accept loop.

pub mod accept;
pub mod assets;
pub mod cached;
pub mod extract;
pub mod floor;
pub mod health;
mod json_place;
pub mod openapi;
pub mod problem;
pub mod request_id;
pub mod visitor;

use axum::Router;

use crate::state::AppState;

/// The whole service: every feature's routes behind the floor.
pub fn router(state: AppState) -> Router {
    let (mut router, _) = crate::app::api().split_for_parts();
    router = router.merge(health::router()).merge(crate::images::routes::router());
    if state.config.development {
        router = router.merge(openapi::router());
    }
    let router = router.fallback(nothing_here).method_not_allowed_fallback(wrong_method).with_state(state.clone());
    floor::under(router, state)
}

async fn nothing_here() -> problem::Problem {
    problem::Problem::not_found()
}

async fn wrong_method() -> problem::Problem {
    problem::Problem::method_not_allowed()
}
