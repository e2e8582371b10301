//! Tables: columns as wide as they are told, lines that are not cut in half, heads and groups repeated on each page, sums
//! that never stand alone.

use crate::{
    font::{Run, Weight, set},
    paper::{Cell, Column, Row, Table, Width},
    sheet::{BOTTOM, Ink, Mark, SIDE, Sheets, WIDTH},
    style::{BODY, LEADING, RISE, SMALL, SMALL_LEADING, STRONG, line},
    text::BOX,
    tree::{Leaf, Role},
};

/// Between what stands in neighboring columns.
const GUTTER: f32 = 10.0;
/// Above and below the text of a line.
const PAD: f32 = 3.5;
/// Of heads.
const HEAD_HEIGHT: f32 = 18.0;
/// From sum to sum.
const SUM_HEIGHT: f32 = 15.0;
/// Above the first of them.
const SUM_GAP: f32 = 8.0;
/// A box to tick.
const TICK: (Weight, f32) = (Weight::Regular, 12.0);
/// What stands in a head's wash, and above and below it, stays away from its sides.
const INSET: f32 = 5.0;
/// Room to write in.
const WRITTEN: f32 = 17.0;

/// Where a column begins, and how wide it is.
#[derive(Debug, Clone, Copy)]
struct Place {
    x: f32,
    width: f32,
    right: bool,
}

/// What a column in parts has at least, where there is enough for nobody.
const LEAST_PART: f32 = 48.0;

/// Columns side by side. More than the sheet has room for gives way in proportion; what no column in parts takes is everybody's.
fn places(columns: &[Column]) -> Vec<Place> {
    let count = u16::try_from(columns.len()).map_or(1.0, f32::from).max(1.0);
    let sum = |read: fn(Width) -> f32| columns.iter().map(|column| read(column.width)).sum::<f32>();
    let points = sum(|width| if let Width::Points(points) = width { points } else { 0.0 });
    let parts = sum(|width| if let Width::Parts(parts) = width { parts } else { 0.0 });
    let room = WIDTH - 2.0 * INSET - GUTTER * (count - 1.0);
    let least = points + parts * LEAST_PART;
    let scale = if least > room { room / least } else { 1.0 };
    let left = (room - points * scale).max(0.0);
    let (part, more) = if parts > 0.0 { (left / parts, 0.0) } else { (0.0, left / count) };
    let mut x = SIDE + INSET;
    let place = |column: &Column| {
        let width = match column.width {
            Width::Points(points) => points * scale + more,
            Width::Parts(parts) => parts * part,
        };
        let place = Place { x, width, right: column.right };
        x += width + GUTTER;
        place
    };
    columns.iter().map(place).collect()
}

/// A line of a cell with its leading.
struct SetLine {
    run: Run,
    ink: Ink,
    leading: f32,
}

/// A cell, set.
struct SetCell(Vec<SetLine>);

impl SetCell {
    fn new(cell: &Cell, width: f32) -> Self {
        let one = |run, leading| vec![SetLine { run, ink: Ink::Black, leading }];
        let (text, notes, style) = match cell {
            Cell::Tick => return Self(one(line(&BOX.to_string(), TICK), LEADING)),
            // Who hears the document comes by an empty cell.
            Cell::Blank => return Self(one(line("", BODY), WRITTEN)),
            Cell::Text(text, notes) => (text, notes, BODY),
            Cell::Strong(text, notes) => (text, notes, STRONG),
        };
        // A cell that says nothing but what is below takes no line for the nothing.
        let body = if text.is_empty() && !notes.is_empty() { Vec::new() } else { set(text, style, width) };
        let body = body.into_iter().map(|run| SetLine { run, ink: Ink::Black, leading: LEADING });
        let small = notes.iter().flat_map(|note| set(note, SMALL, width));
        let small = small.map(|run| SetLine { run, ink: Ink::Gray, leading: SMALL_LEADING });
        Self(body.chain(small).collect())
    }

