//! What the papers of an order say: columns, rows, sums. Not here: how they are set.

use fieldhouse_core::{
    cart::ordered::{OptionView, printed_texts, style_and_size},
    money::{Cents, format_cents},
    orders::{
        buyers::tells_players,
        documents::{PaperKind, PapersWords},
        invoice::Invoice,
        ledger::Ledger,
        views::ParcelView,
    },
};

use crate::paper::{Cell, Column, Fact, Paper, Row, Table, Width};

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
    /// What became of its pieces.
    pub ledger: Ledger,
    /// Price paid for a piece.
    pub unit_price: Cents,
    /// Price paid for the line.
    pub line_price: Cents,
}

impl OrderedLine {
    fn texts(&self) -> Vec<String> {
        let pieces = u32::try_from(self.ledger.ordered).unwrap_or(u32::MAX);
        printed_texts(&self.labels, &self.entries, pieces)
    }
}

/// A shipment as its packing slip tells it.
#[derive(Debug, Clone, Default)]
pub struct ShipmentFacts {
    /// From 1 within its order.
    pub number: u32,
    /// When it left, or empty.
    pub shipped_on: String,
    /// Positions and pieces inside.
    pub pieces: Vec<(u32, u64)>,
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

/// What a row has beside its article.
struct Line<'a> {
    of: &'a OrderedLine,
    notes: Vec<String>,
    rest: Vec<Cell>,
}

/// Who was it: a paper's head, facts and words, without its lines.
fn paper(order: &OrderFacts, words: &PapersWords, kind: PaperKind, date: &str) -> Paper {
    let (terms, footer) = words.of(kind);
    let paragraph = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let remit = (kind == PaperKind::Invoice).then(|| Fact::told("Remit to", words.remit_to.clone())).flatten();
    let footer = Fact::told("", paragraph(footer));
    Paper {
        brand: order.brand.clone(),
        contact: words.address.iter().chain([&order.phone]).filter(|line| !line.trim().is_empty()).cloned().collect(),
        title: kind.title().to_owned(),
        number: order.number.clone(),
        date: date.to_owned(),
        columns: Vec::new(),
        table: Table::default(),
        words: remit.into_iter().chain(Fact::told("Terms", paragraph(terms))).chain(footer).collect(),
        signed: Vec::new(),
    }
}

fn ship_to(order: &OrderFacts) -> Vec<Fact> {
    Fact::told("Ship to", order.ship_to.clone()).into_iter().collect()
}

fn ordered_by(order: &OrderFacts) -> Vec<Fact> {
    let facts = [Fact::told("Ordered for", [&order.ordered_for]), Fact::told("Purchase order", [&order.po_number])];
    facts.into_iter().flatten().collect()
}

/// On what goes to the buyer's office.
fn buyer(order: &OrderFacts) -> Vec<Fact> {
    ordered_by(order).into_iter().chain(Fact::told("Email", [&order.email])).collect()
}

fn shipping(order: &OrderFacts) -> Vec<Fact> {
    let facts = [
        Fact::told("Shipping method", [&order.shipping_method]),
        Fact::told("Notes for the carrier", order.instructions.lines()),
    ];
    facts.into_iter().flatten().collect()
}

fn column(head: &str, width: Width, right: bool) -> Column {
    Column { head: head.to_owned(), width, right }
}

const SKU: Width = Width::Points(118.0);
const PIECES: Width = Width::Points(46.0);
const AMOUNT: Width = Width::Points(72.0);

/// Lines under what they have in common, in their order: forty jerseys in twelve sizes are one heading and twelve short rows.
fn grouped<'a>(lines: impl Iterator<Item = Line<'a>>) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut group: Option<(&str, String)> = None;
    for Line { of, notes, rest } in lines {
        let (detail, size) = style_and_size(&of.options);
        let this = Some((of.name.as_str(), detail.clone()));
        if this != group {
            rows.push(Row::Group { name: of.name.clone(), detail });
            group = this;
        }
        rows.push(Row::Line(
            [Cell::text(&of.sku), Cell::Text(size.to_owned(), notes)].into_iter().chain(rest).collect(),
        ));
    }
    rows
}

