//! The evaluation of a roster: each row matched to articles and judged, rows of one sku put together
//! and asked what a line of a cart must be, prices pooled as the cart pools them. One call for the
//! whole grid. `ready + attention` is the number of rows, whatever they hold.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    ColumnKind, MAX_ROWS, RosterColumn, RosterDraft, RosterFix, RosterItemView, RosterLineView, RosterProblem,
    RosterProductView, RosterRow, RosterRowFix, RosterRowView, RosterStyle, RosterView, RowError, SheetError,
    columns::choose_size_columns,
    count, fixes, folded,
    matching::{Match, Sizes},
    size_words::is_none,
};
use crate::{
    brand::Site,
    cart::{
        AddLineDraft, PricePairView,
        evaluation::{LineFacts, Sums, evaluate_product, next_tier_text},
        free_form::{FreeFormError, MAX_FREE_FORM},
        lines::{ArticleError, check_add_line, check_article, check_cart_totals},
        quantity::{QuantityMode, QuantityRule, check_typed_quantity},
    },
    money::Cents,
    pricing::YourPrice,
    rule::Broken,
    text::{TextError, clean_line, is_blank},
};

/// Where things stand in the grid.
struct Columns<'a> {
    all: &'a [RosterColumn],
    number: Option<usize>,
    quantity: Option<usize>,
    sku: Option<usize>,
}

impl<'a> Columns<'a> {
    fn new(all: &'a [RosterColumn]) -> Self {
        let first = |kind| all.iter().position(|column| column.kind == kind);
        Self {
            all,
            number: first(ColumnKind::Number),
            quantity: first(ColumnKind::Quantity),
            sku: first(ColumnKind::Sku),
        }
    }

    /// The column and kind that holds the text of a label: 'Name', 'Player name', 'Number'.
    fn of_label(&self, label: &str) -> (ColumnKind, Option<usize>) {
        let wanted = folded(label);
        let named = self.all.iter().position(|it| it.kind == ColumnKind::Text && folded(&it.label) == wanted);
        let kind = if wanted.contains("number") {
            ColumnKind::Number
        } else if wanted.contains("name") {
            ColumnKind::Name
        } else {
            ColumnKind::Text
        };
        let of_kind = || self.all.iter().position(|it| it.kind == kind && kind != ColumnKind::Text);
        (kind, named.or_else(of_kind))
    }
}

/// A chosen product with what is read of it once.
struct Style<'a> {
    draft: &'a RosterStyle,
    sizes: Sizes<'a>,
    size_column: Option<usize>,
    labels: Vec<(&'a String, ColumnKind, Option<usize>)>,
}

/// What a row orders: style and article by their places.
type Item = (usize, usize);

/// A row while it is judged.
#[derive(Default)]
struct Row {
    problems: Vec<RosterProblem>,
    items: Vec<Item>,
    pieces: u32,
    /// What applying all proposals does to it.
    proposed: Vec<RosterFix>,
}

impl Row {
    fn tell(&mut self, column: Option<usize>, error: &impl Broken, field: &str, fixes: Vec<RosterFix>) {
        let best = fixes.first().cloned();
        self.tell_as(RosterProblem { column: column.map(count), error: error.at(field), fixes });
        self.propose(best);
    }

    /// The same of several products is said once.
    fn tell_as(&mut self, problem: RosterProblem) {
        let same = |known: &RosterProblem| known.column == problem.column && known.error == problem.error;
        if !self.problems.iter().any(same) {
            self.problems.push(problem);
        }
    }

    /// A change that is made when all proposals are taken: one a cell.
    fn propose(&mut self, fix: Option<RosterFix>) {
        let same = |known: &RosterFix, fix: &RosterFix| known.kind == fix.kind && known.column == fix.column;
        self.proposed.extend(fix.filter(|fix| !self.proposed.iter().any(|known| same(known, fix))));
    }
}

/// All rows that order one article.
struct Group {
    item: Item,
    rows: Vec<usize>,
    draft: AddLineDraft,
}

struct Roster<'a> {
    site: Site,
    columns: Columns<'a>,
    styles: Vec<Style<'a>>,
    /// Places of articles by sku, and by sku without punctuation.
    skus: BTreeMap<String, Item>,
    folded_skus: BTreeMap<String, Item>,
    known: BTreeMap<(usize, &'a str), Match>,
}