    fn height(&self) -> f32 {
        self.0.iter().map(|line| line.leading).sum()
    }
}

/// A row, set.
enum SetRow<'a> {
    Group { name: &'a str, detail: &'a str },
    Line(Vec<SetCell>),
}

impl<'a> SetRow<'a> {
    fn new(row: &'a Row, places: &[Place]) -> Self {
        match row {
            Row::Group { name, detail } => Self::Group { name, detail },
            Row::Line(cells) => {
                Self::Line(cells.iter().zip(places).map(|(cell, place)| SetCell::new(cell, place.width)).collect())
            }
        }
    }

    fn height(&self) -> f32 {
        match self {
            Self::Group { name, detail } => {
                group_lines(name, detail, "").iter().map(|line| line.leading).sum::<f32>() + PAD * 2.5
            }
            Self::Line(cells) => cells.iter().map(SetCell::height).fold(0.0, f32::max) + PAD * 2.0,
        }
    }
}

fn group_lines(name: &str, detail: &str, more: &str) -> Vec<SetLine> {
    let name = [name, more].concat();
    let names = set(&name, STRONG, WIDTH).into_iter().map(|run| SetLine { run, ink: Ink::Black, leading: LEADING });
    let details = if detail.is_empty() { Vec::new() } else { set(detail, SMALL, WIDTH) };
    names.chain(details.into_iter().map(|run| SetLine { run, ink: Ink::Gray, leading: SMALL_LEADING })).collect()
}

/// Where letters of a size stand below the top of their line; larger ones hang about the middle of the others.
fn rise(size: f32) -> f32 {
    size.min(BODY.1) * RISE + (size - BODY.1).max(0.0) * 0.35
}

/// A table being drawn.
struct Drawing<'a> {
    table: &'a Table,
    places: Vec<Place>,
    body: usize,
    /// What is repeated where the rows of a group go on.
    group: Option<(&'a str, &'a str)>,
}

/// Draws a table below what there is.
pub fn draw<'a>(sheets: &mut Sheets<'_>, table: &'a Table, section: usize) {
    let places = places(&table.columns);
    let sums = SetSum::all(&table.sums);
    if !table.rows.is_empty() {
        let node = sheets.tree.node(Some(section), Role::Table);
        let head = sheets.tree.node(Some(node), Role::Head);
        let body = sheets.tree.node(Some(node), Role::Body);
        let mut drawing = Drawing { table, places, body, group: None };
        let rows: Vec<SetRow<'a>> = table.rows.iter().map(|row| SetRow::new(row, &drawing.places)).collect();
        drawing.rows(sheets, &rows, (head, SetSum::height_of(&sums)));
    }
    draw_sums(sheets, sums, section);
}

/// A sum, set: its label may take several lines.
struct SetSum {
    label: Vec<Run>,
    amount: Run,
    is_last: bool,
}

/// Where labels of sums begin.
const SUMS_AT: f32 = SIDE + WIDTH * 0.5;
/// Where amounts end.
const SUMS_TO: f32 = SIDE + WIDTH - INSET;

impl SetSum {
    fn all(sums: &[(String, String)]) -> Vec<Self> {
        let set_sum = |(place, (label, amount)): (usize, &(String, String))| {
            let is_last = place.saturating_add(1) == sums.len();
            let style = if is_last { (Weight::Strong, 10.0) } else { BODY };
            let amount = line(amount, style);
            let label = set(label, style, SUMS_TO - SUMS_AT - amount.width - GUTTER);
            Self { label, amount, is_last }
        };
        sums.iter().enumerate().map(set_sum).collect()
    }

    fn height(&self) -> f32 {
        let below = u16::try_from(self.label.len().saturating_sub(1)).map_or(0.0, f32::from);
        SUM_HEIGHT + below * SMALL_LEADING + if self.is_last { 6.0 } else { 0.0 }
    }