fn pieces(count: u64) -> Cell {
    Cell::strong(count.to_string())
}

fn amount(cents: Cents) -> Cell {
    Cell::text(format_cents(cents))
}

/// Columns of lines with amounts.
fn priced_columns(head: &str) -> Vec<Column> {
    vec![
        column("Item", SKU, false),
        column("Size", Width::Parts(1.0), false),
        column(head, PIECES, true),
        column("Each", AMOUNT, true),
        column("Amount", AMOUNT, true),
    ]
}

/// What was ordered, at the prices it was sold at.
pub fn acknowledgement(order: &OrderFacts, words: &PapersWords) -> Paper {
    let line = |line: &'_ OrderedLine| {
        let canceled = line.ledger.cancelled;
        let canceled = (canceled > 0).then(|| format!("{canceled} canceled"));
        line.texts().into_iter().chain(canceled).collect::<Vec<_>>()
    };
    let lines = order.lines.iter().map(|of| Line {
        of,
        notes: line(of),
        rest: vec![pieces(of.ledger.ordered), amount(of.unit_price), amount(of.line_price)],
    });
    let status = Fact::told("Status", [&order.status]);
    Paper {
        columns: vec![ship_to(order), buyer(order), status.into_iter().chain(shipping(order)).collect()],
        table: Table { columns: priced_columns("Pieces"), rows: grouped(lines), sums: order.sums.clone() },
        ..paper(order, words, PaperKind::Acknowledgement, &order.placed_on)
    }
}

/// What was shipped, with its share of what the order costs beside its merchandise. `invoice` is of the order's lines.
pub fn invoice(order: &OrderFacts, invoice: &Invoice, shipped_on: &str, words: &PapersWords) -> Paper {
    let shipped = order.lines.iter().zip(&invoice.lines).filter(|(line, _)| line.ledger.shipped > 0);
    let lines = shipped.map(|(of, price)| Line {
        of,
        notes: Vec::new(),
        rest: vec![pieces(of.ledger.shipped), amount(of.unit_price), amount(*price)],
    });
    let less = |taken: Cents| Cents::ZERO.checked_sub(taken).filter(|less| *less < Cents::ZERO);
    let sums = [
        Some(("Merchandise", invoice.merchandise)),
        less(invoice.discount).map(|less| ("Discount", less)),
        Some(("Freight", invoice.freight)),
        Some(("Tax", invoice.tax)),
        less(invoice.certificates).map(|less| ("Certificates", less)),
        Some(("Amount due", invoice.total)),
    ];
    let sums = sums.into_iter().flatten().map(|(label, cents)| (label.to_owned(), format_cents(cents))).collect();
    let dates = [Fact::told("Ordered on", [&order.placed_on]), Fact::told("Shipping method", [&order.shipping_method])];
    let left = order.lines.iter().map(|line| line.ledger.outstanding()).fold(0, u64::saturating_add);
    let left = (left > 0).then(|| {
        let told = if left == 1 { "1 piece is".to_owned() } else { format!("{left} pieces are") };
        Fact::told("Not in this invoice", [format!("{told} still to be shipped")])
    });
    Paper {
        columns: vec![ship_to(order), buyer(order), dates.into_iter().chain(left).flatten().collect()],
        table: Table { columns: priced_columns("Shipped"), rows: grouped(lines), sums },
        ..paper(order, words, PaperKind::Invoice, shipped_on)
    }
}

