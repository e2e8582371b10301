//! The ways in, on one screen: every operation, every page of its own, and who answers whatever is left.

pub mod health;
pub mod metrics;
pub mod middleware;
pub mod openapi;

use std::sync::Arc;

use axum::{Router, extract::Request, response::IntoResponse};
use fieldhouse_kernel::{failure::Failure, http::problem};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    hosted_search,
    platform::{self, in_store::InStoreRouter},
    render::pages::Pages,
    state::AppState,
};

/// All operations, with their OpenAPI description. Pages, images and assets are added in `router`.
pub fn api() -> OpenApiRouter<AppState> {
    let features = vec![
        crate::account::routes::router(),
        crate::addresses::routes::router(),
        crate::analytics::routes::router(),
        crate::business_units::routes::router(),
        crate::cart::routes::router(),
        crate::catalog::routes::router(),
        crate::certificates::routes::router(),
        crate::checkout::routes::router(),
        crate::content::routes::router(),
        crate::forms::routes::router(),
        hosted_search::routes::router(),
        crate::newsletter::routes::router(),
        crate::offers::routes::router(),
        crate::orders::routes::router(),
        crate::people::routes::router(),
        platform::routes::router(),
        crate::pricing::routes::router(),
        crate::quick_order::routes::router(),
        crate::reports::home::router(),
        crate::roster::routes::router(),
        crate::search::routes::router(),
        crate::session::routes::router(),
        crate::sharing::routes::router(),
        crate::wishlist::routes::router(),
    ];
    features.into_iter().fold(OpenApiRouter::new(), OpenApiRouter::merge)
}

/// The whole service: every feature's routes behind the middleware, pages for whatever is left.
pub fn router(state: AppState, pages: Arc<Pages>) -> Router {
    let (mut router, _) = api().split_for_parts();
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
    let in_store = InStoreRouter::new(&state);
    let rest = move |request: Request| {
        let (in_store, pages) = (in_store.clone(), pages.clone());
        async move {
            if platform::speaks(request.uri()) {
                in_store.route(request).await
            } else if hosted_search::speaks(request.uri()) {
                Failure::not_found().into_response()
            } else {
                pages(request).await
            }
        }
    };
    let router = router.fallback(rest).method_not_allowed_fallback(wrong_method).with_state(state.clone());
    middleware::under(router, state)
}

async fn wrong_method() -> Failure {
    problem::method_not_allowed()
}