impl<'a> Roster<'a> {
    fn new(draft: &'a RosterDraft) -> Self {
        let columns = Columns::new(&draft.columns);
        let labels = |style: &'a RosterStyle| {
            let of_label = |label: &'a String| {
                let (kind, column) = columns.of_label(label);
                (label, kind, column)
            };
            style.free_form_options.iter().map(of_label).collect()
        };
        let size_columns = choose_size_columns(&draft.columns, &draft.styles);
        let styles: Vec<Style<'a>> = draft
            .styles
            .iter()
            .zip(size_columns)
            .map(|(style, size_column)| Style {
                draft: style,
                sizes: Sizes::new(&style.articles),
                size_column,
                labels: labels(style),
            })
            .collect();
        let (mut skus, mut folded_skus) = (BTreeMap::new(), BTreeMap::new());
        for (style, of_style) in draft.styles.iter().enumerate().filter(|_| columns.sku.is_some()) {
            for (article, it) in of_style.articles.iter().enumerate() {
                skus.insert(it.sku.to_ascii_uppercase(), (style, article));
                folded_skus.insert(folded(&it.sku), (style, article));
            }
        }
        Self { site: draft.site, columns, styles, skus, folded_skus, known: BTreeMap::new() }
    }

    fn size_columns(&self) -> Vec<Option<u32>> {
        self.styles.iter().map(|style| style.size_column.map(count)).collect()
    }

    /// What is missing before any row can be judged.
    fn missing(&self) -> Vec<(String, SheetError)> {
        if self.columns.sku.is_some() {
            return Vec::new();
        }
        if self.styles.is_empty() {
            return vec![("styles".to_owned(), SheetError::NothingChosen)];
        }
        let without = |style: &Style<'_>| style.size_column.is_none() && style.draft.articles.len() != 1;
        let places = self.styles.iter().enumerate().filter(|(_, style)| without(style));
        places.map(|(place, _)| (format!("styles.{place}"), SheetError::SizeColumnMissing)).collect()
    }

    fn judge(&mut self, cells: &'a RosterRow, usual: &[Option<usize>]) -> Row {
        let mut row = Row::default();
        if cells.cells.iter().all(|cell| is_blank(cell)) {
            row.tell(None, &RowError::Nothing, "", Vec::new());
            return row;
        }
        self.read_quantity(cells, &mut row);
        if let Some(column) = self.columns.sku {
            self.read_sku(cells, column, &mut row);
        } else {
            for place in 0..self.styles.len() {
                self.read_size(cells, place, usual.get(place).copied().flatten(), &mut row);
            }
        }
        if row.items.is_empty() && row.problems.is_empty() {
            row.tell(None, &RowError::Nothing, "", Vec::new());
        }
        for (style, article) in row.items.clone() {
            self.check_item(cells, (style, article), &mut row);
        }
        row
    }

    fn read_quantity(&self, cells: &RosterRow, row: &mut Row) {
        let column = self.columns.quantity;
        let typed = column.map_or("", |column| cells.cell(column));
        // A player without a quantity orders one piece; a product number without one orders nothing yet.
        if typed.trim().is_empty() && (self.columns.sku.is_none() || column.is_none()) {
            row.pieces = 1;
            return;
        }
        let verdict = check_typed_quantity(typed, QuantityRule::default(), QuantityMode::Single);
        row.pieces = verdict.quantity;
        if let Some(error) = verdict.error {
            let fixes = fixes::quantity(typed, column);
            row.propose(fixes.first().cloned());
            row.tell_as(RosterProblem { column: column.map(count), error, fixes });
        }
    }

    fn read_sku(&self, cells: &RosterRow, column: usize, row: &mut Row) {
        let typed = cells.cell(column).trim();
        if typed.is_empty() {
            row.tell(Some(column), &RowError::SkuMissing, "sku", Vec::new());
            return;
        }
        if let Some(item) = self.skus.get(&typed.to_ascii_uppercase()) {
            row.items.push(*item);
            return;
        }
        let near = self.folded_skus.get(&folded(typed)).and_then(|item| self.article_at(*item));
        let propose = |sku: &str| fixes::fix(["Use ", sku].concat(), ColumnKind::Sku, Some(column), sku.to_owned());
        row.tell(Some(column), &ArticleError::UnknownSku, "sku", near.map(|it| propose(&it.sku)).into_iter().collect());
    }

    fn article_at(&self, (style, article): Item) -> Option<&'a super::RosterArticle> {
        self.styles.get(style)?.draft.articles.get(article)
    }

    fn read_size(&mut self, cells: &'a RosterRow, place: usize, usual: Option<usize>, row: &mut Row) {
        let Some(style) = self.styles.get(place) else { return };
        let column = style.size_column;
        let typed = column.map_or("", |column| cells.cell(column)).trim();
        if column.is_some() && is_none(typed) {
            return;
        }
        if is_blank(typed) {
            if style.draft.articles.len() == 1 {
                row.items.push((place, 0));
                return;
            }
            let usual: Vec<usize> = usual.into_iter().collect();
            let mut proposed = fixes::sizes(&style.draft.articles, &usual, column);
            proposed.extend(fixes::without(column));
            row.tell(column, &RowError::SizeMissing, "size", proposed);
            return;
        }
        match self.known.entry((place, typed)).or_insert_with(|| style.sizes.find(typed)) {
            Match::One(article) => row.items.push((place, *article)),
            Match::Near(near) => {
                let mut proposed = fixes::sizes(&style.draft.articles, near, column);
                proposed.extend(fixes::without(column));
                row.tell(column, &RowError::SizeUnknown { typed: typed.to_owned() }, "size", proposed);
            }
        }
    }

    /// The article of an item and the texts it asks for.
    fn check_item(&self, cells: &RosterRow, item: Item, row: &mut Row) {
        let (Some(style), Some(article)) = (self.styles.get(item.0), self.article_at(item)) else { return };
        if let Err(error) = check_article(Some(&style.draft.article(article)), self.site) {
            let column = self.columns.sku.or(style.size_column);
            let mut proposed = Vec::new();
            if matches!(error, ArticleError::Unavailable { .. }) && self.columns.sku.is_none() {
                proposed = fixes::sizes(&style.draft.articles, &style.sizes.instead(item.1), column);
                proposed.extend(fixes::without(column));
            }
            row.tell(column, &error, "sku", proposed);
        }
        for (label, kind, column) in &style.labels {
            let typed = column.map_or("", |column| cells.cell(column));
            match clean_line(typed, MAX_FREE_FORM) {
                Ok(text) if text.is_empty() => {
                    row.tell(*column, &FreeFormError::Required { label: (*label).clone() }, "freeForm", Vec::new());
                }
                Ok(_) => {}
                Err(TextError::CardNumber) => row.tell(*column, &TextError::CardNumber, "freeForm", Vec::new()),
                Err(error) => row.tell(*column, &error, "freeForm", fixes::cleaned(typed, *kind, *column)),
            }
        }
    }

    /// The texts of one piece of an item.
    fn texts(&self, cells: &RosterRow, style: usize) -> Vec<String> {
        let labels = self.styles.get(style).map(|style| style.labels.as_slice()).unwrap_or_default();
        labels.iter().map(|(_, _, column)| column.map_or("", |column| cells.cell(column)).to_owned()).collect()
    }

    /// One line an article of the rows without a problem, in the order of their first rows.
    fn group(&self, draft: &RosterDraft, rows: &[Row]) -> Vec<Group> {
        let mut places: BTreeMap<Item, usize> = BTreeMap::new();
        let mut groups: Vec<Group> = Vec::new();
        for (place, (row, cells)) in rows.iter().zip(&draft.rows).enumerate() {
            if !row.problems.is_empty() {
                continue;
            }
            for item in &row.items {
                let Some(article) = self.article_at(*item) else { continue };
                let at = *places.entry(*item).or_insert(groups.len());
                if at == groups.len() {
                    let line = AddLineDraft { sku: article.sku.clone(), quantity: 0, free_form: Vec::new() };
                    groups.push(Group { item: *item, rows: Vec::new(), draft: line });
                }
                let Some(group) = groups.get_mut(at) else { continue };
                group.rows.push(place);
                group.draft.quantity = group.draft.quantity.saturating_add(i64::from(row.pieces));
                let texts = self.texts(cells, item.0);
                // More pieces than a line holds are refused anyway; their texts need not be held.
                if !texts.is_empty() && group.draft.quantity <= i64::from(crate::cart::quantity::MAX_PIECES) {
                    group.draft.free_form.extend((0..row.pieces).map(|_| texts.clone()));
                }
            }
        }
        groups
    }

    /// 'Practice Jersey M', the product alone when it comes in one size, the sku in a list of skus.
    fn named(&self, style: &Style<'_>, article: &super::RosterArticle) -> String {
        match style.draft.articles.as_slice() {
            _ if self.columns.sku.is_some() => article.sku.clone(),
            [_] => style.draft.name.clone(),
            _ => [&style.draft.name, " ", &article.text].concat(),
        }
    }

    /// Tells rows what keeps their lines from being added; true when any was told.
    fn judge_groups(&self, groups: &[Group], rows: &mut [Row]) -> bool {
        let mut told = false;
        for group in groups {
            let (Some(style), Some(article)) = (self.styles.get(group.item.0), self.article_at(group.item)) else {
                continue;
            };
            let held = style.draft.article(article);
            let Err(errors) = check_add_line(&group.draft, Some(&held), self.site, "") else { continue };
            told = true;
            let total = u32::try_from(group.draft.quantity).unwrap_or(u32::MAX);
            for (nth, place) in group.rows.iter().enumerate() {
                let Some(row) = rows.get_mut(*place) else { continue };
                for error in &errors {
                    let mut error = error.clone();
                    if group.rows.len() > 1 && error.field == "quantity" {
                        error.message =
                            format!("{}: {} has {total} pieces in all", error.message, self.named(style, article));
                    }
                    let more = fixes::more_pieces(held.rule, total, row.pieces, self.columns.quantity);
                    // More pieces in one row are enough for all.
                    row.propose(more.first().filter(|_| nth == 0).cloned());
                    row.tell_as(RosterProblem { column: self.columns.quantity.map(count), error, fixes: more });
                }
            }
        }
        told
    }
}

