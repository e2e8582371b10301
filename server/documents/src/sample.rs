//! An order that never was, for whoever looks at a template: a few lines in several sizes, names, a part that is shipped.

use std::collections::BTreeMap;

use fieldhouse_core::{
    cart::ordered::OptionView,
    money::{Cents, format_cents},
    orders::{
        documents::{PaperKind, PapersWords},
        invoice::{Invoice, InvoicedLine, InvoicedOrder, invoice},
        ledger::Ledger,
        views::ParcelView,
    },
};

use crate::{
    facts::{CreditFacts, InsideFacts, OrderFacts, OrderedLine, ShipmentFacts},
    orders,
    paper::Paper,
};

const JERSEY: &str = "Redzone Practice Jersey";
const ROSTER: [(&str, &str, [&str; 2]); 2] =
    [("RJ100-NAV-M", "M", ["Rivera", "7"]), ("RJ100-NAV-L", "L", ["Okafor", "12"])];

fn cents(amount: i64) -> Cents {
    Cents::new(amount).unwrap_or(Cents::ZERO)
}

/// A line of so many pieces, of which so many left.
fn line(
    position: u32,
    (sku, name): (&str, &str),
    options: &[(&str, &str)],
    (ordered, shipped): (u32, u32),
) -> OrderedLine {
    let each: i64 = 2_450;
    let option = |(label, value): &(&str, &str)| OptionView { label: (*label).to_owned(), value: (*value).to_owned() };
    OrderedLine {
        position,
        sku: sku.to_owned(),
        name: name.to_owned(),
        options: options.iter().map(option).collect(),
        ledger: Ledger {
            ordered: ordered.into(),
            picked: shipped.into(),
            shipped: shipped.into(),
            ..Ledger::default()
        },
        unit_price: cents(each),
        line_price: cents(each.saturating_mul(ordered.into())),
        ..OrderedLine::default()
    }
}

fn order(brand: &str, phone: &str) -> OrderFacts {
    let jersey = |(nth, (sku, size, entry)): (u32, (&str, &str, [&str; 2]))| OrderedLine {
        labels: vec!["Name".to_owned(), "Number".to_owned()],
        entries: vec![entry.map(str::to_owned).to_vec()],
        ..line(nth, (sku, JERSEY), &[("Color", "Navy"), ("Size", size)], (1, 1))
    };
    let jerseys = (1..).zip(ROSTER).map(jersey);
    let balls = line(3, ("PB100", "Packhorse Ball Bag"), &[], (4, 1));
    let lines: Vec<_> = jerseys.chain([balls]).collect();
    let merchandise = lines.iter().fold(0_i64, |sum, line| sum.saturating_add(line.line_price.get()));
    let sum = |label: &str, amount: i64| (label.to_owned(), format_cents(cents(amount)));
    OrderFacts {
        brand: brand.to_owned(),
        phone: phone.to_owned(),
        number: "100023".to_owned(),
        placed_on: "November 23, 2026".to_owned(),
        status: "Partly shipped".to_owned(),
        ordered_for: "Lincoln High School".to_owned(),
        po_number: "PO-2026-0417".to_owned(),
        email: "pat@example.com".to_owned(),
        ship_to: ["Pat Whitfield", "Lincoln High School", "1200 Gym Road", "Springfield, IL 62704"]
            .map(str::to_owned)
            .to_vec(),
        shipping_method: "Standard (5-7 business days)".to_owned(),
        instructions: "Deliver to the gym entrance.".to_owned(),
        lines,
        sums: vec![
            sum("Merchandise Total", merchandise),
            sum("Freight", 1_250),
            sum("Total", merchandise.saturating_add(1_250)),
        ],
    }
}

fn shares(order: &OrderFacts) -> Invoice {
    let line = |line: &OrderedLine| InvoicedLine {
        price: line.line_price,
        unit: line.unit_price,
        ordered: line.ledger.ordered,
        cancelled: line.ledger.cancelled,
        shipped: line.ledger.shipped,
    };
    let order = InvoicedOrder {
        lines: order.lines.iter().map(line).collect(),
        discount: Cents::ZERO,
        freight: cents(1_250),
        tax: Cents::ZERO,
        certificates: Cents::ZERO,
    };
    invoice(&order).unwrap_or_default()
}

/// A kind of document of the sample, with a brand's words and templates.
pub fn paper(kind: PaperKind, (brand, phone): (&str, &str), words: &PapersWords) -> Paper {
    let order = order(brand, phone);
    let left = "November 25, 2026";
    match kind {
        PaperKind::Acknowledgement => orders::acknowledgement(&order, words),
        PaperKind::PackingSlip => {
            let parcel =
                ParcelView { carrier: "UPS".to_owned(), tracking: "1Z999AA10123456784".to_owned(), link: None };
            let inside = |line: &OrderedLine| InsideFacts {
                position: line.position,
                pieces: line.ledger.shipped,
                players: Vec::new(),
            };
            let pieces = order.lines.iter().map(inside).collect();
            let shipment = ShipmentFacts { number: 1, shipped_on: left.to_owned(), pieces, parcels: vec![parcel] };
            orders::packing_slip(&order, &shipment, words)
        }
        PaperKind::PickList => orders::pick_list(&order, &BTreeMap::new(), words),
        PaperKind::Roster => orders::roster(&order, words),
        PaperKind::Invoice => orders::invoice(&order, &shares(&order), left, words),
        PaperKind::CreditMemo => {
            let credit = CreditFacts {
                given_on: "December 2, 2026".to_owned(),
                amount: cents(2_450),
                method: "Credit on the account".to_owned(),
                reason: "A jersey arrived with a torn seam.".to_owned(),
                pieces: vec![(1, 1)],
            };
            orders::credit_memo(&order, &credit, words)
        }
    }
}
