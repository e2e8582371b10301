//! Orders: placed once, on the version and the total that were reviewed, and read by their owner, by who decides
//! about them and by who holds a link.

pub mod approvals;
pub mod back;
pub mod cancel;
pub mod certificates;
pub mod credits;
pub mod documents;
pub mod export;
pub mod history;
pub mod holds;
pub mod letters;
pub mod links;
pub mod notes;
pub mod numbers;
pub mod players;
pub mod progress;
pub mod purchase_order;
pub mod reorder;
pub mod search;
pub mod season;
pub mod settled;
pub mod shipments;
pub mod store;
pub mod taken_back;
mod told;

use std::collections::HashMap;

use fieldhouse_core::{
    cart::{
        CartCardView,
        ordered::{OptionView, chosen_options},
    },
    catalog::AttributeView,
    checkout::{OrderView, letter_note, placed_by_text},
    orders::buyers::pieces_text,
    people::OrderApprovalView,
};
use fieldhouse_kernel::{db::WriteTx, failure::Failure};
use jiff::Timestamp;
use serde::de::DeserializeOwned;

use crate::{
    env::Env,
    mail::{self, LetterKind},
    session::Visitor,
    state::AppState,
};
use store::{OrderLineRow, OrderRow};

/// An order for who placed it, for who decides about it, for whose unit it is where their role sees its orders, and for who
/// holds its link's key.
pub async fn load_order(state: &AppState, visitor: &Visitor, id: &str, key: &str) -> Result<OrderView, Failure> {
    let (row, own) = find_seen(state, visitor, id, key).await?;
    let approval = approvals::of_order(state.db.read(), &row.id).await?;
    told::whole(state, row, approval, own).await
}

/// An order that somebody may see, and whether it is their own. One that is not there and one of others look the same.
pub async fn find_seen(env: &Env, visitor: &Visitor, id: &str, key: &str) -> Result<(OrderRow, bool), Failure> {
    let db = env.db.read();
    let row = store::find_at(db, visitor.site.key(), id).await?.ok_or_else(Failure::not_found)?;
    let own = visitor.known().await?.is_some_and(|known| known.to_string() == row.visitor);
    let seen = own
        || links::opens(env, &row.id, key).await?
        || approvals::decides(db, visitor, &row.id).await?
        || history::shows(db, visitor, &row.id).await?;
    if seen { Ok((row, own)) } else { Err(Failure::not_found()) }
}

/// Confirms an order that nobody has to approve any more: its letter, and the release, where orders are not released by hand.
/// What is changed of the row is the caller's to write; so is, where its brand does not send the letter, that none was left.
pub async fn confirm(state: &AppState, tx: &WriteTx, order: &mut OrderRow, off: bool) -> Result<(), Failure> {
    if !off {
        // Decided when it was placed, and told then.
        let letter = (LetterKind::OrderPlaced, order.letter_held);
        mail::write(state, tx, *order.site, letter, &order.email, &order.id).await?;
    }
    if order.open_holds == 0 && !state.config.release_by_hand {
        progress::release(state, tx, order).await?;
    }
    Ok(())
}

/// Lets an order go on that an edit made wait: it was confirmed before, and released, unless something kept it.
pub async fn go_on(state: &AppState, tx: &WriteTx, order: &mut OrderRow) -> Result<(), Failure> {
    if order.released_at.is_none() && order.open_holds == 0 && !state.config.release_by_hand {
        progress::release(state, tx, order).await?;
    }
    Ok(())
}

/// An order that was placed this moment, as [`load_order`] tells it.
pub fn placed_view(
    row: OrderRow,
    approval: Option<OrderApprovalView>,
    rows: Vec<OrderLineRow>,
) -> Result<OrderView, Failure> {
    told::placed(row, approval, rows)
}

/// An order as it goes out: what was stored, nothing of today, and not what became of its lines. `own` when whoever looks
/// placed it.
pub fn view(row: OrderRow, approval: Option<OrderApprovalView>, own: bool) -> Result<OrderView, Failure> {
    let placed_at = Timestamp::from_millisecond(row.placed_at).map_err(Failure::internal)?;
    let status = row.status().to_owned();
    let lifecycle = *row.lifecycle;
    let pieces_text = pieces_text(lifecycle, row.ledger());
    let mut items: Vec<CartCardView> = decode(&row.items)?;
    items.iter_mut().for_each(tell_options);
    Ok(OrderView {
        id: row.id,
        number: row.number,
        placed_at: placed_at.to_string(),
        status,
        lifecycle,
        on_hold: row.open_holds > 0,
        version: row.version,
        own,
        placed_by_text: placed_by_text(!row.placed_by.is_empty(), own),
        may_cancel: false,
        cancel_text: String::new(),
        approval,
        ordered_for: row.unit_name,
        site: row.site.to_string(),
        email: row.email,
        ship_to: decode(&row.ship_to)?,
        shipping_method: row.shipping_method,
        instructions: row.instructions,
        po_number: row.po_number,
        po_file_name: row.po_file_name,
        certificates: decode(&row.certificates)?,
        // Of the cards: an edit takes pieces out of them.
        total_line_item_quantity: items
            .iter()
            .flat_map(|card| &card.line_items)
            .fold(0, |sum: u64, line| sum.saturating_add(u64::from(line.quantity))),
        items,
        summary: decode(&row.summary)?,
        total_cents: row.total_cents.into(),
        after_changes: Vec::new(),
        pieces_text,
        lines: Vec::new(),
        shipments: Vec::new(),
        documents: Vec::new(),
        notes: Vec::new(),
        credits: Vec::new(),
        letter_note: letter_note(row.letter_held, row.letter_off).to_owned(),
    })
}

/// The cards of all its lines, of those that an edit took out too, with the options they were chosen by.
pub fn described(row: &OrderRow) -> Result<Vec<CartCardView>, Failure> {
    let mut cards: Vec<CartCardView> = decode(&row.items)?;
    cards.extend(decode::<Vec<CartCardView>>(&row.taken_out)?);
    cards.iter_mut().for_each(tell_options);
    Ok(cards)
}

/// What is told of lines beside their numbers: labels of what is printed, and what was chosen.
pub type Told<'a> = (&'a [String], &'a [OptionView]);

/// That of each sku among the cards of an order.
pub fn told_of_skus(cards: &[CartCardView]) -> HashMap<&str, Told<'_>> {
    let mut told = HashMap::new();
    for card in cards {
        for line in &card.line_items {
            told.entry(line.sku.as_str()).or_insert((card.free_form_options.as_slice(), line.options.as_slice()));
        }
    }
    told
}

/// Orders of before lines told their options: they are told from what was kept.
fn tell_options(card: &mut CartCardView) {
    let CartCardView { color, line_items, .. } = card;
    for line in line_items.iter_mut().filter(|line| line.options.is_empty()) {
        let kept = |name: &str, value: &str| AttributeView { name: name.to_owned(), value: value.to_owned() };
        let mut attributes = vec![kept("color", color), kept("size", &line.size)];
        attributes.extend(line.attributes.iter().cloned());
        line.options = chosen_options(&attributes);
    }
}

fn decode<T: DeserializeOwned>(stored: &str) -> Result<T, Failure> {
    serde_json::from_str(stored).map_err(Failure::internal)
}
