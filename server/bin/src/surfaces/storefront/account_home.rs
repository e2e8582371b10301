//! The account's home: the last orders, what waits for approval, and what one is in which business unit.

use std::collections::HashMap;

use crate::surfaces::operations::{Operations, routes};
use axum::{Json, extract::State};
use fieldhouse_core::{
    account::{AccountHomeView, HomeOrderView, HomeUnitView},
    money::format_cents,
};
use fieldhouse_kernel::{failure::Failure, http::problem::ProblemBody};
use jiff::Timestamp;

use fieldhouse_shop::{
    buying::orders::{
        self, approvals,
        settled::{after_changes, told_total},
    },
    owner::VisitorId,
    people::{
        account::Customer,
        business_units::store::{list_memberships, list_units_of},
    },
    state::AppState,
};

/// Orders shown.
const LAST: u64 = 5;

/// Routes of the account's home.
pub fn router() -> Operations {
    Operations::new().routes(routes!(show_home))
}

/// The account's home
#[utoipa::path(
    get, path = "/api/account/home", tag = "account",
    responses((status = 200, body = AccountHomeView), (status = 401, body = ProblemBody))
)]
async fn show_home(
    State(state): State<AppState>,
    Customer { visitor, row: customer }: Customer,
) -> Result<Json<AccountHomeView>, Failure> {
    let db = state.db.read();
    let owner = VisitorId(customer.customer_id()?.0);
    let rows = orders::store::list_newest(db, owner, visitor.site.key(), LAST).await?;
    let after = after_changes(db, &rows).await?;
    let orders = rows.into_iter().map(|order| {
        Ok(HomeOrderView {
            placed_at: Timestamp::from_millisecond(order.placed_at).map_err(Failure::internal)?.to_string(),
            pieces: u64::try_from(order.total_quantity).map_err(Failure::internal)?,
            total: if order.lifecycle.has_ended() {
                String::new()
            } else {
                format_cents(told_total(&order, after.get(&order.id)))
            },
            status: order.status().to_owned(),
            id: order.id,
            number: order.number,
            po_number: order.po_number,
        })
    });
    let orders = orders.collect::<Result<_, Failure>>()?;
    let members = list_memberships(db, &[&customer.id]).await?;
    let roles: HashMap<&str, _> = members.iter().map(|member| (member.unit_id.as_str(), member)).collect();
    let mut units = Vec::new();
    for unit in list_units_of(db, &customer.id).await? {
        if let Some(member) = roles.get(unit.id.as_str()) {
            units.push(HomeUnitView { role: *member.role, key: unit.key, name: unit.name });
        }
    }
    let waiting = approvals::count_waiting(db, &customer.id).await?;
    Ok(Json(AccountHomeView { orders, units, waiting }))
}
