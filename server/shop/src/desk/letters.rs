//! Letters to the buyer about what happened to an order after it was placed: each tells one event of the log, and no more.

use anyhow::Context;
use fieldhouse_core::{
    cart::ordered::options_text,
    money::Cents,
    orders::{
        acts::CancelReason,
        ledger::EntryKind,
        views::{ParcelView, ShipmentView},
    },
};
use fieldhouse_kernel::failure::Failure;
use serde_json::Value;

use super::afterwards::Named;
use crate::{
    buying::orders::{
        self,
        letters::{look_up, opened},
        links,
        players::Chosen,
        progress::store::list_entries_of,
        shipments,
        store::{OrderRow, find_placed, list_lines},
    },
    env::Env,
    events::{
        EventKind,
        store::{EventRow, find_event},
    },
    mail::{
        LetterKind,
        layout::{Addressee, Letter},
    },
};

/// What a letter tells of an event.
#[derive(Debug, Clone, Default)]
pub struct Told {
    /// The order's number.
    pub number: String,
    /// A signed path that opens the order.
    pub path: String,
    /// What the log has of the event.
    pub data: Value,
    /// What the event did to lines, a line each: '12 × Redzone Jersey (JRS100-NAV-M), Color: Navy, Size: M'.
    pub pieces: String,
    /// What a shipment left in, a line each.
    pub parcels: String,
    /// Where those can be followed, of the addresses in them.
    pub links: Vec<String>,
    /// The order's certificates can be used again when it is canceled.
    pub frees: bool,
}

impl Told {
    /// What the log and the order have of an event, by its number.
    pub async fn load(env: &Env, kind: LetterKind, event: &str) -> anyhow::Result<Self> {
        let db = env.db.read();
        let seq = event.parse().context("a letter about no event")?;
        let event = find_event(db, seq).await?.context("the event is gone")?;
        let order = find_placed(db, &event.subject).await?.context("the order is gone")?;
        let data: Value = serde_json::from_str(&event.data)?;
        let shipment = match data.get("shipment").and_then(Value::as_str) {
            Some(shipment) if matches!(kind, LetterKind::OrderShipped | LetterKind::OrderDelivered) => {
                shipment_of(env, &order.id, shipment).await?
            }
            _ => None,
        };
        let players = match &shipment {
            Some(shipment) => shipment.lines.iter().map(|line| (line.position, line.players.clone())).collect(),
            None => serde_json::from_value::<Named>(data.clone())?.players,
        };
        let pieces = match moved(kind) {
            Some(moved) => pieces(env, &order, event.seq, (moved, &players)).await?.join("\n"),
            None => String::new(),
        };
        let left = shipment.filter(|_| kind == LetterKind::OrderShipped).map(|shipment| shipment.parcels);
        let left = left.unwrap_or_default();
        let (parcels, links) = (parcels(&left), left.into_iter().filter_map(|parcel| parcel.link).collect());
        let path = links::for_letter(env, &order.id).await?;
        let frees = *order.certificate_cents > Cents::ZERO;
        Ok(Self { pieces, parcels, links, path, data, frees, number: order.number })
    }

