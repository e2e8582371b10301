//! Who of the store shopped for a customer, as the account tells it.

use crate::surfaces::operations::{Operations, routes};
use axum::{Json, extract::State};
use fieldhouse_kernel::{failure::Failure, http::problem::ProblemBody};
use fieldhouse_shop::{
    people::account::Customer,
    staff::shop_as::activity::{self, ActivitiesView},
    state::AppState,
};

/// Routes of the account's activity.
pub fn router() -> Operations {
    Operations::new().routes(routes!(list_activities))
}

/// Who of the store shopped for the customer, when, why, and what was ordered
#[utoipa::path(
    get, path = "/api/account/activity", tag = "account",
    responses((status = 200, body = ActivitiesView), (status = 401, body = ProblemBody))
)]
async fn list_activities(
    State(state): State<AppState>,
    Customer { visitor, row }: Customer,
) -> Result<Json<ActivitiesView>, Failure> {
    Ok(Json(activity::list(state.db.read(), visitor.site, &row.id).await?))
}
