//! Rows of the desk: lists of orders, credits.

use fieldhouse_core::{
    brand::Site,
    orders::{edit::EditState, status::OrderQueue, views::RefundState},
    staff::Permission,
};
use fieldhouse_kernel::db::{
    WriteTx,
    keyset::{Place, page},
};
use sea_orm::{
    DbErr, IntoActiveModel, QueryOrder, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Condition, Expr, ExprTrait},
};

use crate::{
    buying::orders::{
        credits::store::refund_row,
        holds::store::{HoldWanted, held},
        store::{OrderRow, order_line_row, order_row},
    },
    columns::Key,
    desk::edits::store::edit_row,
};

pub use crate::buying::orders::credits::store::{RefundRow, list_refunds};

/// What of an order waits for somebody at the desk, beside its own work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waits {
    /// A credit, for a second person.
    Credit,
    /// An edit that was kept for later.
    Edit,
}

impl Waits {
    /// Reads what an address has.
    pub fn parse(key: &str) -> Option<Self> {
        match key {
            "credit" => Some(Self::Credit),
            "edit" => Some(Self::Edit),
            _ => None,
        }
    }

    /// Who may know of it.
    pub fn permissions(self) -> &'static [Permission] {
        match self {
            Self::Credit => &[Permission::AmountsView],
            Self::Edit => &[Permission::AmountsView, Permission::OrdersEdit],
        }
    }

    /// The orders with it are few among all: they are looked up, each by its id.
    fn condition(self) -> Expr {
        use fieldhouse_core::orders::status::Lifecycle as Ended;
        use order_row::Column::{Id, Lifecycle};
        match self {
            Self::Credit => Id.in_subquery(
                refund_row::Entity::find()
                    .select_only()
                    .column(refund_row::Column::OrderId)
                    .filter(refund_row::Column::State.eq(Key(RefundState::Asked)))
                    .into_query(),
            ),
            // Of an order that ended, or left whole, nothing can be edited any more.
            Self::Edit => Id
                .in_subquery(
                    edit_row::Entity::find()
                        .select_only()
                        .column(edit_row::Column::OrderId)
                        .filter(edit_row::Column::State.eq(Key(EditState::Open)))
                        .into_query(),
                )
                .and(Lifecycle.is_not_in([Ended::Cancelled, Ended::Declined, Ended::Complete].map(Key))),
        }
    }
}

/// Which orders of a brand are wanted.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// In one of these queues; in any when there are none.
    pub queues: Vec<OrderQueue>,
    /// With an open hold, whatever became of the order: what somebody has to answer is in no other queue of theirs.
    pub held: bool,
    /// For the unit of this key.
    pub unit_key: Option<String>,
    /// Of this mailbox.
    pub mailbox: Option<String>,
    /// Placed then or later: milliseconds since 1970.
    pub from: Option<i64>,
    /// Placed before: milliseconds since 1970.
    pub until: Option<i64>,
    /// With such a hold.
    pub hold: Option<HoldWanted>,
    /// With something that waits for somebody at the desk.
    pub waits: Option<Waits>,
}

impl Wanted {
    /// What the desk lists as a queue: each order is in the one of its state, and on hold as well as long as it has a hold.
    pub fn of_queue(queue: OrderQueue) -> Self {
        match queue {
            OrderQueue::OnHold => Self { held: true, ..Self::default() },
            queue => Self { queues: vec![queue], ..Self::default() },
        }
    }

    /// The same a queue at a time: the index holds a queue newest first, several of them it does not.
    pub fn by_queue(&self) -> Vec<Self> {
        match self.queues.as_slice() {
            [] | [_] => vec![self.clone()],
            queues => queues.iter().map(|queue| Self { queues: vec![*queue], ..self.clone() }).collect(),
        }
    }
}

/// The condition of what is wanted at some brands.
pub(super) fn wanted(sites: &[Site], wanted: &Wanted) -> Condition {
    wanted_anywhere(wanted).add(order_row::Column::Site.is_in(sites.iter().copied().map(Key)))
}

