//! The evaluation of a roster: each row judged, rows of one article put together, prices pooled as the cart pools them,
//! with what the cart holds of a product already. One call for the whole grid. `ready + attention + nothing` is the
//! number of rows, whatever they hold.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    MAX_ROWS, RosterDraft, RosterFix, RosterItemView, RosterLineView, RosterProblem, RosterProductView, RosterRowFix,
    RosterRowView, RosterView, RowError, SheetError, count, fixes,
    grouping::Group,
    judging::{Item, Roster, Row},
    size_words::is_none,
};
use crate::{
    cart::{
        PricePairView,
        evaluation::{LineFacts, Sums, evaluate_beside, next_tier_text},
        lines::check_cart_totals,
    },
    money::Cents,
    pricing::YourPrice,
    rule::Broken,
    text::is_blank,
};

/// Numbers that several rows have are told to each of them.
fn find_twins(draft: &RosterDraft, column: usize, rows: &mut [Row]) {
    let mut holders: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, row) in draft.rows.iter().enumerate() {
        let number = row.cell(column).trim();
        // '0' is a number like others, '-' is none.
        let orders = rows.get(place).is_some_and(|row| row.nothing.is_none());
        if orders && !is_blank(number) && (number == "0" || !is_none(number)) {
            holders.entry(number).or_default().push(place);
        }
    }
    // Collected, they would be sorted by the standard sort, which is 5 kB of the browser's file.
    let mut taken: BTreeSet<String> = BTreeSet::new();
    taken.extend(holders.keys().map(|number| (*number).to_owned()));
    for (number, places) in holders.iter().filter(|(_, places)| places.len() > 1) {
        let (first, second) = (places.first().copied().unwrap_or(0), places.get(1).copied().unwrap_or(0));
        for place in places {
            let proposed = fixes::free_number(&taken, number, Some(column));
            let other = if *place == first { second } else { first };
            let error = RowError::NumberTwice { number: (*number).to_owned(), row: count(other).saturating_add(1) };
            let Some(row) = rows.get_mut(*place) else { continue };
            // The first keeps its number when all proposals are taken, and no two get the same.
            if *place != first {
                taken.extend(proposed.first().map(|fix| fix.text.clone()));
                row.propose(proposed.first().cloned());
            }
            row.push_problem(RosterProblem { column: Some(count(column)), error: error.at("number"), fixes: proposed });
        }
    }
}

/// Evaluates a whole roster.
pub fn evaluate_roster(draft: &RosterDraft) -> RosterView {
    let mut roster = Roster::new(draft);
    let mut errors: Vec<_> = roster.missing().into_iter().map(|(field, error)| error.at(field)).collect();
    if count(draft.rows.len()) > MAX_ROWS {
        errors.push(SheetError::TooManyRows { maximum: MAX_ROWS }.at("rows"));
    }
    if !errors.is_empty() {
        let rows = vec![RosterRowView::default(); draft.rows.len()];
        let size_columns = roster.size_columns();
        return RosterView { attention: count(rows.len()), rows, size_columns, errors, ..RosterView::default() };
    }
    let mut rows: Vec<Row> = draft.rows.iter().map(|cells| roster.judge(cells)).collect();
    if let Some(column) = roster.columns.number {
        find_twins(draft, column, &mut rows);
    }
    // A row that drops out of one line may break another: until nothing more does.
    let groups = loop {
        let groups = roster.group(draft, &rows);
        if !roster.judge_groups(&groups, &mut rows) {
            break groups;
        }
    };
    view_of(&roster, rows, groups)
}

