//! Orders: placed once, on the version and the total that were reviewed, and read by their owner, by who decides
//! about them and by who holds a link.

pub mod approvals;
pub mod back;
pub mod certificates;
pub mod export;
pub mod letters;
pub mod links;
pub mod numbers;
pub mod purchase_order;
pub mod store;

use fieldhouse_core::{
    brand::Site,
    cart::{CartCardView, ordered::chosen_options},
    catalog::AttributeView,
    checkout::{LETTER_HELD, OrderView},
    people::OrderApprovalView,
};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::Failure,
    jobs::{self, NewJob},
};
use jiff::Timestamp;
use serde::de::DeserializeOwned;

use crate::{
    buying::certificates::{source::Certificates, store::list_uses_of},
    env::Env,
    mail::{self, LetterKind},
    session::Visitor,
    state::AppState,
};
use store::OrderRow;

/// Kind of the message that an order was placed. A queue takes one of an order.
const PLACED: &str = "placed";

/// An order for who placed it, for who decides about it, and for who holds its link's key.
pub async fn load_order(env: &Env, visitor: &Visitor, id: &str, key: &str) -> Result<OrderView, Failure> {
    let db = env.db.read();
    let row = store::find_at(db, visitor.site.key(), id).await?.ok_or_else(Failure::not_found)?;
    let own = visitor.known().await?.is_some_and(|known| known.to_string() == row.visitor);
    let seen = own || links::opens(env, &row.id, key).await? || approvals::decides(db, visitor, &row.id).await?;
    if !seen {
        return Err(Failure::not_found());
    }
    let approval = approvals::of_order(db, &row.id).await?;
    view(row, approval, own)
}

/// Leaves the jobs of an order that is confirmed: its letter, the ERP's message, and that of the certificate service.
pub async fn enqueue_export(state: &AppState, tx: &WriteTx, site: Site, order: &OrderRow) -> Result<(), Failure> {
    // Decided when it was placed, and told then.
    mail::write(state, tx, site, (LetterKind::OrderPlaced, order.letter_held), &order.email, &order.id).await?;
    let enqueue = async |queue| {
        let message = NewJob {
            queue,
            kind: PLACED,
            site: site.key(),
            subject: &order.id,
            ordered_by: &order.id,
            dedupe_key: Some(&order.id),
            counted_for: "",
            payload: String::new(),
            held: false,
        };
        jobs::enqueue(tx, &state.clock, &state.ids, message).await
    };
    if state.erp_orders.is_some() {
        enqueue(&export::ORDERS).await?;
    }
    // A service would go on calling them valid.
    let service = matches!(state.certificates, Certificates::Service(_));
    if service && !list_uses_of(&**tx, &order.id).await?.is_empty() {
        enqueue(&export::REDEMPTIONS).await?;
    }
    Ok(())
}

/// An order as it goes out: what was stored, nothing of today. `own` when whoever looks placed it.
pub fn view(row: OrderRow, approval: Option<OrderApprovalView>, own: bool) -> Result<OrderView, Failure> {
    let placed_at = Timestamp::from_millisecond(row.placed_at).map_err(Failure::internal)?;
    let mut items: Vec<CartCardView> = decode(&row.items)?;
    items.iter_mut().for_each(tell_options);
    Ok(OrderView {
        id: row.id,
        number: row.number,
        placed_at: placed_at.to_string(),
        status: row.status,
        own,
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
        total_line_item_quantity: u64::try_from(row.total_quantity).map_err(Failure::internal)?,
        items,
        summary: decode(&row.summary)?,
        total_cents: row.total_cents.into(),
        letter_note: if row.letter_held { LETTER_HELD.to_owned() } else { String::new() },
    })
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
