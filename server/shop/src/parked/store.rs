//! Rows of messages and letters that were given up.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{
    DbErr, ExprTrait,
    entity::prelude::*,
    sea_query::{Expr, SimpleExpr},
};

use crate::{
    buying::orders::store::outbox_row::{self, Entity as Messages},
    mail::store::letter_row::{self, Entity as Letters},
};

/// Something that was given up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parked {
    /// Its id.
    pub id: String,
    /// Its kind, as it is stored.
    pub what: String,
    /// Site key.
    pub site: String,
    /// The id of what it is about, or nothing.
    pub about: String,
    /// Milliseconds since 1970.
    pub since: i64,
}

fn messages() -> SimpleExpr {
    outbox_row::Column::ParkedAt.is_not_null().and(outbox_row::Column::DoneAt.is_null())
}

fn letters() -> SimpleExpr {
    letter_row::Column::GivenUpAt.is_not_null().and(letter_row::Column::DoneAt.is_null())
}

/// How many messages are put aside.
pub async fn count_messages(db: &impl ConnectionTrait) -> Result<u64, DbErr> {
    Messages::find().filter(messages()).count(db).await
}

/// How many letters are given up.
pub async fn count_letters(db: &impl ConnectionTrait) -> Result<u64, DbErr> {
    Letters::find().filter(letters()).count(db).await
}

/// The messages that are put aside.
pub async fn list_messages(db: &impl ConnectionTrait) -> Result<Vec<Parked>, DbErr> {
    let rows = Messages::find().filter(messages()).all(db).await?;
    let parked = |row: outbox_row::Model| Parked {
        since: row.parked_at.unwrap_or(row.created_at),
        id: row.id,
        what: row.kind,
        site: row.site,
        about: row.subject,
    };
    Ok(rows.into_iter().map(parked).collect())
}

/// The letters that are given up.
pub async fn list_letters(db: &impl ConnectionTrait) -> Result<Vec<Parked>, DbErr> {
    let rows = Letters::find().filter(letters()).all(db).await?;
    let parked = |row: letter_row::Model| Parked {
        since: row.given_up_at.unwrap_or(row.created_at),
        id: row.id,
        what: ["letter ", &row.kind].concat(),
        site: row.site,
        about: row.subject,
    };
    Ok(rows.into_iter().map(parked).collect())
}

/// Makes a message due as if it was new; false when none is put aside under this id.
pub async fn retry_message(tx: &WriteTx, id: &str, now: i64) -> Result<bool, DbErr> {
    let done = Messages::update_many()
        .col_expr(outbox_row::Column::ParkedAt, Expr::value(None::<i64>))
        .col_expr(outbox_row::Column::Attempts, Expr::value(0_i64))
        .col_expr(outbox_row::Column::DueAt, Expr::value(now))
        .filter(outbox_row::Column::Id.eq(id))
        .filter(messages())
        .exec(&**tx)
        .await?;
    Ok(done.rows_affected > 0)
}

/// Makes a letter due as if it was new; false when none is given up under this id.
pub async fn retry_letter(tx: &WriteTx, id: &str, now: i64) -> Result<bool, DbErr> {
    let done = Letters::update_many()
        .col_expr(letter_row::Column::GivenUpAt, Expr::value(None::<i64>))
        .col_expr(letter_row::Column::Attempts, Expr::value(0_i64))
        .col_expr(letter_row::Column::DueAt, Expr::value(now))
        .filter(letter_row::Column::Id.eq(id))
        .filter(letters())
        .exec(&**tx)
        .await?;
    Ok(done.rows_affected > 0)
}

/// Takes a message out; false when none is put aside under this id.
pub async fn drop_message(tx: &WriteTx, id: &str) -> Result<bool, DbErr> {
    let done = Messages::delete_many().filter(outbox_row::Column::Id.eq(id)).filter(messages()).exec(&**tx).await?;
    Ok(done.rows_affected > 0)
}

/// Takes a letter out; false when none is given up under this id.
pub async fn drop_letter(tx: &WriteTx, id: &str) -> Result<bool, DbErr> {
    let done = Letters::delete_many().filter(letter_row::Column::Id.eq(id)).filter(letters()).exec(&**tx).await?;
    Ok(done.rows_affected > 0)
}