/// Numbers that several rows have are told to each of them.
fn find_twins(draft: &RosterDraft, column: usize, rows: &mut [Row]) {
    let mut holders: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, row) in draft.rows.iter().enumerate() {
        let number = row.cell(column).trim();
        // '0' is a number like others, '-' is none.
        if !is_blank(number) && (number == "0" || !is_none(number)) {
            holders.entry(number).or_default().push(place);
        }
    }
    let mut taken: BTreeSet<String> = holders.keys().map(|number| (*number).to_owned()).collect();
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
            row.tell_as(RosterProblem { column: Some(count(column)), error: error.at("number"), fixes: proposed });
        }
    }
}

/// The article most rows take of each product: what is proposed where a size is missing.
fn usual_articles(rows: &[Row], styles: usize) -> Vec<Option<usize>> {
    let mut counted: BTreeMap<Item, u32> = BTreeMap::new();
    for item in rows.iter().flat_map(|row| &row.items) {
        let number = counted.entry(*item).or_default();
        *number = number.saturating_add(1);
    }
    (0..styles)
        .map(|style| {
            let of_style = counted.iter().filter(|((of, _), _)| *of == style);
            of_style.max_by_key(|(_, number)| **number).map(|((_, article), _)| *article)
        })
        .collect()
}

/// Evaluates a whole roster.
pub fn evaluate_roster(draft: &RosterDraft) -> RosterView {
    let mut roster = Roster::new(draft);
    let mut errors: Vec<_> = roster.missing().into_iter().map(|(field, error)| error.at(field)).collect();
    if count(draft.rows.len()) > MAX_ROWS {
        errors.push(SheetError::TooManyRows { maximum: MAX_ROWS }.at("rows"));
    }
    if !errors.is_empty() {
        let waiting = RosterRowView { ready: false, problems: Vec::new(), items: Vec::new(), pieces: 0, price: None };
        let rows = vec![waiting; draft.rows.len()];
        let size_columns = roster.size_columns();
        return RosterView { attention: count(rows.len()), rows, size_columns, errors, ..RosterView::default() };
    }
    let first: Vec<Row> = draft.rows.iter().map(|cells| roster.judge(cells, &[])).collect();
    let usual = usual_articles(&first, roster.styles.len());
    let mut rows: Vec<Row> = first
        .into_iter()
        .zip(&draft.rows)
        .map(|(row, cells)| if row.problems.is_empty() { row } else { roster.judge(cells, &usual) })
        .collect();
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
    told(&roster, rows, groups)
}