/// What is inside a shipment. It says no amount.
pub fn packing_slip(order: &OrderFacts, shipment: &ShipmentFacts, words: &PapersWords) -> Paper {
    let lines = shipment.pieces.iter().filter_map(|(position, inside)| {
        let of = order.lines.iter().find(|line| line.position == *position)?;
        let texts = of.texts();
        let known = texts.is_empty() || tells_players(of.entries.len(), of.ledger.ordered, *inside);
        let unknown = (!known).then(|| "For some of these players".to_owned());
        let notes = unknown.into_iter().chain(texts).collect();
        Some(Line { of, notes, rest: vec![pieces(of.ledger.ordered), pieces(*inside), Cell::Tick] })
    });
    let count = shipment.pieces.iter().map(|(_, inside)| *inside).fold(0, u64::saturating_add);
    let parcel = |parcel: &ParcelView| [parcel.carrier.as_str(), " ", &parcel.tracking].concat().trim().to_owned();
    let this =
        Fact::told("In this shipment", [if count == 1 { "1 piece".to_owned() } else { format!("{count} pieces") }]);
    let parcels = Fact::told("Parcels", shipment.parcels.iter().map(parcel));
    let ordered = Fact::told("Ordered on", [&order.placed_on]);
    Paper {
        number: format!("{} \u{b7} Shipment {}", order.number, shipment.number),
        columns: vec![
            ship_to(order),
            ordered_by(order).into_iter().chain(ordered).collect(),
            this.into_iter().chain(parcels).chain(shipping(order)).collect(),
        ],
        table: Table {
            columns: vec![
                column("Item", SKU, false),
                column("Size", Width::Parts(1.0), false),
                column("Ordered", PIECES, true),
                column("Inside", PIECES, true),
                column("Seen", Width::Points(34.0), true),
            ],
            rows: grouped(lines),
            sums: Vec::new(),
        },
        ..paper(order, words, PaperKind::PackingSlip, &shipment.shipped_on)
    }
}

/// What is left to take from the shelf, by sku. It says no amount.
pub fn pick_list(order: &OrderFacts, words: &PapersWords) -> Paper {
    let mut lines: Vec<&OrderedLine> = order.lines.iter().filter(|line| line.ledger.to_pick() > 0).collect();
    lines.sort_by(|one, other| (&one.sku, one.position).cmp(&(&other.sku, other.position)));
    let left = lines.iter().map(|line| line.ledger.to_pick()).fold(0, u64::saturating_add);
    let row = |line: &&OrderedLine| {
        let (detail, size) = style_and_size(&line.options);
        let notes = (!detail.is_empty()).then_some(detail).into_iter().chain(line.texts());
        let article = Cell::Text(line.name.clone(), notes.collect());
        Row::Line(vec![Cell::Tick, Cell::strong(&line.sku), article, Cell::strong(size), pieces(line.ledger.to_pick())])
    };
    let count = Fact::told("To pick", [format!("{left} pieces, {} lines", lines.len())]);
    Paper {
        columns: vec![ship_to(order), ordered_by(order), count.into_iter().chain(shipping(order)).collect()],
        table: Table {
            columns: vec![
                column("Done", Width::Points(28.0), false),
                column("Item", SKU, false),
                column("Article", Width::Parts(1.0), false),
                column("Size", Width::Points(64.0), false),
                column("To pick", PIECES, true),
            ],
            rows: lines.iter().map(row).collect(),
            sums: Vec::new(),
        },
        signed: vec!["Picked by".to_owned(), "Checked by".to_owned(), "Date".to_owned()],
        ..paper(order, words, PaperKind::PickList, &order.placed_on)
    }
}

/// Texts a roster has columns for; more are told in one.
const MOST_LABELS: usize = 3;

