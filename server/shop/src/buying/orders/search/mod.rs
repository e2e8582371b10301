//! Orders by any fragment of anything on them: number, purchase order, names, e-mail, unit, articles, players, parcels. An
//! index of three letters in the database, filled from the log of events within a moment of the act, so that nobody who buys
//! waits for it. Not here: whose orders somebody may find, which whoever asks says as a condition.

mod store;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Context;
use fieldhouse_core::{
    account::phone::{phone_digits, sought_phone},
    addresses::AddressFormDraft,
};
use fieldhouse_kernel::{db, failure::Failure};
use sea_orm::{Condition, ConnectionTrait, DbErr};

use crate::{
    buying::orders::{
        shipments::store::list_tracking_of,
        store::{OrderRow, find_orders, list_lines_of},
    },
    env::Env,
    events::store::{list_to_index, write_indexed},
    state::AppState,
    words::plain,
};

/// Events worked off in one transaction.
const BATCH: u64 = 500;
/// Orders read in one statement.
const READ_TOGETHER: usize = 50;
/// Who writes the index waits for who does already.
const TURN: &str = "index of orders";

/// Orders with all fragments of what was typed, of those that somebody may find, the newest first, from a place on.
pub async fn find(
    env: &Env,
    typed: &str,
    wanted: Condition,
    (after, limit): (Option<&(i64, String)>, usize),
) -> Result<Vec<OrderRow>, Failure> {
    let fragments = fragments(typed)?;
    // Where a page ended is always known; what follows may be late.
    let before = match after {
        Some((_, id)) => {
            store::find_seq(env.db.read(), id).await?.ok_or_else(|| Failure::malformed("There is no such page."))?
        }
        None => i64::MAX,
    };
    Ok(store::find(env.db.late(), &fragments, wanted, (before, limit)).await?)
}

/// How many there are, counted no further than to `most`.
pub async fn count(env: &Env, typed: &str, wanted: Condition, most: u64) -> Result<u64, Failure> {
    Ok(store::count(env.db.late(), &fragments(typed)?, wanted, most).await?)
}

/// What was typed as fragments that the index can find; the longest count.
fn fragments(typed: &str) -> Result<Vec<String>, Failure> {
    sought_phone(typed)
        .map(|digits| vec![digits])
        .or_else(|| db::fragments::fragments(&plain(typed)))
        .ok_or_else(|| Failure::malformed("Please type at least 3 letters or digits that stand together."))
}

/// Keeps the index for as long as the server runs.
pub async fn run(state: AppState) {
    let mut rung = state.bell.subscribe();
    loop {
        rung.mark_unchanged();
        if let Err(error) = index_due(&state).await {
            tracing::warn!(error = format!("{error:#}"), "orders could not be indexed; they are tried again");
        }
        // Another process may have left some.
        drop(tokio::time::timeout(std::time::Duration::from_secs(2), rung.changed()).await);
    }
}

/// Indexes what happened since it was last done. How many orders.
pub async fn index_due(env: &Env) -> anyhow::Result<usize> {
    let mut indexed = 0_usize;
    loop {
        let due = read_due(env).await?;
        if due.events.is_empty() {
            return Ok(indexed);
        }
        let orders = due.orders.len();
        if write_due(env, due).await? {
            indexed = indexed.saturating_add(orders);
        }
    }
}

/// What is to be indexed, as it was at one moment.
#[derive(Debug)]
pub struct Due {
    /// Numbers of the events that are to be known of.
    events: Vec<i64>,
    /// By the number of the event that placed it, what an order is found by.
    orders: Vec<(i64, String)>,
}

/// Reads what happened since orders were last indexed.
pub async fn read_due(env: &Env) -> anyhow::Result<Due> {
    // One moment: no act comes between its event and what it changed.
    let moment = env.db.moment().await?;
    let events = list_to_index(&moment, BATCH).await?;
    let orders: BTreeSet<&String> = events.iter().map(|event| &event.subject).collect();
    let mut found = Vec::new();
    for some in orders.into_iter().cloned().collect::<Vec<_>>().chunks(READ_TOGETHER) {
        let mut words = words(&moment, some).await?;
        let placed = store::list_placed(&moment, some).await?;
        let with_words = |(seq, order)| Some((seq, plain(&words.remove(&order)?.join("\n"))));
        found.extend(placed.into_iter().filter_map(with_words));
    }
    moment.commit().await?;
    // SQLite's index takes rows in the order of their numbers together, and any other one by one.
    found.sort_unstable_by_key(|(seq, _)| *seq);
    Ok(Due { events: events.into_iter().map(|event| event.seq).collect(), orders: found })
}

/// Writes what was read; false, and nothing is written, when another node knew of one of the events by then: what it read may be newer.
pub async fn write_due(env: &Env, due: Due) -> anyhow::Result<bool> {
    let tx = env.db.write().await?;
    tx.wait_for(TURN).await?;
    let first = write_indexed(&tx, due.events).await?;
    if first {
        store::write(&tx, env.db.backend(), &due.orders).await?;
        tx.commit().await.context("cannot index orders")?;
    }
    Ok(first)
}

/// Everything on some orders that they are found by.
async fn words(db: &impl ConnectionTrait, ids: &[String]) -> Result<BTreeMap<String, Vec<String>>, DbErr> {
    let mut words = BTreeMap::new();
    for order in find_orders(db, ids.to_vec()).await? {
        let of_order = words.entry(order.id).or_insert_with(Vec::new);
        let order_number = sought_phone(&order.po_number).map(|_| order.po_number.clone());
        let [number, unit] = [order.number, order.unit_name];
        of_order.extend([number, order.po_number, order.po_file_name, order.email, order.unit_key, unit]);
        let address: AddressFormDraft = serde_json::from_str(&order.ship_to).unwrap_or_default();
        // A number is found by its digits, however it was written: one of a purchase order too, that looks like a phone's.
        let phones = [address.phone_number, address.additional_phone_number];
        let digits = phones.into_iter().chain(order_number).map(|number| phone_digits(&number));
        of_order.extend(digits);
        texts(&serde_json::from_str(&order.ship_to).unwrap_or_default(), of_order);
    }
    let mut seen = BTreeSet::new();
    for line in list_lines_of(db, ids.to_vec()).await? {
        let Some(of_order) = words.get_mut(&line.order_id) else { continue };
        for text in [line.sku, line.name] {
            if seen.insert((line.order_id.clone(), text.clone())) {
                of_order.push(text);
            }
        }
        texts(&serde_json::from_str(&line.free_form).unwrap_or_default(), of_order);
    }
    for (order, tracking) in list_tracking_of(db, ids).await? {
        words.entry(order).and_modify(|of_order| of_order.push(tracking));
    }
    for of_order in words.values_mut() {
        of_order.retain(|word| !word.trim().is_empty());
    }
    Ok(words)
}

/// The texts of a JSON value, however deep they lie.
fn texts(value: &serde_json::Value, into: &mut Vec<String>) {
    match value {
        serde_json::Value::String(text) => into.push(text.clone()),
        serde_json::Value::Array(values) => values.iter().for_each(|value| texts(value, into)),
        serde_json::Value::Object(fields) => fields.values().for_each(|value| texts(value, into)),
        _ => {}
    }
}
