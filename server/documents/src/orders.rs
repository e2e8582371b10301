//! What the papers of an order say: facts, rows, sums. Not here: which columns they have (`template`), how they are set.

use std::collections::BTreeMap;

use fieldhouse_core::{
    cart::ordered::{printed_texts, style_and_size},
    money::{Cents, format_cents},
    orders::{
        buyers::tells_players,
        documents::{PaperKind, PapersWords},
        invoice::Invoice,
        templates::{PaperColumn, PaperFact, PaperTemplate},
        views::ParcelView,
    },
};

use crate::{
    facts::{CreditFacts, OrderFacts, OrderedLine, ShipmentFacts},
    paper::{Cell, Column, Fact, Paper, Row, Table},
    template::{Line, cells, columns, grouped, head},
};

/// Who was it: a paper's head and words, without its lines. `own` are facts of this paper alone.
fn paper(
    order: &OrderFacts,
    words: &PapersWords,
    (kind, date): (PaperKind, &str),
    (template, own): (&PaperTemplate, &[(PaperFact, Vec<String>)]),
) -> Paper {
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
        columns: head(kind, &template.facts, |fact| {
            let own = own.iter().find(|(of, _)| *of == fact).map(|(_, lines)| lines.clone());
            own.unwrap_or_else(|| order.told(fact))
        }),
        table: Table::default(),
        words: remit.into_iter().chain(Fact::told("Terms", paragraph(terms))).chain(footer).collect(),
        signed: Vec::new(),
    }
}

/// Lines below what they have in common.
fn table<'a>(
    kind: PaperKind,
    template: &PaperTemplate,
    lines: impl Iterator<Item = Line<'a>>,
    sums: Vec<(String, String)>,
) -> Table {
    Table { columns: columns(kind, &template.columns), rows: grouped(kind, &template.columns, lines), sums }
}

/// What was ordered, at the prices it was sold at.
pub fn acknowledgement(order: &OrderFacts, words: &PapersWords) -> Paper {
    let kind = PaperKind::Acknowledgement;
    let template = words.template(kind);
    let notes = |line: &OrderedLine| {
        let canceled = line.ledger.cancelled;
        let whose = if line.canceled.is_empty() { String::new() } else { [": ", &line.canceled.join("; ")].concat() };
        let canceled = (canceled > 0).then(|| format!("{canceled} canceled{whose}"));
        line.texts().into_iter().chain(canceled).collect::<Vec<_>>()
    };
    let lines =
        order.lines.iter().map(|of| Line { of, notes: notes(of), pieces: of.ledger.ordered, price: of.line_price });
    Paper {
        table: table(kind, &template, lines, order.sums.clone()),
        ..paper(order, words, (kind, &order.placed_on), (&template, &[]))
    }
}

/// What was shipped, with its share of what the order costs beside its merchandise. `invoice` is of the order's lines.
pub fn invoice(order: &OrderFacts, invoice: &Invoice, shipped_on: &str, words: &PapersWords) -> Paper {
    let kind = PaperKind::Invoice;
    let template = words.template(kind);
    let shipped = order.lines.iter().zip(&invoice.lines).filter(|(line, _)| line.ledger.shipped > 0);
    let lines = shipped.map(|(of, price)| Line { of, notes: Vec::new(), pieces: of.ledger.shipped, price: *price });
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
    let left = order.lines.iter().map(|line| line.ledger.outstanding()).fold(0, u64::saturating_add);
    let left = (left > 0).then(|| {
        let told = if left == 1 { "1 piece is".to_owned() } else { format!("{left} pieces are") };
        format!("{told} still to be shipped")
    });
    let own = [(PaperFact::NotInvoiced, left.into_iter().collect())];
    Paper { table: table(kind, &template, lines, sums), ..paper(order, words, (kind, shipped_on), (&template, &own)) }
}

