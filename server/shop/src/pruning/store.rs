//! Deletes rows by their age, up to a number of them.

use fieldhouse_core::inbox::RequestStatus;
use fieldhouse_kernel::db::WriteTx;
use sea_orm::{
    DbErr, ExprTrait, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, IntoColumnRef, Query},
};

use crate::{
    desk::{inbox::store::inbox_note_row, looks::store::look_row},
    finding::{analytics::store::mark_row, missed::store::missed_row},
    people::{
        account::store::{removed_row, token_row},
        business_units::store::request_row,
    },
    publishing::{forms::store::submission_row, newsletter::store::subscription_row},
};

/// Deletes up to `limit` rows of which `old` holds; `id` tells them apart.
async fn delete<E: EntityTrait>(tx: &WriteTx, id: E::Column, old: Expr, limit: u64) -> Result<u64, DbErr>
where
    E::Column: IntoColumnRef + Copy,
{
    let rows = Query::select().column(id).from(E::default()).and_where(old).limit(limit).to_owned();
    let deleted = E::delete_many().filter(Expr::col(id).in_subquery(rows)).exec(&**tx).await?;
    Ok(deleted.rows_affected)
}

/// Forms that were sent before a time.
pub async fn delete_submissions(tx: &WriteTx, before: i64, limit: u64) -> Result<u64, DbErr> {
    use submission_row::Column::{CreatedAt, Id};
    delete::<submission_row::Entity>(tx, Id, CreatedAt.lt(before), limit).await
}

/// What the store wrote about messages before a time.
pub async fn delete_inbox_notes(tx: &WriteTx, before: i64, limit: u64) -> Result<u64, DbErr> {
    use inbox_note_row::Column::{At, Id};
    delete::<inbox_note_row::Entity>(tx, Id, At.lt(before), limit).await
}

/// Change requests that were sent before a time and are answered.
pub async fn delete_answered_requests(tx: &WriteTx, before: i64, limit: u64) -> Result<u64, DbErr> {
    use request_row::Column::{Id, SentAt, Status};
    let answered = Status.is_in([RequestStatus::Done.key(), RequestStatus::Declined.key()]);
    delete::<request_row::Entity>(tx, Id, SentAt.lt(before).and(answered), limit).await
}

/// Subscriptions that were asked for before a time and never confirmed.
pub async fn delete_unconfirmed_subscriptions(tx: &WriteTx, before: i64, limit: u64) -> Result<u64, DbErr> {
    use subscription_row::Column::{ConfirmedAt, CreatedAt, Id};
    delete::<subscription_row::Entity>(tx, Id, CreatedAt.lt(before).and(ConfirmedAt.is_null()), limit).await
}

/// Looks at orders since when nobody said so again.
pub async fn delete_looks(tx: &WriteTx, before: i64, limit: u64) -> Result<u64, DbErr> {
    use look_row::Column::{OrderId, SeenAt, StaffId};
    let old: Vec<(String, String)> = look_row::Entity::find()
        .select_only()
        .columns([OrderId, StaffId])
        .filter(SeenAt.lte(before))
        .limit(limit)
        .into_tuple()
        .all(&**tx)
        .await?;
    if old.is_empty() {
        return Ok(0);
    }
    // Whoever looks again in this moment stays.
    let which = Expr::tuple([Expr::col(OrderId), Expr::col(StaffId)]).in_tuples(old);
    Ok(look_row::Entity::delete_many().filter(which).filter(SeenAt.lte(before)).exec(&**tx).await?.rows_affected)
}

/// Searches without a result of days before one.
pub async fn delete_missed_searches(tx: &WriteTx, first_day: &str, limit: u64) -> Result<u64, DbErr> {
    use missed_row::Column::{Day, Site, Text};
    let old: Vec<(String, String, String)> = missed_row::Entity::find()
        .select_only()
        .columns([Site, Day, Text])
        .filter(Day.lt(first_day))
        .limit(limit)
        .into_tuple()
        .all(&**tx)
        .await?;
    if old.is_empty() {
        return Ok(0);
    }
    let which = Expr::tuple([Expr::col(Site), Expr::col(Day), Expr::col(Text)]).in_tuples(old);
    Ok(missed_row::Entity::delete_many().filter(which).exec(&**tx).await?.rows_affected)
}

/// Marks of what somebody did with a product before a day: it counts once in its own.
pub async fn delete_interest_marks(tx: &WriteTx, today: &str, limit: u64) -> Result<u64, DbErr> {
    use mark_row::Column::{Day, Mark};
    let old: Vec<(String, String)> = mark_row::Entity::find()
        .select_only()
        .columns([Day, Mark])
        .filter(Day.lt(today))
        .limit(limit)
        .into_tuple()
        .all(&**tx)
        .await?;
    if old.is_empty() {
        return Ok(0);
    }
    let which = Expr::tuple([Expr::col(Day), Expr::col(Mark)]).in_tuples(old);
    Ok(mark_row::Entity::delete_many().filter(which).exec(&**tx).await?.rows_affected)
}

/// Addresses that were removed before a time: they can no longer be put back.
pub async fn delete_removed_addresses(tx: &WriteTx, before: i64, limit: u64) -> Result<u64, DbErr> {
    use removed_row::Column::{Id, RemovedAt};
    delete::<removed_row::Entity>(tx, Id, RemovedAt.lt(before), limit).await
}

/// Tokens that set no password any more.
pub async fn delete_tokens(tx: &WriteTx, now: i64, limit: u64) -> Result<u64, DbErr> {
    use token_row::Column::{ExpiresAt, TokenHash};
    delete::<token_row::Entity>(tx, TokenHash, ExpiresAt.lte(now), limit).await
}
