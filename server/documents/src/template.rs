//! How the parts of a template read: facts of a head in columns, columns of a table with how wide they are, and the cells of a
//! line. Not here: which parts a kind has (the rules), what each paper tells (`orders`).

use fieldhouse_core::{
    cart::ordered::style_and_size,
    money::{Cents, format_cents},
    orders::{
        documents::PaperKind,
        templates::{PaperColumn, PaperFact},
    },
};

use crate::{
    facts::OrderedLine,
    paper::{Cell, Column, Fact, Row, Width},
};

/// Lists of facts beside each other: where to, who and what, how.
const LISTS: usize = 3;

/// In which of the lists a fact stands.
const fn list_of(kind: PaperKind, fact: PaperFact) -> usize {
    match fact {
        PaperFact::ShipTo => 0,
        PaperFact::OrderedFor | PaperFact::PurchaseOrder | PaperFact::Email => 1,
        // A slip's third list is full of its shipment.
        PaperFact::OrderedOn if matches!(kind, PaperKind::PackingSlip) => 1,
        _ => 2,
    }
}

/// The facts of a head, each in its list in the order of the template; one that says nothing is left out.
pub fn head(kind: PaperKind, facts: &[PaperFact], told: impl Fn(PaperFact) -> Vec<String>) -> Vec<Vec<Fact>> {
    let label = |fact: PaperFact| match (kind, fact) {
        (PaperKind::CreditMemo, PaperFact::OrderedOn) => "Order of",
        _ => fact.name(),
    };
    let list = |list: usize| {
        let here = facts.iter().filter(|fact| list_of(kind, **fact) == list);
        here.filter_map(|fact| Fact::told(label(*fact), told(*fact))).collect()
    };
    (0..LISTS).map(list).collect()
}

/// The columns of a template.
pub fn columns(kind: PaperKind, columns: &[PaperColumn]) -> Vec<Column> {
    columns.iter().map(|column| self::column(kind, *column)).collect()
}

fn column(kind: PaperKind, column: PaperColumn) -> Column {
    use PaperColumn as C;
    let width = match (kind, column) {
        (PaperKind::PickList, C::Size) => Width::Points(64.0),
        (PaperKind::Roster, C::Size) | (_, C::Credited) => Width::Points(60.0),
        (_, C::Size | C::Article | C::Printed) => Width::Parts(1.0),
        (_, C::Item) => Width::Points(118.0),
        (_, C::Each | C::Amount) => Width::Points(72.0),
        (PaperKind::Roster, C::Pieces) => Width::Points(40.0),
        (_, C::Line | C::Done) => Width::Points(28.0),
        (_, C::Seen) => Width::Points(34.0),
        (_, C::Received) => Width::Points(150.0),
        (_, C::Pieces | C::Ordered | C::Shipped | C::Inside | C::ToCome | C::ToPick) => Width::Points(46.0),
    };
    let left = matches!(column, C::Done | C::Item | C::Article | C::Printed | C::Size | C::Received)
        || matches!((kind, column), (PaperKind::Roster, C::Pieces));
    Column { head: column.name().to_owned(), width, right: !left }
}

/// A line as a paper tells it.
pub struct Line<'a> {
    /// What was ordered.
    pub of: &'a OrderedLine,
    /// What is told below its article: names, what is canceled.
    pub notes: Vec<String>,
    /// Pieces that the paper is about.
    pub pieces: u64,
    /// What they cost, on papers that tell it.
    pub price: Cents,
}

/// Below what a line's notes stand: what it is, however the columns lie.
fn noted(columns: &[PaperColumn]) -> Option<PaperColumn> {
    use PaperColumn as C;
    let first = || columns.iter().copied().find(|column| !matches!(column, C::Done | C::Seen | C::Received));
    [C::Article, C::Size, C::Item].into_iter().find(|column| columns.contains(column)).or_else(first)
}

/// The cells of a line.
pub fn cells(kind: PaperKind, columns: &[PaperColumn], Line { of, notes, pieces, price }: Line<'_>) -> Vec<Cell> {
    use PaperColumn as C;
    let below = noted(columns);
    let cell = |column: &PaperColumn| {
        let notes = if below == Some(*column) { notes.clone() } else { Vec::new() };
        // Who picks looks for sku and size; on every other paper the eye looks for how many.
        let strong = match column {
            C::Item | C::Size => kind == PaperKind::PickList,
            C::Line | C::Article | C::Each | C::Amount => false,
            _ => true,
        };
        let text = match column {
            C::Done | C::Seen => return Cell::Tick,
            C::Printed | C::Received => return Cell::Blank,
            C::Line => of.position.to_string(),
            C::Item => of.sku.clone(),
            C::Article => of.name.clone(),
            C::Size => style_and_size(&of.options).1.to_owned(),
            C::Pieces | C::Inside | C::Credited => pieces.to_string(),
            C::Ordered => of.ledger.ordered.to_string(),
            C::Shipped => of.ledger.shipped.to_string(),
            C::ToCome => of.ledger.outstanding().to_string(),
            C::ToPick => of.ledger.to_pick().to_string(),
            C::Each => format_cents(of.unit_price),
            C::Amount => format_cents(price),
        };
        if strong { Cell::Strong(text, notes) } else { Cell::Text(text, notes) }
    };
    columns.iter().map(cell).collect()
}

/// Lines under what they have in common, in their order: forty jerseys in twelve sizes are one heading and twelve short rows.
pub fn grouped<'a>(kind: PaperKind, columns: &[PaperColumn], lines: impl Iterator<Item = Line<'a>>) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut group: Option<(&str, String)> = None;
    for line in lines {
        let (detail, _) = style_and_size(&line.of.options);
        let this = Some((line.of.name.as_str(), detail.clone()));
        if this != group {
            rows.push(Row::Group { name: line.of.name.clone(), detail });
            group = this;
        }
        rows.push(Row::Line(cells(kind, columns, line)));
    }
    rows
}
