//! The first visible sheet of an XLSX workbook. Packed and unpacked sizes are bounded, whatever the
//! archive says of itself (requirement R61). Cells give what the spreadsheet last showed or computed.

use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::{
    SheetError,
    sheet::Rows,
    xml::{Piece, Pieces, attribute, unescaped},
};

/// Bytes a part may unpack to: a sheet of 2,000 rows is well below a tenth of it.
const MAX_PART: usize = 12_000_000;
/// Entries of the archive's directory that are looked at.
const MAX_ENTRIES: usize = 2_000;
/// Columns of a sheet that are held while a row is read.
const MAX_HELD: usize = 256;

/// Reads the rows of the first visible sheet.
pub(super) fn rows(bytes: &[u8]) -> Result<Rows, SheetError> {
    let archive = Archive::open(bytes).ok_or(SheetError::Damaged)?;
    let sheet = archive.first_sheet()?;
    let shared = match archive.part("xl/sharedStrings.xml")? {
        Some(part) => shared_texts(&part)?,
        None => Vec::new(),
    };
    let part = archive.part(&sheet)?.ok_or(SheetError::Damaged)?;
    read_sheet(&part, &shared)
}

/// One file of the archive.
struct Entry<'a> {
    name: String,
    /// What the directory says it unpacks to.
    declared: usize,
    packed: &'a [u8],
    deflated: bool,
}

struct Archive<'a>(Vec<Entry<'a>>);

fn short(bytes: &[u8], at: usize) -> Option<usize> {
    let pair: [u8; 2] = bytes.get(at..at.checked_add(2)?)?.try_into().ok()?;
    Some(usize::from(u16::from_le_bytes(pair)))
}

fn long(bytes: &[u8], at: usize) -> Option<usize> {
    let four: [u8; 4] = bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
    usize::try_from(u32::from_le_bytes(four)).ok()
}

impl<'a> Archive<'a> {
    /// Reads the directory at the end of the archive. Names of files count for the directory only.
    fn open(bytes: &'a [u8]) -> Option<Self> {
        let from = bytes.len().saturating_sub(66_000);
        let end = bytes.get(from..)?.windows(4).rposition(|four| four == b"PK\x05\x06")?.checked_add(from)?;
        let total = short(bytes, end.checked_add(10)?)?;
        let mut at = long(bytes, end.checked_add(16)?)?;
        if total > MAX_ENTRIES {
            return None;
        }
        let mut entries = Vec::with_capacity(total);
        for _ in 0..total {
            let head = bytes.get(at..)?;
            if !head.starts_with(b"PK\x01\x02") {
                return None;
            }
            let method = short(head, 10)?;
            let (packed, named, extra, remark) =
                (long(head, 20)?, short(head, 28)?, short(head, 30)?, short(head, 32)?);
            let local = bytes.get(long(head, 42)?..)?;
            let name = head.get(46..named.checked_add(46)?)?;
            if !local.starts_with(b"PK\x03\x04") || method > 8 {
                return None;
            }
            let begins = short(local, 26)?.checked_add(short(local, 28)?)?.checked_add(30)?;
            entries.push(Entry {
                name: String::from_utf8_lossy(name).replace('\\', "/"),
                declared: long(head, 24)?,
                packed: local.get(begins..begins.checked_add(packed)?)?,
                deflated: method == 8,
            });
            at = at.checked_add(46)?.checked_add(named)?.checked_add(extra)?.checked_add(remark)?;
        }
        Some(Self(entries))
    }

