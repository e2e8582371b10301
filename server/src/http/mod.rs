//! The floor under every route: errors, extractors, headers, limits, the accept loop.

pub mod assets;
pub mod floor;
pub mod guesses;
pub mod health;
pub mod metrics;
pub mod openapi;
pub mod rates;
pub mod visitor;

use std::sync::Arc;

use axum::{Router, extract::Request, response::IntoResponse};
use fieldhouse_kernel::{failure::Failure, http::problem};

use crate::{
    hosted_search,
    platform::{self, door::Door},
    render::pages::Pages,
    state::AppState,
};

/// The whole service: every feature's routes behind the floor, pages for whatever is left.
pub fn router(state: AppState, pages: Arc<Pages>) -> Router {
    let (mut router, _) = crate::app::api().split_for_parts();
    router = router.merge(health::router()).merge(crate::images::routes::router());
    router = router.merge(crate::reports::routes::router()).merge(crate::content::preview::router());
    router = router.merge(crate::newsletter::routes::pages()).merge(crate::account::confirmation::pages());
    router = router.merge(crate::forms::pages::router());
    if state.config.metrics {
        router = router.merge(metrics::router());
    }
    if state.config.development {
        router = router.merge(openapi::router());
    }
    let pages = move |request: Request| {
        let pages = Arc::clone(&pages);
        async move { pages.show(request).await }
    };
    // The specification's address of the sign-in page lies among the calls (account §2).
    let router = router.route("/api/auth/signin", axum::routing::get(pages.clone()));
    let door = Door::new(&state);
    let rest = move |request: Request| {
        let (door, pages) = (door.clone(), pages.clone());
        async move {
            if platform::speaks(request.uri()) {
                door.lead(request).await
            } else if hosted_search::speaks(request.uri()) {
                Failure::not_found().into_response()
            } else {
                pages(request).await
            }
        }
    };
    let router = router.fallback(rest).method_not_allowed_fallback(wrong_method).with_state(state.clone());
    floor::under(router, state)
}

async fn wrong_method() -> Failure {
    problem::method_not_allowed()
}
