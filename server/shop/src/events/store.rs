//! Rows of the log.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{
    ActiveValue::{NotSet, Set},
    DbBackend, DbErr, FromQueryResult, QueryOrder, QuerySelect, Statement,
    entity::prelude::*,
    sea_query::Expr,
};

use super::{EventKind, NewEvent};

/// A row of `event`.
pub mod event_row {
    use fieldhouse_core::brand::Site;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "event")]
    pub struct Model {
        /// Counted up.
        #[sea_orm(primary_key)]
        pub seq: i64,
        /// Milliseconds since 1970.
        pub at: i64,
        /// A kind's key.
        pub kind: String,
        /// The order's id.
        pub subject: String,
        /// Its version after the act.
        pub version: i64,
        /// Site key.
        pub site: Key<Site>,
        /// What sort of doer.
        pub actor_kind: String,
        /// Their id.
        pub actor: String,
        /// Their name then.
        pub actor_name: String,
        /// What else is told, JSON.
        pub data: String,
        /// The search index does not know of it.
        pub to_index: bool,
        /// The sales figures do not know of it.
        pub to_count: bool,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use event_row::Model as EventRow;

/// Writes an event; its number.
pub async fn insert_event(tx: &WriteTx, event: &NewEvent<'_>, (at, data): (i64, String)) -> Result<i64, DbErr> {
    let row = event_row::ActiveModel {
        seq: NotSet,
        at: Set(at),
        kind: Set(event.kind.key().to_owned()),
        subject: Set(event.subject.to_owned()),
        version: Set(event.version),
        site: Set(event.site.into()),
        actor_kind: Set(event.by.kind.to_owned()),
        actor: Set(event.by.id.clone()),
        actor_name: Set(event.by.name.clone()),
        data: Set(data),
        to_index: Set(event.kind.changes_what_is_searched()),
        to_count: Set(EventKind::COUNTED.contains(&event.kind)),
    };
    Ok(event_row::Entity::insert(row).exec(&**tx).await?.last_insert_id)
}

/// An event by its number.
pub async fn find_event(db: &impl ConnectionTrait, seq: i64) -> Result<Option<EventRow>, DbErr> {
    event_row::Entity::find_by_id(seq).one(db).await
}

/// What happened to a subject before a number, the newest first.
pub async fn list_events(
    db: &impl ConnectionTrait,
    subject: &str,
    before: Option<i64>,
    limit: u64,
) -> Result<Vec<EventRow>, DbErr> {
    let mut of_subject = event_row::Entity::find().filter(event_row::Column::Subject.eq(subject));
    if let Some(before) = before {
        of_subject = of_subject.filter(event_row::Column::Seq.lt(before));
    }
    of_subject.order_by_desc(event_row::Column::Seq).limit(limit).all(db).await
}

/// What is written down beside acts and changes nothing of its subject.
const NO_ACTS: [EventKind; 3] = [EventKind::LetterNotSent, EventKind::OrderTaken, EventKind::OrderChangeTaken];

/// The last thing that was done to a subject: that a letter about it was not sent is no act, nor that the ERP has it.
pub async fn find_last(db: &impl ConnectionTrait, subject: &str) -> Result<Option<EventRow>, DbErr> {
    event_row::Entity::find()
        .filter(event_row::Column::Subject.eq(subject))
        .filter(event_row::Column::Kind.is_not_in(NO_ACTS.map(EventKind::key)))
        .order_by_desc(event_row::Column::Seq)
        .limit(1)
        .one(db)
        .await
}

/// The last events of a kind of some subjects, the newest first.
pub async fn list_last_of(
    db: &impl ConnectionTrait,
    kind: EventKind,
    subjects: Vec<String>,
    limit: u64,
) -> Result<Vec<EventRow>, DbErr> {
    event_row::Entity::find()
        .filter(event_row::Column::Subject.is_in(subjects))
        .filter(event_row::Column::Kind.eq(kind.key()))
        .order_by_desc(event_row::Column::Seq)
        .limit(limit)
        .all(db)
        .await
}

/// Events that the search index does not know of, the oldest first.
pub async fn list_to_index(db: &impl ConnectionTrait, limit: u64) -> Result<Vec<EventRow>, DbErr> {
    let sql = match db.get_database_backend() {
        DbBackend::Sqlite => "SELECT * FROM event INDEXED BY event_to_index WHERE to_index ORDER BY seq LIMIT ?",
        _ => "SELECT * FROM event WHERE to_index ORDER BY seq LIMIT $1",
    };
    list_first(db, sql, limit).await
}

/// The oldest events with a mark, by the index of the mark: where SQLite was let look at its tables while every event had it,
/// it would rather read all of them in the order of their numbers, past those that are done.
async fn list_first(db: &impl ConnectionTrait, sql: &str, limit: u64) -> Result<Vec<EventRow>, DbErr> {
    let first = Statement::from_sql_and_values(db.get_database_backend(), sql, [limit.into()]);
    EventRow::find_by_statement(first).all(db).await
}

/// Notes that the search index knows of events; false when it knew of one already.
pub async fn write_indexed(tx: &WriteTx, seqs: Vec<i64>) -> Result<bool, DbErr> {
    take_mark(tx, event_row::Column::ToIndex, seqs).await
}

/// Takes a mark from events; false when one of them had it no longer.
async fn take_mark(tx: &WriteTx, mark: event_row::Column, seqs: Vec<i64>) -> Result<bool, DbErr> {
    let all = u64::try_from(seqs.len()).unwrap_or(u64::MAX);
    let noted = event_row::Entity::update_many()
        .col_expr(mark, Expr::value(false))
        .filter(event_row::Column::Seq.is_in(seqs))
        .filter(Expr::col(mark))
        .exec(&**tx)
        .await?;
    Ok(noted.rows_affected == all)
}

/// Events that the sales figures do not know of, the oldest first.
pub async fn list_to_count(db: &impl ConnectionTrait, limit: u64) -> Result<Vec<EventRow>, DbErr> {
    let sql = match db.get_database_backend() {
        DbBackend::Sqlite => "SELECT * FROM event INDEXED BY event_to_count WHERE to_count ORDER BY seq LIMIT ?",
        _ => "SELECT * FROM event WHERE to_count ORDER BY seq LIMIT $1",
    };
    list_first(db, sql, limit).await
}

/// How many there are, counted no further than to `most`.
pub async fn count_to_count(db: &impl ConnectionTrait, most: u64) -> Result<i64, DbErr> {
    let sql = match db.get_database_backend() {
        DbBackend::Sqlite => {
            "SELECT COUNT(*) FROM (SELECT seq FROM event INDEXED BY event_to_count WHERE to_count LIMIT ?)"
        }
        _ => "SELECT COUNT(*) FROM (SELECT seq FROM event WHERE to_count LIMIT $1) AS waiting",
    };
    let counted =
        db.query_one_raw(Statement::from_sql_and_values(db.get_database_backend(), sql, [most.into()])).await?;
    counted.map_or(Ok(0), |row| row.try_get_by_index(0))
}

/// Notes that the sales figures know of events; false when they knew of one already.
pub async fn write_counted(tx: &WriteTx, seqs: Vec<i64>) -> Result<bool, DbErr> {
    take_mark(tx, event_row::Column::ToCount, seqs).await
}

/// Lets the sales figures know of nothing; how many events there are to be counted.
pub async fn forget_counted(tx: &WriteTx) -> Result<u64, DbErr> {
    let kinds = EventKind::COUNTED.iter().map(|kind| kind.key());
    let forgotten = event_row::Entity::update_many()
        .col_expr(event_row::Column::ToCount, Expr::value(true))
        .filter(event_row::Column::Kind.is_in(kinds))
        .exec(&**tx)
        .await?;
    Ok(forgotten.rows_affected)
}

/// Events of some kinds of a subject behind another one, the newest first.
pub async fn list_since(
    db: &impl ConnectionTrait,
    subject: &str,
    seq: i64,
    kinds: &[EventKind],
) -> Result<Vec<EventRow>, DbErr> {
    event_row::Entity::find()
        .filter(event_row::Column::Subject.eq(subject))
        .filter(event_row::Column::Seq.gt(seq))
        .filter(event_row::Column::Kind.is_in(kinds.iter().map(|kind| kind.key())))
        .order_by_desc(event_row::Column::Seq)
        .all(db)
        .await
}

/// Events of some kinds of several subjects, the oldest first.
pub async fn list_of_kinds(
    db: &impl ConnectionTrait,
    subjects: Vec<String>,
    kinds: &[EventKind],
) -> Result<Vec<EventRow>, DbErr> {
    event_row::Entity::find()
        .filter(event_row::Column::Subject.is_in(subjects))
        .filter(event_row::Column::Kind.is_in(kinds.iter().map(|kind| kind.key())))
        .order_by_asc(event_row::Column::Seq)
        .all(db)
        .await
}