    fn text(&self, name: &str) -> &str {
        self.data.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    fn is(&self, name: &str) -> bool {
        self.data.get(name).and_then(Value::as_bool).unwrap_or_default()
    }

    /// Subject and paragraphs of a kind; nothing of a kind that tells no event.
    fn said(&self, kind: LetterKind, brand: &str) -> Option<(String, Vec<String>)> {
        let number = &self.number;
        Some(match kind {
            LetterKind::OrderShipped => (
                format!("Your {brand} order {number} is on its way"),
                vec![
                    format!("These articles of your order {number} are on their way:"),
                    self.pieces.clone(),
                    self.parcels.clone(),
                ],
            ),
            LetterKind::OrderDelivered => (
                format!("Your {brand} order {number} was delivered"),
                vec![
                    format!("These articles of your order {number} were delivered:"),
                    self.pieces.clone(),
                    "Is something missing or damaged? Please call us within 30 days.".to_owned(),
                ],
            ),
            LetterKind::OrderCancelled => self.cancelled(brand),
            LetterKind::OrderCredited if self.is("withdrawn") => (
                format!("A credit for your {brand} order {number} was taken back"),
                vec![
                    format!("The credit of {} for your order {number} does not count any more.", self.text("amount")),
                    self.text("reason").to_owned(),
                ],
            ),
            LetterKind::OrderCredited => (
                format!("A credit for your {brand} order {number}"),
                vec![
                    format!("{} is credited for your order {number}.", self.text("amount")),
                    self.pieces.clone(),
                    self.text("method").to_owned(),
                    self.text("reason").to_owned(),
                ],
            ),
            LetterKind::OrderNoted => (
                format!("About your {brand} order {number}"),
                vec![format!("About your order {number}:"), self.text("note").to_owned()],
            ),
            LetterKind::OrderEdited => self.edited(brand),
            LetterKind::OrderRestored => (
                format!("Articles of your {brand} order {number} come after all"),
                vec![
                    format!("These articles of your order {number} come after all:"),
                    self.pieces.clone(),
                    self.text("total").to_owned(),
                ],
            ),
            _ => return None,
        })
    }

    /// Pieces will not be shipped.
    fn cancelled(&self, brand: &str) -> (String, Vec<String>) {
        let number = &self.number;
        if self.is("own") {
            let freed = if self.frees { " Its gift certificates can be used again." } else { "" };
            let first = format!("You canceled your order {number}. Nothing is charged.{freed}");
            // A buyer knows what they wrote to the store.
            return (format!("Your {brand} order {number} was canceled"), vec![first, self.pieces.clone()]);
        }
        // "The customer asked" is said about somebody, not to them.
        let first = if self.text("reasonKey") == CancelReason::Customer.key() {
            format!("We canceled these articles of your order {number}, as you asked.")
        } else {
            let label = self.text("label").to_lowercase();
            format!("We canceled these articles of your order {number}: {label}.")
        };
        let paragraphs = vec![first, self.pieces.clone(), self.text("note").to_owned(), self.text("total").to_owned()];
        (format!("A change to your {brand} order {number}"), paragraphs)
    }

    /// The store changed an order: what, and what it comes to now.
    fn edited(&self, brand: &str) -> (String, Vec<String>) {
        let number = &self.number;
        let changes = self.data.get("changes").and_then(Value::as_array);
        let changes = changes.into_iter().flatten().filter_map(Value::as_str).collect::<Vec<_>>().join("\n");
        let approval = if self.is("approval") { "It needs another approval before we go on." } else { "" };
        let paragraphs = vec![
            format!("We changed your order {number}:"),
            changes,
            self.text("note").to_owned(),
            self.text("total").to_owned(),
            approval.to_owned(),
        ];
        (format!("Your {brand} order {number} was changed"), paragraphs)
    }
}

/// The letter about an event, whose number is its subject; nothing of a kind that tells none.
pub async fn about_event(env: &Env, kind: LetterKind, to: &Addressee<'_>) -> anyhow::Result<Option<Letter>> {
    Ok(write(kind, to, &Told::load(env, kind, to.subject).await?))
}

/// The same of what is known of it.
pub fn write(kind: LetterKind, to: &Addressee<'_>, told: &Told) -> Option<Letter> {
    let (subject, paragraphs) = told.said(kind, &to.brand.name)?;
    Some(Letter {
        subject,
        paragraphs: paragraphs.into_iter().filter(|paragraph| !paragraph.is_empty()).collect(),
        links: told.links.clone(),
        ordered: None,
        last: look_up(to, &told.number),
        button: opened(to, Some(&told.path)),
    })
}

/// The event that a letter tells, where it tells one.
pub const fn event_of(kind: LetterKind) -> Option<EventKind> {
    match kind {
        LetterKind::OrderEdited => Some(EventKind::OrderEdited),
        LetterKind::OrderShipped => Some(EventKind::ShipmentShipped),
        LetterKind::OrderDelivered => Some(EventKind::ShipmentDelivered),
        LetterKind::OrderCancelled => Some(EventKind::OrderCancelled),
        LetterKind::OrderRestored => Some(EventKind::OrderRestored),
        LetterKind::OrderCredited => Some(EventKind::RefundCreated),
        LetterKind::OrderNoted => Some(EventKind::OrderNoteAdded),
        _ => None,
    }
}

/// What the event of a letter does to pieces, where it tells them.
const fn moved(kind: LetterKind) -> Option<EntryKind> {
    match kind {
        LetterKind::OrderShipped => Some(EntryKind::Shipped),
        LetterKind::OrderDelivered => Some(EntryKind::Delivered),
        LetterKind::OrderCancelled => Some(EntryKind::Cancelled),
        LetterKind::OrderRestored => Some(EntryKind::Restored),
        LetterKind::OrderCredited => Some(EntryKind::Refunded),
        _ => None,
    }
}

/// What an event did to lines, a line each.
async fn pieces(
    env: &Env,
    order: &OrderRow,
    seq: i64,
    (kind, players): (EntryKind, &Chosen),
) -> anyhow::Result<Vec<String>> {
    let db = env.db.read();
    let entries = list_entries_of(db, &order.id, seq).await?;
    let lines = list_lines(db, &order.id).await?;
    let view = orders::view(order.clone(), None, false).map_err(|failure| anyhow::anyhow!("{failure:?}"))?;
    let options = |sku: &str| {
        let mut all = view.items.iter().flat_map(|card| &card.line_items);
        all.find(|line| line.sku == sku).map(|line| options_text(&line.options)).filter(|text| !text.is_empty())
    };
    let told = entries.into_iter().filter(|entry| *entry.kind == kind).filter_map(|entry| {
        let line = lines.iter().find(|line| line.position == entry.position)?;
        let article = format!("{} \u{d7} {} ({})", entry.quantity, line.name, line.sku);
        let whose = u32::try_from(entry.position).ok().and_then(|position| players.get(&position));
        let whose = whose.filter(|players| !players.is_empty()).map(|players| ["for ", &players.join("; ")].concat());
        Some([Some(article), options(&line.sku), whose].into_iter().flatten().collect::<Vec<_>>().join(", "))
    });
    Ok(told.collect())
}

/// A shipment of an order.
async fn shipment_of(env: &Env, order_id: &str, shipment: &str) -> anyhow::Result<Option<ShipmentView>> {
    let failure = |failure| anyhow::anyhow!("{failure:?}");
    let shipments = shipments::list(env.db.read(), order_id).await.map_err(failure)?;
    Ok(shipments.into_iter().find(|one| one.id == shipment))
}

/// What a shipment left in, a line each.
fn parcels(parcels: &[ParcelView]) -> String {
    let parcel = |parcel: &ParcelView| {
        [parcel.carrier.clone(), parcel.tracking.clone(), parcel.link.clone().unwrap_or_default()]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    };
    parcels.iter().map(parcel).collect::<Vec<_>>().join("\n")
}

/// The letter that the buyer got about one of an order's events, if there was one.
pub fn of_event(event: &EventRow, events: &[EventRow]) -> Result<Option<LetterKind>, Failure> {
    let data: Value = serde_json::from_str(&event.data).map_err(Failure::internal)?;
    let public = data.get("public").and_then(Value::as_bool).unwrap_or_default();
    Ok(EventKind::parse(&event.kind).and_then(|kind| match kind {
        // One that waited was told of in another letter.
        EventKind::OrderPlaced => {
            let waited = events.iter().any(|one| one.kind == EventKind::OrderAwaitingApproval.key());
            (!waited).then_some(LetterKind::OrderPlaced)
        }
        EventKind::OrderNoteAdded if !public => None,
        EventKind::RefundWithdrawn => Some(LetterKind::OrderCredited),
        kind => LetterKind::ALL.iter().copied().find(|letter| event_of(*letter) == Some(kind)),
    }))
}
