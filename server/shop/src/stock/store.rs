//! Rows of counted articles, what happened to them, and what is on its way.

use std::collections::BTreeSet;

use fieldhouse_core::stock::StockState;
use fieldhouse_kernel::db::{WriteTx, insert_all, keyset};
use sea_orm::{
    ActiveValue::{NotSet, Set},
    Condition, DbErr, FromQueryResult, IntoActiveModel, Iterable, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Alias, Expr, ExprTrait, OnConflict},
};

use crate::columns::{Key, holding};

/// Rows a statement.
const CHUNK: usize = 500;

/// A row of `stock`.
pub mod stock_row {
    use fieldhouse_core::stock::StockState;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "stock")]
    pub struct Model {
        /// Stock keeping unit.
        #[sea_orm(primary_key, auto_increment = false)]
        pub sku: String,
        /// The article's name when it was last counted.
        pub name: String,
        /// Sku and name in small letters, for fragments of them.
        pub words: String,
        /// Counted by the store; one that is no more keeps its past.
        pub counted: bool,
        /// How many times counting began: lines of orders name the one they belong to.
        pub epoch: i64,
        /// Pieces in the house.
        pub on_hand: i64,
        /// Of these, promised to orders.
        pub reserved: i64,
        /// At how many somebody wants to know.
        pub low_at: i64,
        /// How it stands.
        pub state: Key<StockState>,
        /// Pieces on their way to us.
        pub incoming: i64,
        /// Of these, when the first are expected: YYYY-MM-DD.
        pub incoming_on: Option<String>,
        /// One more with each act at the desk.
        pub version: i64,
        /// One more with each change, orders' among them.
        pub moves: i64,
        /// Milliseconds since 1970.
        pub changed_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `stock_entry`.
pub mod stock_entry_row {
    use fieldhouse_core::stock::StockKind;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "stock_entry")]
    pub struct Model {
        /// Counted up.
        #[sea_orm(primary_key)]
        pub seq: i64,
        /// Its article.
        pub sku: String,
        /// What it tells.
        pub kind: Key<StockKind>,
        /// Pieces it is about.
        pub quantity: i64,
        /// Pieces more, or fewer, on hand.
        pub on_hand: i64,
        /// Pieces more, or fewer, promised.
        pub reserved: i64,
        /// Key of the reason of a correction, or empty.
        pub reason: String,
        /// In words, or empty.
        pub note: String,
        /// The order it belongs to, or empty.
        pub order_id: String,
        /// The delivery it belongs to, or empty.
        pub incoming_id: String,
        /// Who of the store did it, or empty.
        pub actor: String,
        /// Their name then.
        pub actor_name: String,
        /// Milliseconds since 1970.
        pub at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `stock_incoming`.
pub mod stock_incoming_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "stock_incoming")]
    pub struct Model {
        /// Id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// The article.
        pub sku: String,
        /// Pieces.
        pub quantity: i64,
        /// Of these, what came in.
        pub received: i64,
        /// When it is expected: YYYY-MM-DD.
        pub expected: String,
        /// What it is known by, or empty.
        pub reference: String,
        /// Neither received whole nor cancelled.
        pub open: bool,
        /// Who noted it.
        pub created_by_name: String,
        /// Milliseconds since 1970.
        pub created_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The change number of counts: one row.
pub mod stock_meta_row {
    use sea_orm::entity::prelude::*;

    /// The row.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "stock_meta")]
    pub struct Model {
        /// Always 1.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i64,
        /// Raised by each change that shoppers' pages show.
        pub change: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use stock_entry_row::Model as StockEntryRow;
pub use stock_incoming_row::Model as IncomingRow;
pub use stock_row::Model as StockRow;

/// What shoppers' pages show of a counted article.
#[derive(Debug, FromQueryResult)]
pub struct ShownRow {
    /// Stock keeping unit.
    pub sku: String,
    /// How it stands.
    pub state: Key<StockState>,
    /// When more is expected: YYYY-MM-DD.
    pub incoming_on: Option<String>,
}

/// The change number now.
pub async fn load_change(db: &impl ConnectionTrait) -> Result<i64, DbErr> {
    let row = stock_meta_row::Entity::find_by_id(1).one(db).await?;
    row.map(|row| row.change).ok_or_else(|| DbErr::RecordNotFound("stock_meta".to_owned()))
}

/// Raises the change number: every node shows shoppers anew what can be bought.
pub async fn raise_change(tx: &WriteTx) -> Result<(), DbErr> {
    use stock_meta_row::Column;
    stock_meta_row::Entity::update_many()
        .col_expr(Column::Change, Expr::col(Column::Change).add(1_i64))
        .filter(Column::Id.eq(1))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// All counted articles, as shoppers' pages show them.
pub async fn list_shown(db: &impl ConnectionTrait) -> Result<Vec<ShownRow>, DbErr> {
    use stock_row::Column;
    stock_row::Entity::find()
        .select_only()
        .columns([Column::Sku, Column::State, Column::IncomingOn])
        .filter(Column::Counted.eq(true))
        .into_model()
        .all(db)
        .await
}

/// An article that is or was counted.
pub async fn find_stock(db: &impl ConnectionTrait, sku: &str) -> Result<Option<StockRow>, DbErr> {
    stock_row::Entity::find_by_id(sku).one(db).await
}

/// The same, held until the transaction ends.
pub async fn hold_stock(tx: &WriteTx, sku: &str) -> Result<Option<StockRow>, DbErr> {
    stock_row::Entity::find_by_id(sku).lock_exclusive().one(&**tx).await
}

/// Those of some articles that are counted, by sku.
pub async fn list_counted(db: &impl ConnectionTrait, skus: BTreeSet<String>) -> Result<Vec<StockRow>, DbErr> {
    if skus.is_empty() {
        return Ok(Vec::new());
    }
    counted(skus).all(db).await
}

/// The same, held until the transaction ends. Everybody holds them in the order of their skus: nobody waits in a ring.
pub async fn hold_counted(tx: &WriteTx, skus: BTreeSet<String>) -> Result<Vec<StockRow>, DbErr> {
    if skus.is_empty() {
        return Ok(Vec::new());
    }
    counted(skus).lock_exclusive().all(&**tx).await
}

fn counted(skus: BTreeSet<String>) -> Select<stock_row::Entity> {
    use stock_row::Column;
    stock_row::Entity::find().filter(Column::Sku.is_in(skus)).filter(Column::Counted.eq(true)).order_by_asc(Column::Sku)
}

/// Writes rows that were held, or that are new, each a move further; false when one is not at the move any more that was
/// seen.
pub async fn write_stock(tx: &WriteTx, rows: &[StockRow]) -> Result<bool, DbErr> {
    use stock_row::Column;
    let excluded = Expr::col((Alias::new("excluded"), Column::Moves));
    let mut over = OnConflict::column(Column::Sku);
    over.update_columns(Column::iter().filter(|column| !matches!(column, Column::Sku)))
        .action_and_where(Expr::col((stock_row::Entity, Column::Moves)).eq(excluded.sub(1_i64)));
    let mut written = 0_u64;
    for some in rows.chunks(CHUNK) {
        let rows = some.iter().map(|row| row.clone().into_active_model().reset_all());
        let insert = stock_row::Entity::insert_many(rows).on_conflict(over.clone());
        written = written.saturating_add(insert.exec_without_returning(&**tx).await?);
    }
    Ok(u64::try_from(rows.len()).is_ok_and(|wanted| wanted == written))
}

/// Appends entries; their numbers are counted up.
pub async fn insert_entries(tx: &WriteTx, entries: Vec<StockEntryRow>) -> Result<(), DbErr> {
    let rows = entries.into_iter().map(|entry| stock_entry_row::ActiveModel {
        seq: NotSet,
        sku: Set(entry.sku),
        kind: Set(entry.kind),
        quantity: Set(entry.quantity),
        on_hand: Set(entry.on_hand),
        reserved: Set(entry.reserved),
        reason: Set(entry.reason),
        note: Set(entry.note),
        order_id: Set(entry.order_id),
        incoming_id: Set(entry.incoming_id),
        actor: Set(entry.actor),
        actor_name: Set(entry.actor_name),
        at: Set(entry.at),
    });
    insert_all(&**tx, rows.collect(), None).await
}

/// What happened to an article before an entry, the latest first.
pub async fn list_entries(
    db: &impl ConnectionTrait,
    sku: &str,
    before: Option<i64>,
    limit: u64,
) -> Result<Vec<StockEntryRow>, DbErr> {
    use stock_entry_row::Column;
    let mut entries = stock_entry_row::Entity::find().filter(Column::Sku.eq(sku));
    if let Some(before) = before {
        entries = entries.filter(Column::Seq.lt(before));
    }
    entries.order_by_desc(Column::Seq).limit(limit).all(db).await
}

/// Which counted articles a list has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StockFilter {
    /// All of them.
    Counted,
    /// Those that stand so.
    In(StockState),
    /// Those of which more is on its way.
    Incoming,
    /// Those of which more should have come before a day.
    Late,
}

/// A page of counted articles, those that were changed last first.
pub async fn list_stock(
    db: &impl ConnectionTrait,
    (filter, today): (StockFilter, &str),
    fragment: &str,
    after: Option<&keyset::Place>,
    limit: u64,
) -> Result<Vec<StockRow>, DbErr> {
    use stock_row::Column;
    let mut condition = Condition::all().add(Column::Counted.eq(true));
    condition = match filter {
        StockFilter::Counted => condition,
        StockFilter::In(state) => condition.add(Column::State.eq(Key(state))),
        StockFilter::Incoming => condition.add(Column::IncomingOn.is_not_null()),
        StockFilter::Late => condition.add(Column::IncomingOn.lt(today)),
    };
    if !fragment.is_empty() {
        condition = condition.add(Expr::col(Column::Words).like(holding(fragment)));
    }
    let rows = stock_row::Entity::find().filter(condition);
    keyset::page(rows, (Column::ChangedAt, Column::Sku), after, limit).all(db).await
}

/// How many counted articles stand so, up to a most.
pub async fn count_stock(
    db: &impl ConnectionTrait,
    (filter, today): (StockFilter, &str),
    most: u64,
) -> Result<usize, DbErr> {
    Ok(list_stock(db, (filter, today), "", None, most).await?.len())
}

/// Notes a delivery.
pub async fn insert_incoming(tx: &WriteTx, row: IncomingRow) -> Result<(), DbErr> {
    stock_incoming_row::Entity::insert(row.into_active_model().reset_all()).exec_without_returning(&**tx).await?;
    Ok(())
}

/// Writes what became of a delivery. Its article is held.
pub async fn write_incoming(tx: &WriteTx, row: &IncomingRow) -> Result<(), DbErr> {
    use stock_incoming_row::Column;
    stock_incoming_row::Entity::update_many()
        .col_expr(Column::Received, Expr::value(row.received))
        .col_expr(Column::Open, Expr::value(row.open))
        .filter(Column::Id.eq(&row.id))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Deliveries of an article that are on their way, the first expected first.
pub async fn list_incoming(db: &impl ConnectionTrait, sku: &str) -> Result<Vec<IncomingRow>, DbErr> {
    use stock_incoming_row::Column;
    stock_incoming_row::Entity::find()
        .filter(Column::Sku.eq(sku))
        .filter(Column::Open.eq(true))
        .order_by_asc(Column::Expected)
        .order_by_asc(Column::Id)
        .all(db)
        .await
}