    fn height_of(sums: &[Self]) -> f32 {
        if sums.is_empty() { 0.0 } else { SUM_GAP + sums.iter().map(Self::height).sum::<f32>() }
    }
}

impl<'a> Drawing<'a> {
    fn rows(&mut self, sheets: &mut Sheets<'_>, rows: &[SetRow<'a>], (head, sums): (usize, f32)) {
        let mut first = true;
        let mut place = 0;
        while let Some(rest) = rows.get(place..).filter(|rest| !rest.is_empty()) {
            // A group stays with its first line, the last line with the sums.
            let count = rest.iter().take_while(|row| matches!(row, SetRow::Group { .. })).count().saturating_add(1);
            let together = rest.get(..count).unwrap_or(rest);
            let is_last = place.saturating_add(together.len()) >= rows.len();
            let below = if is_last { sums } else { 0.0 };
            let height = together.iter().map(SetRow::height).sum::<f32>() + below;
            let heads = if first { HEAD_HEIGHT } else { 0.0 };
            if first {
                if !sheets.fits(height + heads) && sheets.room() < Sheets::whole() / 2.0 {
                    sheets.turn();
                }
                self.heads(sheets, Some(head));
                first = false;
            }
            if !sheets.fits(height) {
                self.turn(sheets, matches!(together.first(), Some(SetRow::Line(_))));
            }
            for row in together {
                self.row(sheets, row, below);
            }
            place = place.saturating_add(together.len());
        }
        let y = sheets.y;
        sheets.draw(Mark::Block(SIDE, y, WIDTH, 0.6, Ink::Line));
    }

    /// The heads: said once, and repeated as furniture.
    fn heads(&self, sheets: &mut Sheets<'_>, head: Option<usize>) {
        let y = sheets.y;
        sheets.draw(Mark::Block(SIDE, y, WIDTH, HEAD_HEIGHT, Ink::Wash));
        let row = head.map(|head| sheets.tree.node(Some(head), Role::Row));
        for (column, place) in self.table.columns.iter().zip(&self.places) {
            let leaf = row.map(|row| sheets.tree.said(row, Role::ColumnHead));
            let run = line(&column.head, (Weight::Strong, SMALL.1));
            let x = if place.right { place.x + place.width - run.width } else { place.x };
            sheets.text(x, 11.8, run, Ink::Black, leaf);
        }
        sheets.y += HEAD_HEIGHT;
    }

    /// Goes on on another page.
    fn turn(&self, sheets: &mut Sheets<'_>, within: bool) {
        sheets.rule(SIDE, WIDTH, 0.0);
        sheets.turn();
        self.heads(sheets, None);
        if let Some((name, detail)) = self.group.filter(|_| within) {
            draw_group(sheets, &group_lines(name, detail, " (continued)"), None);
        }
    }

    fn row(&mut self, sheets: &mut Sheets<'_>, row: &SetRow<'a>, below: f32) {
        match row {
            SetRow::Group { name, detail } => {
                self.group = Some((name, detail));
                let span = u32::try_from(self.places.len()).unwrap_or(1);
                let node = sheets.tree.node(Some(self.body), Role::Row);
                let leaf = sheets.tree.said(node, Role::RowHead(span));
                draw_group(sheets, &group_lines(name, detail, ""), Some(leaf));
            }
            SetRow::Line(cells) => self.line(sheets, cells, row.height() + below),
        }
    }

    /// A line: whole, or, when it is higher than a page, from line of text to line of text.
    fn line(&self, sheets: &mut Sheets<'_>, cells: &[SetCell], height: f32) {
        sheets.rule(SIDE, WIDTH, 0.0);
        let node = sheets.tree.node(Some(self.body), Role::Row);
        let leaves: Vec<Leaf> = cells.iter().map(|_| sheets.tree.said(node, Role::Cell)).collect();
        let mut next: Vec<usize> = vec![0; cells.len()];
        let whole = sheets.fits(height);
        loop {
            let top = sheets.y + PAD;
            let mut lowest = top;
            let mut more = false;
            for (((cell, place), leaf), next) in cells.iter().zip(&self.places).zip(&leaves).zip(&mut next) {
                let mut y = top;
                for line in cell.0.iter().skip(*next) {
                    if !whole && y + line.leading + PAD > BOTTOM && y > top {
                        more = true;
                        break;
                    }
                    let x = if place.right { place.x + place.width - line.run.width } else { place.x };
                    let drop = y + rise(line.run.size);
                    sheets.draw(Mark::Text(x, drop, line.run.clone(), line.ink, Some(*leaf)));
                    y += line.leading;
                    *next = next.saturating_add(1);
                }
                lowest = lowest.max(y);
            }
            sheets.y = lowest + PAD;
            if !more {
                return;
            }
            self.turn(sheets, true);
        }
    }
}

