//! Who belongs to which business units, and what units refer to: contract prices follow each change.

use std::collections::HashMap;

use fieldhouse_core::{
    business_units::{PartyRole, sold_to_of},
    people::MemberRole,
};
use fieldhouse_kernel::db::WriteTx;
use sea_orm::DbErr;

use crate::people::{
    account::store::write_sold_to,
    business_units::{
        Belonging,
        store::{self, Memberships},
    },
};

/// Makes a customer belong to units, in order; contract prices follow.
pub async fn assign(tx: &WriteTx, customer_id: &str, unit_ids: &[String]) -> Result<(), DbErr> {
    let units = unit_ids.iter().map(|id| (id.clone(), None)).collect();
    assign_all(tx, &[(customer_id.to_owned(), units)]).await
}

/// Makes each customer belong to units, in order; contract prices follow.
pub async fn assign_all(tx: &WriteTx, memberships: &[Memberships]) -> Result<(), DbErr> {
    store::replace_units_of(tx, memberships).await?;
    let mut alike: HashMap<Vec<String>, Vec<&str>> = HashMap::new();
    for (customer_id, units) in memberships {
        let unit_ids = units.iter().map(|(unit_id, _)| unit_id.clone()).collect();
        alike.entry(unit_ids).or_default().push(customer_id);
    }
    for (unit_ids, customers) in alike {
        let mut units = store::find_units(&**tx, unit_ids.clone()).await?;
        units.sort_by_key(|unit| unit_ids.iter().position(|id| *id == unit.id));
        let units = Belonging::to(&**tx, units).await?.session_units();
        write_sold_to(tx, &customers, sold_to_of(&units)).await?;
    }
    Ok(())
}

/// Makes a customer a member of one more unit, or gives a member a role; contract prices follow.
pub async fn join(tx: &WriteTx, customer_id: &str, unit_id: &str, role: MemberRole) -> Result<(), DbErr> {
    store::write_member(tx, unit_id, customer_id, role).await?;
    follow(tx, customer_id).await
}

/// Takes a customer out of a unit; contract prices follow.
pub async fn leave(tx: &WriteTx, customer_id: &str, unit_id: &str) -> Result<(), DbErr> {
    store::delete_member(tx, unit_id, customer_id).await?;
    follow(tx, customer_id).await
}

/// Notes the sold-to unit a customer buys for, as the business units say.
async fn follow(tx: &WriteTx, customer_id: &str) -> Result<(), DbErr> {
    let units = Belonging::of(&**tx, customer_id).await?.session_units();
    write_sold_to(tx, &[customer_id], sold_to_of(&units)).await
}

/// Writes what a unit refers to; the contract prices of its members follow, and their requests are done.
pub async fn refer(tx: &WriteTx, unit_id: &str, parties: &[(PartyRole, String)]) -> Result<(), DbErr> {
    store::replace_parties(tx, unit_id, parties).await?;
    store::close_requests(tx, unit_id).await?;
    for customer_id in store::list_members(&**tx, unit_id).await? {
        follow(tx, &customer_id).await?;
    }
    Ok(())
}
