//! Every feature's routes on one screen.

use utoipa_axum::router::OpenApiRouter;

use crate::state::AppState;

/// All operations, with their OpenAPI description. Pages, images and assets are added in `http`.
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
        crate::hosted_search::routes::router(),
        crate::newsletter::routes::router(),
        crate::offers::routes::router(),
        crate::orders::routes::router(),
        crate::people::routes::router(),
        crate::platform::routes::router(),
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