fn draw_group(sheets: &mut Sheets<'_>, lines: &[SetLine], leaf: Option<Leaf>) {
    sheets.rule(SIDE, WIDTH, 0.0);
    sheets.y += PAD * 1.5;
    for line in lines {
        sheets.text(SIDE + INSET, line.run.size * RISE, line.run.clone(), line.ink, leaf);
        sheets.y += line.leading;
    }
    sheets.y += PAD;
}

/// Labels and amounts at the right, the last one strong.
fn draw_sums(sheets: &mut Sheets<'_>, sums: Vec<SetSum>, section: usize) {
    if sums.is_empty() {
        return;
    }
    if !sheets.fits(SetSum::height_of(&sums)) {
        sheets.turn();
    }
    let node = sheets.tree.node(Some(section), Role::Table);
    let body = sheets.tree.node(Some(node), Role::Body);
    sheets.y += SUM_GAP;
    for SetSum { label, amount, is_last } in sums {
        if is_last {
            sheets.y += 3.0;
            sheets.rule(SUMS_AT, SIDE + WIDTH - SUMS_AT, 0.0);
            sheets.y += 3.0;
        }
        let row = sheets.tree.node(Some(body), Role::Row);
        let label_leaf = sheets.tree.said(row, Role::RowHead(1));
        let amount_leaf = sheets.tree.said(row, Role::Cell);
        let drop = amount.size * RISE + 1.5;
        let top = sheets.y;
        for (nth, run) in label.into_iter().enumerate() {
            if nth > 0 {
                sheets.y += SMALL_LEADING;
            }
            sheets.text(SUMS_AT, drop, run, if is_last { Ink::Black } else { Ink::Gray }, Some(label_leaf));
        }
        let below = sheets.y;
        sheets.y = top;
        sheets.text_to(SUMS_TO, drop, amount, Ink::Black, Some(amount_leaf));
        sheets.y = below + SUM_HEIGHT;
    }
}

#[cfg(test)]
mod tests {
    use fieldhouse_core::orders::documents::PaperKind;

    use super::*;
    use crate::template;

    #[test]
    fn columns_fill_the_sheet_between_its_sides_however_many_there_are() {
        let end = SIDE + WIDTH - INSET;
        for kind in PaperKind::ALL {
            let (usual, more) = kind.columns();
            let all: Vec<_> = usual.iter().chain(more).copied().collect();
            let alone = all.iter().map(|column| vec![*column]);
            for columns in alone.chain([usual.to_vec(), all.clone()]) {
                let places = places(&template::columns(kind, &columns));
                assert!(places.iter().all(|place| place.width >= 20.0), "{kind:?} {columns:?}: {places:?}");
                assert!(places.last().is_some_and(|last| (last.x + last.width - end).abs() < 0.1), "{places:?}");
                assert!(places.is_sorted_by(|one, other| one.x + one.width + GUTTER <= other.x + 0.01), "{places:?}");
            }
        }
    }
}