/// What is inside a shipment. It says no amount.
pub fn packing_slip(order: &OrderFacts, shipment: &ShipmentFacts, words: &PapersWords) -> Paper {
    let kind = PaperKind::PackingSlip;
    let template = words.template(kind);
    let lines = shipment.pieces.iter().filter_map(|inside| {
        let of = order.lines.iter().find(|line| line.position == inside.position)?;
        let notes = if inside.players.is_empty() {
            let texts = of.texts();
            let known = texts.is_empty() || tells_players(of.entries.len(), of.ledger.ordered, inside.pieces);
            let unknown = (!known).then(|| "For some of these players".to_owned());
            unknown.into_iter().chain(texts).collect()
        } else {
            inside.players.clone()
        };
        Some(Line { of, notes, pieces: inside.pieces, price: Cents::ZERO })
    });
    let count = shipment.pieces.iter().map(|inside| inside.pieces).fold(0, u64::saturating_add);
    let parcel = |parcel: &ParcelView| [parcel.carrier.as_str(), " ", &parcel.tracking].concat().trim().to_owned();
    let inside = if count == 1 { "1 piece".to_owned() } else { format!("{count} pieces") };
    let own =
        [(PaperFact::InShipment, vec![inside]), (PaperFact::Parcels, shipment.parcels.iter().map(parcel).collect())];
    Paper {
        number: format!("{} \u{b7} Shipment {}", order.number, shipment.number),
        table: table(kind, &template, lines, Vec::new()),
        ..paper(order, words, (kind, &shipment.shipped_on), (&template, &own))
    }
}

/// What is left to take from the shelf, by sku; `players` says of lines whose pieces these are, where that is known. It says no
/// amount.
pub fn pick_list(order: &OrderFacts, players: &BTreeMap<u32, Vec<String>>, words: &PapersWords) -> Paper {
    let kind = PaperKind::PickList;
    let template = words.template(kind);
    let mut lines: Vec<&OrderedLine> = order.lines.iter().filter(|line| line.ledger.to_pick() > 0).collect();
    lines.sort_by(|one, other| (&one.sku, one.position).cmp(&(&other.sku, other.position)));
    let left = lines.iter().map(|line| line.ledger.to_pick()).fold(0, u64::saturating_add);
    let row = |of: &&OrderedLine| {
        let (detail, _) = style_and_size(&of.options);
        let texts =
            players.get(&of.position).filter(|players| !players.is_empty()).cloned().unwrap_or_else(|| of.texts());
        let notes = (!detail.is_empty()).then_some(detail).into_iter().chain(texts).collect();
        let line = Line { of, notes, pieces: of.ledger.to_pick(), price: Cents::ZERO };
        Row::Line(cells(kind, &template.columns, line))
    };
    let rows = lines.iter().map(row).collect();
    let counted = |count: String, one: &str| [count.as_str(), " ", one, if count == "1" { "" } else { "s" }].concat();
    let all = [counted(left.to_string(), "piece"), counted(lines.len().to_string(), "line")].join(", ");
    let own = [(PaperFact::ToPick, vec![all])];
    Paper {
        table: Table { columns: columns(kind, &template.columns), rows, sums: Vec::new() },
        signed: vec!["Picked by".to_owned(), "Checked by".to_owned(), "Date".to_owned()],
        ..paper(order, words, (kind, &order.placed_on), (&template, &own))
    }
}

/// Texts a roster has columns for; more are told in one.
const MOST_LABELS: usize = 3;

