//! Orders to make documents of.

use fieldhouse_core::{
    cart::ordered::OptionView,
    money::{Cents, format_cents},
    orders::{
        documents::PapersWords,
        invoice::{InvoicedLine, InvoicedOrder},
        ledger::Ledger,
        views::ParcelView,
    },
};
use fieldhouse_documents::facts::{CreditFacts, InsideFacts, OrderFacts, OrderedLine, ShipmentFacts};

const SIZES: [&str; 12] = ["YS", "YM", "YL", "XS", "S", "M", "L", "XL", "2XL", "3XL", "4XL", "5XL"];
const COLORS: [&str; 4] = ["Navy", "Scarlet", "Forest green", "White"];
const NAMES: [&str; 6] = ["Rivera", "Okafor", "Nguyễn", "O'Neill-Castañeda", "Łukasz", "Smith"];

pub fn cents(amount: i64) -> Cents {
    Cents::new(amount).unwrap()
}

pub fn words() -> PapersWords {
    PapersWords {
        address: vec!["1400 Stadium Drive".to_owned(), "Springfield, IL 62704".to_owned()],
        remit_to: vec!["Fieldhouse Receivables".to_owned(), "PO Box 1400, Springfield, IL 62705".to_owned()],
        ..PapersWords::default()
    }
}

/// An order of so many lines, twelve sizes a style and color; every third line has names and numbers.
pub fn order(lines: u32) -> OrderFacts {
    let line = |position: u32| {
        let nth = usize::try_from(position - 1).unwrap();
        let (style, size) = (nth / 12, SIZES[nth % 12]);
        let pieces = u64::from(position % 5 + 1);
        let option = |label: &str, value: &str| OptionView { label: label.to_owned(), value: value.to_owned() };
        let named = style % 3 == 0;
        let entries = (0..if named { pieces } else { 0 }).map(|piece| {
            let at = usize::try_from(piece).unwrap();
            vec![NAMES[(nth + at) % NAMES.len()].to_owned(), (nth % 80 + at).to_string()]
        });
        let name = match style % 3 {
            0 => format!("Ironvale Redzone Game Jersey {style}"),
            1 => "Halfpace Tournament Warm-Up Pant with zippered ankles and a name that does not fit on a single line of \
                  the heading above its sizes"
                .to_owned(),
            _ => "Packhorse Duffel".to_owned(),
        };
        OrderedLine {
            position,
            sku: format!("DD{}-{}-{size}", 1300 + style, &COLORS[style % 4].to_uppercase()[..3]),
            name,
            options: vec![option("Color", COLORS[style % 4]), option("Size", size)],
            labels: if named { vec!["Name".to_owned(), "Number".to_owned()] } else { Vec::new() },
            entries: entries.collect(),
            canceled: Vec::new(),
            ledger: Ledger { ordered: pieces, picked: pieces / 2, shipped: pieces / 2, ..Ledger::default() },
            unit_price: cents(3_450 + i64::from(position) % 7 * 125),
            line_price: cents((3_450 + i64::from(position) % 7 * 125) * i64::try_from(pieces).unwrap()),
        }
    };
    let lines: Vec<_> = (1..=lines).map(line).collect();
    let merchandise: i64 = lines.iter().map(|line| line.line_price.get()).sum();
    let sum = |label: &str, amount: i64| (label.to_owned(), format_cents(cents(amount)));
    OrderFacts {
        brand: "Fieldhouse".to_owned(),
        phone: "1-800-555-0142".to_owned(),
        number: "FH-100023".to_owned(),
        placed_on: "November 23, 2026".to_owned(),
        status: "Partly shipped".to_owned(),
        ordered_for: "Lincoln High School".to_owned(),
        po_number: "PO-2026-0417".to_owned(),
        email: "coach@demo.example".to_owned(),
        ship_to: ["Dana Whitfield", "Lincoln High School", "1200 Gym Road", "Springfield, IL 62704", "(217) 555-0114"]
            .map(str::to_owned)
            .to_vec(),
        shipping_method: "Standard (5-7 business days)".to_owned(),
        instructions: "Deliver to the gym entrance.\nCall the athletic office on arrival.".to_owned(),
        lines,
        sums: vec![
            sum("Merchandise Total", merchandise),
            sum("Savings", -1_000),
            sum("Freight", 2_500),
            ("Tax (tax exempt: certificate IL-4711 on file)".to_owned(), "$0.00".to_owned()),
            sum("Total", merchandise + 1_500),
        ],
    }
}

pub fn invoiced(order: &OrderFacts) -> InvoicedOrder {
    let line = |line: &OrderedLine| InvoicedLine {
        price: line.line_price,
        unit: Cents::ZERO,
        ordered: line.ledger.ordered,
        cancelled: line.ledger.cancelled,
        shipped: line.ledger.shipped,
    };
    InvoicedOrder {
        lines: order.lines.iter().map(line).collect(),
        discount: Cents::ZERO,
        freight: cents(2_500),
        tax: cents(4_711),
        certificates: cents(5_000),
    }
}

pub fn shipment(order: &OrderFacts, number: u32) -> ShipmentFacts {
    let inside = |line: &OrderedLine| InsideFacts {
        position: line.position,
        pieces: line.ledger.shipped.max(1),
        players: Vec::new(),
    };
    let pieces = order.lines.iter().map(inside);
    let parcel = |tracking: &str| ParcelView { carrier: "UPS".to_owned(), tracking: tracking.to_owned(), link: None };
    ShipmentFacts {
        number,
        shipped_on: "November 25, 2026".to_owned(),
        pieces: pieces.collect(),
        parcels: vec![parcel("1Z999AA10123456784"), parcel("1Z999AA10123456785")],
    }
}

pub fn credit() -> CreditFacts {
    CreditFacts {
        given_on: "December 2, 2026".to_owned(),
        amount: cents(6_900),
        method: "Credit on the account".to_owned(),
        reason: "Two jerseys arrived with a torn seam.".to_owned(),
        pieces: vec![(1, 1), (4, 1)],
    }
}