/// Who gets what size, with a place to sign. It says no amount.
pub fn roster(order: &OrderFacts, words: &PapersWords) -> Paper {
    let named: Vec<&OrderedLine> = order.lines.iter().filter(|line| !line.entries.is_empty()).collect();
    let mut labels: Vec<&str> = Vec::new();
    for label in named.iter().flat_map(|line| &line.labels) {
        if !labels.contains(&label.as_str()) {
            labels.push(label);
        }
    }
    let of_label = !labels.is_empty() && labels.len() <= MOST_LABELS;
    let heads: Vec<&str> = if of_label { labels.clone() } else { vec!["Printed"] };
    let columns = heads.iter().map(|head| column(head, Width::Parts(1.0), false)).chain([
        column("Size", Width::Points(60.0), false),
        column("Pieces", Width::Points(40.0), false),
        column("Received", Width::Points(150.0), false),
    ]);
    Paper {
        columns: vec![ship_to(order), ordered_by(order)],
        table: Table { columns: columns.collect(), rows: players(&named, &labels, of_label), sums: Vec::new() },
        signed: vec!["Handed out by".to_owned(), "Date".to_owned()],
        ..paper(order, words, PaperKind::Roster, &order.placed_on)
    }
}

/// What is printed for somebody, in which size, on how many pieces.
type Player<'a> = (Vec<String>, &'a str, u64);

fn players(named: &[&OrderedLine], labels: &[&str], of_label: bool) -> Vec<Row> {
    // Articles in the order they were ordered; whoever gets one by what is printed first, as a list is called out.
    let mut groups: Vec<((&str, String), Vec<Player<'_>>)> = Vec::new();
    for line in named {
        let (detail, size) = style_and_size(&line.options);
        let entries = u64::try_from(line.entries.len()).unwrap_or(u64::MAX);
        let each = line.ledger.ordered.checked_div(entries).unwrap_or(1).max(1);
        let in_one = |entry| vec![printed_texts(&line.labels, std::slice::from_ref(entry), 1).concat()];
        let by_label = |entry: &Vec<String>| labels.iter().map(|label| text_of(line, entry, label)).collect();
        let texts = line.entries.iter().map(|entry| if of_label { by_label(entry) } else { in_one(entry) });
        let told = texts.map(|texts| (texts, size, each));
        let key = (line.name.as_str(), detail);
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, players)) => players.extend(told),
            None => groups.push((key, told.collect())),
        }
    }
    let mut rows = Vec::new();
    for ((name, detail), mut players) in groups {
        players.sort_by_cached_key(|(texts, ..)| texts.iter().map(|text| called(text)).collect::<Vec<_>>());
        rows.push(Row::Group { name: name.to_owned(), detail });
        for (texts, size, each) in players {
            let texts = texts.into_iter().map(Cell::strong);
            let rest = [Cell::text(size), Cell::text(each.to_string()), Cell::Blank];
            rows.push(Row::Line(texts.chain(rest).collect()));
        }
    }
    rows
}

/// As texts are called out: numbers by what they count, before words.
fn called(text: &str) -> (u64, String) {
    (text.trim().parse().unwrap_or(u64::MAX), text.to_lowercase())
}

fn text_of(line: &OrderedLine, entry: &[String], label: &str) -> String {
    let of = line.labels.iter().zip(entry).find(|(known, _)| *known == label);
    of.map(|(_, text)| text.clone()).unwrap_or_default()
}

/// An amount that was credited.
pub fn credit_memo(order: &OrderFacts, credit: &CreditFacts, words: &PapersWords) -> Paper {
    let lines = credit.pieces.iter().filter_map(|(position, count)| {
        let of = order.lines.iter().find(|line| line.position == *position)?;
        Some(Line { of, notes: Vec::new(), rest: vec![pieces(*count)] })
    });
    let facts = [
        Fact::told("Credited as", [&credit.method]),
        Fact::told("Reason", credit.reason.lines()),
        Fact::told("Order of", [&order.placed_on]),
    ];
    Paper {
        columns: vec![ship_to(order), buyer(order), facts.into_iter().flatten().collect()],
        table: Table {
            columns: vec![
                column("Item", SKU, false),
                column("Size", Width::Parts(1.0), false),
                column("Credited", Width::Points(60.0), true),
            ],
            rows: grouped(lines),
            sums: vec![("Amount credited".to_owned(), format_cents(credit.amount))],
        },
        ..paper(order, words, PaperKind::CreditMemo, &credit.given_on)
    }
}
