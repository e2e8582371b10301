//! Reports over HTTP: pages for frames of this site, not calls; so they are not in the API's description.

use axum::{
    Router,
    extract::State,
    http::header,
    response::{Html, IntoResponse, Response},
    routing::get,
};
use fieldhouse_kernel::{failure::Failure, http::extract::QueryPairs};

use crate::surfaces::pages::html::STYLE;
use fieldhouse_shop::{env::SiteOf, people::account::Customer, session::signed_in::SignedIn, state::AppState};

/// Where reports live; the only addresses that may be shown in a frame, and only in one of this site.
pub const BELOW: &str = "/reports/";

/// Routes of reports.
pub fn router() -> Router<AppState> {
    Router::new()
        .route("/reports/order-status", get(order_status))
        .route("/reports/certificates", get(certificates))
        .route("/reports/catalog", get(catalog))
        .route("/reports/report.css", get(style))
}

fn report(html: String) -> Response {
    ([(header::CACHE_CONTROL, "no-store")], Html(html)).into_response()
}

async fn order_status(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    signed_in: Option<SignedIn>,
) -> Result<Response, Failure> {
    Ok(report(super::order_status(&state, site, signed_in.map(|signed_in| signed_in.customer)).await?))
}

async fn certificates(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    customer: Option<Customer>,
) -> Result<Response, Failure> {
    Ok(report(super::certificate_reporting(&state, site, customer.as_ref().map(|customer| &customer.row)).await?))
}

async fn catalog(State(state): State<AppState>, SiteOf(site): SiteOf, query: QueryPairs) -> Response {
    let first = |name| query.all(name).next();
    report(super::styles(&state, site, first("category").unwrap_or_default(), first("BookshelfFilter")))
}

async fn style() -> Response {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "public, max-age=3600")], STYLE)
        .into_response()
}
