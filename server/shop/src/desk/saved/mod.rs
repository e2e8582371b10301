//! Lists of orders that somebody keeps under a name, for themselves or for everybody at the desk. What a list shows is asked
//! anew each time, and shows each what they may see.

pub mod store;

use fieldhouse_core::{orders::saved::parse_view_name, staff::Permission};
use fieldhouse_kernel::failure::Failure;
use serde::{Deserialize, Serialize};

use super::list::{ListAsk, check};
use crate::{
    env::Env,
    staff::{self, StaffMember},
};
use store::ViewRow;

/// Letters of what a kept list looks for.
const LONGEST: usize = 200;

/// A kept list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedListView {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// What it is asked for.
    pub ask: ListAsk,
    /// Everybody at the desk has it.
    pub shared: bool,
    /// It is one's own.
    pub own: bool,
    /// Whose it is.
    pub by: String,
}

/// A list to be kept.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SavedListDraft {
    /// Name.
    pub name: String,
    /// Everybody at the desk is to have it.
    #[serde(default)]
    pub shared: bool,
    /// What it is asked for; where a page begins is left out.
    #[serde(default)]
    pub ask: ListAsk,
}

/// What somebody keeps, and what others share.
pub async fn list(env: &Env, member: &StaffMember) -> Result<Vec<SavedListView>, Failure> {
    let db = env.db.read();
    let people = staff::store::list_staff(db).await?;
    let view = |row: ViewRow| {
        let by = people.iter().find(|person| person.id == row.staff_id).map(|person| person.name.clone());
        Ok(SavedListView {
            own: row.staff_id == member.id,
            ask: serde_json::from_str(&row.ask).map_err(Failure::internal)?,
            by: by.unwrap_or_default(),
            id: row.id,
            name: row.name,
            shared: row.shared,
        })
    };
    store::list_views(db, &member.id).await?.into_iter().map(view).collect()
}

/// Keeps a list.
pub async fn keep(env: &Env, member: &StaffMember, draft: SavedListDraft) -> Result<Vec<SavedListView>, Failure> {
    let ask = ListAsk { after: String::new(), ..draft.ask };
    if [&ask.q, &ask.unit, &ask.email].iter().any(|text| text.chars().count() > LONGEST) {
        return Err(Failure::malformed("This list asks for more than can be kept."));
    }
    check(env, member, &ask)?;
    let tx = env.db.write().await?;
    let member = member.still(&tx).await?;
    member.require_somewhere(Permission::OrdersView)?;
    let kept = u32::try_from(store::count_views(&tx, &member.id).await?).map_err(Failure::internal)?;
    let name = parse_view_name(&draft.name, kept).map_err(|error| Failure::broken(vec![error]))?;
    let row = ViewRow {
        id: env.ids.random().to_string(),
        staff_id: member.id.clone(),
        name,
        ask: serde_json::to_string(&ask).map_err(Failure::internal)?,
        shared: draft.shared,
        created_at: env.clock.millis(),
    };
    store::insert_view(&tx, row).await?;
    tx.commit().await?;
    list(env, &member).await
}

/// Drops a list of one's own.
pub async fn forget(env: &Env, member: &StaffMember, id: &str) -> Result<Vec<SavedListView>, Failure> {
    let tx = env.db.write().await?;
    if !store::delete_view(&tx, &member.id, id).await? {
        return Err(Failure::not_found());
    }
    tx.commit().await?;
    list(env, member).await
}