fn view_of(roster: &Roster<'_>, rows: Vec<Row>, groups: Vec<Group>) -> RosterView {
    // Lines by product, as their quantities pool.
    let mut pools: Vec<(&str, Vec<usize>)> = Vec::new();
    for (place, group) in groups.iter().enumerate() {
        let Some(style) = roster.styles.get(group.item.0) else { continue };
        let product = style.draft.product.as_str();
        match pools.iter_mut().find(|(known, _)| *known == product) {
            Some((_, lines)) => lines.push(place),
            None => pools.push((product, vec![place])),
        }
    }
    let mut prices: Vec<(Item, YourPrice)> = Vec::new();
    let (mut sums, mut products) = (Sums::default(), Vec::new());
    for (product, lines) in pools {
        let members: Vec<&Group> = lines.iter().filter_map(|place| groups.get(*place)).collect();
        let facts: Vec<LineFacts<'_>> = members.iter().filter_map(|group| facts(roster, group)).collect();
        let styles = roster.styles.iter().filter(|style| style.draft.product == product);
        let in_cart = styles.map(|style| style.draft.in_cart).max().unwrap_or(0);
        let outcome = evaluate_beside(&facts, u64::from(in_cart), roster.site);
        for (group, line) in members.iter().zip(&outcome.lines) {
            prices.extend(line.unit.map(|unit| (group.item, unit)));
        }
        sums = sums.plus(outcome.sums);
        let style = members.first().and_then(|group| roster.styles.get(group.item.0));
        products.push(RosterProductView {
            product: product.to_owned(),
            name: style.map(|style| style.draft.name.clone()).unwrap_or_default(),
            pieces: outcome.sums.pieces,
            subtotal: pair(outcome.sums),
            next_tier_text: outcome.next_tier.as_ref().map(|next| next_tier_text(next, true)).unwrap_or_default(),
            next_tier: outcome.next_tier,
        });
    }
    let mut errors = check_cart_totals(sums.lines, sums.merchandise);
    for error in &mut errors {
        "lines".clone_into(&mut error.field);
    }
    let fixes = proposals(&rows);
    let rows: Vec<RosterRowView> = rows.into_iter().map(|row| row_view(roster, row, &prices)).collect();
    let ready = count(rows.iter().filter(|row| row.ready).count());
    let nothing = count(rows.iter().filter(|row| row.nothing.is_some()).count());
    RosterView {
        attention: count(rows.len()).saturating_sub(ready).saturating_sub(nothing),
        ready,
        nothing,
        rows,
        lines: groups
            .into_iter()
            .map(|group| RosterLineView { line: group.draft, rows: group.rows.into_iter().map(count).collect() })
            .collect(),
        products,
        size_columns: roster.size_columns(),
        fixes,
        pieces: sums.pieces,
        total: Some(pair(sums)),
        errors,
    }
}

/// Every change that is made when all proposals are taken.
fn proposals(rows: &[Row]) -> Vec<RosterRowFix> {
    let of_row = |(place, row): (usize, &Row)| {
        let row_fix = move |fix: &RosterFix| RosterRowFix { row: count(place), fix: fix.clone() };
        row.proposed.iter().map(row_fix).collect::<Vec<_>>()
    };
    rows.iter().enumerate().flat_map(of_row).collect()
}

fn facts<'a>(roster: &Roster<'a>, group: &Group) -> Option<LineFacts<'a>> {
    let style = roster.styles.get(group.item.0)?;
    let article = style.draft.article(roster.article_at(group.item)?);
    let pieces = u32::try_from(group.draft.quantity).ok()?;
    Some(LineFacts { pieces, free_form_entries: group.draft.free_form.len(), article: Some(article) })
}

fn row_view(roster: &Roster<'_>, row: Row, prices: &[(Item, YourPrice)]) -> RosterRowView {
    let ready = row.problems.is_empty() && row.nothing.is_none();
    let price = ready.then(|| {
        let units = row.items.iter().filter_map(|item| prices.iter().find(|(known, _)| known == item));
        let times = |price: Cents| price.checked_mul(row.pieces).unwrap_or(Cents::MAX);
        pair(units.fold(Sums::default(), |sums, (_, unit)| {
            sums.plus(Sums { merchandise: times(unit.base), yours: times(unit.your), ..Sums::default() })
        }))
    });
    let items = row.items.iter().filter_map(|item| {
        let article = roster.article_at(*item)?;
        Some(RosterItemView { style: count(item.0), sku: article.sku.clone(), text: article.text.clone() })
    });
    let nothing = row.nothing.map(|why| why.at(""));
    RosterRowView { ready, items: items.collect(), pieces: row.pieces, price, problems: row.problems, nothing }
}

fn pair(sums: Sums) -> PricePairView {
    YourPrice { base: sums.merchandise, your: sums.yours }.view()
}

#[cfg(test)]
mod tests;