fn told(roster: &Roster<'_>, rows: Vec<Row>, groups: Vec<Group>) -> RosterView {
    // Lines by product, as their quantities pool.
    let mut pools: Vec<(&str, Vec<usize>)> = Vec::new();
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for (place, group) in groups.iter().enumerate() {
        let Some(style) = roster.styles.get(group.item.0) else { continue };
        let product = style.draft.product.as_str();
        let at = *known.entry(product).or_insert(pools.len());
        match pools.get_mut(at) {
            Some((_, lines)) => lines.push(place),
            None => pools.push((product, vec![place])),
        }
    }
    let mut prices: BTreeMap<Item, YourPrice> = BTreeMap::new();
    let (mut sums, mut products) = (Sums::default(), Vec::new());
    for (product, lines) in pools {
        let members: Vec<&Group> = lines.iter().filter_map(|place| groups.get(*place)).collect();
        let facts: Vec<LineFacts<'_>> = members.iter().filter_map(|group| facts(roster, group)).collect();
        let outcome = evaluate_product(&facts, roster.site);
        for (group, line) in members.iter().zip(&outcome.lines) {
            prices.extend(line.unit.map(|unit| (group.item, unit)));
        }
        sums = sums.plus(outcome.sums);
        let style = members.first().and_then(|group| roster.styles.get(group.item.0));
        let unit = style.map_or("", |style| style.draft.unit_of_measure.as_str());
        products.push(RosterProductView {
            product: product.to_owned(),
            name: style.map(|style| style.draft.name.clone()).unwrap_or_default(),
            pieces: outcome.sums.pieces,
            subtotal: pair(outcome.sums),
            next_tier_text: outcome.next_tier.as_ref().map(|next| next_tier_text(next, unit)).unwrap_or_default(),
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
    RosterView {
        attention: count(rows.len()).saturating_sub(ready),
        ready,
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

fn row_view(roster: &Roster<'_>, row: Row, prices: &BTreeMap<Item, YourPrice>) -> RosterRowView {
    let ready = row.problems.is_empty();
    let price = ready.then(|| {
        let units = row.items.iter().filter_map(|item| prices.get(item));
        let times = |price: Cents| price.checked_mul(row.pieces).unwrap_or(Cents::MAX);
        pair(units.fold(Sums::default(), |sums, unit| {
            sums.plus(Sums { merchandise: times(unit.base), yours: times(unit.your), ..Sums::default() })
        }))
    });
    let items = row.items.iter().filter_map(|item| {
        let article = roster.article_at(*item)?;
        Some(RosterItemView { style: count(item.0), sku: article.sku.clone(), text: article.text.clone() })
    });
    RosterRowView { ready, items: items.collect(), pieces: row.pieces, price, problems: row.problems }
}

fn pair(sums: Sums) -> PricePairView {
    YourPrice { base: sums.merchandise, your: sums.yours }.view()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        pricing::Tier,
        roster::{RosterArticle, columns::guess_columns, sheet::read_text},
    };

    fn article(sku: &str, text: &str) -> RosterArticle {
        RosterArticle {
            sku: sku.to_owned(),
            text: text.to_owned(),
            price: Cents::new(2_000),
            ..RosterArticle::default()
        }
    }

    fn jersey() -> RosterStyle {
        RosterStyle {
            product: "p-1".to_owned(),
            name: "Jersey, Navy".to_owned(),
            free_form_options: vec!["Name".to_owned(), "Number".to_owned()],
            articles: ["YM", "YL", "M", "L"].map(|size| article(&["J-", size].concat(), size)).to_vec(),
            ..RosterStyle::default()
        }
    }

    fn shorts() -> RosterStyle {
        RosterStyle {
            product: "p-2".to_owned(),
            name: "Shorts, Black".to_owned(),
            articles: ["M", "L"].map(|size| article(&["S-", size].concat(), size)).to_vec(),
            ..RosterStyle::default()
        }
    }

    /// A pasted table with its guessed columns.
    fn draft(text: &str, styles: Vec<RosterStyle>) -> RosterDraft {
        let rows = read_text(text).rows;
        let guess = guess_columns(&rows);
        let rows = rows.into_iter().skip(usize::try_from(guess.headings).unwrap()).collect();
        RosterDraft { site: Site::Fieldhouse, columns: guess.columns, styles, rows }
    }

    fn codes(view: &RosterView, row: usize) -> Vec<&str> {
        view.rows[row].problems.iter().map(|problem| problem.error.code.as_str()).collect()
    }

    fn first_fix(view: &RosterView, row: usize) -> (&str, &str) {
        let fix = &view.rows[row].problems[0].fixes[0];
        (&fix.label, &fix.text)
    }

    #[test]
    fn players_become_one_line_a_size_with_a_text_a_piece() {
        let view = evaluate_roster(&draft(
            "Player,#,Jersey size,Shorts size\nLEE,7,youth med,M\nREYES,12,YM,-\nKIM,4,Adult L,L\n",
            vec![jersey(), shorts()],
        ));
        assert_eq!((view.ready, view.attention, view.pieces), (3, 0, 5));
        let lines: Vec<(&str, i64, Vec<String>, &[u32])> = view
            .lines
            .iter()
            .map(|it| {
                let texts = it.line.free_form.iter().map(|texts| texts.join(" ")).collect();
                (it.line.sku.as_str(), it.line.quantity, texts, it.rows.as_slice())
            })
            .collect();
        assert_eq!(
            lines,
            [
                ("J-YM", 2, vec!["LEE 7".to_owned(), "REYES 12".to_owned()], &[0, 1][..]),
                ("S-M", 1, vec![], &[0]),
                ("J-L", 1, vec!["KIM 4".to_owned()], &[2]),
                ("S-L", 1, vec![], &[2]),
            ]
        );
        assert_eq!(view.total.unwrap().regular_price.get(), 10_000);
        assert_eq!(view.rows[1].price.as_ref().unwrap().regular_price.get(), 2_000);
    }

    #[test]
    fn a_wrong_row_says_what_is_wrong_and_what_could_be_done() {
        let view = evaluate_roster(&draft(
            "Name,Number,Size\nLEE,7,YM\nREYES,7,\n,9,M\nKIM,10,3XL\nO\u{202e}NEIL,11,L\nCY,12,YM\n",
            vec![jersey()],
        ));
        assert_eq!((view.ready, view.attention), (1, 5));
        assert_eq!(codes(&view, 0), ["roster_number_twice"]);
        assert_eq!(view.rows[0].problems[0].error.message, "Number 7 is also in row 2");
        assert_eq!(first_fix(&view, 0), ("Use number 8", "8"));
        assert_eq!(codes(&view, 1), ["roster_size_missing", "roster_number_twice"]);
        assert_eq!(first_fix(&view, 1), ("Use YM", "YM"));
        assert_eq!(codes(&view, 2), ["free_form_required"]);
        assert_eq!(view.rows[2].problems[0].error.message, "Name (Required)");
        assert_eq!(codes(&view, 3), ["roster_size_unknown"]);
        assert_eq!(first_fix(&view, 3), ("Use L", "L"));
        assert_eq!(codes(&view, 4), ["bidi_control"]);
        assert_eq!(first_fix(&view, 4), ("Use 'ONEIL'", "ONEIL"));
    }

    #[test]
    fn a_row_that_drops_out_can_break_the_line_of_others() {
        let mut packed = jersey();
        packed.free_form_options.clear();
        packed.articles[2].delivery_unit = 3;
        let mut short = shorts();
        short.articles[0].min_order_qty = 2;
        let view = evaluate_roster(&draft("Name,Jersey,Shorts\nA,M,L\nB,M,L\nC,M,M\nD,L,L\n", vec![packed, short]));
        // C's shorts are too few, so its jersey goes, and with it the pack of three.
        assert_eq!(codes(&view, 2), ["quantity_below_minimum"]);
        assert_eq!(codes(&view, 0), ["quantity_below_minimum"]);
        assert_eq!(view.rows[0].problems[0].error.message, "Minimum Quantity is 3: Jersey, Navy M has 2 pieces in all");
        assert_eq!(first_fix(&view, 0), ("Order 1 more here", "2"));
        assert_eq!((view.ready, view.attention, view.lines.len()), (1, 3, 2));
    }

    #[test]
    fn quantities_pool_over_the_sizes_of_a_product() {
        let mut style = jersey();
        style.free_form_options.clear();
        for article in &mut style.articles {
            article.tiers = vec![Tier { minimum_quantity: 4, value: Cents::new(1_500).unwrap() }];
        }
        let three = evaluate_roster(&draft("Name,Size\nA,M\nB,L\nC,YM\n", vec![style.clone()]));
        assert_eq!(three.products[0].next_tier_text, "Add 1 more of any size for $15.00 each and save $15.00");
        let mut personal = style.clone();
        personal.articles[2].personal_price = Cents::new(1_200);
        let three = evaluate_roster(&draft("Name,Size\nA,M\nB,L\nC,YM\n", vec![personal]));
        assert_eq!(three.rows[0].price.as_ref().unwrap().discounted_price.map(Cents::get), Some(1_200));
        let four = evaluate_roster(&draft("Name,Size\nA,M\nB,L\nC,YM\nD,M\n", vec![style]));
        assert_eq!(four.total.unwrap().discounted_price.map(Cents::get), Some(6_000));
    }

    #[test]
    fn a_list_of_skus_needs_no_chosen_product() {
        let mut list = shorts();
        list.articles[1].min_order_qty = 12;
        let view = evaluate_roster(&draft("SKU,Qty\ns-m,12\nS M,2\nS-L,6\nX-1,1\n,4\nS-M,\nS-M,2.5\n", vec![list]));
        assert_eq!((view.ready, view.attention), (1, 6));
        assert_eq!(codes(&view, 1), ["sku_unknown"]);
        assert_eq!(first_fix(&view, 1), ("Use S-M", "S-M"));
        assert_eq!(codes(&view, 2), ["quantity_below_minimum"]);
        assert_eq!(first_fix(&view, 2), ("Order 6 more here", "12"));
        assert_eq!(codes(&view, 3), ["sku_unknown"]);
        assert_eq!(codes(&view, 4), ["roster_sku_missing"]);
        assert_eq!(codes(&view, 5), ["quantity_missing"]);
        assert_eq!((codes(&view, 6), first_fix(&view, 6)), (vec!["quantity_fractional"], ("Use 2", "2")));
    }

    #[test]
    fn stock_is_checked_and_another_size_proposed() {
        let mut style = jersey();
        style.articles[2].unavailable = true;
        style.articles[2].available_date = "03/09/2027".to_owned();
        let view = evaluate_roster(&draft("Name,Number,Size\nA,1,M\nB,2,L\n", vec![style]));
        assert_eq!(view.rows[0].problems[0].error.message, "Available on 03/09");
        assert_eq!(first_fix(&view, 0), ("Use L", "L"));
    }

    #[test]
    fn what_is_missing_before_any_row_is_told_of_the_whole() {
        let nothing = evaluate_roster(&draft("Name,Size\nA,M\n", Vec::new()));
        assert_eq!((nothing.errors[0].code.as_str(), nothing.attention), ("roster_nothing_chosen", 1));
        let no_sizes = evaluate_roster(&draft("Name,Number\nA,1\n", vec![jersey()]));
        assert_eq!(no_sizes.errors[0].field, "styles.0");
        // What comes in one size needs no column: everybody gets one.
        let one = RosterStyle { articles: vec![article("B-1", "One size")], free_form_options: Vec::new(), ..jersey() };
        assert_eq!(evaluate_roster(&draft("Name,Number\nA,1\n", vec![one])).ready, 1);
        let many = RosterDraft { rows: vec![RosterRow::default(); 2_001], ..draft("Name,Size\nA,M\n", vec![shorts()]) };
        assert_eq!(evaluate_roster(&many).errors[0].code, "roster_too_many_rows");
    }

    #[test]
    fn all_proposals_taken_at_once_put_a_roster_right() {
        let mut style = jersey();
        style.articles[3].delivery_unit = 4;
        let mut order = draft(
            "Name,Number,Size,Qty\nA,7,L,1\nB,7,adult lrage,1\nC,7,,1\nD,9,L,one\nE,10,L,1\nF,11,YM,0\n",
            vec![style],
        );
        for _ in 0..3 {
            for RosterRowFix { row, fix } in evaluate_roster(&order).fixes {
                let column = usize::try_from(fix.column.unwrap()).unwrap();
                order.rows[usize::try_from(row).unwrap()].cells[column] = fix.text;
            }
        }
        let view = evaluate_roster(&order);
        assert_eq!((view.ready, view.attention), (6, 0), "{:?}", order.rows);
        assert_eq!(order.rows[0].cells[1], "7");
    }

    fn any_cell() -> impl Strategy<Value = String> {
        prop_oneof![
            Just(String::new()),
            "[a-zA-Z0-9 =+@-]{0,6}",
            any::<String>(),
            prop::sample::select(vec!["M", "YM", "7", "-", "S-M", "J-YM", "\u{202e}x", "9999", "12"])
                .prop_map(str::to_owned),
        ]
    }

    prop_compose! {
        fn any_draft()(
            kinds in prop::collection::vec(0_usize..7, 0..6),
            rows in prop::collection::vec(prop::collection::vec(any_cell(), 0..6), 0..24),
            rules in prop::collection::vec((0_u32..4, 0_u32..4, any::<bool>()), 6),
            chosen in 0_usize..3, column in prop::option::of(0_u32..7),
        ) -> RosterDraft {
            let known = [ColumnKind::Ignore, ColumnKind::Name, ColumnKind::Number, ColumnKind::Size, ColumnKind::Quantity, ColumnKind::Sku, ColumnKind::Text];
            let mut styles = vec![jersey(), shorts()];
            for (style, it) in styles.iter_mut().zip([0, 2]) {
                style.size_column = column;
                for (article, (min, unit, out)) in style.articles.iter_mut().zip(&rules[it..]) {
                    (article.min_order_qty, article.delivery_unit, article.unavailable) = (*min, *unit, *out);
                }
            }
            styles.truncate(chosen);
            RosterDraft {
                site: Site::Fieldhouse,
                columns: kinds.into_iter().map(|kind| RosterColumn { kind: known[kind], label: String::new() }).collect(),
                styles,
                rows: rows.into_iter().map(|cells| RosterRow { cells }).collect(),
            }
        }
    }

    proptest! {
        #[test]
        fn no_row_vanishes(draft in any_draft()) {
            let view = evaluate_roster(&draft);
            prop_assert_eq!(view.rows.len(), draft.rows.len());
            prop_assert_eq!(count(view.rows.len()), view.ready + view.attention);
            let ready = (0..).zip(&view.rows).filter(|(_, row)| row.ready).map(|(place, _): (u32, _)| place);
            let in_lines: BTreeSet<u32> = view.lines.iter().flat_map(|line| line.rows.iter().copied()).collect();
            prop_assert_eq!(ready.collect::<BTreeSet<u32>>(), in_lines);
            for row in &view.rows {
                prop_assert!(row.ready || !row.problems.is_empty() || !view.errors.is_empty());
            }
        }

        #[test]
        fn every_line_is_one_the_cart_takes(draft in any_draft()) {
            let view = evaluate_roster(&draft);
            for line in &view.lines {
                let held = draft.styles.iter().find_map(|style| {
                    style.articles.iter().find(|it| it.sku == line.line.sku).map(|it| (style, it))
                });
                let (style, article) = held.unwrap();
                let article = style.article(article);
                prop_assert!(check_add_line(&line.line, Some(&article), draft.site, "").is_ok());
            }
            let pieces: i64 = view.lines.iter().map(|line| line.line.quantity).sum();
            prop_assert_eq!(u64::try_from(pieces).unwrap(), view.pieces);
        }
    }
}