    /// A file unpacked, nothing when there is none of that name.
    fn part(&self, name: &str) -> Result<Option<String>, SheetError> {
        let Some(entry) = self.0.iter().find(|entry| entry.name.eq_ignore_ascii_case(name)) else { return Ok(None) };
        // What it says is enough to refuse it, never to trust it.
        if entry.declared > MAX_PART {
            return Err(SheetError::TooLarge);
        }
        let bytes = if entry.deflated {
            decompress_to_vec_with_limit(entry.packed, MAX_PART).map_err(|failure| {
                if failure.output.len() >= MAX_PART { SheetError::TooLarge } else { SheetError::Damaged }
            })?
        } else if entry.packed.len() > MAX_PART {
            return Err(SheetError::TooLarge);
        } else {
            entry.packed.to_vec()
        };
        String::from_utf8(bytes).map(Some).map_err(|_| SheetError::Damaged)
    }

    /// The name of the first visible sheet's file.
    fn first_sheet(&self) -> Result<String, SheetError> {
        let workbook = self.part("xl/workbook.xml")?.ok_or(SheetError::NotATable)?;
        let mut pieces = Pieces::new(&workbook);
        let mut first = None;
        for piece in pieces.by_ref() {
            if let Piece::Start { name: "sheet", attributes, .. } = piece
                && attribute(attributes, "state").is_none_or(|state| state == "visible")
            {
                // `r:id`, not `sheetId`.
                first = attribute(attributes, "id");
                break;
            }
        }
        if pieces.broken {
            return Err(SheetError::Damaged);
        }
        let relations = self.part("xl/_rels/workbook.xml.rels")?.unwrap_or_default();
        let target = first.and_then(|id| {
            Pieces::new(&relations).find_map(|piece| match piece {
                Piece::Start { name: "Relationship", attributes, .. }
                    if attribute(attributes, "Id").as_deref() == Some(&id) =>
                {
                    attribute(attributes, "Target")
                }
                _ => None,
            })
        });
        Ok(match target {
            Some(target) => match target.strip_prefix('/') {
                Some(whole) => whole.to_owned(),
                None => ["xl/", &target].concat(),
            },
            None => "xl/worksheets/sheet1.xml".to_owned(),
        })
    }
}

/// The workbook's list of texts.
fn shared_texts(part: &str) -> Result<Vec<String>, SheetError> {
    let mut texts = Vec::new();
    let mut text = String::new();
    let (mut shown, mut spoken) = (false, false);
    let mut pieces = Pieces::new(part);
    for piece in pieces.by_ref() {
        match piece {
            Piece::Start { name: "t", empty, .. } => shown = !empty && !spoken,
            Piece::End("t") => shown = false,
            // How a text is read aloud stands beside it and is not part of it.
            Piece::Start { name: "rPh", empty, .. } => spoken = !empty,
            Piece::End("rPh") => spoken = false,
            Piece::Text(raw) if shown => text.push_str(&unescaped(raw)),
            Piece::Plain(raw) if shown => text.push_str(raw),
            Piece::End("si") | Piece::Start { name: "si", empty: true, .. } => texts.push(std::mem::take(&mut text)),
            _ => {}
        }
    }
    if pieces.broken { Err(SheetError::Damaged) } else { Ok(texts) }
}

/// The cell being read.
#[derive(Default)]
struct Cell {
    column: usize,
    kind: String,
    text: String,
}

