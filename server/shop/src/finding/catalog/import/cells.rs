//! Cells as values: texts, numbers, prices, days, yes or no. Each refusal names the column.

use std::collections::BTreeMap;

use fieldhouse_core::{
    money::Cents,
    pricing::MAX_PRICE,
    text::{compose, is_bidi_control, is_blank, is_control, length, parse_yes},
};
use jiff::civil::Date;
use rust_decimal::Decimal;

use super::mapping::{Cell, CellRule, Cells, Mapping, OddCells, Packed};
use crate::{
    html,
    import::{Errors, rows::Row},
};

/// Characters of a line shown somewhere.
pub const LINE: u32 = 500;
/// Characters of a longer text.
pub const LONG: u32 = 20_000;
/// Parts of a list.
const MOST_PARTS: usize = 200;

/// Reads the cells of one row; what cannot be read is put down as an error and read as nothing.
pub struct Reader<'a> {
    /// What tells how.
    pub mapping: &'a Mapping,
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

    /// The text of a column, or of a pair in a packed one.
    pub fn text(&self, column: &str) -> String {
        match self.mapping.pair(column) {
            Some((base, packed, name)) => {
                pairs(self.row.text(base), packed).into_iter().find(|(key, _)| *key == name).map(|(_, value)| value)
            }
            None => Some(self.row.text(column).to_owned()),
        }
        .unwrap_or_default()
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
            None => rule.column.iter().chain(&rule.columns).map(|column| self.readable(column, &rule)).collect(),
        };
        let mut parts = Vec::new();
        for text in texts {
            let pieces: Vec<String> = if rule.json {
                self.array(&text, &named(&rule))
            } else {
                match rule.split.as_deref() {
                    Some(split) if !split.is_empty() => parted(&text, split),
                    _ => text.split('\n').map(str::to_owned).collect(),
                }
            };
            for piece in pieces.iter().map(|piece| piece.trim()).filter(|piece| !piece.is_empty()) {
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
        let cents = match rule.factor {
            // Only what is a price without the factor is one with it.
            Some(factor) => Cents::parse_dollars(&dollars)
                .and(Decimal::from_str_exact(&dollars).ok())
                .and_then(|amount| amount.checked_mul(factor))
                .and_then(Cents::from_dollars),
            None => Cents::parse_dollars(&dollars),
        };
        match cents {
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
        // Platforms count in decimals: `100.0000`.
        let whole = text.split_once('.').filter(|(_, rest)| rest.bytes().all(|digit| digit == b'0'));
        let whole = whole.map_or(text.as_str(), |(whole, _)| whole);
        let least = rule.least.filter(|least| whole.parse::<i64>().is_ok_and(|number| number < *least));
        let number = match least {
            Some(least) => u32::try_from(least).ok(),
            None => whole.parse::<u32>().ok(),
        };
        let number = number.filter(|number| *number <= most);
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
        if !rule.is_not.is_empty() {
            return Some(!rule.is_not.contains(&text));
        }
        let yes = parse_yes(&text);
        if yes.is_none() && !text.is_empty() {
            self.refuse(&named(&rule), &format!("'{}' is neither yes nor no", shown(&text)));
        }
        yes
    }

    /// Whether no cell says no.
    pub fn sold(&mut self, cells: Option<&Cells>) -> bool {
        cells.map_or(&[][..], Cells::each).iter().all(|cell| self.yes(Some(cell)) != Some(false))
    }

    /// A day, YYYY-MM-DD or MM/DD/YYYY.
    pub fn day(&mut self, cell: Option<&Cell>) -> Option<Date> {
        let rule = cell?.rule();
        let text = self.raw(&rule);
        if text.is_empty() {
            return None;
        }
        // What follows the day is a time: `2026-12-01 00:00:00`, `12/1/26, 12:00 AM`.
        let written = text.split([' ', 'T', ',']).next().unwrap_or_default();
        let american = |form: &str| Date::strptime(form, written).ok();
        let short = written.rsplit('/').next().is_some_and(|year| year.len() == 2);
        let day = written.parse::<Date>().ok();
        let day = day.or_else(|| american(if short { "%m/%d/%y" } else { "%m/%d/%Y" }));
        if day.is_none() {
            self.refuse(&named(&rule), &format!("'{}' is not a day like 2027-01-15 or 01/15/2027", shown(&text)));
        }
        day
    }

    /// A text as the rule makes it, before it is cleaned.
    pub fn raw(&self, rule: &CellRule) -> String {
        if let Some(value) = &rule.value {
            return value.clone();
        }
        let columns = rule.column.iter().chain(&rule.columns);
        let text = columns.map(|column| self.readable(column, rule)).find(|text| !text.is_empty()).unwrap_or_default();
        let text = rule.map.get(&text).unwrap_or(&text);
        match (&rule.default, text.as_str()) {
            (Some(default), "") => default.clone(),
            (None, "") => String::new(),
            (_, text) => format!("{}{text}", rule.prefix),
        }
    }

    /// The text of a column as the rule reads it: line breaks put in, HTML as text.
    fn readable(&self, column: &str, rule: &CellRule) -> String {
        let text = self.text(column);
        let text = match rule.newline.as_deref().filter(|sign| !sign.is_empty()) {
            Some(sign) => text.replace(sign, "\n"),
            None => text,
        };
        let text = if rule.html { html::text_of(&text) } else { text };
        replaced(text, &rule.replace)
    }

    /// A text that no rule made, cleaned as a line is.
    pub fn folded(&mut self, text: &str, column: &str) -> String {
        let rule = CellRule { column: Some(column.to_owned()), ..CellRule::default() };
        self.clean(text, &rule, LINE)
    }

    /// The texts of a JSON array; none of an empty cell.
    pub fn array(&mut self, text: &str, column: &str) -> Vec<String> {
        if text.is_empty() {
            return Vec::new();
        }
        let parts = serde_json::from_str::<Vec<String>>(text);
        if parts.is_err() {
            self.refuse(column, &format!("'{}' is not a JSON array of texts", shown(text)));
        }
        parts.unwrap_or_default()
    }

    /// A text without what no text of ours may hold.
    fn clean(&mut self, text: &str, rule: &CellRule, most: u32) -> String {
        let mut composed = compose(text.trim());
        let refused = |c: char| (is_control(c) && c != '\n' && c != '\r' && c != '\t') || is_bidi_control(c);
        if let Some(odd) = composed.chars().find(|c| refused(*c)) {
            let odd = sign(odd);
            if !self.mapping.chose(OddCells::Strip) {
                let message = format!("the text holds {odd}; take it out, or choose 'strip' under 'odd-cells'");
                self.refuse(&named(rule), &message);
                return String::new();
            }
            self.errors.warn(self.row.number, &named(rule), "cell_stripped", &format!("{odd} was taken out"));
            composed.retain(|c| !refused(c));
        }
        if length(&composed) > most {
            if !self.mapping.chose(OddCells::Truncate) {
                self.refuse(&named(rule), &format!("the text is longer than {most} characters"));
                return String::new();
            }
            let message = format!("the text was cut after {most} characters");
            self.errors.warn(self.row.number, &named(rule), "cell_truncated", &message);
            composed = composed.chars().take(usize::try_from(most).unwrap_or(usize::MAX)).collect();
        }
        composed.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// A text with its parts replaced, from left to right: what took a part's place is not looked at again.
fn replaced(text: String, parts: &BTreeMap<String, String>) -> String {
    if !parts.keys().any(|part| text.contains(part.as_str())) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(sign) = rest.chars().next() {
        // The last of the parts that fit is the longest: they are in order, and each begins the next.
        let fit = parts.iter().rfind(|(part, _)| !part.is_empty() && rest.starts_with(part.as_str()));
        let (length, instead) = fit.map_or((sign.len_utf8(), None), |(part, instead)| (part.len(), Some(instead)));
        let (before, after) = rest.split_at(length);
        out.push_str(instead.map_or(before, String::as_str));
        rest = after;
    }
    out
}

/// A character that cannot be seen, by number and, where it is met often, by name.
fn sign(c: char) -> String {
    let name = match c {
        '\u{200e}' => " (left-to-right mark)",
        '\u{200f}' => " (right-to-left mark)",
        '\u{61c}' => " (Arabic letter mark)",
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => " (turns the direction of the text)",
        '\u{2028}' | '\u{2029}' => " (line separator)",
        _ => "",
    };
    format!("the invisible character U+{:04X}{name}", u32::from(c))
}

/// Parts of a text; a backslash before what parts them makes it a part of the text.
pub fn parted(text: &str, split: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut open = String::new();
    for piece in text.split(split) {
        open.push_str(piece);
        if open.ends_with('\\') {
            open.pop();
            open.push_str(split);
        } else {
            parts.push(std::mem::take(&mut open));
        }
    }
    if !open.is_empty() {
        parts.push(open);
    }
    parts
}

/// The pairs of a packed cell. What has no `equals` belongs to the value before it, as in `note=small, red,size=M`; a
/// value may stand in double quotes.
pub fn pairs<'a>(text: &'a str, packed: &Packed) -> Vec<(&'a str, String)> {
    let mut pairs: Vec<(&str, String)> = Vec::new();
    if packed.between.is_empty() || packed.equals.is_empty() {
        return pairs;
    }
    for piece in text.split(packed.between.as_str()) {
        match piece.split_once(packed.equals.as_str()) {
            Some((name, value)) => pairs.push((name.trim().trim_matches('"'), value.to_owned())),
            None => {
                if let Some((_, value)) = pairs.last_mut() {
                    value.push_str(&packed.between);
                    value.push_str(piece);
                }
            }
        }
    }
    for (_, value) in &mut pairs {
        let plain = value.trim();
        let inner = plain.strip_prefix('"').and_then(|inner| inner.strip_suffix('"'));
        *value = inner.map_or_else(|| plain.to_owned(), |inner| inner.replace("\"\"", "\""));
    }
    pairs
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
