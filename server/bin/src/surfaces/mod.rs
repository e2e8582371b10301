//! The ways in, on one screen: every operation, every page of its own, and who answers whatever is left.

pub mod desk;
pub mod hosted_search;
mod late;
pub mod middleware;
mod operations;
pub mod ops;
pub mod pages;
pub mod pdf;
pub mod platform;
pub mod preview;
pub mod shop_as;
pub mod storefront;
mod table;

use std::sync::Arc;

use self::{operations::Operations, pages::fallback::Pages, platform::in_store::InStoreRouter};
use axum::{Router, extract::Request, response::IntoResponse};
use fieldhouse_kernel::{failure::Failure, http::problem};
use fieldhouse_shop::state::AppState;

/// All operations; their description can be asked for. Pages, images and assets are added in `router`.
pub fn api() -> Operations {
    let features = vec![
        desk::router(),
        storefront::account::router(),
        storefront::activity::router(),
        storefront::addresses::router(),
        storefront::analytics::router(),
        storefront::business_units::router(),
        storefront::cart::router(),
        storefront::catalog::router(),
        storefront::certificates::router(),
        storefront::checkout::router(),
        storefront::content::router(),
        storefront::forms::router(),
        hosted_search::routes::router(),
        storefront::newsletter::router(),
        storefront::offers::router(),
        storefront::orders::router(),
        storefront::members::router(),
        platform::routes::router(),
        storefront::pricing::router(),
        storefront::quick_order::router(),
        storefront::account_home::router(),
        storefront::roster::router(),
        storefront::search::router(),
        storefront::session::router(),
        storefront::sharing::router(),
        storefront::requisitions::router(),
        storefront::wishlist::router(),
    ];
    features.into_iter().fold(Operations::new(), Operations::merge)
}

/// The whole service: every feature's routes behind the middleware, pages for whatever is left.
pub fn router(state: AppState, pages: Arc<Pages>) -> Router {
    routers(state, pages).0
}

/// The same, and figures apart from it when they have a port of their own.
pub fn routers(state: AppState, pages: Arc<Pages>) -> (Router, Option<Router>) {
    let mut router = api().into_router();
    router = router.merge(ops::health::router()).merge(pages::images::router());
    router = router.merge(pages::reports::routes::router()).merge(preview::router());
    router = router.merge(storefront::newsletter::pages()).merge(pages::confirmation::pages());
    router = router.merge(shop_as::router());
    router = router.merge(pages::forms::router());
    let apart = !state.config.metrics_listen.is_empty();
    let metrics = (apart || state.config.metrics).then(ops::metrics::start);
    let mut figures = metrics.as_ref().map(|metrics| ops::metrics::router(Arc::clone(metrics), Arc::clone(&pages)));
    if let Some(figures) = figures.take_if(|_| !apart) {
        router = router.merge(figures);
    }
    let figures = figures.map(|figures| figures.with_state(state.clone()));
    if state.config.development {
        router = router.merge(ops::openapi::router());
    }
    let document: Arc<str> = desk::pages::document(&state.config, &pages.desk.entry).into();
    let (built, own) = (Arc::clone(&pages), state.clone());
    let desk_pages = move |request: Request| {
        let (own, built, document) = (own.clone(), Arc::clone(&built), Arc::clone(&document));
        async move { desk::pages::show(&own, &built, &document, request).await }
    };
    let pages = move |request: Request| {
        let pages = Arc::clone(&pages);
        async move { pages.show(request).await }
    };
    // The specification's address of the sign-in page lies among the calls (account §2).
    let router = router.route("/api/auth/signin", axum::routing::get(pages.clone()));
    let in_store = InStoreRouter::new(&state);
    let rest = move |request: Request| {
        let (in_store, pages, desk) = (in_store.clone(), pages.clone(), desk_pages.clone());
        async move {
            if under(&request, &[platform::BELOW, platform::TOKENS_BELOW]) {
                in_store.route(request).await
            } else if under(&request, &[hosted_search::BELOW, desk::API_BELOW]) {
                Failure::not_found().into_response()
            } else if desk::pages::is_below(request.uri().path()) {
                desk(request).await
            } else {
                pages(request).await
            }
        }
    };
    let router = router.fallback(rest).method_not_allowed_fallback(wrong_method).with_state(state.clone());
    (middleware::under(router, state, metrics), figures)
}

async fn wrong_method() -> Failure {
    problem::method_not_allowed()
}

fn under(request: &Request, starts: &[&str]) -> bool {
    starts.iter().any(|start| request.uri().path().starts_with(start))
}
