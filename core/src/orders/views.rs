//! Orders as the desk shows them.

use serde::{Deserialize, Serialize};

use super::{
    acts::{Act, LineQuantity},
    documents::PaperView,
    hold::HoldKind,
    ledger::{EntryKind, Ledger, brief},
    shipment::ShipmentState,
    status::{Lifecycle, OrderQueue},
};
use crate::{cart::ordered::OptionView, money::Cents};

/// Orders counted exactly; beyond it is told that there are more.
pub const MOST_COUNTED: u32 = 10_000;

/// How many there are: exact up to [`MOST_COUNTED`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CountView {
    /// At most [`MOST_COUNTED`].
    pub count: u32,
    /// There are more.
    pub more: bool,
}

impl CountView {
    /// Of so many, counted no further than one beyond the most.
    pub fn of(counted: u64) -> Self {
        let most = u64::from(MOST_COUNTED);
        Self { count: u32::try_from(counted.min(most)).unwrap_or(MOST_COUNTED), more: counted > most }
    }

    /// '312', '10,000+'.
    pub fn text(self) -> String {
        let digits = self.count.to_string();
        let grouped = match digits.len() {
            0..=3 => digits,
            length => {
                let (thousands, rest) = digits.split_at(length.saturating_sub(3));
                [thousands, ",", rest].concat()
            }
        };
        if self.more { [&grouped, "+"].concat() } else { grouped }
    }
}

/// What an order in a list waits for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OpenHoldView {
    /// 'Art proof'.
    pub label: String,
    /// In words.
    pub reason: String,
    /// Who looks after it.
    pub owner: String,
    /// YYYY-MM-DD, or empty.
    pub due: String,
    /// Its day is there, or over.
    pub is_due: bool,
}

/// An order in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OrderRowView {
    /// Id.
    pub id: String,
    /// Number for people.
    pub number: String,
    /// Site key.
    pub site: String,
    /// RFC 3339.
    pub placed_at: String,
    /// Where it stands.
    pub queue: OrderQueue,
    /// As its buyer reads it.
    pub status: String,
    /// Who it goes to.
    pub ship_to: String,
    /// E-mail of the buyer.
    pub email: String,
    /// Name of the business unit, or empty.
    pub unit: String,
    /// Purchase-order number, or empty.
    pub po_number: String,
    /// Pieces ordered and not cancelled.
    pub pieces: u64,
    /// Pieces that are neither shipped nor cancelled.
    pub outstanding: u64,
    /// What is charged; nothing for who sees no amounts.
    pub total: Option<Cents>,
    /// Version of the order.
    pub version: i64,
    /// Its open holds, in a list: those that are due first.
    pub holds: Vec<OpenHoldView>,
}

/// A page of a list of orders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OrderListView {
    /// The newest first.
    pub orders: Vec<OrderRowView>,
    /// What `after` is for the next page; nothing at the end.
    pub next: Option<String>,
}

/// A queue with how many orders are in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct QueueView {
    /// Which.
    pub queue: OrderQueue,
    /// As the desk shows it.
    pub label: String,
    /// How many.
    pub orders: CountView,
    /// '312', '10,000+'.
    pub text: String,
}

/// The home of the desk: what waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct QueuesView {
    /// In the order of the work.
    pub queues: Vec<QueueView>,
    /// Placed days ago and still outstanding.
    pub late: QueueCountView,
    /// On hold, and to be looked at again today or earlier.
    pub due: QueueCountView,
    /// With a credit that waits for a second person; none for who sees no amounts.
    pub credits: QueueCountView,
    /// With an edit that is kept for later; none for who may not edit.
    pub edits: QueueCountView,
}

/// An edit that somebody kept for later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct KeptEditView {
    /// Id.
    pub id: String,
    /// Who kept it.
    pub by: String,
    /// RFC 3339.
    pub at: String,
}

/// A count with its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct QueueCountView {
    /// How many.
    pub orders: CountView,
    /// '312', '10,000+'.
    pub text: String,
}

