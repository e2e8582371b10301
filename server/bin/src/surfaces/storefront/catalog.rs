//! Products over HTTP.

use crate::surfaces::operations::{Operations, routes};
use axum::{extract::State, http::HeaderMap, response::Response};
use fieldhouse_core::catalog::{ProductTileView, ProductView};
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        extract::{ApiPath, QueryPairs},
        prepared::Prepared,
        problem::ProblemBody,
    },
};

use fieldhouse_shop::{env::SiteOf, state::AppState};

/// Ids one request may ask for: several times what a browser keeps, far from a burden (R59).
const MOST_IDS: usize = 100;
/// Characters of an id.
const LONGEST_ID: usize = 200;

/// The routes.
pub fn router() -> Operations {
    Operations::new().routes(routes!(show_product)).routes(routes!(list_recently_viewed))
}

/// Everything the product page shows; by slug, or by any of the product's skus.
#[utoipa::path(get, path = "/api/catalog/products/{slugOrSku}", tag = "catalog",
    params(("slugOrSku" = String, Path, description = "Slug or sku")),
    responses((status = 200, body = ProductView), (status = 304), (status = 404, body = ProblemBody)))]
async fn show_product(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    ApiPath(slug_or_sku): ApiPath<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    Ok(state.catalog.load().product_answer(site, &slug_or_sku)?.answer(&headers))
}

/// Products by id in the order asked for; ids that are not sold here are left out (shell §7).
#[utoipa::path(get, path = "/api/features/RecentlyViewed/", tag = "catalog",
    params(("productIds" = String, Query, description = "Comma-separated ids")),
    responses((status = 200, body = Vec<ProductTileView>), (status = 400, body = ProblemBody)))]
async fn list_recently_viewed(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    query: QueryPairs,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let ids = query.one("productIds")?.unwrap_or_default();
    let ids: Vec<&str> = ids.split(',').map(str::trim).filter(|id| !id.is_empty()).collect();
    if ids.len() > MOST_IDS || ids.iter().any(|id| id.chars().count() > LONGEST_ID) {
        return Err(Failure::malformed(format!("At most {MOST_IDS} product ids can be asked for.")));
    }
    let catalog = state.catalog.load();
    let tiles: Vec<ProductTileView> =
        ids.iter().filter_map(|id| catalog.by_id(site, id)).map(|product| catalog.tile_view(site, product)).collect();
    Ok(Prepared::new(&tiles)?.answer(&headers))
}
