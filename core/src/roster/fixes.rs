//! What could be done about a row: proposals that the shopper applies with one key. Not here: what is
//! wrong with it (`evaluation`).

use std::collections::BTreeSet;

use super::{ColumnKind, RosterArticle, RosterFix};
use crate::{
    cart::{
        free_form::MAX_FREE_FORM,
        quantity::{MAX_PIECES, QuantityRule},
    },
    text::{is_bidi_control, is_control},
};

pub(super) fn fix(label: String, kind: ColumnKind, column: Option<usize>, text: String) -> RosterFix {
    RosterFix { label, column: column.map(super::count), kind, text }
}

/// To take one of some sizes, in words of what that is: `instead` when it is not what was asked.
pub(super) fn sizes(
    articles: &[RosterArticle],
    places: &[usize],
    instead: &str,
    column: Option<usize>,
) -> Vec<RosterFix> {
    let named = places.iter().filter_map(|place| articles.get(*place));
    // Without a column of sizes there is nowhere to write one.
    let named = named.filter(|_| column.is_some());
    named.map(|it| fix(["Use ", &it.text, instead].concat(), ColumnKind::Size, column, it.text.clone())).collect()
}

/// To order a chosen product where the row names another: 'Home' over one of two tables, a color that was not chosen.
pub(super) fn of_product(name: &str, column: usize) -> RosterFix {
    fix(["Order ", name].concat(), ColumnKind::Text, Some(column), name.to_owned())
}

/// To order nothing of a product.
pub(super) fn without(column: Option<usize>) -> Option<RosterFix> {
    column.map(|_| fix("None for this row".to_owned(), ColumnKind::Size, column, "-".to_owned()))
}

/// The next number nobody has: upwards to 99, then from 0.
pub(super) fn free_number(taken: &BTreeSet<String>, number: &str, column: Option<usize>) -> Vec<RosterFix> {
    let after = number.parse::<u32>().ok().filter(|number| *number < 99).map_or(0, |number| number.saturating_add(1));
    let free = (after..=99).chain(0..after).map(|number| number.to_string()).find(|text| !taken.contains(text));
    free.map(|text| fix(["Use number ", &text].concat(), ColumnKind::Number, column, text)).into_iter().collect()
}

/// A text without what is refused, as much of it as fits.
pub(super) fn cleaned(text: &str, kind: ColumnKind, column: Option<usize>) -> Vec<RosterFix> {
    let kept: String = text.chars().filter(|c| !is_control(*c) && !is_bidi_control(*c)).collect();
    let most = usize::try_from(MAX_FREE_FORM).unwrap_or(usize::MAX);
    let kept: String = kept.trim().chars().take(most).collect();
    let kept = kept.trim_end();
    if kept.is_empty() || kept == text {
        return Vec::new();
    }
    vec![fix(format!("Use '{kept}'"), kind, column, kept.to_owned())]
}

/// The pieces within a text, and whether it can mean nothing else: '12 pcs', '1,200'. A blank, words, what is below
/// zero or begins with a fraction are no number to go by: they stay a question.
fn pieces_in(text: &str) -> Option<(u32, bool)> {
    let rest = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    let before = text.strip_suffix(rest).unwrap_or_default();
    let (first, mut rest) = leading_digits(rest);
    let mut digits = first.to_owned();
    // A comma parts thousands only where three digits follow.
    while let Some((group, beyond)) = rest.strip_prefix(',').map(leading_digits).filter(|(group, _)| group.len() == 3) {
        digits.push_str(group);
        rest = beyond;
    }
    let pieces = if digits.is_empty() { 0 } else { digits.parse().unwrap_or(MAX_PIECES) };
    // '2 dozen', '3+2' and '5-6' ask for another number than the first one in them.
    let reckons = rest.trim_start().starts_with(['d', 'D', '+', '-', '–', '*']);
    let told = pieces > 0 && !before.contains(['-', '−', '–', '.', ',']) && !reckons;
    told.then(|| (pieces.min(MAX_PIECES), !before.contains('~') && !rest.contains(char::is_numeric)))
}

pub(super) fn leading_digits(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// To order the pieces within a text; and whether that is surely what was meant.
pub(super) fn quantity(text: &str, column: Option<usize>) -> Option<(RosterFix, bool)> {
    let (pieces, sure) = pieces_in(text)?;
    let pieces = pieces.to_string();
    let label = [if sure { "Use " } else { "Order " }, &pieces].concat();
    Some((fix(label, ColumnKind::Quantity, column, pieces), sure))
}

/// To order so many more in a row that the whole line can be ordered.
pub(super) fn more_pieces(rule: QuantityRule, total: u32, of_row: u32, column: Option<usize>) -> Vec<RosterFix> {
    let Some(first) = rule.first_valid() else { return Vec::new() };
    let wanted = if total <= first {
        Some(first)
    } else if rule.delivery_unit > 1 {
        total.checked_next_multiple_of(rule.delivery_unit)
    } else {
        Some(total)
    };
    let Some(missing) = wanted.filter(|wanted| *wanted <= MAX_PIECES).and_then(|wanted| wanted.checked_sub(total))
    else {
        return Vec::new();
    };
    let pieces = of_row.saturating_add(missing).to_string();
    let label = format!("Order {missing} more here");
    if missing == 0 { Vec::new() } else { vec![fix(label, ColumnKind::Quantity, column, pieces)] }
}