/// A line of an order with what happened to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OrderLineView {
    /// From 1.
    pub position: u32,
    /// Stock keeping unit.
    pub sku: String,
    /// Name of the article.
    pub name: String,
    /// What was chosen, with labels.
    pub options: Vec<OptionView>,
    /// Names and numbers, one text an entry, without those whose pieces were canceled.
    pub texts: Vec<String>,
    /// Names of the pieces that were canceled, where it was recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub canceled_players: Vec<String>,
    /// What happened to its pieces; sums that are zero are left out.
    #[serde(serialize_with = "brief")]
    pub ledger: Ledger,
    /// Neither shipped nor cancelled.
    pub outstanding: u64,
    /// Still on the shelf.
    pub to_pick: u64,
    /// Whose pieces are still on the shelf, as they are printed; none where the line has not a name for each piece, or where that is
    /// not recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub to_pick_players: Vec<String>,
    /// The same of all that did not leave, the picked ones first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outstanding_players: Vec<String>,
    /// Price paid for a piece; nothing for who sees no amounts.
    pub unit_price: Option<Cents>,
    /// Price paid for the line; likewise.
    pub line_price: Option<Cents>,
}

/// A hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct HoldView {
    /// Id.
    pub id: String,
    /// What the order waits for.
    pub kind: HoldKind,
    /// As the desk shows it.
    pub label: String,
    /// In words.
    pub reason: String,
    /// YYYY-MM-DD, or empty.
    pub due: String,
    /// Who looks after it.
    pub owner: String,
    /// Their id, or empty.
    pub owner_id: String,
    /// RFC 3339.
    pub opened_at: String,
    /// RFC 3339; nothing while it is open.
    pub closed_at: Option<String>,
}

/// Pieces of a line in a shipment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ShipmentLineView {
    /// Which line, from 1.
    pub position: u32,
    /// Pieces.
    pub quantity: u64,
    /// Whose they are, as it is printed; none where the line has not a name for each piece, or where that is not recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
}

/// A parcel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ParcelView {
    /// Name of the carrier.
    pub carrier: String,
    /// Its number, or empty.
    pub tracking: String,
    /// Where it can be followed.
    pub link: Option<String>,
}

/// A shipment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ShipmentView {
    /// Id.
    pub id: String,
    /// From 1 within its order.
    pub number: u32,
    /// How far it is.
    pub state: ShipmentState,
    /// What is inside.
    pub lines: Vec<ShipmentLineView>,
    /// Its parcels.
    pub parcels: Vec<ParcelView>,
    /// RFC 3339; nothing before it left.
    pub shipped_at: Option<String>,
    /// RFC 3339; nothing before it arrived.
    pub delivered_at: Option<String>,
}

/// A note at an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OrderNoteView {
    /// Id.
    pub id: String,
    /// The buyer reads it too.
    pub public: bool,
    /// Its text.
    pub text: String,
    /// Who wrote it.
    pub author: String,
    /// RFC 3339.
    pub at: String,
}

/// How a credit stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum RefundState {
    /// A second person has to agree.
    Asked,
    /// It counts.
    Granted,
    /// The second person refused.
    Refused,
    /// It was given and taken back.
    Withdrawn,
}

impl RefundState {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Asked, Self::Granted, Self::Refused, Self::Withdrawn];

    /// As it is stored and sent.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Granted => "granted",
            Self::Refused => "refused",
            Self::Withdrawn => "withdrawn",
        }
    }

    /// Reads a key.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.key() == key)
    }
}

/// An amount credited for an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RefundView {
    /// Id.
    pub id: String,
    /// How much.
    pub amount: Cents,
    /// How it is given back.
    pub method: String,
    /// In words.
    pub reason: String,
    /// The pieces it is for; none for a courtesy.
    pub lines: Vec<LineQuantity>,
    /// Who gave it.
    pub created_by: String,
    /// Their id: nobody is the second person of their own.
    pub created_by_id: String,
    /// RFC 3339.
    pub created_at: String,
    /// How it stands.
    pub state: RefundState,
    /// The second person, or empty.
    pub decided_by: String,
}

/// An entry of the ledger in the timeline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OrderEntryView {
    /// Which line, from 1.
    pub position: u32,
    /// What it tells.
    pub kind: EntryKind,
    /// Pieces.
    pub quantity: u64,
}

/// Something that happened to an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OrderEventView {
    /// Its number in the log.
    pub sequence: i64,
    /// A kind's key: `order.released`.
    pub kind: String,
    /// RFC 3339.
    pub at: String,
    /// Who did it; empty for a visitor.
    pub by: String,
    /// The order's version after it.
    pub version: i64,
    /// In words, where there are some.
    pub text: String,
    /// What it appended to the ledger.
    pub entries: Vec<OrderEntryView>,
    /// The buyer was written to about it, and can be once more.
    pub letter: bool,
    /// It is a cancellation that can still be taken back.
    pub undoable: bool,
}

