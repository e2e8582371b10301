//! Who of the staff may do something at a brand: whom a message or a hold is handed to.

use fieldhouse_core::{brand::Site, staff::Permission};
use fieldhouse_kernel::failure::Failure;
use sea_orm::ConnectionTrait;
use serde::Serialize;

use super::load;
use crate::{
    env::Env,
    staff::{self, StaffMember},
};

/// Somebody who may look after something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ColleagueView {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
}

/// Who may do something at a brand, of those who may sign in.
pub(super) async fn list(
    db: &impl ConnectionTrait,
    permission: Permission,
    site: Site,
) -> Result<Vec<ColleagueView>, Failure> {
    let grants = staff::store::load_all_grants(db).await?;
    let may = |id: &str| grants.get(id).is_some_and(|grants| grants.may(permission, site));
    let people = staff::store::list_staff(db).await?.into_iter();
    let people = people.filter(|person| person.state == staff::ACTIVE && may(&person.id));
    Ok(people.map(|person| ColleagueView { id: person.id, name: person.name }).collect())
}

/// One of them by id: nobody for an empty one, and not there for who may not.
pub(super) async fn named(
    db: &impl ConnectionTrait,
    (permission, site): (Permission, Site),
    id: &str,
) -> Result<Option<ColleagueView>, Failure> {
    if id.is_empty() {
        return Ok(None);
    }
    let found = list(db, permission, site).await?.into_iter().find(|colleague| colleague.id == id);
    found.map(Some).ok_or_else(Failure::not_found)
}

/// Who may look after the holds of an order.
pub async fn of_holds(env: &Env, member: &StaffMember, id: &str) -> Result<Vec<ColleagueView>, Failure> {
    let db = env.db.read();
    let order = load(db, member, id).await?;
    member.require(Permission::OrdersHold, *order.site)?;
    list(db, Permission::OrdersHold, *order.site).await
}
