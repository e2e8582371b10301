//! Orders that somebody may look back on, as conditions and pages of rows.

use fieldhouse_core::{brand::Site, orders::status::OrderQueue};
use fieldhouse_kernel::db::keyset::{Place, page};
use sea_orm::{
    Condition, DbErr, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};

use crate::{
    buying::orders::store::{OrderRow, order_row},
    columns::Key,
};

/// Why somebody sees an order. Each one is read by an index of its own.
#[derive(Debug, Clone)]
pub enum Seen {
    /// They placed it.
    Placed(String),
    /// It is for a unit of this key, whose orders they may see.
    OfUnit(String),
    /// A guest placed it with this e-mail of theirs, which is confirmed.
    Guest(String),
}

/// Which of them are wanted.
#[derive(Debug, Clone, Default)]
pub struct Narrowed {
    /// In one of these queues; in any when there are none.
    pub queues: Vec<OrderQueue>,
    /// For the unit of this key.
    pub unit_key: Option<String>,
    /// With this purchase-order number.
    pub po_number: Option<String>,
    /// Placed by this customer.
    pub visitor: Option<String>,
    /// Placed then or later: milliseconds since 1970.
    pub from: Option<i64>,
    /// Placed before: milliseconds since 1970.
    pub until: Option<i64>,
}

fn reason(seen: &Seen) -> Condition {
    use order_row::Column;
    match seen {
        Seen::Placed(visitor) => Condition::all().add(Column::Visitor.eq(visitor)),
        Seen::OfUnit(key) => Condition::all().add(Column::UnitKey.eq(key)),
        // What an account ordered is that account's, whatever e-mail it said. The bare column, as its index has it: compared with
        // a value that is bound, neither database knows that the index holds all of them.
        Seen::Guest(email) => {
            Condition::all().add(Column::Email.eq(email)).add(Expr::col((order_row::Entity, Column::Guest)))
        }
    }
}

/// The condition of what is wanted at a site of what is seen for some reasons; without a reason nothing is.
pub fn wanted(site: Site, seen: &[Seen], narrowed: &Narrowed) -> Condition {
    use order_row::Column;
    if seen.is_empty() {
        return Condition::all().add(Expr::value(1).eq(0));
    }
    let queues: Vec<_> = narrowed.queues.iter().copied().map(Key).collect();
    Condition::all()
        .add(Column::Site.eq(Key(site)))
        .add(seen.iter().map(reason).fold(Condition::any(), Condition::add))
        .add_option((!queues.is_empty()).then(|| Column::Queue.is_in(queues)))
        .add_option(narrowed.unit_key.as_ref().map(|key| Column::UnitKey.eq(key)))
        .add_option(narrowed.po_number.as_ref().map(|number| Column::PoNumber.eq(number)))
        .add_option(narrowed.visitor.as_ref().map(|visitor| Column::Visitor.eq(visitor)))
        .add_option(narrowed.from.map(|from| Column::PlacedAt.gte(from)))
        .add_option(narrowed.until.map(|until| Column::PlacedAt.lt(until)))
}

/// Orders seen for one reason after a place in the list, the newest first.
pub async fn list(
    db: &impl ConnectionTrait,
    site: Site,
    (seen, narrowed): (&Seen, &Narrowed),
    after: Option<&Place>,
    limit: u64,
) -> Result<Vec<OrderRow>, DbErr> {
    use order_row::Column;
    let rows = order_row::Entity::find().filter(wanted(site, std::slice::from_ref(seen), narrowed));
    page(rows, (Column::PlacedAt, Column::Id), after, limit).all(db).await
}

/// Whether an order is one that is seen for some reasons.
pub async fn is_seen(db: &impl ConnectionTrait, site: Site, id: &str, seen: &[Seen]) -> Result<bool, DbErr> {
    let one = order_row::Entity::find()
        .select_only()
        .column(order_row::Column::Id)
        .filter(order_row::Column::Id.eq(id))
        .filter(wanted(site, seen, &Narrowed::default()));
    Ok(one.into_tuple::<String>().one(db).await?.is_some())
}
