//! One row of a roster judged: its quantity, the articles it orders, the texts they ask for, and what is proposed where
//! something is wrong. Not here: what rows come to together.

use std::collections::BTreeMap;

use super::{
    ColumnKind, RosterArticle, RosterColumn, RosterDraft, RosterFix, RosterProblem, RosterRow, RosterStyle, RowError,
    SheetError,
    columns::{choose_size_columns, tells_product},
    count, fixes, folded, label_kind, labels_sum, labels_total,
    matching::{Match, Sizes},
    size_words::{cut_beside, is_none, read_letter},
    words,
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
    /// Columns that tell a row's color or product, where several products are chosen.
    chosen_by: Vec<usize>,
}

impl<'a> Columns<'a> {
    pub(super) fn new(all: &'a [RosterColumn]) -> Self {
        let first = |kind| all.iter().position(|column| column.kind == kind);
        Self {
            all,
            number: first(ColumnKind::Number),
            quantity: first(ColumnKind::Quantity),
            sku: first(ColumnKind::Sku),
            chosen_by: (0..)
                .zip(all)
                .filter(|(_, it)| it.kind == ColumnKind::Text && tells_product(&it.label))
                .map(|(place, _)| place)
                .collect(),
        }
    }

    /// The column and kind that holds the text of a label: 'Name', 'Player name', 'Number'.
    fn of_label(&self, label: &str) -> (ColumnKind, Option<usize>) {
        let wanted = folded(label);
        let named = self.all.iter().position(|it| it.kind == ColumnKind::Text && folded(&it.label) == wanted);
        let kind = label_kind(label);
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
    words: Vec<String>,
    /// What each article is chosen by, as it is compared; empty unless the style number was named.
    options: Vec<Vec<String>>,
    /// Its style number and id as they are compared, when a list named it so.
    numbers: Vec<String>,
}

/// What a row orders: style and article by their places.
pub(super) type Item = (usize, usize);

/// A row while it is judged.
#[derive(Default)]
pub(super) struct Row {
    pub(super) problems: Vec<RosterProblem>,
    /// Why nothing is ordered in it.
    pub(super) nothing: Option<RowError>,
    pub(super) items: Vec<Item>,
    pub(super) pieces: u32,
    /// What applying all proposals does to it.
    pub(super) proposed: Vec<RosterFix>,
}

impl Row {
    /// What could be done is offered; nothing of it is taken before it is chosen.
    fn push_error(&mut self, column: Option<usize>, error: &impl Broken, field: &str, fixes: Vec<RosterFix>) {
        self.push_problem(RosterProblem { column: column.map(count), error: error.at(field), fixes });
    }

    /// The same of several products is said once.
    pub(super) fn push_problem(&mut self, problem: RosterProblem) {
        let same = |known: &RosterProblem| known.column == problem.column && known.error == problem.error;
        if !self.problems.iter().any(same) {
            self.problems.push(problem);
        }
    }

    /// A change that is made when all proposals are taken: one a cell. Only what was surely meant: no piece, size or
    /// article that was not asked for.
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
    /// What the words for sizes were found to mean: a roster repeats few of them.
    known: Vec<(usize, &'a str, Match)>,
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
                sizes: Sizes::new(&style.articles, &style.name),
                size_column,
                labels: labels(style),
                words: words(&style.name),
                numbers: if style.style_number.is_empty() {
                    Vec::new()
                } else {
                    vec![folded(&style.style_number), folded(&style.product)]
                },
                options: style.articles.iter().map(|it| it.options.iter().map(|it| folded(it)).collect()).collect(),
            })
            .collect();
        let (mut skus, mut folded_skus) = (BTreeMap::new(), BTreeMap::new());
        for (style, of_style) in draft.styles.iter().enumerate().filter(|_| columns.sku.is_some()) {
            for (article, it) in of_style.articles.iter().enumerate() {
                skus.insert(it.sku.to_ascii_uppercase(), (style, article));
                folded_skus.insert(folded(&it.sku), (style, article));
            }
        }
        Self { site: draft.site, columns, styles, skus, folded_skus, known: Vec::new() }
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

    pub(super) fn judge(&mut self, cells: &'a RosterRow) -> Row {
        let mut row = Row { nothing: self.read_nothing(cells), ..Row::default() };
        if row.nothing.is_some() {
            return row;
        }
        self.read_quantity(cells, &mut row);
        if row.nothing.is_some() {
            return row;
        }
        if let Some(column) = self.columns.sku {
            self.read_sku(cells, column, &mut row);
        } else {
            self.read_sizes(cells, &mut row);
        }
        if row.items.is_empty() && row.problems.is_empty() {
            row.nothing = Some(RowError::Nothing);
        }
        for (style, article) in row.items.clone() {
            self.check_item(cells, (style, article), &mut row);
        }
        row
    }