fn read_sheet(part: &str, shared: &[String]) -> Result<Rows, SheetError> {
    let mut rows = Rows::default();
    let mut merged: Vec<Merged> = merged_columns(part);
    let mut cells: Vec<String> = Vec::new();
    let mut cell = Cell::default();
    let (mut next, mut row) = (0_usize, 0_usize);
    let mut shown = false;
    let mut pieces = Pieces::new(part);
    for piece in pieces.by_ref() {
        match piece {
            Piece::Start { name: "row", attributes, empty } => {
                cells.clear();
                next = 0;
                row = attribute(attributes, "r").and_then(|r| r.parse().ok()).unwrap_or_else(|| row.saturating_add(1));
                if empty {
                    rows.push(Vec::new())?;
                }
            }
            Piece::End("row") => {
                fill_merged(&mut merged, row, &mut cells);
                rows.push(std::mem::take(&mut cells))?;
            }
            Piece::Start { name: "c", attributes, empty } => {
                let column = attribute(attributes, "r").and_then(|place| column_of(&place)).unwrap_or(next);
                next = column.saturating_add(1);
                cell = Cell { column, kind: attribute(attributes, "t").unwrap_or_default(), text: String::new() };
                if empty {
                    shown = false;
                }
            }
            // `v` is the value, `t` the text of one written in place; a formula (`f`) is never looked at.
            Piece::Start { name: "v" | "t", empty, .. } => shown = !empty,
            Piece::End("v" | "t") => shown = false,
            Piece::Text(raw) if shown => cell.text.push_str(&unescaped(raw)),
            Piece::Plain(raw) if shown => cell.text.push_str(raw),
            Piece::End("c") => put(&mut cells, std::mem::take(&mut cell), shared)?,
            Piece::End("sheetData") => break,
            _ => {}
        }
    }
    if pieces.broken { Err(SheetError::Damaged) } else { Ok(rows) }
}

fn put(cells: &mut Vec<String>, cell: Cell, shared: &[String]) -> Result<(), SheetError> {
    let text = match cell.kind.as_str() {
        "s" => cell.text.trim().parse::<usize>().ok().and_then(|nth| shared.get(nth)).cloned().unwrap_or_default(),
        "b" => if cell.text.trim() == "1" { "TRUE" } else { "FALSE" }.to_owned(),
        _ => cell.text,
    };
    if text.trim().is_empty() {
        return Ok(());
    }
    if cell.column >= MAX_HELD {
        return Err(SheetError::TooManyColumns { maximum: super::MAX_COLUMNS });
    }
    if cells.len() <= cell.column {
        cells.resize(cell.column.saturating_add(1), String::new());
    }
    if let Some(place) = cells.get_mut(cell.column) {
        *place = text;
    }
    Ok(())
}

/// 'AB12' is column 27, counted from 0.
fn column_of(place: &str) -> Option<usize> {
    let letters = place.bytes().take_while(u8::is_ascii_alphabetic);
    let number = letters.take(4).try_fold(0_usize, |number, letter| {
        let digit = usize::from(letter.to_ascii_uppercase().checked_sub(b'A')?).checked_add(1)?;
        number.checked_mul(26)?.checked_add(digit)
    })?;
    number.checked_sub(1)
}

/// Cells of one column merged over several rows: what the first holds is true of all.
struct Merged {
    column: usize,
    first: usize,
    last: usize,
    text: String,
}

fn merged_columns(part: &str) -> Vec<Merged> {
    let after = part.rsplit_once("</sheetData>").map_or("", |(_, after)| after);
    let spans = Pieces::new(after).filter_map(|piece| {
        let Piece::Start { name: "mergeCell", attributes, .. } = piece else { return None };
        let span = attribute(attributes, "ref")?;
        let (from, to) = span.split_once(':')?;
        let row = |place: &str| place.trim_start_matches(|c: char| c.is_ascii_alphabetic()).parse::<usize>().ok();
        let (column, first, last) = (column_of(from)?, row(from)?, row(to)?);
        (column_of(to)? == column && last > first).then_some(Merged { column, first, last, text: String::new() })
    });
    spans.take(super::MAX_SHEET_ROWS).collect()
}

fn fill_merged(merged: &mut [Merged], row: usize, cells: &mut Vec<String>) {
    for span in merged.iter_mut().filter(|span| (span.first..=span.last).contains(&row) && span.column < MAX_HELD) {
        if row == span.first {
            span.text = cells.get(span.column).cloned().unwrap_or_default();
        } else if !span.text.is_empty() && cells.iter().any(|cell| !cell.trim().is_empty()) {
            if cells.len() <= span.column {
                cells.resize(span.column.saturating_add(1), String::new());
            }
            if let Some(cell) = cells.get_mut(span.column) {
                cell.clone_from(&span.text);
            }
        }
    }
}