/// An order at the desk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct DeskOrderView {
    /// As in a list.
    pub order: OrderRowView,
    /// The one thing of its status that is stored.
    pub lifecycle: Lifecycle,
    /// Id of the customer whose it is, for who may see customers; empty for a guest's.
    pub customer: String,
    /// Who of the store placed it in the buyer's name; empty for who ordered for themselves.
    pub placed_by: String,
    /// RFC 3339; nothing before.
    pub released_at: Option<String>,
    /// The ERP has not answered yet what it was told of it.
    pub erp_waits: bool,
    /// Of all lines together.
    pub ledger: Ledger,
    /// What may be done to it as it stands.
    pub acts: Vec<Act>,
    /// Where to, as it is printed.
    pub address: Vec<String>,
    /// Label of the shipping method.
    pub shipping_method: String,
    /// Notes for the carrier, or empty.
    pub instructions: String,
    /// Name of the purchase order's file, or empty.
    pub po_file_name: String,
    /// Labels and amounts: the total, and below it what was taken off later; nothing for who sees no amounts.
    pub sums: Vec<SumView>,
    /// What may still be credited; nothing for who sees no amounts.
    pub creditable: Option<Cents>,
    /// The first lines of it.
    pub lines: Vec<OrderLineView>,
    /// How many there are.
    pub line_count: u32,
    /// The open ones first.
    pub holds: Vec<HoldView>,
    /// In the order they were made.
    pub shipments: Vec<ShipmentView>,
    /// The newest first.
    pub notes: Vec<OrderNoteView>,
    /// The newest first.
    pub refunds: Vec<RefundView>,
    /// Edits kept for later, the newest first; none for who may not edit.
    pub kept_edits: Vec<KeptEditView>,
    /// What can be printed of it, as far as whoever looks may see it.
    pub documents: Vec<PaperView>,
    /// Keys of the letters that its brand does not send.
    pub letters_off: Vec<String>,
    /// The newest first.
    pub timeline: Vec<OrderEventView>,
}

/// How a line stands after an act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LineStandView {
    /// From 1.
    pub position: u32,
    /// What happened to its pieces; sums that are zero are left out.
    #[serde(serialize_with = "brief")]
    pub ledger: Ledger,
    /// Neither shipped nor cancelled.
    pub outstanding: u64,
    /// Still on the shelf.
    pub to_pick: u64,
    /// Whose pieces are still on the shelf, as in [`OrderLineView`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub to_pick_players: Vec<String>,
    /// The same of all that did not leave.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outstanding_players: Vec<String>,
}

/// What picking changed of an order: all else of it stands as it was seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OrderPickedView {
    /// As in a list.
    pub order: OrderRowView,
    /// Of all lines together.
    pub ledger: Ledger,
    /// What may be done to it as it stands.
    pub acts: Vec<Act>,
    /// The lines that something was picked of.
    pub picked: Vec<LineStandView>,
    /// The new one.
    pub shipments: Vec<ShipmentView>,
    /// What can be printed of it, as far as whoever looks may see it.
    pub documents: Vec<PaperView>,
    /// What happened just now.
    pub timeline: Vec<OrderEventView>,
}

/// A label and its amount.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SumView {
    /// 'Freight'.
    pub label: String,
    /// '$12.00'.
    pub text: String,
}

/// Lines of an order beyond the first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OrderLinesView {
    /// The lines.
    pub lines: Vec<OrderLineView>,
    /// How many the order has.
    pub line_count: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_exact_up_to_ten_thousand() {
        let text = |counted| CountView::of(counted).text();
        assert_eq!([text(0), text(999), text(1_000), text(10_000)], ["0", "999", "1,000", "10,000"]);
        assert_eq!([text(10_001), text(u64::MAX)], ["10,000+", "10,000+"]);
    }

    #[test]
    fn states_of_credits_read_back() {
        for state in RefundState::ALL {
            assert_eq!(RefundState::parse(state.key()), Some(state));
            assert_eq!(serde_json::to_value(state).unwrap(), state.key());
        }
    }
}
