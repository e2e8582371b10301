//! Rows of letters to be sent.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{
    ActiveValue::Set,
    DbErr, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};

use super::Kind;

/// A row of `letter`.
pub mod letter_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "letter")]
    pub struct Model {
        /// Id; also of the message, so that a receiver knows a repetition.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Site key.
        pub site: String,
        /// What it tells.
        pub kind: String,
        /// To whom.
        pub recipient: String,
        /// A customer's or an order's id, or nothing.
        pub subject: String,
        /// Times it was tried.
        pub attempts: i64,
        /// Milliseconds since 1970.
        pub created_at: i64,
        /// Not before.
        pub due_at: i64,
        /// When it was sent, or there was nobody to write to.
        pub done_at: Option<i64>,
        /// When it was given up: for people to try again or drop.
        pub given_up_at: Option<i64>,
        /// The mailbox the recipient's address reaches.
        pub mailbox: String,
        /// When it was kept instead of being sent.
        pub held_at: Option<i64>,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `confirmed_mailbox`.
pub mod confirmed_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "confirmed_mailbox")]
    pub struct Model {
        /// As letters and orders are counted.
        #[sea_orm(primary_key, auto_increment = false)]
        pub mailbox: String,
        /// Milliseconds since 1970.
        pub confirmed_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use letter_row::Model as LetterRow;

/// True for a mailbox whose owner once used a link that was sent there.
pub async fn is_confirmed(db: &impl ConnectionTrait, mailbox: &str) -> Result<bool, DbErr> {
    Ok(confirmed_row::Entity::find_by_id(mailbox).one(db).await?.is_some())
}

/// Notes that the owner of a mailbox used a link that was sent there.
pub async fn insert_confirmed(tx: &WriteTx, mailbox: &str, now: i64) -> Result<(), DbErr> {
    let row = confirmed_row::ActiveModel { mailbox: Set(mailbox.to_owned()), confirmed_at: Set(now) };
    confirmed_row::Entity::insert(row)
        .on_conflict(OnConflict::column(confirmed_row::Column::Mailbox).do_nothing().to_owned())
        .exec_without_returning(&**tx)
        .await?;
    Ok(())
}

/// Letters to a mailbox since a time, without those that were kept.
/// Whoever else counts the same mailbox waits until the transaction ends.
pub async fn count_recent(tx: &WriteTx, mailbox: &str, since: i64, notices: bool) -> Result<u64, DbErr> {
    tx.wait_for(mailbox).await?;
    let mut letters = letter_row::Entity::find()
        .filter(letter_row::Column::Mailbox.eq(mailbox))
        .filter(letter_row::Column::CreatedAt.gt(since))
        .filter(letter_row::Column::HeldAt.is_null());
    if notices {
        letters =
            letters.filter(letter_row::Column::Kind.is_in([Kind::PasswordChanged.key(), Kind::EmailChanged.key()]));
    }
    letters.count(&**tx).await
}

/// Writes a letter.
pub async fn insert_letter(tx: &WriteTx, row: LetterRow) -> Result<(), DbErr> {
    let row = letter_row::ActiveModel {
        id: Set(row.id),
        site: Set(row.site),
        kind: Set(row.kind),
        recipient: Set(row.recipient),
        subject: Set(row.subject),
        attempts: Set(row.attempts),
        created_at: Set(row.created_at),
        due_at: Set(row.due_at),
        done_at: Set(row.done_at),
        mailbox: Set(row.mailbox),
        held_at: Set(row.held_at),
        given_up_at: Set(row.given_up_at),
    };
    letter_row::Entity::insert(row).exec_without_returning(&**tx).await?;
    Ok(())
}

/// Up to `limit` letters that are due, the oldest first.
pub async fn list_due(db: &impl ConnectionTrait, now: i64, limit: u64) -> Result<Vec<LetterRow>, DbErr> {
    letter_row::Entity::find()
        .filter(letter_row::Column::DoneAt.is_null())
        .filter(letter_row::Column::HeldAt.is_null())
        .filter(letter_row::Column::GivenUpAt.is_null())
        .filter(letter_row::Column::DueAt.lte(now))
        .order_by_asc(letter_row::Column::DueAt)
        .limit(limit)
        .all(db)
        .await
}

/// Takes a letter for one try: until `until` nobody else does. False when somebody was faster.
pub async fn claim(tx: &WriteTx, letter: &LetterRow, until: i64) -> Result<bool, DbErr> {
    let claimed = letter_row::Entity::update_many()
        .col_expr(letter_row::Column::DueAt, Expr::value(until))
        .col_expr(letter_row::Column::Attempts, Expr::col(letter_row::Column::Attempts).add(1))
        .filter(letter_row::Column::Id.eq(&letter.id))
        .filter(letter_row::Column::Attempts.eq(letter.attempts))
        .filter(letter_row::Column::DoneAt.is_null())
        .filter(letter_row::Column::GivenUpAt.is_null())
        .exec(&**tx)
        .await?;
    Ok(claimed.rows_affected == 1)
}

/// Notes that a letter was given up.
pub async fn note_given_up(tx: &WriteTx, id: &str, now: i64) -> Result<(), DbErr> {
    letter_row::Entity::update_many()
        .col_expr(letter_row::Column::GivenUpAt, Expr::value(now))
        .filter(letter_row::Column::Id.eq(id))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Notes that a letter was sent.
pub async fn note_done(tx: &WriteTx, id: &str, now: i64) -> Result<(), DbErr> {
    letter_row::Entity::update_many()
        .col_expr(letter_row::Column::DoneAt, Expr::value(now))
        .filter(letter_row::Column::Id.eq(id))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Puts a letter off.
pub async fn put_off(tx: &WriteTx, id: &str, due: i64) -> Result<(), DbErr> {
    letter_row::Entity::update_many()
        .col_expr(letter_row::Column::DueAt, Expr::value(due))
        .filter(letter_row::Column::Id.eq(id))
        .exec(&**tx)
        .await?;
    Ok(())
}