    /// Why a row orders nothing at all: it is blank, its quantity is 0, or it is a line of totals.
    fn read_nothing(&self, cells: &RosterRow) -> Option<RowError> {
        let sized = |style: &Style<'_>| style.size_column.is_some_and(|it| read_letter(cells.cell(it)).is_some());
        let sized = self.styles.iter().any(sized);
        let player = sized && self.columns.number.is_some_and(|column| !is_blank(cells.cell(column)));
        let sums = |(place, cell): (usize, &String)| match self.columns.all.get(place).map(|column| column.kind) {
            Some(ColumnKind::Text | ColumnKind::Ignore) => labels_total(cell),
            // A player may bear the name of a sum, and then has a number and a size.
            _ => labels_sum(cell) && (!player || cell.trim().contains(char::is_whitespace)),
        };
        if cells.cells.iter().enumerate().any(sums) {
            return Some(RowError::Total);
        }
        let none = self.columns.quantity.is_some_and(|column| is_none(cells.cell(column)));
        (none || cells.cells.iter().all(|cell| is_blank(cell))).then_some(RowError::Nothing)
    }

    fn read_quantity(&self, cells: &RosterRow, row: &mut Row) {
        // Without a column of quantities each row is one piece; a blank cell of one says nothing.
        let Some(column) = self.columns.quantity else {
            row.pieces = 1;
            return;
        };
        let typed = cells.cell(column);
        let verdict = check_typed_quantity(typed, QuantityRule::default(), QuantityMode::Single);
        row.pieces = verdict.quantity;
        if let Some(error) = verdict.error {
            // Zero orders nothing, however it is written.
            if error.code == "quantity_below_minimum" {
                row.nothing = Some(RowError::Nothing);
                return;
            }
            let read = fixes::quantity(typed, Some(column));
            row.propose(read.iter().filter(|(_, sure)| *sure).map(|(fix, _)| fix.clone()).next());
            let fixes = read.into_iter().map(|(fix, _)| fix).collect();
            row.push_problem(RosterProblem { column: Some(count(column)), error, fixes });
        }
    }

    fn read_sku(&self, cells: &RosterRow, column: usize, row: &mut Row) {
        let typed = cells.cell(column).trim();
        if typed.is_empty() {
            row.push_error(Some(column), &RowError::SkuMissing, "sku", Vec::new());
            return;
        }
        if let Some(item) = self.skus.get(&typed.to_ascii_uppercase()) {
            row.items.push(*item);
            return;
        }
        let wanted = folded(typed);
        if let Some(place) = self.styles.iter().position(|it| it.numbers.contains(&wanted)) {
            if let [article] = self.read_options(cells, place).as_slice() {
                row.items.push((place, *article));
            } else {
                let name = self.styles.get(place).map(|it| it.draft.name.clone()).unwrap_or_default();
                row.push_error(Some(column), &RowError::OptionsMissing { name }, "sku", Vec::new());
            }
            return;
        }
        let near = self.folded_skus.get(&wanted).and_then(|item| self.article_at(*item));
        let propose = |sku: &str| fixes::fix(["Use ", sku].concat(), ColumnKind::Sku, Some(column), sku.to_owned());
        let near = near.map(|it| propose(&it.sku));
        row.propose(near.clone());
        row.push_error(Some(column), &ArticleError::UnknownSku, "sku", near.into_iter().collect());
    }

    /// The articles of a product whose options a row tells in whatever order: color, size and the like.
    fn read_options(&self, cells: &RosterRow, place: usize) -> Vec<usize> {
        let Some(style) = self.styles.get(place) else { return Vec::new() };
        let mut left: Vec<usize> = (0..style.options.len()).collect();
        let told = self.columns.all.iter().zip(&cells.cells);
        for (_, cell) in told.filter(|(column, _)| matches!(column.kind, ColumnKind::Size | ColumnKind::Text)) {
            let (wanted, letter) = (folded(cell), read_letter(cell));
            let having = |same: &dyn Fn(&String, &String) -> bool| -> Vec<usize> {
                let of = |place: &usize| {
                    let shown = style.draft.articles.get(*place).map(|it| it.options.as_slice()).unwrap_or_default();
                    style
                        .options
                        .get(*place)
                        .is_some_and(|it| it.iter().zip(shown).any(|(text, shown)| same(text, shown)))
                };
                left.iter().copied().filter(of).collect()
            };
            let mut found = having(&|text, _| *text == wanted);
            if found.is_empty() && letter.is_some() {
                found = having(&|_, shown| read_letter(shown) == letter);
            }
            if !found.is_empty() {
                left = found;
            }
        }
        left
    }

