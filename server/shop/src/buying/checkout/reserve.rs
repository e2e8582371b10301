//! Counted articles of an order about to be placed: how many are left for each line, and what the order is promised.

use std::collections::BTreeSet;

use fieldhouse_core::{
    orders::{ledger::Ledger, status::Lifecycle},
    stock::stock_move,
};
use fieldhouse_kernel::{db::WriteTx, failure::Failure};

use super::written::buyer;
use crate::{
    buying::{
        cart::PricedCart,
        orders::store::{OrderLineRow, OrderRow, insert_lines},
    },
    env::Env,
    people::account::store::CustomerRow,
    stock::Held,
};

/// The names under which whoever orders counted articles waits for others who order the same.
pub fn names(counted: &BTreeSet<String>) -> Vec<String> {
    counted.iter().map(|sku| ["stock ", sku].concat()).collect()
}

/// Holds the counted articles of a cart, unless there are fewer than a line wants. The last of what others may hold: everybody
/// wants what runs out. One whose count begins while this order is placed was ordered before.
pub async fn hold(env: &Env, tx: &WriteTx, cart: &PricedCart<'_>, counted: BTreeSet<String>) -> Result<Held, Failure> {
    let lines = cart.in_order();
    let held = if counted.is_empty() { Held::default() } else { Held::of(tx, counted).await? };
    let wanted: Vec<(String, &str, u64)> = lines
        .iter()
        .enumerate()
        .map(|(place, (line, _))| (["lines.", &place.to_string()].concat(), &*line.row.sku, u64::from(line.pieces())))
        .collect();
    let errors = held.refusals(env, &wanted);
    if errors.is_empty() { Ok(held) } else { Err(Failure::broken(errors)) }
}

/// Writes the lines of an order and promises it their pieces; one that somebody has to approve, too.
pub async fn write(
    env: &Env,
    tx: &WriteTx,
    held: Held,
    (order, account): (&OrderRow, Option<&CustomerRow>),
    lines: Vec<OrderLineRow>,
) -> Result<(), Failure> {
    let nothing = (Lifecycle::Open, Ledger::default());
    let counted = lines.iter().filter(|line| line.stock_epoch > 0);
    let promised: Vec<_> = counted
        .map(|line| (line.sku.clone(), line.stock_epoch, stock_move(nothing, (*order.lifecycle, line.ledger()))))
        .collect();
    held.apply(env, tx, (&order.id, &buyer(order, account)), &promised).await?;
    Ok(insert_lines(tx, lines).await?)
}
