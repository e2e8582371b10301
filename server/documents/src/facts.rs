//! What papers are told of an order. Not here: what they say of it (`orders`).

use fieldhouse_core::{
    cart::ordered::{OptionView, printed_texts},
    money::Cents,
    orders::{
        ledger::Ledger,
        players::{which_canceled, without},
        templates::PaperFact,
        views::ParcelView,
    },
};

/// An order as papers tell it.
#[derive(Debug, Clone, Default)]
pub struct OrderFacts {
    /// Name of its brand.
    pub brand: String,
    /// Phone of the brand.
    pub phone: String,
    /// 'FH-100023'.
    pub number: String,
    /// 'November 23, 2026'.
    pub placed_on: String,
    /// As its buyer reads it.
    pub status: String,
    /// Name of the business unit it is for, or empty.
    pub ordered_for: String,
    /// Purchase-order number, or empty.
    pub po_number: String,
    /// E-mail of its confirmation.
    pub email: String,
    /// Where to, as it is printed.
    pub ship_to: Vec<String>,
    /// Label of the shipping method.
    pub shipping_method: String,
    /// Notes for the carrier, or empty.
    pub instructions: String,
    /// Its lines.
    pub lines: Vec<OrderedLine>,
    /// Labels and amounts, the total last.
    pub sums: Vec<(String, String)>,
}

impl OrderFacts {
    /// A fact that any paper may tell; no lines for one that a paper has of its own.
    pub fn told(&self, fact: PaperFact) -> Vec<String> {
        let one = |text: &String| vec![text.clone()];
        match fact {
            PaperFact::ShipTo => self.ship_to.clone(),
            PaperFact::OrderedFor => one(&self.ordered_for),
            PaperFact::PurchaseOrder => one(&self.po_number),
            PaperFact::Email => one(&self.email),
            PaperFact::Status => one(&self.status),
            PaperFact::OrderedOn => one(&self.placed_on),
            PaperFact::ShippingMethod => one(&self.shipping_method),
            PaperFact::CarrierNotes => self.instructions.lines().map(str::to_owned).collect(),
            PaperFact::InShipment
            | PaperFact::Parcels
            | PaperFact::ToPick
            | PaperFact::NotInvoiced
            | PaperFact::CreditedAs
            | PaperFact::Reason => Vec::new(),
        }
    }
}

/// A line of an order as papers tell it.
#[derive(Debug, Clone, Default)]
pub struct OrderedLine {
    /// From 1.
    pub position: u32,
    /// Stock keeping unit.
    pub sku: String,
    /// Name of the article.
    pub name: String,
    /// What was chosen.
    pub options: Vec<OptionView>,
    /// What its texts are called: 'Name', 'Number'.
    pub labels: Vec<String>,
    /// Names and numbers, a list an entry.
    pub entries: Vec<Vec<String>>,
    /// Whose pieces were canceled, of a line with a name for each, as it is printed.
    pub canceled: Vec<String>,
    /// What became of its pieces.
    pub ledger: Ledger,
    /// Price paid for a piece.
    pub unit_price: Cents,
    /// Price paid for the line.
    pub line_price: Cents,
}

impl OrderedLine {
    /// Names and numbers, a line an entry, without those that were canceled.
    pub fn texts(&self) -> Vec<String> {
        if self.canceled.is_empty() {
            let pieces = u32::try_from(self.ledger.ordered).unwrap_or(u32::MAX);
            return printed_texts(&self.labels, &self.entries, pieces);
        }
        without(printed_texts(&self.labels, &self.entries, 1), &self.canceled)
    }

    /// The entries whose pieces were not canceled.
    pub fn kept(&self) -> Vec<&Vec<String>> {
        let canceled = which_canceled(&printed_texts(&self.labels, &self.entries, 1), &self.canceled);
        self.entries.iter().zip(canceled).filter(|(_, canceled)| !canceled).map(|(entry, _)| entry).collect()
    }
}

/// Pieces of a line in a shipment.
#[derive(Debug, Clone, Default)]
pub struct InsideFacts {
    /// Position of the line.
    pub position: u32,
    /// How many.
    pub pieces: u64,
    /// Whose they are, as it is printed; none where that is not known.
    pub players: Vec<String>,
}

/// A shipment as its packing slip tells it.
#[derive(Debug, Clone, Default)]
pub struct ShipmentFacts {
    /// From 1 within its order.
    pub number: u32,
    /// When it left, or empty.
    pub shipped_on: String,
    /// What is inside.
    pub pieces: Vec<InsideFacts>,
    /// Its parcels.
    pub parcels: Vec<ParcelView>,
}

/// A credit as its memo tells it.
#[derive(Debug, Clone, Default)]
pub struct CreditFacts {
    /// When it was given.
    pub given_on: String,
    /// How much.
    pub amount: Cents,
    /// How it is given back.
    pub method: String,
    /// In words.
    pub reason: String,
    /// Positions and pieces it is for; none for a courtesy.
    pub pieces: Vec<(u32, u64)>,
}