/// The same at all brands there are.
pub(super) fn wanted_anywhere(wanted: &Wanted) -> Condition {
    use order_row::Column;
    let queues: Vec<_> = wanted.queues.iter().copied().map(Key).collect();
    Condition::all()
        .add_option((!queues.is_empty()).then(|| Column::Queue.is_in(queues)))
        // As the index of these says it: a value that is bound would say it to no planner.
        .add_option(wanted.held.then(|| Expr::col((order_row::Entity, Column::OpenHolds)).gt(Expr::cust("0"))))
        .add_option(wanted.unit_key.as_ref().map(|key| Column::UnitKey.eq(key)))
        .add_option(wanted.mailbox.as_ref().map(|mailbox| Column::Mailbox.eq(mailbox)))
        .add_option(wanted.from.map(|from| Column::PlacedAt.gte(from)))
        .add_option(wanted.until.map(|until| Column::PlacedAt.lt(until)))
        .add_option(wanted.hold.as_ref().map(held))
        .add_option(wanted.waits.map(Waits::condition))
}

/// Orders of a brand after a place in the list, the newest first. Never by number of rows to leave out: a page in the middle
/// costs what the first one costs.
pub async fn list_orders(
    db: &impl ConnectionTrait,
    site: Site,
    which: &Wanted,
    after: Option<&Place>,
    limit: u64,
) -> Result<Vec<OrderRow>, DbErr> {
    use order_row::Column;
    let rows = order_row::Entity::find().filter(wanted(&[site], which));
    page(rows, (Column::PlacedAt, Column::Id), after, limit).all(db).await
}

/// How many there are, counted no further than to `most`.
pub async fn count_orders(db: &impl ConnectionTrait, site: Site, which: &Wanted, most: u64) -> Result<u64, DbErr> {
    order_row::Entity::find()
        .select_only()
        .column(order_row::Column::Id)
        .filter(wanted(&[site], which))
        .limit(most)
        .count(db)
        .await
}

/// When orders of a brand were placed, the newest first: milliseconds since 1970. An index answers it.
pub async fn list_placed(db: &impl ConnectionTrait, site: Site, which: &Wanted, most: u64) -> Result<Vec<i64>, DbErr> {
    use order_row::Column;
    order_row::Entity::find()
        .select_only()
        .column(Column::PlacedAt)
        .filter(wanted(&[site], which))
        .order_by_desc(Column::PlacedAt)
        .limit(most)
        .into_tuple()
        .all(db)
        .await
}

/// Whether somebody is named on an order: a player, a number.
pub async fn has_players(db: &impl ConnectionTrait, order_id: &str) -> Result<bool, DbErr> {
    use order_line_row::Column;
    let named = order_line_row::Entity::find()
        .select_only()
        .column(Column::Position)
        .filter(Column::OrderId.eq(order_id))
        .filter(Column::FreeForm.ne("[]"))
        .limit(1);
    Ok(named.into_tuple::<i64>().one(db).await?.is_some())
}

/// Writes a credit down.
pub async fn insert_refund(tx: &WriteTx, row: RefundRow) -> Result<(), DbErr> {
    refund_row::Entity::insert(row.into_active_model().reset_all()).exec_without_returning(&**tx).await?;
    Ok(())
}

/// Notes that a credit that counted was taken back; false when it does not count any more.
pub async fn withdraw_refund(tx: &WriteTx, id: &str) -> Result<bool, DbErr> {
    use refund_row::Column;
    let withdrawn = refund_row::Entity::update_many()
        .col_expr(Column::State, Expr::value(Key(RefundState::Withdrawn)))
        .filter(Column::Id.eq(id))
        .filter(Column::State.eq(Key(RefundState::Granted)))
        .exec(&**tx)
        .await?;
    Ok(withdrawn.rows_affected == 1)
}

/// What the second person decided about a credit; false when somebody has already.
pub async fn decide_refund(tx: &WriteTx, row: &RefundRow) -> Result<bool, DbErr> {
    use refund_row::Column;
    let asked = Key(RefundState::Asked);
    let decided = refund_row::Entity::update_many()
        .col_expr(Column::State, Expr::value(row.state))
        .col_expr(Column::DecidedBy, Expr::value(row.decided_by.clone()))
        .col_expr(Column::DecidedByName, Expr::value(row.decided_by_name.clone()))
        .col_expr(Column::DecidedAt, Expr::value(row.decided_at))
        .filter(Column::Id.eq(&row.id))
        .filter(Column::State.eq(asked))
        .exec(&**tx)
        .await?;
    Ok(decided.rows_affected == 1)
}
