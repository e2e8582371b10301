//! Cells as values: texts, numbers, prices, days, yes or no. Each refusal names the column.

use fieldhouse_core::{
    money::Cents,
    pricing::MAX_PRICE,
    text::{compose, is_bidi_control, is_blank, is_control, length, parse_yes},
};
use jiff::civil::Date;

use super::mapping::{Cell, CellRule};
use crate::import::{Errors, rows::Row};

/// Characters of a line shown somewhere.
pub const LINE: u32 = 500;
/// Characters of a longer text.
pub const LONG: u32 = 20_000;
/// Parts of a list.
const MOST_PARTS: usize = 200;

/// Reads the cells of one row; what cannot be read is put down as an error and read as nothing.
pub struct Reader<'a> {
    /// The row.
    pub row: &'a Row,
    /// Where refusals go.
    pub errors: &'a mut Errors,
}

impl Reader<'_> {
    /// Puts an error down.
    pub fn refuse(&mut self, column: &str, message: &str) {
        self.errors.push(self.row.number, column, message);
    }

    /// One line of text; empty when there is none.
    pub fn line(&mut self, cell: Option<&Cell>) -> String {
        let Some(cell) = cell else { return String::new() };
        let rule = cell.rule();
        let text = self.raw(&rule);
        self.clean(&text, &rule, LINE)
    }

    /// One line of text that must be there.
    pub fn required_line(&mut self, cell: &Cell, when_empty: &str) -> String {
        let rule = cell.rule();
        let text = self.raw(&rule);
        if is_blank(&text) {
            self.refuse(&named(&rule), when_empty);
            return String::new();
        }
        self.clean(&text, &rule, LINE)
    }

    /// A list: a part a column, and where `split` parts a column's text.
    pub fn list(&mut self, cell: Option<&Cell>, most: u32) -> Vec<String> {
        let Some(cell) = cell else { return Vec::new() };
        let rule = cell.rule();
        let texts: Vec<String> = match &rule.value {
            Some(value) => vec![value.clone()],
            None => rule.column.iter().chain(&rule.columns).map(|column| self.row.text(column).to_owned()).collect(),
        };
        let mut parts = Vec::new();
        for text in texts {
            let pieces: Vec<&str> = match rule.split.as_deref() {
                Some(split) if !split.is_empty() => text.split(split).collect(),
                _ => text.split('\n').collect(),
            };
            for piece in pieces.into_iter().map(str::trim).filter(|piece| !piece.is_empty()) {
                let piece = rule.map.get(piece).map_or(piece, String::as_str);
                parts.push(self.clean(&format!("{}{piece}", rule.prefix), &rule, most));
            }
        }
        if parts.len() > MOST_PARTS {
            self.refuse(&named(&rule), &format!("the list has more than {MOST_PARTS} parts"));
        }
        parts.retain(|part| !part.is_empty());
        parts
    }

    /// A price in dollars, as cents.
    pub fn price(&mut self, cell: Option<&Cell>) -> Option<Cents> {
        let rule = cell?.rule();
        let text = self.raw(&rule);
        if text.is_empty() {
            return None;
        }
        let dollars = text.strip_prefix('$').unwrap_or(&text).replace(',', "");
        match Cents::parse_dollars(&dollars) {
            Some(cents) if cents >= Cents::ZERO && cents <= MAX_PRICE => return Some(cents),
            Some(_) => self.refuse(&named(&rule), &format!("the price '{}' is out of range", shown(&text))),
            None => self.refuse(&named(&rule), &format!("'{}' is not a price", shown(&text))),
        }
        None
    }

    /// A whole number from 0.
    pub fn number(&mut self, cell: Option<&Cell>, most: u32) -> Option<u32> {
        let rule = cell?.rule();
        let text = self.raw(&rule);
        if text.is_empty() {
            return None;
        }
        let number = text.parse::<u32>().ok().filter(|number| *number <= most);
        if number.is_none() {
            self.refuse(&named(&rule), &format!("'{}' is not a whole number from 0 to {most}", shown(&text)));
        }
        number
    }

    /// Yes or no; nothing when the cell is empty.
    pub fn yes(&mut self, cell: Option<&Cell>) -> Option<bool> {
        let rule = cell?.rule();
        let text = self.raw(&rule);
        if !rule.is.is_empty() {
            return Some(rule.is.contains(&text));
        }
        let yes = parse_yes(&text);
        if yes.is_none() && !text.is_empty() {
            self.refuse(&named(&rule), &format!("'{}' is neither yes nor no", shown(&text)));
        }
        yes
    }

    /// A day, YYYY-MM-DD or MM/DD/YYYY.
    pub fn day(&mut self, cell: Option<&Cell>) -> Option<Date> {
        let rule = cell?.rule();
        let text = self.raw(&rule);
        if text.is_empty() {
            return None;
        }
        let day = text.parse::<Date>().or_else(|_| Date::strptime("%m/%d/%Y", &text)).ok();
        if day.is_none() {
            self.refuse(&named(&rule), &format!("'{}' is not a day like 2027-01-15 or 01/15/2027", shown(&text)));
        }
        day
    }

    /// A text as the rule makes it, before it is cleaned.
    fn raw(&self, rule: &CellRule) -> String {
        if let Some(value) = &rule.value {
            return value.clone();
        }
        let columns = rule.column.iter().chain(&rule.columns);
        let text = columns.map(|column| self.row.text(column)).find(|text| !text.is_empty()).unwrap_or_default();
        let text = rule.map.get(text).map_or(text, String::as_str);
        match (&rule.default, text) {
            (Some(default), "") => default.clone(),
            (None, "") => String::new(),
            (_, text) => format!("{}{text}", rule.prefix),
        }
    }

    /// A text without what no text of ours may hold.
    fn clean(&mut self, text: &str, rule: &CellRule, most: u32) -> String {
        let composed = compose(text.trim());
        let refused = |c: char| (is_control(c) && c != '\n' && c != '\r' && c != '\t') || is_bidi_control(c);
        if composed.chars().any(refused) {
            self.refuse(&named(rule), "the text holds a control character");
            return String::new();
        }
        if length(&composed) > most {
            self.refuse(&named(rule), &format!("the text is longer than {most} characters"));
            return String::new();
        }
        composed.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// The column an error is about.
pub fn named(rule: &CellRule) -> String {
    rule.column.clone().or_else(|| rule.columns.first().cloned()).unwrap_or_default()
}

/// The beginning of a text that may be of any length.
fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(40).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}
