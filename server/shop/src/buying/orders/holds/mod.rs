//! Holds of an order: what it waits for. Not here: who opens and closes them (`desk`).

pub mod store;

use fieldhouse_core::orders::hold::HoldKind;

use self::store::HoldRow;
use crate::env::Env;

/// How a hold is told that nobody looks after.
pub const NOBODY: &str = "Nobody yet";

/// A hold that the store itself opens: nobody looks after it yet.
pub fn of_system(env: &Env, order_id: &str, kind: HoldKind, reason: &str) -> HoldRow {
    HoldRow {
        id: env.ids.random().to_string(),
        order_id: order_id.to_owned(),
        kind: kind.into(),
        reason: reason.to_owned(),
        due: String::new(),
        owner: String::new(),
        owner_name: NOBODY.to_owned(),
        opened_at: env.clock.millis(),
        closed_by: None,
        closed_at: None,
    }
}
