//! One row of a roster judged: its quantity, the articles it orders, the texts they ask for, and what is proposed where
//! something is wrong. Not here: what rows come to together.

use std::collections::BTreeMap;

use super::{
    ColumnKind, RosterArticle, RosterColumn, RosterDraft, RosterFix, RosterProblem, RosterRow, RosterStyle, RowError,
    SheetError,
    columns::choose_size_columns,
    count, fixes, folded,
    matching::{Match, Sizes},
    size_words::is_none,
};
use crate::{
    brand::Site,
    cart::{
        free_form::{FreeFormError, MAX_FREE_FORM},
        lines::{ArticleError, check_article},
        quantity::{QuantityMode, QuantityRule, check_typed_quantity},
    },
    rule::Broken,
    text::{TextError, clean_line, is_blank},
};

/// Where things stand in the grid.
pub(super) struct Columns<'a> {
    all: &'a [RosterColumn],
    pub(super) number: Option<usize>,
    pub(super) quantity: Option<usize>,
    pub(super) sku: Option<usize>,
}

impl<'a> Columns<'a> {
    pub(super) fn new(all: &'a [RosterColumn]) -> Self {
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
pub(super) struct Style<'a> {
    pub(super) draft: &'a RosterStyle,
    sizes: Sizes<'a>,
    size_column: Option<usize>,
    labels: Vec<(&'a String, ColumnKind, Option<usize>)>,
}

/// What a row orders: style and article by their places.
pub(super) type Item = (usize, usize);

/// A row while it is judged.
#[derive(Default)]
pub(super) struct Row {
    pub(super) problems: Vec<RosterProblem>,
    pub(super) items: Vec<Item>,
    pub(super) pieces: u32,
    /// What applying all proposals does to it.
    pub(super) proposed: Vec<RosterFix>,
}

impl Row {
    fn tell(&mut self, column: Option<usize>, error: &impl Broken, field: &str, fixes: Vec<RosterFix>) {
        let best = fixes.first().cloned();
        self.tell_as(RosterProblem { column: column.map(count), error: error.at(field), fixes });
        self.propose(best);
    }

    /// The same of several products is said once.
    pub(super) fn tell_as(&mut self, problem: RosterProblem) {
        let same = |known: &RosterProblem| known.column == problem.column && known.error == problem.error;
        if !self.problems.iter().any(same) {
            self.problems.push(problem);
        }
    }

    /// A change that is made when all proposals are taken: one a cell.
    pub(super) fn propose(&mut self, fix: Option<RosterFix>) {
        let same = |known: &RosterFix, fix: &RosterFix| known.kind == fix.kind && known.column == fix.column;
        self.proposed.extend(fix.filter(|fix| !self.proposed.iter().any(|known| same(known, fix))));
    }
}

pub(super) struct Roster<'a> {
    pub(super) site: Site,
    pub(super) columns: Columns<'a>,
    pub(super) styles: Vec<Style<'a>>,
    /// Places of articles by sku, and by sku without punctuation.
    skus: BTreeMap<String, Item>,
    folded_skus: BTreeMap<String, Item>,
    known: BTreeMap<(usize, &'a str), Match>,
}

impl<'a> Roster<'a> {
    pub(super) fn new(draft: &'a RosterDraft) -> Self {
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

    pub(super) fn size_columns(&self) -> Vec<Option<u32>> {
        self.styles.iter().map(|style| style.size_column.map(count)).collect()
    }

    /// What is missing before any row can be judged.
    pub(super) fn missing(&self) -> Vec<(String, SheetError)> {
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

    pub(super) fn judge(&mut self, cells: &'a RosterRow, usual: &[Option<usize>]) -> Row {
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

    pub(super) fn article_at(&self, (style, article): Item) -> Option<&'a RosterArticle> {
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
    pub(super) fn texts(&self, cells: &RosterRow, style: usize) -> Vec<String> {
        let labels = self.styles.get(style).map(|style| style.labels.as_slice()).unwrap_or_default();
        labels.iter().map(|(_, _, column)| column.map_or("", |column| cells.cell(column)).to_owned()).collect()
    }
}