/// Who gets what size, with a place to sign. It says no amount.
pub fn roster(order: &OrderFacts, words: &PapersWords) -> Paper {
    let kind = PaperKind::Roster;
    let template = words.template(kind);
    let kept = |line: &&OrderedLine| !line.entries.is_empty() && line.ledger.kept() > 0;
    let named: Vec<&OrderedLine> = order.lines.iter().filter(kept).collect();
    let mut labels: Vec<&str> = Vec::new();
    for label in named.iter().flat_map(|line| &line.labels) {
        if !labels.contains(&label.as_str()) {
            labels.push(label);
        }
    }
    let of_label = !labels.is_empty() && labels.len() <= MOST_LABELS;
    let column = |column: &PaperColumn| {
        let mut all = columns(kind, &[*column]);
        if *column == PaperColumn::Printed && of_label {
            let one = all.pop();
            let named = |head: &&str| one.as_ref().map(|one| Column { head: (*head).to_owned(), ..one.clone() });
            all.extend(labels.iter().filter_map(named));
        }
        all
    };
    Paper {
        table: Table {
            columns: template.columns.iter().flat_map(column).collect(),
            rows: players(&named, (&labels, of_label), &template.columns),
            sums: Vec::new(),
        },
        signed: vec!["Handed out by".to_owned(), "Date".to_owned()],
        ..paper(order, words, (kind, &order.placed_on), (&template, &[]))
    }
}

/// What is printed for somebody, on which article, in which size, on how many pieces.
struct Player<'a> {
    texts: Vec<String>,
    sku: &'a str,
    size: &'a str,
    pieces: u64,
}

fn players(named: &[&OrderedLine], (labels, of_label): (&[&str], bool), columns: &[PaperColumn]) -> Vec<Row> {
    // Articles in the order they were ordered; whoever gets one by what is printed first, as a list is called out.
    let mut groups: Vec<((&str, String), Vec<Player<'_>>)> = Vec::new();
    for line in named {
        let (detail, size) = style_and_size(&line.options);
        // One name for all of them, or one a piece.
        let pieces = if line.entries.len() == 1 { line.ledger.kept() } else { 1 };
        let in_one = |entry: &Vec<String>| vec![printed_texts(&line.labels, std::slice::from_ref(entry), 1).concat()];
        let by_label = |entry: &Vec<String>| labels.iter().map(|label| text_of(line, entry, label)).collect();
        let texts = line.kept().into_iter().map(|entry| if of_label { by_label(entry) } else { in_one(entry) });
        let told = texts.map(|texts| Player { texts, sku: &line.sku, size, pieces });
        let key = (line.name.as_str(), detail);
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, players)) => players.extend(told),
            None => groups.push((key, told.collect())),
        }
    }
    let cells = |Player { texts, sku, size, pieces }: &Player<'_>, column: &PaperColumn| match column {
        PaperColumn::Printed => texts.iter().map(Cell::strong).collect(),
        PaperColumn::Item => vec![Cell::text(*sku)],
        PaperColumn::Size => vec![Cell::text(*size)],
        PaperColumn::Pieces => vec![Cell::text(pieces.to_string())],
        _ => vec![Cell::Blank],
    };
    let mut rows = Vec::new();
    for ((name, detail), mut players) in groups {
        players.sort_by_cached_key(|player| player.texts.iter().map(|text| called(text)).collect::<Vec<_>>());
        rows.push(Row::Group { name: name.to_owned(), detail });
        for player in players {
            rows.push(Row::Line(columns.iter().flat_map(|column| cells(&player, column)).collect()));
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
    let kind = PaperKind::CreditMemo;
    let template = words.template(kind);
    let lines = credit.pieces.iter().filter_map(|(position, count)| {
        let of = order.lines.iter().find(|line| line.position == *position)?;
        Some(Line { of, notes: Vec::new(), pieces: *count, price: Cents::ZERO })
    });
    let own = [
        (PaperFact::CreditedAs, vec![credit.method.clone()]),
        (PaperFact::Reason, credit.reason.lines().map(str::to_owned).collect()),
    ];
    let sums = vec![("Amount credited".to_owned(), format_cents(credit.amount))];
    Paper {
        table: table(kind, &template, lines, sums),
        ..paper(order, words, (kind, &credit.given_on), (&template, &own))
    }
}
