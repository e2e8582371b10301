//! Product look-ups of quick order and quick edit over HTTP (cart §7).

use crate::surfaces::operations::{Operations, routes};
use axum::{extract::State, http::HeaderMap, response::Response};
use fieldhouse_core::{catalog::ProductView, quick_order::QuickOrderProductView};
use fieldhouse_kernel::{
    failure::Failure,
    http::{extract::QueryPairs, prepared::Prepared, problem::ProblemBody},
};

use fieldhouse_shop::{
    buying::quick_order::{find_by_number, quick_order_view},
    env::SiteOf,
    state::AppState,
};

/// Characters of a product number.
const LONGEST_NUMBER: usize = 200;

/// The routes.
pub fn router() -> Operations {
    Operations::new().routes(routes!(find_quick_order_product)).routes(routes!(find_quick_edit_product))
}

/// The product a typed number means, with what can be chosen of it: by sku, style number or id, upper-cased.
#[utoipa::path(get, path = "/api/features/QuickOrder/", tag = "quick order",
    params(("productId" = String, Query, description = "Product number as typed")),
    responses((status = 200, body = QuickOrderProductView), (status = 304), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody)))]
async fn find_quick_order_product(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    query: QueryPairs,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let number = product_number(&query)?;
    let catalog = state.catalog.load();
    let product = find_by_number(&catalog, site, number).ok_or_else(Failure::not_found)?;
    Ok(Prepared::tagged(&quick_order_view(product))?.answer(&headers))
}

/// The product of a line that is being edited, by its sku.
#[utoipa::path(get, path = "/api/features/QuickEdit/", tag = "quick order",
    params(("productId" = String, Query, description = "Sku")),
    responses((status = 200, body = ProductView), (status = 304), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody)))]
async fn find_quick_edit_product(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    query: QueryPairs,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    Ok(state.catalog.load().product_answer(site, product_number(&query)?)?.answer(&headers))
}

/// The number asked for, without the spaces a spreadsheet leaves around it.
fn product_number(query: &QueryPairs) -> Result<&str, Failure> {
    let number = query.one("productId")?.unwrap_or_default().trim();
    if number.is_empty() || number.chars().count() > LONGEST_NUMBER {
        return Err(Failure::malformed("A product number is needed."));
    }
    Ok(number)
}
