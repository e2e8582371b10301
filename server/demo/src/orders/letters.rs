//! A letter that could not be sent, so that parked work has something true to show. Tried again, it is.

use fieldhouse_core::letters::LetterKind;
use fieldhouse_kernel::{
    db::WriteTx,
    jobs::{self, NewJob},
};
use fieldhouse_shop::{buying::orders::store::OrderRow, mail::LETTERS, state::AppState};
use sea_orm::DbErr;

/// As a mail server says it.
const WHY: &str = "450 4.2.2 The mailbox is full";

/// The confirmation of an order, given up.
pub async fn write(state: &AppState, tx: &WriteTx, order: &OrderRow) -> Result<(), DbErr> {
    let letter = NewJob {
        queue: &LETTERS,
        kind: LetterKind::OrderPlaced.key(),
        site: order.site.key(),
        subject: &order.id,
        ordered_by: &[&order.id, " ", &order.mailbox].concat(),
        dedupe_key: None,
        counted_for: "",
        payload: order.email.clone(),
        held: false,
    };
    jobs::leave_parked(tx, (&state.clock, &state.ids), letter, (LETTERS.tries, WHY)).await
}