    pub(super) fn article_at(&self, (style, article): Item) -> Option<&'a RosterArticle> {
        self.styles.get(style)?.draft.articles.get(article)
    }

    /// The chosen products a row is about: all, unless it names a color or product.
    fn read_sizes(&mut self, cells: &'a RosterRow, row: &mut Row) {
        let mut places: Vec<usize> = (0..self.styles.len()).collect();
        for column in &self.columns.chosen_by {
            let typed = cells.cell(*column).trim();
            let wanted = words(typed);
            let named = |place: &usize| {
                self.styles.get(*place).is_some_and(|it| wanted.iter().all(|word| it.words.contains(word)))
            };
            places.retain(named);
            // A whole name is its product's alone, though another one's begins alike.
            let whole = |place: &usize| self.styles.get(*place).is_some_and(|it| it.draft.name == typed);
            if places.iter().any(whole) {
                places.retain(whole);
            }
            if places.is_empty() {
                let chosen = self.styles.iter().map(|style| fixes::of_product(&style.draft.name, *column)).collect();
                row.push_error(Some(*column), &RowError::NotChosen { typed: typed.to_owned() }, "", chosen);
                return;
            }
        }
        let beside = (0..).zip(self.columns.all).find_map(|(place, column)| {
            let cut = cut_beside(&column.label, cells.cell(place)).filter(|_| column.kind == ColumnKind::Text)?;
            Some((place, cut))
        });
        for place in places {
            self.read_size(cells, (place, beside), row);
        }
    }

    /// `beside` is whom the row's sizes are for, and the column that says so.
    fn read_size(
        &mut self,
        cells: &'a RosterRow,
        (place, beside): (usize, Option<(usize, &'static str)>),
        row: &mut Row,
    ) {
        let Some(style) = self.styles.get(place) else { return };
        let column = style.size_column;
        let typed = column.map_or("", |column| cells.cell(column)).trim();
        if column.is_some() && is_none(typed) {
            return;
        }
        let articles = &style.draft.articles;
        if is_blank(typed) {
            match (articles.len(), column) {
                (1, None) => row.items.push((place, 0)),
                // A column says who gets one: a blank cell does not.
                (1, Some(_)) => {}
                _ => {
                    row.push_error(
                        column,
                        &RowError::SizeMissing,
                        "size",
                        fixes::without(column).into_iter().collect(),
                    );
                }
            }
            return;
        }
        if let Some((said_in, cut)) = beside
            .filter(|(_, cut)| *cut != "womens" || !style.sizes.are_for_youth())
            .filter(|_| read_letter(typed).is_some_and(|size| size.cut.is_none()))
        {
            let both = [cut, " ", typed].concat();
            if let Match::One(article) = style.sizes.find(&both) {
                return row.items.push((place, article));
            }
            // What is sold to everybody is taken when the shopper says so.
            let mut proposed = Vec::new();
            if let Match::One(article) = style.sizes.find(typed)
                && let Some(article) = articles.get(article)
            {
                let instead = ["Use ", &article.text, " instead"].concat();
                proposed.push(fixes::fix(instead, ColumnKind::Text, Some(said_in), "Unisex".to_owned()));
            }
            proposed.extend(fixes::without(column));
            return row.push_error(Some(said_in), &RowError::SizeUnknown { typed: both }, "size", proposed);
        }
        let known = self.known.iter().find(|(style, word, _)| *style == place && *word == typed);
        let meant = known.map_or_else(|| style.sizes.find(typed), |(_, _, found)| found.clone());
        if known.is_none() {
            self.known.push((place, typed, meant.clone()));
        }
        let mut proposed = match meant {
            Match::One(article) => return row.items.push((place, article)),
            Match::Misspelt(article) => {
                let meant = fixes::sizes(articles, &[article], "", column);
                row.propose(meant.first().cloned());
                meant
            }
            Match::Near(near) => fixes::sizes(articles, &near, " instead", column),
        };
        proposed.extend(fixes::without(column));
        row.push_error(column, &RowError::SizeUnknown { typed: typed.to_owned() }, "size", proposed);
    }

    /// The article of an item and the texts it asks for.
    fn check_item(&self, cells: &RosterRow, item: Item, row: &mut Row) {
        let (Some(style), Some(article)) = (self.styles.get(item.0), self.article_at(item)) else { return };
        if let Err(error) = check_article(Some(&style.draft.article(article)), self.site) {
            let column = self.columns.sku.or(style.size_column);
            let mut proposed = Vec::new();
            if matches!(error, ArticleError::Unavailable { .. }) && self.columns.sku.is_none() {
                proposed = fixes::sizes(&style.draft.articles, &style.sizes.instead(item.1), " instead", column);
                proposed.extend(fixes::without(column));
            }
            row.push_error(column, &error, "sku", proposed);
        }
        for (label, kind, column) in &style.labels {
            let typed = column.map_or("", |column| cells.cell(column));
            match clean_line(typed, MAX_FREE_FORM) {
                Ok(text) if text.is_empty() => {
                    row.push_error(
                        *column,
                        &FreeFormError::Required { label: (*label).clone() },
                        "freeForm",
                        Vec::new(),
                    );
                }
                Ok(_) => {}
                Err(TextError::CardNumber) => row.push_error(*column, &TextError::CardNumber, "freeForm", Vec::new()),
                Err(error) => {
                    let cleaned = fixes::cleaned(typed, *kind, *column);
                    row.propose(cleaned.first().cloned());
                    row.push_error(*column, &error, "freeForm", cleaned);
                }
            }
        }
    }

    /// The texts of one piece of an item.
    pub(super) fn texts(&self, cells: &RosterRow, style: usize) -> Vec<String> {
        let labels = self.styles.get(style).map(|style| style.labels.as_slice()).unwrap_or_default();
        labels.iter().map(|(_, _, column)| column.map_or("", |column| cells.cell(column)).to_owned()).collect()
    }
}
