//! What a customer is told of who shopped for them, and the desk likewise: who, when, why, and which orders came of it.

use std::collections::HashMap;

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::failure::Failure;
use sea_orm::ConnectionTrait;
use serde::Serialize;

use super::store::{self, ShopAsRow};
use crate::{buying::orders::store::list_of_shop_as, env::time};

/// Told at once.
const SHOWN: u64 = 50;

/// An order that came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct ActivityOrderView {
    /// Id.
    pub id: String,
    /// Number for people.
    pub number: String,
}

/// Once that somebody of the store shopped as the customer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActivityView {
    /// Id.
    pub id: String,
    /// Who, by name.
    pub staff: String,
    /// Why.
    pub reason: String,
    /// RFC 3339.
    pub begun_at: String,
    /// RFC 3339; none while it lasts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<String>,
    /// What was ordered meanwhile, the oldest first.
    pub orders: Vec<ActivityOrderView>,
}

/// Who shopped as a customer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct ActivitiesView {
    /// The last first.
    pub activities: Vec<ActivityView>,
}

/// Who shopped as a customer, the last first. An address that nobody opened showed nobody anything.
pub async fn list(db: &impl ConnectionTrait, site: Site, customer_id: &str) -> Result<ActivitiesView, Failure> {
    let mut rows = store::list_of_customer(db, customer_id, SHOWN).await?;
    rows.retain(|row| row.taken_at.is_some());
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    let mut placed: HashMap<String, Vec<ActivityOrderView>> = HashMap::new();
    for order in list_of_shop_as(db, (site, customer_id), &ids).await? {
        let view = ActivityOrderView { id: order.id, number: order.number };
        placed.entry(order.shop_as_id).or_default().push(view);
    }
    let view = |row: ShopAsRow| {
        Ok(ActivityView {
            orders: placed.remove(&row.id).unwrap_or_default(),
            id: row.id,
            staff: row.staff_name,
            reason: row.reason,
            begun_at: time(row.begun_at)?,
            ended_at: row.ended_at.map(time).transpose()?,
        })
    };
    Ok(ActivitiesView { activities: rows.into_iter().map(view).collect::<Result<_, Failure>>()? })
}
