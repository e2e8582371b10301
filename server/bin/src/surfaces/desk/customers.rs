//! Customers at the desk, and shopping as one of them, over HTTP.

use crate::surfaces::operations::{Operations, routes};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode, Uri, header},
};
use fieldhouse_core::staff::shop_as::ShopAsDraft;
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        address::host_of,
        extract::{ApiJson, ApiPath, ApiQuery},
        problem::ProblemBody,
    },
};
use fieldhouse_shop::{
    desk::customers::{self, CustomersAsk, DeskCustomerView, DeskCustomersView},
    staff::shop_as::{self, From, ShopAsBegunView},
    state::AppState,
};

use super::caller::{Staff, may};

/// Routes of customers.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(list_customers))
        .routes(routes!(show_customer))
        .routes(routes!(begin_shop_as, end_shop_as))
}

/// Customers, the newest first
#[utoipa::path(
    get, path = "/desk/api/customers", tag = "desk",
    params(
        ("site" = Option<String>, Query, description = "Site key"),
        ("q" = Option<String>, Query, description = "A fragment of name, e-mail or business unit"),
        ("after" = Option<String>, Query, description = "`next` of the page before"),
    ),
    responses(
        (status = 200, body = DeskCustomersView), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
    )
)]
async fn list_customers(
    State(state): State<AppState>,
    staff: Staff<may::CustomersView>,
    ApiQuery(ask): ApiQuery<CustomersAsk>,
) -> Result<Json<DeskCustomersView>, Failure> {
    Ok(Json(customers::list(&state, &staff, &ask).await?))
}

/// A customer
#[utoipa::path(
    get, path = "/desk/api/customers/{id}", tag = "desk", params(("id" = String, Path, description = "Customer")),
    responses(
        (status = 200, body = DeskCustomerView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn show_customer(
    State(state): State<AppState>,
    staff: Staff<may::CustomersView>,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<DeskCustomerView>, Failure> {
    Ok(Json(customers::show(&state, &staff, &id).await?))
}

/// Begins to shop as a customer, with a reason that the customer will read
#[utoipa::path(
    post, path = "/desk/api/customers/{id}/shop-as", tag = "desk", request_body = ShopAsDraft,
    params(("id" = String, Path, description = "Customer")),
    responses(
        (status = 200, body = ShopAsBegunView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn begin_shop_as(
    State(state): State<AppState>,
    staff: Staff<may::ShopAs>,
    (uri, headers): (Uri, HeaderMap),
    ApiPath(id): ApiPath<String>,
    ApiJson(draft): ApiJson<ShopAsDraft>,
) -> Result<Json<ShopAsBegunView>, Failure> {
    let said = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let from = From { user_agent: said, host: host_of(&headers, &uri) };
    Ok(Json(shop_as::begin(&state, &staff, (&id, &draft, from)).await?))
}

/// Ends it
#[utoipa::path(
    delete, path = "/desk/api/customers/{id}/shop-as", tag = "desk",
    params(("id" = String, Path, description = "Customer")),
    responses(
        (status = 204), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn end_shop_as(
    State(state): State<AppState>,
    staff: Staff<may::CustomersView>,
    ApiPath(id): ApiPath<String>,
) -> Result<StatusCode, Failure> {
    shop_as::end_own(&state, &staff, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
